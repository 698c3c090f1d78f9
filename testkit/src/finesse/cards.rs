//! The twelve cards of the suit, and sets of them.

use std::ops::BitOr;

use rand::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use super::shuffle;

/// North's place in a list of hands.
pub const NORTH: usize = 0;
/// East's.
pub const EAST: usize = 1;
/// South's.
pub const SOUTH: usize = 2;
/// West's.
pub const WEST: usize = 3;

/// The ranks from the lowest up; there is no four.
const RANKS: &str = "2356789TJQKA";

/// The defence's six cards.
pub const DEFENCE: Cards = Cards(0b0010_0111_1100);

/// A card: its place in the order of ranks, 0 to 11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(super) u8);

impl Card {
    /// The card of a rank.
    pub fn of(rank: char) -> Option<Self> {
        RANKS.chars().position(|other| other == rank).map(|place| Self(place as u8))
    }

    /// Its rank: `A K Q J T 9 8 7 6 5 3 2`.
    pub fn rank(self) -> char {
        RANKS.chars().nth(self.0.into()).unwrap_or('?')
    }
}

/// A set of cards; as text its ranks, the highest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ToSchema)]
#[schema(as = FinesseCards, value_type = String)]
pub struct Cards(u16);

impl Cards {
    /// The cards of the given ranks; other characters are left out.
    pub fn of(ranks: &str) -> Self {
        Self(ranks.chars().filter_map(Card::of).fold(0, |bits, card| bits | 1 << card.0))
    }

    /// From the lowest up.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Card> {
        (0..RANKS.len() as u8).map(Card).filter(move |&card| self.contains(card))
    }

    /// How many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is among them.
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Whether all of `others` are among them.
    pub fn includes(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }

    /// Those not in `others`.
    pub fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Adds a card.
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card away.
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// All subsets of `size` cards.
    pub(super) fn subsets(self, size: usize) -> impl Iterator<Item = Self> {
        (0..1 << RANKS.len()).map(Self).filter(move |set| set.len() == size && self.includes(*set))
    }

    /// A uniformly random subset of `size` cards.
    pub(super) fn draw<R: Rng + ?Sized>(self, size: usize, rng: &mut R) -> Self {
        let mut cards: Vec<_> = self.iter().collect();
        shuffle(rng, &mut cards);
        Self(cards.iter().take(size).fold(0, |bits, card| bits | 1 << card.0))
    }

    pub(super) fn bits(self) -> u64 {
        self.0.into()
    }
}

impl BitOr for Cards {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::fmt::Display for Cards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.iter().rev().try_for_each(|card| write!(f, "{}", card.rank()))
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let cards = Self::of(&text);
        if cards.to_string() == text {
            Ok(cards)
        } else {
            Err(serde::de::Error::custom("ranks from A K Q J T 9 8 7 6 5 3 2, the highest first, each once"))
        }
    }
}
