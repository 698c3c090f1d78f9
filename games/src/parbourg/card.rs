//! Colours, cards and sets of cards.

use crate::names::names;
use crate::prelude::*;

/// The colour of a challenge, in the order of the victory tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ParbourgColour)]
pub enum Colour {
    /// Politique.
    Yellow,
    /// Militaire.
    Red,
    /// Intrigue.
    Green,
    /// Science.
    Blue,
}

names!(Colour { Yellow = "yellow", Red = "red", Green = "green", Blue = "blue" });

/// A card, by its place in the deck as it is played (ids ascending).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

impl Card {
    /// Its place as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Most cards of a deck.
pub const MAX_CARDS: usize = 128;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardSet(pub(super) u128);

impl CardSet {
    pub const NONE: CardSet = CardSet(0);

    /// The set of one card.
    pub fn one(card: Card) -> Self {
        Self(1 << (card.0 & 127))
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it holds no card.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn contains(self, card: Card) -> bool {
        self.0 & Self::one(card).0 != 0
    }

    pub fn insert(&mut self, card: Card) {
        self.0 |= Self::one(card).0;
    }

    pub fn remove(&mut self, card: Card) {
        self.0 &= !Self::one(card).0;
    }

    pub fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub fn either(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Cards that `other` does not hold.
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the two share a card.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The cards, ascending.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let card = Card(left.trailing_zeros() as u8);
            let more = left != 0;
            left &= left.wrapping_sub(1);
            more.then_some(card)
        })
    }

    /// The card with this place among them, ascending.
    pub fn nth(self, nth: usize) -> Option<Card> {
        self.iter().nth(nth)
    }

    /// The set with two cards exchanged.
    pub(super) fn exchanged(self, a: Card, b: Card) -> Self {
        if self.contains(a) == self.contains(b) {
            return self;
        }
        Self(self.0 ^ Self::one(a).0 ^ Self::one(b).0)
    }

    /// The set with each card replaced by `new[card]`.
    pub(super) fn renamed(self, new: &[Card; MAX_CARDS]) -> Self {
        self.iter().map(|card| new[card.index()]).collect()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::NONE;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        cards.into_iter().for_each(|card| self.insert(card));
    }
}
