//! The size of a measurement, and samples of ours and of the peer in turn.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use tempfile::TempDir;

use crate::drive::{Sample, Work, drive};
use crate::host::{Host, Server};
use crate::report::{figure, median};

/// How much is measured, and where.
pub struct Bench {
    /// Starts servers.
    pub host: Box<dyn Host>,
    /// The folder for databases; each gets a folder of its own inside it.
    pub directory: PathBuf,
    /// Connections at once, where a row says many.
    pub connections: usize,
    /// Sockets of an evening.
    pub sockets: usize,
    /// The pause between two moves at a table of an evening.
    pub pause: Duration,
    /// Pairs of measurements, ours and the peer's in turn.
    pub rounds: usize,
    /// How long one measurement is.
    pub time: Duration,
    /// The one call that floods; each in turn when absent.
    pub only: Option<String>,
}

impl Bench {
    /// A temporary folder, deleted when the value is dropped.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn folder(&self) -> Result<TempDir> {
        Ok(tempfile::Builder::new().prefix("tapis-load-").tempdir_in(&self.directory)?)
    }

    /// Starts the service with these arguments, on a database of its own.
    ///
    /// # Errors
    /// It cannot start.
    pub fn service(&self, arguments: &[&str]) -> Result<(TempDir, Box<dyn Server>)> {
        let directory = self.folder()?;
        let service = self.host.service(directory.path(), arguments)?;
        Ok((directory, service))
    }

    /// Runs all `works` against the server, and measures them.
    ///
    /// # Errors
    /// The first wrong answer.
    pub async fn sample<W: Work>(&self, server: &dyn Server, works: &mut [W]) -> Result<Sample> {
        let before = server.processor_seconds();
        let mut sample = drive(server.address(), works, self.time).await?;
        sample.server_seconds = before.and_then(|before| Some(server.processor_seconds()? - before));
        Ok(sample)
    }

    /// Measures both in turn, one pair per round, after one pair that does not count.
    ///
    /// # Errors
    /// The first wrong answer.
    pub async fn pairs<V: Work, W: Work>(
        &self,
        ours: (&dyn Server, &mut [V]),
        peer: (&dyn Server, &mut [W]),
    ) -> Result<Vec<(Sample, Sample)>> {
        let mut pairs = Vec::with_capacity(self.rounds);
        for round in 0..=self.rounds {
            let pair = (self.sample(ours.0, ours.1).await?, self.sample(peer.0, peer.1).await?);
            if round > 0 {
                pairs.push(pair);
            }
        }
        Ok(pairs)
    }
}

/// The processor time of a request on the server, as text: the median of the samples. Noise disturbs it less than wall-clock times.
pub fn costs<'a>(samples: impl Iterator<Item = &'a Sample>) -> String {
    let costs: Vec<_> = samples.filter_map(Sample::cost).collect();
    if costs.is_empty() { "?".to_owned() } else { figure(median(costs)) }
}

/// Applies `figure` to both samples of each pair.
pub fn figures(pairs: &[(Sample, Sample)], figure: impl Fn(&Sample) -> f64) -> Vec<(f64, f64)> {
    pairs.iter().map(|(ours, peer)| (figure(ours), figure(peer))).collect()
}
