//! What a finished game tells the statistics.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use utoipa::ToSchema;

use super::line_up::PERSON;
use super::{GameId, RulesetRecord, Time};

/// The result of a finished game: facts for the statistics. Ruleset and number of players are those of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Where the game comes from. A practice game is never [`Source::Played`].
    pub source: Source,
    /// Whether anybody was helped: hints were given or moves taken back.
    pub assisted: bool,
    /// The number of plies, without the set-up.
    pub length: u32,
    /// When it ended.
    pub ended_at: Time,
    /// The seats in order, as many as the game has.
    pub seats: Vec<SeatResult>,
    /// Further whole-number measures of the game as a whole (lead changes, mean branching in hundredths, …), each
    /// name once. `length` is counted anyway. Choose units so that distinct values stay few: each has a histogram row.
    pub measures: Vec<Measure>,
}

/// A game that was played without a log, in a simulation: facts only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulatedGame {
    /// A fresh id; one id is counted once, however often it is recorded.
    pub id: GameId,
    /// The ruleset; stored when its hash is not yet known.
    pub ruleset: RulesetRecord,
    /// Its result.
    pub result: GameResult,
}

impl SimulatedGame {
    /// How many rows its facts are: what it takes to write them.
    pub fn rows(&self) -> usize {
        let seats = self.result.seats.iter().map(|seat| 1 + seat.features.len());
        1 + self.result.measures.len() + seats.sum::<usize>()
    }
}

/// How many simulated games were recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedCount {
    /// Games counted now.
    pub new: u64,
    /// Games that were counted before and are not counted again.
    pub known: u64,
}

/// One seat's part of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatResult {
    /// Points, at most a million either way.
    pub score: i64,
    /// 1 is best; tied seats share a rank.
    pub rank: u8,
    /// Its share of the win; the shares of all seats sum to [`WinShare::WHOLE`].
    pub win_share: WinShare,
    /// How many moves it made.
    pub turns: u32,
    /// The level of the bot that played it to the end, if one did.
    pub bot_level: Option<String>,
    /// What the game counts for designers, each (name, bucket) at most once.
    pub features: Vec<FeatureFact>,
}

impl GameResult {
    /// Whether the win was shared.
    pub fn is_tied(&self) -> bool {
        self.seats.iter().filter(|seat| seat.win_share > WinShare::NONE).count() > 1
    }
}

impl SeatResult {
    /// Who played it: `human` or the level of a bot.
    pub fn player(&self) -> &str {
        self.bot_level.as_deref().unwrap_or(PERSON)
    }
}

/// A share of a win, exactly: whole 420ths, so that halves, thirds, … sevenths are whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WinShare(u32);

impl WinShare {
    /// No part of the win.
    pub const NONE: Self = Self(0);
    /// The whole win: 420 units.
    pub const WHOLE: Self = Self(420);

    /// One winner's share when `winners` (1 to 7) share the win.
    pub fn one_of(winners: usize) -> Option<Self> {
        matches!(winners, 1..=7).then(|| Self(Self::WHOLE.0 / winners as u32))
    }

    /// The share of this many 420ths, at most 420.
    pub fn from_units(units: u32) -> Option<Self> {
        (units <= Self::WHOLE.0).then_some(Self(units))
    }

    /// The 420ths.
    pub fn units(self) -> u32 {
        self.0
    }
}

/// One value of one feature of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FeatureFact {
    /// The feature's stable name: `region_won`.
    pub name: String,
    /// The value.
    pub bucket: Bucket,
}

/// A value of a feature: a number or a category.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = BucketValue)]
pub enum Bucket {
    /// A number.
    #[schema(value_type = i32)]
    Number(i64),
    /// A category.
    Category(String),
}

impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Category(category) => category.fmt(f),
        }
    }
}

/// A whole-number measure of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Its stable name; not `length`, `score` or `turns`, which are counted anyway.
    pub name: String,
    /// Its value, at most a million either way.
    pub value: i64,
}

/// Where a finished game comes from; statistics of different sources are never mixed. Its text is `played`, `bots`,
/// `practice` or `experiment:<id>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// Played at the server with at least one person.
    Played,
    /// Played at the server by bots only.
    Bots,
    /// Played with a chosen seed.
    Practice,
    /// Simulated by the experiment of this id.
    Experiment(String),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Played => f.write_str("played"),
            Self::Bots => f.write_str("bots"),
            Self::Practice => f.write_str("practice"),
            Self::Experiment(id) => write!(f, "experiment:{id}"),
        }
    }
}

/// The text names no source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not `played`, `bots`, `practice` or `experiment:<id>`")]
pub struct ParseSourceError;

impl FromStr for Source {
    type Err = ParseSourceError;

    fn from_str(text: &str) -> Result<Self, ParseSourceError> {
        match text {
            "played" => Ok(Self::Played),
            "bots" => Ok(Self::Bots),
            "practice" => Ok(Self::Practice),
            _ => match text.strip_prefix("experiment:") {
                Some(id) if !id.is_empty() => Ok(Self::Experiment(id.to_owned())),
                _ => Err(ParseSourceError),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact() {
        for winners in 1..=7 {
            let share = WinShare::one_of(winners).unwrap();
            assert_eq!(share.units() as usize * winners, 420);
        }
        assert_eq!(WinShare::one_of(0), None);
        assert_eq!(WinShare::one_of(8), None);
        assert_eq!(WinShare::from_units(421), None);
    }

    #[test]
    fn sources_round_trip() {
        for source in
            [Source::Played, Source::Bots, Source::Practice, Source::Experiment("2026-first".to_owned())]
        {
            assert_eq!(source.to_string().parse(), Ok(source));
        }
        assert!("experiment:".parse::<Source>().is_err());
        assert!("Played".parse::<Source>().is_err());
    }
}
