//! Moves taken apart.

use super::card::Card;
use super::malheur::Kind;
use super::moves::ValuedCard;
use crate::prelude::*;

/// A move as its kind and its arguments.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MalinMove)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
pub enum MoveArgs {
    /// Announce a contract.
    Bid { contract: u8 },
    /// Lay a card.
    Play(ValuedCard),
    /// Use a Malheur card.
    Malheur {
        malheur: Kind,
        seats: Vec<Seat>,
        /// The card named.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<u8>,
        /// The change of a contract.
        #[serde(skip_serializing_if = "Option::is_none")]
        change: Option<i8>,
    },
    /// Use nothing.
    Pass {},
}
