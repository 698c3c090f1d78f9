//! Cards and hands.

use std::fmt;

use utoipa::PartialSchema;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::prelude::*;

/// A card as it is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    Number(u8),
    /// A twin whose player says its value.
    Twin,
    /// The twin of this value, 0 or the highest (option `twins: "fixed"`).
    FixedTwin(u8),
    #[default]
    Wish,
}

const FIRST_TWIN: u32 = 40;
const SECOND_TWIN: u32 = FIRST_TWIN + 1;
const WISH: u32 = 42;

/// A hand: numbers, up to two twins, the wish. Twins whose value is said when they are played look alike, so a hand
/// only counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

impl Hand {
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no card is held.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The hand as bits.
    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The number cards held: bit n for number n.
    #[inline]
    pub fn numbers(self) -> u64 {
        self.0 & ((1 << FIRST_TWIN) - 1)
    }

    /// The cards held that are no numbers.
    #[inline]
    pub fn specials(self) -> Hand {
        Hand(self.0 & !((1 << FIRST_TWIN) - 1))
    }

    #[inline]
    pub fn contains(self, card: Card) -> bool {
        match card {
            Card::Twin => self.0 >> FIRST_TWIN & 0b11 != 0,
            _ => self.0 & bit(card) != 0,
        }
    }

    /// How many cards like this one are held: 2 only for two undeclared twins.
    #[inline]
    pub fn count(self, card: Card) -> u32 {
        match card {
            Card::Twin => (self.0 >> FIRST_TWIN & 0b11).count_ones(),
            _ => u32::from(self.contains(card)),
        }
    }

    #[inline]
    pub fn insert(&mut self, card: Card) {
        let twins = self.0 >> FIRST_TWIN & 0b11;
        self.0 |= match card {
            Card::Twin if twins != 0 => 0b11 << FIRST_TWIN,
            _ => bit(card),
        };
    }

    #[inline]
    pub fn remove(&mut self, card: Card) {
        let second = 1 << (FIRST_TWIN + 1);
        self.0 &= !match card {
            Card::Twin if self.0 & second != 0 => second,
            _ => bit(card),
        };
    }

    /// The kinds of cards held, each once, in canonical order; where twins have a fixed value, `fixed` is the high one's.
    #[inline]
    pub fn kinds(self, fixed: Option<u8>) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            match (bit, fixed) {
                (64, _) => None,
                (WISH, _) => Some(Card::Wish),
                (FIRST_TWIN, Some(_)) => Some(Card::FixedTwin(0)),
                (SECOND_TWIN, Some(high)) => Some(Card::FixedTwin(high)),
                (FIRST_TWIN | SECOND_TWIN, None) => {
                    left &= !(1 << SECOND_TWIN);
                    Some(Card::Twin)
                }
                (number, _) => Some(Card::Number(number as u8)),
            }
        })
    }

    /// The cards held that `other` holds too.
    #[inline]
    pub fn both(self, other: Hand) -> Hand {
        Hand(self.0 & other.0)
    }

    /// The cards that either holds; for undeclared twins the larger number.
    #[inline]
    pub fn either(self, other: Hand) -> Hand {
        Hand(self.0 | other.0)
    }

    /// The cards held beyond those of `other`.
    pub fn minus(self, other: Hand, fixed: Option<u8>) -> Hand {
        let mut left = self;
        other.cards(fixed).for_each(|card| left.remove(card));
        left
    }

    /// The cards held, undeclared twins as often as they are held.
    pub fn cards(self, fixed: Option<u8>) -> impl Iterator<Item = Card> {
        self.kinds(fixed).flat_map(move |card| std::iter::repeat_n(card, self.count(card) as usize))
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Self::default();
        cards.into_iter().for_each(|card| hand.insert(card));
        hand
    }
}

#[inline]
fn bit(card: Card) -> u64 {
    1 << match card {
        Card::Number(number) => u32::from(number).min(FIRST_TWIN - 1),
        Card::Twin | Card::FixedTwin(0) => FIRST_TWIN,
        Card::FixedTwin(_) => FIRST_TWIN + 1,
        Card::Wish => WISH,
    }
}

/// A card's name in JSON and in notation: `17`, `twin`, `twin 0`, `twin 35`, `wish`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Number(number) => number.fmt(f),
            Card::Twin => f.write_str("twin"),
            Card::FixedTwin(value) => write!(f, "twin {value}"),
            Card::Wish => f.write_str("wish"),
        }
    }
}

impl Serialize for Card {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Every name: the numbers below the highest value, which is 20 or 35, and the special cards.
fn names() -> impl Iterator<Item = String> {
    let special = ["twin", "twin 0", "twin 20", "twin 35", "wish"].map(str::to_owned);
    (1..=34).map(|number: u8| number.to_string()).chain(special)
}

impl PartialSchema for Card {
    fn schema() -> RefOr<Schema> {
        let said = "A card: a number, `twin` or, where twins have fixed values, `twin 0` and the high one, or `wish`.";
        let name = ObjectBuilder::new().schema_type(Type::String).description(Some(said));
        Schema::Object(name.enum_values(Some(names())).build()).into()
    }
}

impl ToSchema for Card {
    fn name() -> std::borrow::Cow<'static, str> {
        "MalinCard".into()
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = |text: &str| text.parse().ok().filter(|&number: &u8| number < FIRST_TWIN as u8);
        let card = match text.as_str() {
            "twin" => Some(Card::Twin),
            "wish" => Some(Card::Wish),
            text => match text.strip_prefix("twin ") {
                Some(value) => number(value).map(Card::FixedTwin),
                None => number(text).filter(|&number| number > 0).map(Card::Number),
            },
        };
        card.ok_or_else(|| said("malin_card").custom())
    }
}
