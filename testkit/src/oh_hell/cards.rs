//! The 52 cards, and sets of them in one word: sixteen bits a suit, the lowest thirteen in use.

use std::ops::{BitAnd, BitOr, Not};

use rand::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tapis_games::bits::RankedBits;
use tapis_games::random::below;
use utoipa::ToSchema;

const SUITS: &str = "cdhs";
const RANKS: &str = "23456789TJQKA";
/// A card: its suit times sixteen and its rank, 0 the deuce to 12 the ace. As text `Qs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(as = OhHellCard, value_type = String)]
pub struct Card(u8);

impl Card {
    /// The card of a text such as `Qs`.
    pub fn of(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let rank = RANKS.find(letters.next()?)?;
        let suit = SUITS.find(letters.next()?)?;
        letters.next().is_none().then_some(Self((16 * suit + rank) as u8))
    }

    /// Its suit, 0 to 3.
    #[inline]
    pub fn suit(self) -> u8 {
        self.0 >> 4
    }

    /// Its place in sets and codes.
    #[inline]
    pub(super) fn code(self) -> u8 {
        self.0
    }
}

impl std::fmt::Display for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |letters: &str, place: u8| letters.chars().nth(place.into()).unwrap_or('?');
        write!(f, "{}{}", letter(RANKS, self.0 & 15), letter(SUITS, self.suit()))
    }
}

/// A set of cards; as a list, ascending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ToSchema)]
#[schema(as = OhHellCards, value_type = Vec<String>)]
pub struct Cards(u64);

impl Cards {
    /// All 52.
    pub const ALL: Self = Self(0x1fff_1fff_1fff_1fff);

    /// Those of one suit.
    #[inline]
    pub fn suit(suit: u8) -> Self {
        Self(0x1fff << (16 * (suit & 3)))
    }

    /// One card.
    #[inline]
    pub fn one(card: Card) -> Self {
        Self(1 << (card.0 & 63))
    }

    /// Ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| Card(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            lowest
        })
    }

    /// How many.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The only one, if there is just one.
    #[inline]
    pub(super) fn single(self) -> Option<Card> {
        let single = self.0 != 0 && self.0 & (self.0 - 1) == 0;
        single.then(|| Card(self.0.trailing_zeros() as u8))
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is among them.
    #[inline]
    pub fn contains(self, card: Card) -> bool {
        self.0 >> (card.0 & 63) & 1 == 1
    }

    /// Those not in `others`.
    #[inline]
    pub fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The set as a word.
    #[inline]
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// One of them, all as likely.
    #[inline]
    pub fn any<R: Rng + ?Sized>(self, rng: &mut R) -> Option<Card> {
        RankedBits::new(self.0).any(rng).map(Card)
    }

    /// `size` of them (all, if there are fewer), all such sets as likely.
    #[inline]
    pub(super) fn draw<R: Rng + ?Sized>(self, size: u32, rng: &mut R) -> Self {
        let (mut cards, mut count) = ([0_u8; 64], 0);
        for card in self.iter() {
            cards[count & 63] = card.0;
            count += 1;
        }
        let mut drawn = 0;
        for place in 0..count.min(size as usize) {
            let other = place + below(rng, (count - place) as u32) as usize;
            drawn |= 1 << (cards[other & 63] & 63);
            cards[other & 63] = cards[place & 63];
        }
        Self(drawn)
    }
}

impl BitOr for Cards {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Cards {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::ALL.without(self)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().map(Self::one).fold(Self::default(), Self::bitor)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::of(&text).ok_or_else(|| serde::de::Error::custom("a rank of 23456789TJQKA and a suit of cdhs"))
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<Card>::deserialize(deserializer)?;
        let cards: Self = list.iter().copied().collect();
        if cards.iter().eq(list) {
            Ok(cards)
        } else {
            Err(serde::de::Error::custom("cards in ascending order, suits c d h s, each once"))
        }
    }
}
