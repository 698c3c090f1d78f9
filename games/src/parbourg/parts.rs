//! Moves taken apart.

use super::Parbourg;
use super::moves::{Pick, Target};
use crate::prelude::*;

/// A move as its kind and its arguments.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ParbourgMove)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
pub enum MoveArgs {
    /// Lay an action card as a bet.
    Bet {
        card: u16,
        hidden: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        event: Option<TargetArgs>,
    },
    /// Use an action card as an event.
    Event { card: u16, target: TargetArgs },
    /// Lay a building.
    Build { card: u16 },
    /// Use an alchemy card.
    Alchemy { card: u16, target: TargetArgs },
    /// Use an ephemeral card.
    Ephemeral { card: u16, target: TargetArgs },
    /// Keep one of two henchmen.
    Keep { henchman: u8 },
    /// Choose the score that counts.
    Initiative { henchman: u8 },
    /// Use nothing.
    Pass {},
    /// End the turn and stay standing.
    End {},
    /// End the turn and fold.
    Fold {},
}

/// The target of an effect; members that the effect does not choose are absent.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[schema(as = ParbourgTarget)]
pub struct TargetArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<u16>,
    /// The place in the row, from 1, of a card that lies face down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    /// The henchman that leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub henchman: Option<u8>,
}

impl Parbourg {
    pub(super) fn target_args(&self, target: Target) -> TargetArgs {
        let mut args = TargetArgs::default();
        match target {
            Target::Nothing => {}
            Target::Seat(seat)
            | Target::Laid(seat, _)
            | Target::Building(seat, _)
            | Target::LeaverOf(seat, _) => args.seat = Some(seat),
            Target::Own(_) | Target::Discarded(_) | Target::Leaver(_) => {}
        }
        match target {
            Target::Laid(_, Pick::Card(card))
            | Target::Own(Pick::Card(card))
            | Target::Building(_, card)
            | Target::Discarded(card) => args.card = Some(self.id(card)),
            Target::Laid(_, Pick::Down(place)) | Target::Own(Pick::Down(place)) => args.place = Some(place),
            Target::Leaver(henchman) | Target::LeaverOf(_, henchman) => {
                args.henchman = Some(self.score(henchman));
            }
            Target::Nothing | Target::Seat(_) => {}
        }
        args
    }
}
