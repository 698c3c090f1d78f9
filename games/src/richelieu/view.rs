//! What a viewer sees of a position.

use super::Richelieu;
use super::card::{Region, Symbol};
use super::cell::{Cell, End};
use super::disc::Disc;
use super::document::HeldDisc;
use super::state::{State, Step};
use crate::prelude::*;

/// What a viewer sees of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RichelieuView)]
pub struct View {
    /// The step of the turn.
    pub step: Step,
    /// The seat to move; absent when nobody is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seat: Option<Seat>,
    /// The seat that took the first turn.
    pub first_seat: Seat,
    /// Whether this is the first seat's first turn, in which only one card may be taken; absent when it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub first_turn: bool,
    /// The first card of the turn, in the second-card step.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub first_card: Option<Cell>,
    /// The cards still lying, left to right, one list a row.
    pub rows: Vec<Vec<TableCard>>,
    /// What lies before each player, in seat order.
    #[schema(value_type = Vec<SeatView>)]
    pub seats: BySeat<SeatView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RichelieuTableCard)]
pub struct TableCard {
    pub cell: Cell,
    pub region: Region,
    /// Shields on it, 1 or 2.
    pub shields: u8,
    /// Its symbol, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub symbol: Option<Symbol>,
    /// The seat whose marker lies on it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub marker: Option<Seat>,
    /// Whether a disc lies on it; absent when none does.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub has_disc: bool,
    /// What that disc shows, if the viewer may know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub disc: Option<Disc>,
}

/// What lies before a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RichelieuSeatView)]
pub struct SeatView {
    /// Cards taken, in columns by region as the booklet asks, in scoring order; regions without a card are left out.
    pub regions: Vec<RegionView>,
    /// Markers in the reserve.
    pub reserve: u8,
    /// Markers in the box.
    pub boxed: u8,
    /// Discs face down before the player, in the order taken, with their faces as far as the viewer knows them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub discs: Vec<HeldDisc>,
    /// Cells the marker returns given up came from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub given_up: Vec<Cell>,
}

/// The cards of one region before a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RichelieuRegionView)]
pub struct RegionView {
    pub region: Region,
    pub cards: Vec<OwnedCard>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RichelieuOwnedCard)]
pub struct OwnedCard {
    /// Shields on it, 1 or 2.
    pub shields: u8,
    /// Its symbol, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub symbol: Option<Symbol>,
}

/// A move as its kind and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = RichelieuMove)]
pub enum MoveArgs {
    /// Take the card at an end of a row.
    Take {
        /// The row, 1 to 4.
        row: u8,
        /// Which end; a row's only card is taken from `L`.
        end: End,
        /// The card taken; absent only for a row that is empty.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        cell: Option<Cell>,
        /// `reserve`, or the cell of the own marker paid; absent when nothing is paid.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        pay: Option<String>,
    },
    /// Take no second card.
    Stop {},
    /// Give up a marker return.
    Recover {},
    /// Put a marker of the reserve on a card.
    Mark { cell: Cell },
    /// Move an own marker to another card.
    Move {
        /// Where it lies.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// Take no marker action.
    Skip {},
    /// No card can be taken.
    Pass {},
}

impl Richelieu {
    pub(super) fn table_row(&self, state: &State, row: usize, viewer: Viewer) -> Vec<TableCard> {
        let table_card = |cell: Cell| {
            let card = state.card(cell);
            let slot = self.slot_at(cell);
            TableCard {
                cell,
                region: card.region,
                shields: card.shields,
                symbol: card.symbol,
                marker: state.marker(cell),
                has_disc: slot.is_some(),
                disc: slot.and_then(|number| self.disc_seen(state, number, viewer)),
            }
        };
        state.table.in_row(row).into_iter().map(table_card).collect()
    }

    pub(super) fn seat_view(&self, state: &State, seat: Seat, viewer: Viewer) -> SeatView {
        let side = state.side(seat);
        let cell = |number: usize| self.options.disc_cells.get(number).copied();
        let held =
            |number| Some(HeldDisc { cell: cell(number)?, disc: self.disc_seen(state, number, viewer) });
        SeatView {
            regions: Region::ALL.into_iter().filter_map(|region| region_view(state, seat, region)).collect(),
            reserve: side.reserve,
            boxed: side.boxed(),
            discs: state.held(seat).filter_map(|(number, _)| held(number)).collect(),
            given_up: state.given_up(seat).filter_map(|(number, _)| cell(number)).collect(),
        }
    }
}

/// The column of a region before a player; `None` when it has no card.
fn region_view(state: &State, seat: Seat, region: Region) -> Option<RegionView> {
    let owned = |cell: Cell| {
        let card = state.card(cell);
        (card.region == region).then_some(OwnedCard { shields: card.shields, symbol: card.symbol })
    };
    let cards: Vec<_> = state.side(seat).taken.into_iter().filter_map(owned).collect();
    (!cards.is_empty()).then_some(RegionView { region, cards })
}
