//! Recording finished games.

use std::collections::HashSet;

use rusqlite::Connection;

use super::dictionary::{Dictionary, Population};
use super::facts::{Facts, SeatFacts};
use super::tally::{StandardMeasures, Tally};
use super::{LENGTH, SCORE, TURNS};
use crate::model::{
    Digest, GameId, GameResult, LineUp, RecordedCount, SeatResult, SimulatedGame, Source, WinShare,
};
use crate::sqlite::error::{Outcome, invalid};
use crate::sqlite::rulesets;

/// What results are recorded with.
pub(in crate::sqlite) struct Recorder<'a> {
    /// The writer's connection, inside the request's savepoint.
    pub conn: &'a Connection,
    /// Ids of names, remembered from one request to the next.
    pub dictionary: &'a mut Dictionary,
    /// What the request adds to the rollups: written once for the whole group, before its commit.
    pub tally: &'a mut Tally,
}

/// A finished game to record.
pub(in crate::sqlite) struct Finished<'a> {
    pub game: GameId,
    pub ruleset: Digest,
    pub result: &'a GameResult,
}

/// Scores, lengths and measures are at most this, so that sums of squares of a hundred million games fit in 64 bits.
const GREATEST: i64 = 100_000;

/// The most seats, features of a seat, or measures of a result.
const MOST_SEATS: usize = 16;
const MOST_VALUES: usize = 4096;

/// Writes the facts of a game and counts it; answers `false`, and does nothing, when the game was counted before.
pub(in crate::sqlite) fn record(recorder: &mut Recorder<'_>, finished: &Finished<'_>) -> Outcome<bool> {
    validate(finished.result)?;
    let facts = facts(recorder, finished)?;
    if !facts.insert(recorder.conn)? {
        return Ok(false);
    }
    let standard = standard_measures(recorder)?;
    recorder.tally.count(&facts, standard)?;
    Ok(true)
}

/// See [`crate::Store::record_simulated`].
pub(in crate::sqlite) fn record_simulated(
    recorder: &mut Recorder<'_>,
    games: &[SimulatedGame],
) -> Outcome<RecordedCount> {
    let mut recorded = RecordedCount { new: 0, known: 0 };
    let mut stored = HashSet::new();
    for game in games {
        if stored.insert(game.ruleset.hash) {
            rulesets::put(recorder.conn, &game.ruleset)?;
        }
        if !matches!(game.result.source, Source::Bots | Source::Experiment(_)) {
            return Err(invalid("a simulated game was played by bots or an experiment"));
        }
        let finished = Finished { game: game.id, ruleset: game.ruleset.hash, result: &game.result };
        let count = if record(recorder, &finished)? { &mut recorded.new } else { &mut recorded.known };
        *count += 1;
    }
    Ok(recorded)
}

fn standard_measures(recorder: &mut Recorder<'_>) -> Outcome<StandardMeasures> {
    let conn = recorder.conn;
    let dictionary = &mut *recorder.dictionary;
    Ok(StandardMeasures {
        score: dictionary.measure(conn, SCORE)?,
        turns: dictionary.measure(conn, TURNS)?,
        length: dictionary.measure(conn, LENGTH)?,
    })
}

fn facts(recorder: &mut Recorder<'_>, finished: &Finished<'_>) -> Outcome<Facts> {
    let conn = recorder.conn;
    let dictionary = &mut *recorder.dictionary;
    let result = finished.result;
    let population = Population {
        ruleset: finished.ruleset,
        source: result.source.clone(),
        assisted: result.assisted,
        players: result.seats.len() as u8,
        line_up: LineUp::of(&result.seats),
    };
    let mut measures = Vec::with_capacity(result.measures.len());
    for measure in &result.measures {
        measures.push((dictionary.measure(conn, &measure.name)?, measure.value));
    }
    measures.sort_unstable();
    let mut seats = Vec::with_capacity(result.seats.len());
    for (seat, of) in (0..).zip(&result.seats) {
        seats.push(seat_facts(conn, dictionary, seat, of)?);
    }
    Ok(Facts {
        game: finished.game,
        population: dictionary.population(conn, population)?,
        length: result.length.into(),
        ended_at: result.ended_at,
        seats,
        measures,
    })
}

fn seat_facts(
    conn: &Connection,
    dictionary: &mut Dictionary,
    seat: i64,
    result: &SeatResult,
) -> Outcome<SeatFacts> {
    let ids = result.features.iter().map(|feature| dictionary.feature(conn, feature));
    let mut features: Vec<i64> = ids.collect::<Outcome<_>>()?;
    features.sort_unstable();
    Ok(SeatFacts {
        seat,
        score: result.score,
        rank: result.rank.into(),
        win_units: result.win_share.units().into(),
        turns: result.turns.into(),
        bot_level: result.bot_level.clone(),
        features,
    })
}

fn validate(result: &GameResult) -> Outcome<()> {
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

fn validate_seat(seat: &SeatResult) -> Outcome<()> {
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

fn in_bounds(what: &str, value: i64) -> Outcome<()> {
    if (-GREATEST..=GREATEST).contains(&value) {
        return Ok(());
    }
    Err(invalid(format!("{what} is at most {GREATEST} either way, not {value}")))
}
