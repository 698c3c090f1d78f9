//! What a finished game tells the statistics and the ratings.

use tapis_db::model::{GameResult, RankedBy, RankedSeat, Ranking, SeatKind, SeatRecord, Source, Time};
use tapis_db::rating::Rating;
use tapis_games::seat::Seat;
use tapis_solver::bots::AllRatings;

use crate::facts::{SeatPlayer, measures, seat_results};
use crate::tables::event::{EventKind, GameStatus};
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
/// games in which a hint was given or a move taken back. Who gives up or is out of time against one other has lost. Who was late and came
/// back was helped meanwhile: that counts where they come behind all others, and is left out elsewhere.
pub(super) fn ranking(snapshot: &Snapshot) -> Option<Ranking> {
    let info = &snapshot.info;
    let was_helped = snapshot.undone || !info.tally.by_seat().is_empty();
    let has_people = snapshot.seats.iter().any(|record| record.kind == SeatKind::Human);
    if snapshot.status != GameStatus::Finished || info.practice || was_helped || !has_people {
        return None;
    }
    let ruleset = info.ruleset();
    let last = u8::try_from(snapshot.seats.len()).ok()?;
    let seats = || Seat::all(snapshot.seats.len()).zip(snapshot.seats.iter());
    // Whoever gave up, or stayed away while a bot played on, comes after all others, whatever the bot has made of it.
    let quit = |seat: Seat, record: &SeatRecord| record.timed_out || snapshot.resigned.contains(&seat);
    let rank = |(rank, (seat, record)): (u8, (Seat, &SeatRecord))| {
        if quit(seat, record) { last + 1 } else { rank }
    };
    let ranks: Vec<u8> = snapshot.outcome()?.ranks.into_iter().zip(seats()).map(rank).collect();
    let is_behind_all = |rank: u8| ranks.iter().filter(|other| **other >= rank).count() == 1;
    let seat = |(&rank, (seat, record)): (&u8, (Seat, &SeatRecord))| {
        let is_back = record.kind == SeatKind::Human && !quit(seat, record) && was_served(snapshot, seat);
        let by = match is_back && !is_behind_all(rank) {
            true => RankedBy::Unknown,
            false => ranked_by(snapshot, seat, record),
        };
        RankedSeat { rank, by }
    };
    Some(Ranking { game: ruleset.game.clone(), seats: ranks.iter().zip(seats()).map(seat).collect() })
}

/// Whether the time of whoever sat at `seat` was up, or a bot took it from them.
fn was_served(snapshot: &Snapshot, seat: Seat) -> bool {
    let serves = |kind: &EventKind| match kind {
        EventKind::Timeout { .. } => true,
        kind => kind.record().is_some_and(|record| record.kind == SeatKind::Bot),
    };
    snapshot.entries.iter().any(|entry| entry.seat == Some(seat) && serves(&entry.kind))
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
