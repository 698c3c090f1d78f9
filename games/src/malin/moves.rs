//! Moves. Their order is the canonical order in which they are listed.

use super::card::Card;
use super::malheur::Malheur;
use crate::prelude::*;

/// A card laid with the value it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[schema(as = MalinValuedCard)]
pub struct ValuedCard {
    pub card: Card,
    pub value: u8,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    Bid(u8),
    Play(ValuedCard),
    Malheur(Malheur),
    Pass,
}
