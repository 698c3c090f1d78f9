//! What a finished game said, names replaced by ids.

use std::collections::HashSet;

use super::dictionary::{Ids, Population};
use super::{LENGTH, SCORE, TURNS};
use crate::engine::{corrupt, invalid};
use crate::error::Result;
use crate::model::{Digest, GameId, GameResult, LineUp, SeatResult, SimulatedGame, Source, Time, WinShare};

/// All facts of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) game: GameId,
    pub(crate) population: i64,
    pub(crate) length: i64,
    pub(crate) ended_at: Time,
    /// By seat.
    pub(crate) seats: Vec<SeatFacts>,
    /// Measure and value, by measure.
    pub(crate) measures: Vec<(i64, i64)>,
}

/// The facts of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatFacts {
    pub(crate) seat: i64,
    pub(crate) score: i64,
    pub(crate) win_units: i64,
    pub(crate) turns: i64,
    /// Ids of its feature values, ascending.
    pub(crate) features: Vec<i64>,
}

/// A finished game to record.
pub(crate) struct Finished<'a> {
    pub(crate) game: GameId,
    pub(crate) ruleset: Digest,
    pub(crate) result: &'a GameResult,
}

impl Facts {
    /// Refuses what no result says: sums of it could be too large. Rows may be damaged.
    pub(crate) fn check(&self) -> Result<()> {
        let whole = i64::from(WinShare::WHOLE.units());
        let is_seat =
            |seat: &SeatFacts| fits(seat.score) && fits(seat.turns) && (0..=whole).contains(&seat.win_units);
        let is_result = fits(self.length)
            && self.measures.iter().all(|(_, value)| fits(*value))
            && self.seats.iter().all(is_seat);
        if is_result { Ok(()) } else { Err(corrupt(format!("the facts of game {}", self.game))) }
    }
}

impl<'a> Finished<'a> {
    /// A simulated game.
    ///
    /// # Errors
    /// [`StoreError::Invalid`](crate::StoreError::Invalid) where people played it.
    pub(crate) fn simulated(game: &'a SimulatedGame) -> Result<Self> {
        if !matches!(game.result.source, Source::Bots | Source::Experiment(_)) {
            return Err(invalid("a simulated game was played by bots or an experiment"));
        }
        Ok(Self::copied(game))
    }

    /// A game whose log is elsewhere, or nowhere any more.
    pub(crate) fn copied(game: &'a SimulatedGame) -> Self {
        Self { game: game.id, ruleset: game.ruleset.hash, result: &game.result }
    }

    /// Its facts.
    ///
    /// # Errors
    /// Those of `ids`.
    pub(crate) fn facts<I: Ids>(&self, ids: &mut I) -> Result<Facts, I::Error> {
        let result = self.result;
        let mut measures = Vec::with_capacity(result.measures.len());
        for measure in &result.measures {
            measures.push((ids.measure(&measure.name)?, measure.value));
        }
        measures.sort_unstable();
        let mut seats = Vec::with_capacity(result.seats.len());
        for (seat, of) in (0..).zip(&result.seats) {
            seats.push(SeatFacts::of(seat, of, ids)?);
        }
        let population = ids.population(Population {
            ruleset: self.ruleset,
            source: result.source.clone(),
            assisted: result.assisted,
            players: result.seats.len() as u8,
            line_up: LineUp::of(&result.seats),
        })?;
        let (length, ended_at) = (result.length.into(), result.ended_at);
        Ok(Facts { game: self.game, population, length, ended_at, seats, measures })
    }
}

impl SeatFacts {
    fn of<I: Ids>(seat: i64, result: &SeatResult, ids: &mut I) -> Result<Self, I::Error> {
        let features = result.features.iter().map(|feature| ids.feature(feature));
        let mut features = features.collect::<Result<Vec<_>, _>>()?;
        features.sort_unstable();
        Ok(Self {
            seat,
            score: result.score,
            win_units: result.win_share.units().into(),
            turns: result.turns.into(),
            features,
        })
    }
}

/// Scores, lengths and measures are at most this, so that sums of squares of a hundred million games fit in 64 bits.
const GREATEST: i64 = 100_000;

/// The most seats of a game, features of a seat, or measures of a result.
pub(crate) const MOST_SEATS: usize = 16;
const MOST_VALUES: usize = 4096;

/// Refuses a result that cannot be counted.
pub(crate) fn validate(result: &GameResult) -> Result<()> {
    let seats = result.seats.len();
    if !(1..=MOST_SEATS).contains(&seats) {
        return Err(invalid(format!("a result has 1 to {MOST_SEATS} seats, not {seats}")));
    }
    let won: u32 = result.seats.iter().map(|seat| seat.win_share.units()).sum();
    if won != WinShare::WHOLE.units() {
        return Err(invalid(format!("the win shares sum to {won}/420")));
    }
    in_bounds("the length", result.length.into())?;
    let mut names = HashSet::new();
    for measure in &result.measures {
        in_bounds("a measure", measure.value)?;
        if [SCORE, TURNS, LENGTH].contains(&measure.name.as_str()) || !names.insert(&measure.name) {
            return Err(invalid(format!("the measure {} is given twice", measure.name)));
        }
    }
    if result.measures.len() > MOST_VALUES {
        return Err(invalid("too many measures"));
    }
    result.seats.iter().try_for_each(validate_seat)
}

fn validate_seat(seat: &SeatResult) -> Result<()> {
    in_bounds("a score", seat.score)?;
    in_bounds("a number of turns", seat.turns.into())?;
    if seat.features.len() > MOST_VALUES {
        return Err(invalid("too many features"));
    }
    let mut seen = HashSet::with_capacity(seat.features.len());
    match seat.features.iter().find(|feature| !seen.insert(*feature)) {
        Some(twice) => Err(invalid(format!("the feature {} is given twice with one bucket", twice.name))),
        None => Ok(()),
    }
}

fn fits(value: i64) -> bool {
    (-GREATEST..=GREATEST).contains(&value)
}

fn in_bounds(what: &str, value: i64) -> Result<()> {
    if fits(value) {
        return Ok(());
    }
    Err(invalid(format!("{what} is at most {GREATEST} either way, not {value}")))
}
