//! Moves taken apart.

use super::cell::{Cell, End};
use crate::prelude::*;

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
        cell: Option<Cell>,
        /// `reserve`, or the cell of the own marker paid; absent when nothing is paid.
        #[serde(skip_serializing_if = "Option::is_none")]
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
