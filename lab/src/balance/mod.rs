//! How fair the published games are: the figures of `docs/balance.md`.
//!
//! Every figure is of games of bots in the default rulesets and is made anew by `cargo xtask balance`; `lab/data/balance.json` holds
//! them, with the fingerprint of the bots that played.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

mod figures;
mod page;
mod parts;
#[cfg(test)]
mod tests;

pub use figures::{Bench, measure, measure_ratings};
pub use page::fill;
pub use parts::{Part, Rated, SAMPLE_SEED, parts, rated, sample};

/// What the last run found.
const MEASURED: &str = include_str!("../../data/balance.json");

/// The figures, and what they were made with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Balance {
    /// The command that made them.
    pub command: String,
    /// When.
    pub date: String,
    /// The [fingerprint](tapis_solver::fingerprint::of_bots) of the bots.
    pub bots: String,
    /// The words of the seed.
    pub seed: String,
    /// The figures.
    pub rows: Vec<Row>,
    /// Figures of the few games of [`sample`]: those who define a figure otherwise see that the page is of another time.
    #[serde(default)]
    pub sample: Vec<Row>,
}

/// A figure with its 95 % interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The game's id.
    pub game: String,
    /// The bots of all seats.
    pub bots: String,
    /// What it is: `first`, a measure of the course of the game, `lift <feature>=<value>`, …
    pub figure: String,
    /// Of so many games, deals, or seats that had the value.
    pub n: u64,
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Balance {
    /// The figures in use.
    pub fn current() -> &'static Self {
        static CURRENT: LazyLock<Balance> =
            LazyLock::new(|| serde_json::from_str(MEASURED).unwrap_or_default());
        &CURRENT
    }

    /// The figure of this name.
    pub fn row(&self, game: &str, bots: &str, figure: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.game == game && row.bots == bots && row.figure == figure)
    }
}
