//! The 32 cards: a byte of a word for each suit, the strongest card in its highest bit.

use std::fmt;

use serde::{Deserialize, Serialize};
use tapis_games::pack::{Placed, Set};
use tapis_games::refusal::Text;
use utoipa::ToSchema;

const SUITS: &str = "hdcs";
const RANKS: &str = "789TAJQK";
const SUITS_EN: [&str; 4] = ["hearts", "diamonds", "clubs", "spades"];
const SUITS_FR: [&str; 4] = ["cœur", "carreau", "trèfle", "pique"];
const RANKS_EN: [&str; 8] = ["seven", "eight", "nine", "ten", "ace", "jack", "queen", "king"];
const RANKS_FR: [&str; 8] = ["sept", "huit", "neuf", "dix", "as", "valet", "dame", "roi"];

/// What is right where a card is not.
pub const EXPECTED: &str = "a card: a rank of KQJAT987 and a suit of hdcs, such as `Kh`";

/// A set of cards.
pub type Cards = Set<Card>;

/// All cards.
pub const PACK: Cards = Cards::from_bits(0xffff_ffff);

/// A card: its suit times eight and its rank, 0 the seven to 7 the king. As text `Kh`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(as = EcarteCard, value_type = String)]
pub struct Card(u8);

impl Placed for Card {
    fn place(self) -> u8 {
        self.0
    }

    fn at(place: u8) -> Self {
        Self(place & 31)
    }
}

impl Card {
    /// The card of a text such as `Kh`.
    pub fn of(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let rank = RANKS.find(letters.next()?)?;
        let suit = SUITS.find(letters.next()?)?;
        letters.next().is_none().then_some(Self((8 * suit + rank) as u8))
    }

    /// The king of a suit.
    pub fn king(suit: u8) -> Self {
        Self(8 * (suit & 3) + 7)
    }

    /// Its suit, 0 to 3: hearts, diamonds, clubs, spades.
    pub fn suit(self) -> u8 {
        self.0 >> 3
    }

    /// Its rank, 0 (the seven) to 7 (the king).
    pub fn rank(self) -> u8 {
        self.0 & 7
    }

    /// The stronger cards of its suit.
    pub fn stronger(self) -> Cards {
        (self.0 + 1..=Self::king(self.suit()).0).map(Self).collect()
    }

    /// Its name as people say it.
    pub fn name(self) -> Text {
        let (rank, suit) = (usize::from(self.rank()), usize::from(self.suit()));
        let en = format!("{} of {}", RANKS_EN[rank], SUITS_EN[suit]);
        Text::new(en, format!("{} de {}", RANKS_FR[rank], SUITS_FR[suit]))
    }
}

/// All cards of a suit.
pub fn suited(suit: u8) -> Cards {
    Cards::from_bits(0xff << (8 * (suit & 3)))
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |letters: &str, place: u8| letters.chars().nth(place.into()).unwrap_or('?');
        write!(f, "{}{}", letter(RANKS, self.rank()), letter(SUITS, self.suit()))
    }
}

impl From<Card> for String {
    fn from(card: Card) -> Self {
        card.to_string()
    }
}

impl TryFrom<String> for Card {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::of(&text).ok_or(EXPECTED)
    }
}
