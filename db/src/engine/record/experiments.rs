//! What the chunks of experiments measured.

use crate::engine::{corrupt, invalid, stored};
use crate::error::Result;
use crate::model::ExperimentChunk;

/// A chunk of an experiment, its values as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub(crate) experiment: String,
    pub(crate) number: i64,
    pub(crate) measured: Vec<u8>,
}

impl Chunk {
    /// A chunk of `experiment`.
    pub(crate) fn of(experiment: &str, chunk: &ExperimentChunk) -> Result<Self> {
        let (number, measured) = (stored(chunk.number)?, encode(&chunk.measured)?);
        Ok(Self { experiment: experiment.to_owned(), number, measured })
    }

    /// What it measured.
    pub(crate) fn decoded(&self) -> Result<ExperimentChunk> {
        let damaged = || corrupt(format!("chunk {} of the experiment {}", self.number, self.experiment));
        let number = self.number.try_into().map_err(|_| damaged())?;
        Ok(ExperimentChunk { number, measured: decode(&self.measured).ok_or_else(damaged)? })
    }
}

plain_record!(Chunk in "experiment_chunks": experiment, number, measured);

/// The values of the arms as bytes.
fn encode(measured: &[Vec<f64>]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for arm in measured {
        let count = u32::try_from(arm.len()).map_err(|_| invalid("too many deals in one chunk"))?;
        bytes.extend_from_slice(&count.to_be_bytes());
        arm.iter().for_each(|value| bytes.extend_from_slice(&value.to_be_bytes()));
    }
    Ok(bytes)
}

/// What [`encode`] was given; `None` where it made no such bytes.
fn decode(mut bytes: &[u8]) -> Option<Vec<Vec<f64>>> {
    let mut measured = Vec::new();
    while let Some((count, rest)) = bytes.split_first_chunk() {
        let count = u32::from_be_bytes(*count) as usize;
        let (values, rest) = rest.split_at_checked(count.checked_mul(8)?)?;
        let values = values.chunks_exact(8).filter_map(|value| value.try_into().ok()).map(f64::from_be_bytes);
        measured.push(values.collect());
        bytes = rest;
    }
    bytes.is_empty().then_some(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip_and_damage_is_seen() {
        let measured = vec![vec![0.1, -2.5, f64::MAX], Vec::new(), vec![1.0 / 3.0]];
        let bytes = encode(&measured).unwrap();
        assert_eq!(decode(&bytes), Some(measured));
        assert_eq!(decode(&bytes[..bytes.len() - 1]), None);
        assert_eq!(decode(&[0, 0]), None);
        assert_eq!(decode(&[]), Some(Vec::new()));
    }
}
