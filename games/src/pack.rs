//! Sets of cards in one word, for packs of at most 64 different cards, or 128.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr};

use rand::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::{ArrayBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::bits::{self, Word};
use crate::locale::said;

/// A card of a pack of at most 128.
pub trait PackCard: Copy {
    /// Its place in the order of the pack, 0 to 63 (or to 127).
    fn place(self) -> u8;

    /// The card at a place that [`PackCard::place`] has given.
    fn at(place: u8) -> Self;
}

/// A set of cards. As a list they stand in the order of the pack, each once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set<C, W = u64> {
    bits: W,
    cards: PhantomData<C>,
}

impl<C, W> Set<C, W> {
    /// The cards at the places of the bits that are set.
    #[inline]
    pub const fn from_bits(bits: W) -> Self {
        Self { bits, cards: PhantomData }
    }
}

impl<C: PackCard, W: Word> Set<C, W> {
    /// No card.
    pub const NONE: Self = Self::from_bits(W::ZERO);

    /// One bit for each card, at its place.
    #[inline]
    pub fn bits(self) -> W {
        self.bits
    }

    /// The cards in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = C> + Clone {
        bits::members(self.bits).map(C::at)
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> u32 {
        self.bits.count_ones()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bits.is_zero()
    }

    /// Whether `card` is among them.
    #[inline]
    pub fn contains(self, card: C) -> bool {
        self.meets(card.into())
    }

    /// Whether some are among `others`.
    #[inline]
    pub fn meets(self, others: Self) -> bool {
        !(self & others).is_empty()
    }

    /// Puts `card` among them.
    #[inline]
    pub fn insert(&mut self, card: C) {
        *self = *self | card;
    }

    /// Takes `card` from them.
    #[inline]
    pub fn remove(&mut self, card: C) {
        *self = self.without(card);
    }

    /// Those that are not among `others`.
    #[inline]
    #[must_use]
    pub fn without(self, others: impl Into<Self>) -> Self {
        Self::from_bits(self.bits & !others.into().bits)
    }
}

impl<C: PackCard> Set<C> {
    /// `size` of them (all, if there are fewer), all such sets equally likely.
    #[must_use]
    pub fn draw<R: Rng + ?Sized>(self, size: u32, rng: &mut R) -> Self {
        Self::from_bits(bits::draw(self.bits, size, rng))
    }
}

impl<C: PackCard, W: Word> Default for Set<C, W> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<C: PackCard + fmt::Debug, W: Word> fmt::Debug for Set<C, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<C: PackCard + fmt::Display> fmt::Display for Set<C> {
    /// The cards, separated by single spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().enumerate().try_for_each(|(at, card)| {
            let space = if at > 0 { " " } else { "" };
            write!(f, "{space}{card}")
        })
    }
}

impl<C: PackCard, W: Word> From<C> for Set<C, W> {
    #[inline]
    fn from(card: C) -> Self {
        Self::from_bits(W::one() << usize::from(card.place()))
    }
}

impl<C: PackCard, W: Word> FromIterator<C> for Set<C, W> {
    fn from_iter<I: IntoIterator<Item = C>>(cards: I) -> Self {
        cards.into_iter().fold(Self::default(), |set, card| set | card)
    }
}

impl<C: PackCard, W: Word, O: Into<Self>> BitOr<O> for Set<C, W> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: O) -> Self {
        Self::from_bits(self.bits | other.into().bits)
    }
}

impl<C: PackCard, W: Word> BitAnd for Set<C, W> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self::from_bits(self.bits & other.bits)
    }
}

impl<C: PackCard + Serialize> Serialize for Set<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, C: PackCard + Deserialize<'de>> Deserialize<'de> for Set<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<C>::deserialize(deserializer)?;
        if list.windows(2).all(|pair| pair[0].place() < pair[1].place()) {
            Ok(list.into_iter().collect())
        } else {
            Err(said("pack_order").custom())
        }
    }
}

impl<C: ToSchema> PartialSchema for Set<C> {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new().items(C::schema()).into()
    }
}

impl<C: ToSchema> ToSchema for Set<C> {
    fn name() -> Cow<'static, str> {
        format!("{}s", C::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        C::schemas(schemas);
    }
}
