//! Moves. Their order is the canonical order in which they are listed.

use super::card::Card;
use super::malheur::Malheur;

/// A card laid with the value it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValuedCard {
    /// The card.
    pub card: Card,
    /// Its value.
    pub value: u8,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Announce a contract.
    Bid(u8),
    /// Lay a card.
    Play(ValuedCard),
    /// Use a Malheur card.
    Malheur(Malheur),
    /// Use none in this window.
    Pass,
}
