//! What a database is relieved of.

use super::Time;

/// What to delete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prune {
    /// Only what ended, or was last moved in, before this time.
    pub before: Time,
    /// Games that were never finished as well.
    pub unfinished: bool,
    /// Experiments that are over, and the results of games that only they can have asked for.
    pub experiments: bool,
    /// Rulesets to which no game, result and experiment refers.
    pub rulesets: bool,
}

/// What was deleted, or would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Games with their logs, reviews and named players. The results of finished ones stay.
    pub games: u64,
    /// Events of these games.
    pub events: u64,
    /// Experiments.
    pub experiments: u64,
    /// Chunks of experiments.
    pub chunks: u64,
    /// Results of simulated games.
    pub results: u64,
    /// Rulesets.
    pub rulesets: u64,
    /// Ratings of players whom no game has rated since.
    pub ratings: u64,
}

/// What became of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// Its bytes before.
    pub before: u64,
    /// Its bytes now.
    pub now: u64,
    /// The free bytes that shrinking it takes, when there are not so many: then it was left as it is, and what was freed in
    /// it is used again.
    pub missing: Option<u64>,
}
