//! Deals that are played from every seat, and what they say.

use tapis_games::random::Seed;

/// The deal of this number in the experiment with this seed.
pub fn deal(experiment: u64, number: u64) -> Seed {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&experiment.to_le_bytes());
    key[8..16].copy_from_slice(&number.to_le_bytes());
    Seed(key)
}

/// The mean share with its 95 % interval, each deal one observation, and the fair share of so many seats.
pub fn words(shares: &[f64], seats: usize) -> String {
    let n = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / n;
    let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let radius = 1.96 * (variance / n).sqrt();
    let (low, high, fair) = (mean - radius, mean + radius, 1.0 / seats as f64);
    format!("{mean:.3} [{low:.3}, {high:.3}] of {n} deals, fair {fair:.3}")
}
