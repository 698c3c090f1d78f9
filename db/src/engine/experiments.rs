//! Experiments as bytes: their seals, and what their chunks measured.

use super::invalid;
use super::seal::Seal;
use crate::error::Result;
use crate::model::{Digest, ExperimentRecord};

/// The hash over all of an experiment.
pub(crate) fn seal(experiment: &ExperimentRecord) -> Digest {
    let ended_at = experiment.ended_at.map(|time| time.to_string());
    Seal::new("experiment")
        .text(&experiment.id)
        .text(experiment.plan.as_str())
        .text(&experiment.state.to_string())
        .optional_text(experiment.detail.as_deref())
        .text(&experiment.created_at.to_string())
        .optional_text(ended_at.as_deref())
        .finish()
}

/// The hash over all of a chunk.
pub(crate) fn chunk_seal(experiment: &str, number: i64, measured: &[u8]) -> Digest {
    Seal::new("experiment chunk").text(experiment).int(number).blob(measured).finish()
}

/// The values of the arms as bytes.
pub(crate) fn encode(measured: &[Vec<f64>]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for arm in measured {
        let count = u32::try_from(arm.len()).map_err(|_| invalid("too many deals in one chunk"))?;
        bytes.extend_from_slice(&count.to_be_bytes());
        arm.iter().for_each(|value| bytes.extend_from_slice(&value.to_be_bytes()));
    }
    Ok(bytes)
}

/// What [`encode`] was given; `None` where it made no such bytes.
pub(crate) fn decode(mut bytes: &[u8]) -> Option<Vec<Vec<f64>>> {
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
