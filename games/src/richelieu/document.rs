//! The full state as `docs/richelieu-state.md` describes it; its canonical JSON is what `state_hash` covers.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use serde::Serialize;
use utoipa::ToSchema;

use super::Richelieu;
use super::card::{Region, Symbol};
use super::cell::{Cell, ROWS};
use super::deal::LaidCard;
use super::disc::Disc;
use super::state::{State, Step};
use crate::seat::{BySeat, Seat};

/// The full state, hidden discs included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RichelieuDocument)]
pub struct Document {
    /// The first card of the turn; only in the second-card step.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub first_card: Option<Cell>,
    /// The cards still lying, left to right, one list a row.
    pub rows: Vec<Vec<LyingCard>>,
    /// The seat to move; absent before the deal and when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seat: Option<Seat>,
    /// What each player has, in seat order.
    #[schema(value_type = Vec<Holdings>)]
    pub seats: BySeat<Holdings>,
    /// What the seat to move is at.
    pub step: Step,
}

/// A card still lying.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RichelieuLyingCard)]
pub struct LyingCard {
    /// Its cell.
    pub cell: Cell,
    /// The disc that lies on it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub disc: Option<Disc>,
    /// The seat whose marker lies on it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub marker: Option<Seat>,
    /// Its region.
    pub region: Region,
    /// Shields on it.
    pub shields: u8,
    /// Its symbol, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub symbol: Option<Symbol>,
}

/// What a player has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RichelieuHoldings)]
pub struct Holdings {
    /// Markers in the box.
    pub boxed: u8,
    /// The cards taken, by cell ascending.
    pub cards: Vec<LaidCard>,
    /// The discs held, in the order taken.
    pub discs: Vec<HeldDisc>,
    /// The cells the marker returns given up came from, in the order given up.
    pub given_up: Vec<Cell>,
    /// Markers in the reserve.
    pub reserve: u8,
}

/// A disc before a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RichelieuHeldDisc)]
pub struct HeldDisc {
    /// The cell it came from.
    pub cell: Cell,
    /// What it shows; absent when that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub disc: Option<Disc>,
}

impl Richelieu {
    pub(super) fn document_of(&self, state: &State) -> Document {
        let playing = !matches!(state.step, Step::Deal | Step::Over);
        Document {
            step: state.step,
            seat: playing.then_some(state.seat),
            first_card: state.first_card,
            rows: (0..ROWS).map(|row| self.lying(state, row)).collect(),
            seats: BySeat::from_fn(self.seats, |seat| self.holdings(state, seat)),
        }
    }

    fn lying(&self, state: &State, row: usize) -> Vec<LyingCard> {
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

    fn holdings(&self, state: &State, seat: Seat) -> Holdings {
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
