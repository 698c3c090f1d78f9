//! Load on the service: several connections repeat a request for some time, and the time of each request is measured.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use futures_util::future::try_join_all;

use crate::client::Connection;

/// What one connection does again and again.
#[allow(async_fn_in_trait, reason = "driven on one thread")]
pub trait Work {
    /// Sends one request and checks the answer. `false` if there is nothing left to do.
    ///
    /// # Errors
    /// The answer is not what it must be.
    async fn once(&mut self, connection: &mut Connection) -> Result<bool>;
}

/// The times of requests; all of them had the expected answer.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    times: Vec<Duration>,
    elapsed: Duration,
    /// The processor time that the server used, in seconds.
    pub server_seconds: Option<f64>,
}

impl Sample {
    /// A sample of these times, measured within `elapsed`.
    pub fn new(mut times: Vec<Duration>, elapsed: Duration) -> Self {
        times.sort_unstable();
        Self { times, elapsed, server_seconds: None }
    }

    /// The number of requests.
    pub fn count(&self) -> usize {
        self.times.len()
    }

    /// Requests a second.
    pub fn rate(&self) -> f64 {
        self.times.len() as f64 / self.elapsed.as_secs_f64()
    }

    /// The server's processor time for one request, in microseconds.
    pub fn cost(&self) -> Option<f64> {
        Some(self.server_seconds? * 1e6 / self.times.len() as f64)
    }

    /// A percentile of the times, in milliseconds: `share` is from 0 to 1. 0 if there are no requests.
    pub fn percentile(&self, share: f64) -> f64 {
        let at = (self.times.len().saturating_sub(1) as f64 * share).round() as usize;
        self.times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    }
}

/// Runs all `works` at the same time, each on a connection of its own, during `time`.
///
/// # Errors
/// The first wrong answer.
pub async fn drive<W: Work>(address: SocketAddr, works: &mut [W], time: Duration) -> Result<Sample> {
    let connections = try_join_all(works.iter().map(|_| Connection::open(address))).await?;
    let began = Instant::now();
    let until = began + time;
    let each = works.iter_mut().zip(connections).map(|(work, connection)| repeat(work, connection, until));
    let times = try_join_all(each).await?.concat();
    ensure!(!times.is_empty(), "nothing was asked");
    Ok(Sample::new(times, began.elapsed()))
}

async fn repeat<W: Work>(work: &mut W, mut connection: Connection, until: Instant) -> Result<Vec<Duration>> {
    let mut times = Vec::with_capacity(1 << 14);
    let mut asked = Instant::now();
    while asked < until {
        if !work.once(&mut connection).await? {
            break;
        }
        let answered = Instant::now();
        times.push(answered - asked);
        asked = answered;
    }
    Ok(times)
}
