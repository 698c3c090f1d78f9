//! The playing cards of the French suits, for games of the public domain.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::locale::{Said, said};
use crate::pack::{PackCard, Set};
use crate::shown::{Arg, Piece};

const SUITS: &str = "cdhs";
const RANKS: &str = "23456789TJQKA";
const SUITS_EN: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];
const RANKS_EN: [&str; 13] =
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];

/// What the cards are called in English, a file for the texts of a game.
pub const CARDS_EN: &str = include_str!("../text/en/cards.ftl");
/// As [`CARDS_EN`], in French.
pub const CARDS_FR: &str = include_str!("../text/fr/cards.ftl");

/// A set of playing cards; in order of suits (clubs, diamonds, hearts, spades), then of ranks, the ace last.
pub type Cards = Set<Card>;

/// The pack of 52.
pub const WHIST: Cards = Cards::from_bits(0x1fff_1fff_1fff_1fff);

/// The pack of 32, from the sevens on.
pub const PIQUET: Cards = Cards::from_bits(0x1fe0_1fe0_1fe0_1fe0);

/// A playing card. As text a rank of `23456789TJQKA` and a suit of `cdhs`: `Qs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(into = "String")]
#[schema(as = PlayingCard, value_type = String)]
pub struct Card(u8);

impl Card {
    /// The card of a suit and a rank.
    pub fn new(suit: u8, rank: u8) -> Self {
        Self((suit & 3) << 4 | rank.min(12))
    }

    /// Its suit, 0 to 3: clubs, diamonds, hearts, spades.
    #[inline]
    pub fn suit(self) -> u8 {
        self.0 >> 4
    }

    /// Its rank in the usual order, 0 (the two) to 12 (the ace).
    #[inline]
    pub fn rank(self) -> u8 {
        self.0 & 15
    }

    /// What is printed on it, see [`crate::shown::Pieces::piece`].
    pub fn facts(self) -> [(&'static str, Arg); 2] {
        let (rank, suit) = (usize::from(self.rank()), usize::from(self.suit()));
        [("suit", SUITS_EN[suit].into()), ("rank", RANKS_EN[rank].into())]
    }
}

impl Cards {
    /// All 13 cards of a suit.
    #[inline]
    pub fn suited(suit: u8) -> Self {
        Self::from_bits(0x1fff << (16 * (suit & 3)))
    }
}

impl PackCard for Card {
    #[inline]
    fn place(self) -> u8 {
        self.0
    }

    #[inline]
    fn at(place: u8) -> Self {
        Self::new(place >> 4, place & 15)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |letters: &str, place: u8| letters.chars().nth(place.into()).unwrap_or('?');
        write!(f, "{}{}", letter(RANKS, self.rank()), letter(SUITS, self.suit()))
    }
}

impl FromStr for Card {
    type Err = Said;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut letters = text.chars();
        let mut place = |among: &str| letters.next().and_then(|letter| among.find(letter));
        let (rank, suit) = (place(RANKS), place(SUITS));
        match (rank, suit, letters.next()) {
            (Some(rank), Some(suit), None) => Ok(Self::new(suit as u8, rank as u8)),
            _ => Err(said("a_card")),
        }
    }
}

impl From<Card> for Piece {
    fn from(card: Card) -> Self {
        Piece::new("card", card)
    }
}

impl From<Card> for String {
    fn from(card: Card) -> Self {
        card.to_string()
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Said::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_and_lies_in_its_suit() {
        assert_eq!((WHIST.len(), PIQUET.len()), (52, 32));
        for card in WHIST.iter() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert!(Cards::suited(card.suit()).contains(card));
            assert_eq!((Card::at(card.place()), Card::new(card.suit(), card.rank())), (card, card));
        }
        for text in ["", "Q", "Qss", "sQ", "1c", "10h", "🂡"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
        let list: Cards = serde_json::from_str(r#"["7c","Qs"]"#).expect("ascending");
        assert_eq!((list.to_string().as_str(), list.len()), ("7c Qs", 2));
        assert!(serde_json::from_str::<Cards>(r#"["Qs","7c"]"#).is_err());
    }
}
