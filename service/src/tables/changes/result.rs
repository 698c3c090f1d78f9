//! What a finished game tells the statistics.

use tapis_db::model::{
    Bucket, FeatureFact, GameResult, SeatKind, SeatRecord, SeatResult, Source, Time, WinShare,
};
use tapis_games::feature::{self, Feature};
use tapis_games::seat::Seat;

use crate::tables::snapshot::Snapshot;

/// The result of a finished game; `None` while it is not over.
pub(super) fn of(snapshot: &Snapshot, ended_at: Time, assisted: bool) -> Option<GameResult> {
    let table = snapshot.table.as_deref()?;
    let payoffs = table.payoffs()?;
    let winners = payoffs.winners().count();
    let features = table.features();
    let seats = Seat::all(snapshot.seats.len()).zip(snapshot.seats.iter()).map(|(seat, record)| {
        let rank = *payoffs.ranks.get(seat)?;
        Some(SeatResult {
            score: i64::from(*payoffs.scores.get(seat)?),
            rank,
            win_share: if rank == 1 { WinShare::one_of(winners)? } else { WinShare::NONE },
            turns: snapshot.line.iter().filter(|entry| entry.seat == Some(seat)).count() as u32,
            bot_level: record.level.clone().filter(|_| record.kind == SeatKind::Bot),
            features: features.get(seat)?.iter().map(fact).collect(),
        })
    });
    Some(GameResult {
        source: source(snapshot),
        assisted: assisted || snapshot.undone,
        length: snapshot.line.len().saturating_sub(1) as u32,
        ended_at,
        seats: seats.collect::<Option<_>>()?,
        measures: Vec::new(),
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

fn fact(feature: &Feature) -> FeatureFact {
    let bucket = match &feature.bucket {
        feature::Bucket::Number(number) => Bucket::Number(*number),
        feature::Bucket::Category(category) => Bucket::Category(category.clone()),
    };
    FeatureFact { name: feature.name.to_owned(), bucket }
}
