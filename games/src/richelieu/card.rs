//! Regions, symbols and cards.

use std::cmp::Reverse;

use serde::Deserializer;

use crate::names::names;
use crate::prelude::*;

names! {
    /// A region of France. The order is that in which the booklet scores them.
    #[schema(as = RichelieuRegion)]
    pub enum Region {
        Bourgogne,
        Bretagne,
        Champagne,
        Normandie,
        Languedoc,
        Provence,
        Anjou,
        Bourbon,
        Auvergne,
    }

    /// A symbol: military (sword), clerical (cross) or political (tower) power.
    #[schema(as = RichelieuSymbol)]
    pub enum Symbol {
        Sword,
        Cross,
        Tower,
    }
}

/// A card. Nothing in the game distinguishes cards that show the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RichelieuCard)]
pub struct Card {
    pub region: Region,
    /// Shields ("blasons") on it.
    #[serde(deserialize_with = "one_or_two")]
    #[schema(minimum = 1, maximum = 2)]
    pub shields: u8,
    /// Its symbol, if it shows one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Symbol>,
}

/// Reads a number of shields.
pub(super) fn one_or_two<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    match u64::deserialize(deserializer)? {
        shields @ 1..=2 => Ok(shields as u8),
        other => Err(said("shields_found").with("n", other).custom()),
    }
}

impl Card {
    /// Its place in a deck as printed: by region, two shields before one, no symbol after all symbols.
    pub(super) fn printed_order(&self) -> impl Ord + use<> {
        (self.region, Reverse(self.shields), self.symbol.is_none(), self.symbol)
    }

    /// Whether `self` and `other` may be taken in one turn: the same region, one shield each.
    pub fn pairs_with(self, other: Self) -> bool {
        self.region == other.region && self.shields == 1 && other.shields == 1
    }
}

/// What a card shows, packed into a byte: symbol in bits 0–1 (0 for none), second shield in bit 2, region above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Face(u8);

impl Face {
    pub(super) fn new(card: Card) -> Self {
        let symbol = card.symbol.map_or(0, |symbol| symbol as u8 + 1);
        Self((card.region as u8) << 3 | u8::from(card.shields == 2) << 2 | symbol)
    }

    pub(super) fn card(self) -> Card {
        Card { region: Region::ALL[self.region()], shields: self.shields(), symbol: self.symbol() }
    }

    /// Index of the region, below 9.
    pub(super) fn region(self) -> usize {
        usize::from(self.0 >> 3)
    }

    pub(super) fn shields(self) -> u8 {
        1 + (self.0 >> 2 & 1)
    }

    pub(super) fn symbol(self) -> Option<Symbol> {
        Symbol::ALL.get(usize::from(self.0 & 3).wrapping_sub(1)).copied()
    }

    /// Index of the symbol plus 1; 0 for none.
    pub(super) fn symbol_code(self) -> usize {
        usize::from(self.0 & 3)
    }

    /// Whether both may be taken in one turn: the same region, one shield each.
    pub(super) fn pairs_with(self, other: Self) -> bool {
        self.0 & 4 == 0 && self.0 >> 2 == other.0 >> 2
    }

    pub(super) fn code(self) -> u8 {
        self.0
    }
}
