//! The full state as `docs/richelieu-state.md` describes it; its canonical JSON is what `state_hash` covers.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use super::Richelieu;
use super::card::{Region, Symbol};
use super::cell::Cell;
use super::deal::LaidCard;
use super::disc::Disc;
use super::state::{State, Step};
use crate::prelude::*;

/// The full state, hidden discs included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Document {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_card: Option<Cell>,
    pub rows: Vec<Vec<LyingCard>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    pub seats: BySeat<Holdings>,
    pub step: Step,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LyingCard {
    pub cell: Cell,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disc: Option<Disc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marker: Option<Seat>,
    pub region: Region,
    pub shields: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Symbol>,
}

/// What a player has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Holdings {
    pub boxed: u8,
    pub cards: Vec<LaidCard>,
    pub discs: Vec<HeldDisc>,
    pub given_up: Vec<Cell>,
    pub reserve: u8,
}

/// A disc before a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeldDisc {
    /// The cell it came from.
    pub cell: Cell,
    /// What it shows; absent when that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disc: Option<Disc>,
}

impl Richelieu {
    pub(super) fn lying(&self, state: &State, row: usize) -> Vec<LyingCard> {
        let lying = |cell: Cell| {
            let card = state.card(cell);
            LyingCard {
                cell,
                region: card.region,
                shields: card.shields,
                symbol: card.symbol,
                marker: state.marker(cell),
                disc: self.slot_at(cell).and_then(|number| state.slots[number].disc),
            }
        };
        state.table.in_row(row).into_iter().map(lying).collect()
    }

    pub(super) fn holdings(&self, state: &State, seat: Seat) -> Holdings {
        let cell = |number: usize| self.options.disc_cells.get(number).copied();
        let side = state.side(seat);
        Holdings {
            cards: side.taken.into_iter().map(|cell| LaidCard::new(cell, state.card(cell))).collect(),
            reserve: side.reserve,
            boxed: side.boxed(),
            discs: state
                .held(seat)
                .filter_map(|(number, slot)| Some(HeldDisc { cell: cell(number)?, disc: slot.disc }))
                .collect(),
            given_up: state.given_up(seat).filter_map(|(number, _)| cell(number)).collect(),
        }
    }
}
