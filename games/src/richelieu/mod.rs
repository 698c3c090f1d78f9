//! Richelieu: four rows of cards, taken from their ends, for majorities in nine regions and three symbols.
//!
//! The rules are those of `richelieu.md`; each file here is one concept of them:
//!
//! * what there is: [`card`], [`disc`], [`cell`], [`options`] (with the deck as data in `games/data/richelieu`);
//! * the course of a game: [`deal`], [`state`], [`moves`] (what is legal), `play` (what it does),
//!   [`score`];
//! * what a seat may know: [`knowledge`];
//! * what people see: [`notation`](Move), [`explain`](crate::refusal::Refusal), [`parts`], [`document`], [`features`].

#![expect(missing_docs, reason = "a field whose name says it all needs no words")]

pub mod card;
pub mod cell;
pub mod deal;
pub mod disc;
pub mod document;
mod explain;
pub mod features;
mod key;
pub mod knowledge;
pub mod moves;
mod notation;
pub mod options;
pub mod parts;
mod piece;
mod play;
mod published;
mod rules;
pub mod score;
mod shown;
pub mod state;
mod told;

use std::sync::Arc;

use card::{Card, Region, Symbol};
use cell::{CELLS, Cell, Cells};
use disc::LAID;
use options::{MoveMarker, POINT, SecondCard, Variant};

pub use deal::Chance;
pub use knowledge::{Knowledge, Outcome};
pub use moves::Move;
pub use options::Options;
pub use state::State;

#[derive(Clone, Debug)]
pub struct Richelieu {
    options: Arc<Options>,
    // What the hot path asks of the options, beside them.
    seats: usize,
    variant: Variant,
    second_card: SecondCard,
    move_marker: MoveMarker,
    penalty: i32,
    points: [u8; Region::ALL.len() + Symbol::ALL.len()],
    disc_cells: Cells,
    /// The disc slot of each cell; [`NO_SLOT`] for none.
    slots: [u8; CELLS],
    totals: Totals,
}

/// What a deck holds, discs apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Shields of each region, in scoring order.
    pub shields: [u8; Region::ALL.len()],
    /// Cards with each symbol, in scoring order.
    pub symbols: [u8; Symbol::ALL.len()],
}

impl Totals {
    fn of(deck: &[Card]) -> Self {
        let mut totals = Self::default();
        for card in deck {
            let shields = &mut totals.shields[card.region.index()];
            *shields = shields.saturating_add(card.shields);
            if let Some(symbol) = card.symbol {
                totals.symbols[symbol.index()] += 1;
            }
        }
        totals
    }
}

const NO_SLOT: u8 = u8::MAX;

impl Richelieu {
    /// The rules under options without faults.
    fn under(options: Options) -> Self {
        let mut slots = [NO_SLOT; CELLS];
        for (number, cell) in options.disc_cells.iter().enumerate().take(LAID) {
            slots[cell.index()] = number as u8;
        }
        Self {
            seats: usize::from(options.players),
            variant: options.variant,
            second_card: options.second_card,
            move_marker: options.move_marker,
            penalty: i32::from(options.penalty),
            points: options.points(),
            disc_cells: options.disc_cells.iter().copied().collect(),
            slots,
            totals: Totals::of(&options.deck),
            options: Arc::new(options),
        }
    }

    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// What a region or symbol without a card adds to the points of a seat: zero or less.
    #[inline]
    pub fn penalty(&self) -> i32 {
        self.penalty
    }

    /// The points of each shield of a region.
    #[inline]
    pub fn points_of_region(&self, region: Region) -> u8 {
        self.points[region.index()]
    }

    /// The points of each card with a symbol.
    #[inline]
    pub fn points_of_symbol(&self, symbol: Symbol) -> u8 {
        self.points[Region::ALL.len() + symbol.index()]
    }

    /// Whether regions and symbols count as printed: a point for each shield and card.
    #[inline]
    pub fn has_printed_points(&self) -> bool {
        self.points == [POINT; Region::ALL.len() + Symbol::ALL.len()]
    }

    /// The disc slot laid on `cell` at the set-up.
    fn slot_at(&self, cell: Cell) -> Option<usize> {
        let number = usize::from(self.slots[cell.index()]);
        (number < LAID).then_some(number)
    }
}
