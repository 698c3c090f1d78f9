//! Finished games one by one, for those who compute on them elsewhere.

use super::{Digest, GameId, GameResult, LineUp, Source};

/// A finished game as the statistics keep it: no move, no name, no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// Its number in this database, from 1 in the order the games ended.
    pub number: u64,
    /// Its id; absent where only those may know it who were told (unlisted and private games).
    pub id: Option<GameId>,
    /// The game: `richelieu`.
    pub game: String,
    /// The hash of its ruleset.
    pub ruleset: Digest,
    /// Who played.
    pub line_up: LineUp,
    /// What came of it.
    pub result: GameResult,
}

/// Which finished games; all of them by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FinishedFilter {
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those from this source.
    pub source: Option<Source>,
}
