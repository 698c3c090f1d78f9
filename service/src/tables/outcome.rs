//! How a game ended.

use serde::Serialize;
use tapis_games::seat::{Seat, Viewer};
use utoipa::ToSchema;

use super::event::EventKind;
use super::{GameStatus, Snapshot};

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// It was played to its end.
    Rules,
    /// One of two gave up.
    Resignation,
    /// One of two ran out of time.
    Timeout,
    /// Everybody left before it began.
    Left,
    /// Nobody moved for long.
    Abandoned,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Outcome {
    /// 1 is best; tied seats share a rank.
    pub ranks: Vec<u8>,
    /// The final scores.
    pub scores: Vec<i32>,
    /// The seats of rank 1.
    pub winners: Vec<Seat>,
    /// The seats that gave up, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resigned: Vec<Seat>,
}

impl Snapshot {
    /// Why the game ended; `None` before.
    pub fn ended_by(&self) -> Option<EndedBy> {
        let mut ended = self.entries.iter().rev().skip_while(|entry| !entry.kind.is_end());
        match ended.next()?.kind {
            EventKind::End => Some(match ended.next()?.kind {
                EventKind::Resign { .. } => EndedBy::Resignation,
                EventKind::Timeout { .. } => EndedBy::Timeout,
                _ => EndedBy::Rules,
            }),
            EventKind::Abandon => Some(EndedBy::Abandoned),
            _ => Some(EndedBy::Left),
        }
    }

    /// How the game ended: by its rules, or where one of two gave up, with the scores as they were then. `None` before the
    /// end, and where the rules that ended it are no longer played.
    pub fn outcome(&self) -> Option<Outcome> {
        let payoffs = self.table.as_ref().and_then(|table| table.payoffs());
        let (ranks, scores): (Vec<u8>, Vec<i32>) = match (payoffs, self.resigned.last()) {
            (Some(payoffs), _) => {
                (payoffs.ranks.iter().copied().collect(), payoffs.scores.iter().copied().collect())
            }
            (None, Some(loser)) if self.status == GameStatus::Finished && self.seats.len() == 2 => {
                let ranks = Seat::all(2).map(|seat| if seat == *loser { 2 } else { 1 });
                (ranks.collect(), self.scores(Viewer::Replay))
            }
            _ => return None,
        };
        let first = Seat::all(ranks.len()).zip(&ranks).filter(|(_, rank)| **rank == 1);
        let winners = first.map(|(seat, _)| seat).collect();
        Some(Outcome { ranks, scores, winners, resigned: self.resigned.clone() })
    }
}
