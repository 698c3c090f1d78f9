//! Moves taken apart.

use super::card::Card;
use super::malheur::{Change, Kind, Malheur};
use super::moves::{Move, ValuedCard};
use crate::parts::parts;
use crate::prelude::*;

parts! {
    /// A move as its kind and its arguments.
    #[derive(ToSchema)]
    #[schema(as = MalinMove)]
    MoveArgs(mv: Move) {
        /// Announce a contract.
        Move::Bid(contract) => Bid { contract: u8 = contract },
        /// Lay a card.
        Move::Play(lay) => Play(ValuedCard = lay),
        /// Use a Malheur card.
        Move::Malheur(malheur) => Malheur {
            malheur: Kind = malheur.kind(),
            seats: Vec<Seat> = malheur.seats().collect(),
            /// The card named.
            #[serde(skip_serializing_if = "Option::is_none")]
            card: Option<Card> = match malheur {
                Malheur::Retake(lay) => Some(lay.card),
                Malheur::Barter(given, _) => Some(given),
                _ => None,
            },
            #[serde(skip_serializing_if = "Option::is_none")]
            value: Option<u8> = if let Malheur::Retake(lay) = malheur { Some(lay.value) } else { None },
            /// The change of a contract.
            #[serde(skip_serializing_if = "Option::is_none")]
            change: Option<i8> = malheur.change().map(Change::delta),
        },
        /// Use nothing.
        Move::Pass => Pass {},
    }
}
