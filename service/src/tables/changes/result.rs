//! What a finished game tells the statistics and the ratings.

use tapis_db::model::{GameResult, RankedBy, RankedSeat, Ranking, SeatKind, SeatRecord, Source, Time};
use tapis_db::rating::Rating;
use tapis_games::seat::Seat;
use tapis_solver::bots::AllRatings;

use crate::facts::{SeatPlayer, measures, seat_results};
use crate::tables::event::GameStatus;
use crate::tables::snapshot::Snapshot;

/// The result of a finished game; `None` while it is not over.
pub(super) fn of(snapshot: &Snapshot, ended_at: Time, assisted: bool) -> Option<GameResult> {
    let table = snapshot.table.as_deref()?;
    let players =
        Seat::all(snapshot.seats.len()).zip(snapshot.seats.iter()).map(|(seat, record)| SeatPlayer {
            turns: snapshot.line.iter().filter(|entry| entry.seat == Some(seat)).count() as u32,
            bot_level: record.level.clone().filter(|_| record.kind == SeatKind::Bot),
        });
    let seats = seat_results(&table.payoffs()?, &table.features(), players.collect());
    Some(GameResult {
        source: source(snapshot),
        assisted: assisted || snapshot.has_help(),
        length: snapshot.line.len().saturating_sub(1) as u32,
        ended_at,
        seats,
        measures: measures(table.measures()),
    })
}

fn source(snapshot: &Snapshot) -> Source {
    let person = |record: &SeatRecord| record.kind == SeatKind::Human || record.left;
    if snapshot.info.practice {
        Source::Practice
    } else if snapshot.seats.iter().any(person) {
        Source::Played
    } else {
        Source::Bots
    }
}

/// What a game that is over says about the strength of those who played it; `None` where it rates nobody: games of bots, practice, and
/// games in which anybody was helped. Who gives up or is out of time against one other has lost.
pub(super) fn ranking(snapshot: &Snapshot) -> Option<Ranking> {
    let info = &snapshot.info;
    let was_helped = info.tally.is_assisted() || snapshot.has_help();
    let has_people = snapshot.seats.iter().any(|record| record.kind == SeatKind::Human);
    if snapshot.status != GameStatus::Finished || info.practice || was_helped || !has_people {
        return None;
    }
    let ruleset = info.ruleset();
    let last = u8::try_from(snapshot.seats.len()).ok()?;
    let ranks = snapshot.outcome()?.ranks;
    let seat = |(rank, (seat, record)): (u8, (Seat, &SeatRecord))| {
        let by = ranked_by(snapshot, seat, record);
        // Whoever gave up, or stayed away while a bot played on, comes after all others, whatever the bot has made of it.
        let quit = record.timed_out || snapshot.resigned.contains(&seat);
        RankedSeat { rank: if quit { last + 1 } else { rank }, by }
    };
    let seats = Seat::all(snapshot.seats.len()).zip(snapshot.seats.iter());
    Some(Ranking { game: ruleset.game.clone(), seats: ranks.into_iter().zip(seats).map(seat).collect() })
}

/// Where somebody played on for somebody else, nobody is rated: both played.
fn ranked_by(snapshot: &Snapshot, seat: Seat, record: &SeatRecord) -> RankedBy {
    let from_the_beginning = || snapshot.begun().is_some_and(|begun| snapshot.held_since(seat) <= begun);
    match (record.kind, &record.level) {
        (SeatKind::Human, _) if from_the_beginning() => RankedBy::Person,
        (SeatKind::Bot, _) if record.timed_out && from_the_beginning() => RankedBy::Person,
        (SeatKind::Bot, Some(level)) if !record.left => {
            strength(&snapshot.info.ruleset().hash, level).map_or(RankedBy::Unknown, RankedBy::Bot)
        }
        _ => RankedBy::Unknown,
    }
}

/// How strong a level was measured to be with a ruleset.
fn strength(ruleset: &str, level: &str) -> Option<Rating> {
    let measured = AllRatings::current().games.iter().find(|of| of.ruleset == ruleset)?;
    let level = measured.ratings.iter().find(|rating| rating.bot == level)?;
    let half = level.high.zip(level.low).map_or(0.0, |(high, low)| (high - low) / 2.0);
    Some(Rating::measured(level.elo, half))
}
