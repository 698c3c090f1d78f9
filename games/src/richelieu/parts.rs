//! Moves taken apart.

use super::cell::{Cell, End, ROWS};
use super::moves::{Move, Payment};
use super::state::State;
use crate::parts::parts;
use crate::prelude::*;

parts! {
    /// A move as its kind and its arguments.
    #[derive(PartialEq, Eq, ToSchema)]
    #[schema(as = RichelieuMove)]
    MoveArgs(mv: Move, state: &State) {
        /// Take the card at an end of a row.
        Move::Take { row, end, pay } => Take {
            /// The row, 1 to 4.
            row: u8 = row % ROWS as u8 + 1,
            /// Which end; a row's only card is taken from `L`.
            end: End = end,
            /// The card taken; absent only for a row that is empty.
            #[serde(skip_serializing_if = "Option::is_none")]
            cell: Option<Cell> = state.table.end(usize::from(row) % ROWS, end),
            /// `reserve`, or the cell of the own marker paid; absent when nothing is paid.
            #[serde(skip_serializing_if = "Option::is_none")]
            pay: Option<String> = pay.map(|source| match source {
                Payment::Reserve => "reserve".to_owned(),
                Payment::Card(cell) => cell.to_string(),
            }),
        },
        /// Take no second card.
        Move::Stop => Stop {},
        /// Give up a marker return.
        Move::Recover => Recover {},
        /// Put a marker of the reserve on a card.
        Move::Mark(cell) => Mark { cell: Cell = cell },
        /// Move an own marker to another card.
        Move::Shift { from, to } => Move {
            /// Where it lies.
            from: Cell = from,
            /// Where it goes.
            to: Cell = to,
        },
        /// Take no marker action.
        Move::Skip => Skip {},
        /// No card can be taken.
        Move::Pass => Pass {},
    }
}
