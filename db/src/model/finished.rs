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

impl FinishedGame {
    /// The number of its deal among those of the seed, where it was simulated: games of one seed and number are dealt alike, in all
    /// arms and seatings.
    pub fn deal(&self) -> Option<u64> {
        let is_simulated = matches!(self.result.source, Source::Experiment(_));
        self.id.filter(|_| is_simulated).map(GameId::deal)
    }
}

/// Finished games that are counted together, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedPopulation {
    /// The game: `richelieu`.
    pub game: String,
    /// The hash of the ruleset.
    pub ruleset: Digest,
    /// Where the games come from.
    pub source: Source,
    /// Whether anybody was helped in them.
    pub assisted: bool,
    /// The number of players.
    pub players: u8,
    /// Who played.
    pub line_up: LineUp,
    /// The number of games.
    pub games: u64,
}

/// What a game told the statistics of its database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredResult {
    /// The game.
    pub game: GameId,
    /// The hash of its ruleset.
    pub ruleset: Digest,
    /// What came of it.
    pub result: GameResult,
    /// Whether its log is there: simulated games have none, and those of old games are deleted.
    pub has_log: bool,
}

/// Which finished games; all of them by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FinishedFilter {
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those from this source.
    pub source: Option<Source>,
}
