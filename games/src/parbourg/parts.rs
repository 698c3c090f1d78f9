//! Moves taken apart.

use super::Parbourg;
use super::moves::{Move, Pick, Target};
use crate::parts::parts;
use crate::prelude::*;

parts! {
    /// A move as its kind and its arguments.
    #[derive(ToSchema)]
    #[schema(as = ParbourgMove)]
    MoveArgs(mv: Move, rules: &Parbourg) {
        /// Lay an action card as a bet.
        Move::Bet { card, hidden, event } => Bet {
            card: u16 = rules.id(card),
            hidden: bool = hidden,
            #[serde(skip_serializing_if = "Option::is_none")]
            event: Option<TargetArgs> = event.map(|target| rules.target_args(target)),
        },
        /// Use an action card as an event.
        Move::Event(card, target) => Event {
            card: u16 = rules.id(card),
            target: TargetArgs = rules.target_args(target),
        },
        /// Lay a building.
        Move::Build(card) => Build { card: u16 = rules.id(card) },
        /// Use an alchemy card.
        Move::Alchemy(card, target) => Alchemy {
            card: u16 = rules.id(card),
            target: TargetArgs = rules.target_args(target),
        },
        /// Use an ephemeral card.
        Move::Ephemeral(card, target) => Ephemeral {
            card: u16 = rules.id(card),
            target: TargetArgs = rules.target_args(target),
        },
        /// Keep one of two henchmen.
        Move::Keep(henchman) => Keep { henchman: u8 = rules.score(henchman) },
        /// Choose the score that counts.
        Move::Initiative(henchman) => Initiative { henchman: u8 = rules.score(henchman) },
        /// Use nothing.
        Move::Pass => Pass {},
        /// End the turn and stay standing.
        Move::End => End {},
        /// End the turn and fold.
        Move::Fold => Fold {},
    }
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
        let mut args = TargetArgs { seat: target.seat(), ..TargetArgs::default() };
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
