//! Colours, cards and sets of cards.

use crate::names::names;
use crate::pack::{PackCard, Set};

names! {
    /// The colour of a challenge, in the order of the victory tokens.
    #[derive(Default)]
    #[schema(as = ParbourgColour)]
    pub enum Colour {
        /// Politique.
        #[default]
        Yellow,
        /// Militaire.
        Red,
        /// Intrigue.
        Green,
        /// Science.
        Blue,
    }
}

/// A card, by its place in the deck as it is played (ids ascending).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

impl Card {
    /// Its place as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl PackCard for Card {
    #[inline]
    fn place(self) -> u8 {
        self.0
    }

    #[inline]
    fn at(place: u8) -> Self {
        Self(place)
    }
}

/// Most cards of a deck.
pub const MAX_CARDS: usize = 128;

pub type CardSet = Set<Card, u128>;

impl CardSet {
    /// The set with two cards exchanged.
    pub(super) fn exchanged(self, a: Card, b: Card) -> Self {
        match (self.contains(a), self.contains(b)) {
            (true, false) => self.without(a) | b,
            (false, true) => self.without(b) | a,
            _ => self,
        }
    }

    /// The set with each card replaced by `new[card]`.
    pub(super) fn renamed(self, new: &[Card; MAX_CARDS]) -> Self {
        self.iter().map(|card| new[card.index()]).collect()
    }
}
