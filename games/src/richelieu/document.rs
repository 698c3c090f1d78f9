//! The full state as `docs/richelieu-state.md` describes it; its canonical JSON is what `state_hash` covers.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use super::Richelieu;
use super::card::{Region, Symbol};
use super::cell::{Cell, ROWS};
use super::deal::LaidCard;
use super::disc::Disc;
use super::state::{State, Step};
use crate::json::documents;
use crate::prelude::*;

documents! {
    /// The full state, hidden discs included.
    Document(rules: &Richelieu, state: &State) {
        #[serde(skip_serializing_if = "Option::is_none")]
        first_card: Option<Cell> = state.first_card,
        rows: Vec<Vec<LyingCard>> = (0..ROWS)
            .map(|row| state.table.in_row(row).iter().map(|cell| LyingCard::of(rules, state, cell)).collect())
            .collect(),
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat> = (!matches!(state.step, Step::Deal | Step::Over)).then_some(state.seat),
        seats: BySeat<Holdings> = BySeat::from_fn(rules.seats, |seat| Holdings::of(rules, state, seat)),
        step: Step = state.step,
    }

    LyingCard(rules: &Richelieu, state: &State, at: Cell) {
        cell: Cell = at,
        #[serde(skip_serializing_if = "Option::is_none")]
        disc: Option<Disc> = rules.slot_at(at).and_then(|number| state.slots[number].disc),
        #[serde(skip_serializing_if = "Option::is_none")]
        marker: Option<Seat> = state.marker(at),
        region: Region = state.card(at).region,
        shields: u8 = state.card(at).shields,
        #[serde(skip_serializing_if = "Option::is_none")]
        symbol: Option<Symbol> = state.card(at).symbol,
    }

    /// What a player has.
    Holdings(rules: &Richelieu, state: &State, seat: Seat) {
        boxed: u8 = state.side(seat).boxed(),
        cards: Vec<LaidCard> =
            state.side(seat).taken.iter().map(|cell| LaidCard::new(cell, state.card(cell))).collect(),
        discs: Vec<HeldDisc> = state
            .held(seat)
            .filter_map(|(number, slot)| Some(HeldDisc::of(rules.cell(number)?, slot.disc)))
            .collect(),
        given_up: Vec<Cell> = state.given_up(seat).filter_map(|(number, _)| rules.cell(number)).collect(),
        reserve: u8 = state.side(seat).reserve,
    }

    /// A disc before a player; what it shows is absent when that is not known.
    HeldDisc(from: Cell, shown: Option<Disc>) {
        cell: Cell = from,
        #[serde(skip_serializing_if = "Option::is_none")]
        disc: Option<Disc> = shown,
    }
}

impl Richelieu {
    /// The cell that a disc came from.
    fn cell(&self, number: usize) -> Option<Cell> {
        self.options.disc_cells.get(number).copied()
    }
}
