//! Richelieu in words.

use super::cell::{Cell, End};
use super::moves::{Move, Payment};
use super::piece::card_piece;
use super::state::State;
use crate::locale::{COMMON_EN, COMMON_FR, Texts};
use crate::shown::Told;

pub(super) static TEXTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../../text/en/richelieu.ftl")],
    fr: &[COMMON_FR, include_str!("../../text/fr/richelieu.ftl")],
};

/// A move with the cards it names and where they lie; nothing of it is hidden.
pub(super) fn told(state: &State, mv: Move) -> Told {
    match mv {
        Move::Take { row, end, pay } => take(state, usize::from(row), end, pay),
        Move::Mark(cell) => at(Told::new("mark", []), state, ["card", "row", "place"], cell),
        Move::Shift { from, to } => {
            let told = at(Told::new("shift", []), state, ["from", "from_row", "from_place"], from);
            at(told, state, ["card", "row", "place"], to)
        }
        Move::Stop => Told::new("stop", []),
        Move::Recover => Told::new("recover", []),
        Move::Skip => Told::new("skip", []).minor(),
        Move::Pass => Told::new("pass", []),
    }
}

fn take(state: &State, row: usize, end: End, pay: Option<Payment>) -> Told {
    let kind = match pay {
        None => "take",
        Some(Payment::Reserve) => "take_reserve",
        Some(Payment::Card(_)) => "take_marker",
    };
    let only = state.table.in_row(row).len() == 1;
    let side = match end {
        _ if only => "only",
        End::Left => "left",
        End::Right => "right",
    };
    let told = Told::new(kind, [("end", side.into())]);
    let card = state.table.end(row, end).into_iter();
    let told = card.fold(told, |told, cell| at(told, state, ["card", "row", "place"], cell));
    match pay {
        Some(Payment::Card(paid)) => at(told, state, ["paid", "paid_row", "paid_place"], paid),
        _ => told,
    }
}

/// With the card at `cell`, its row and its place, counted from 1.
pub(super) fn at(told: Told, state: &State, [card, row, place]: [&'static str; 3], cell: Cell) -> Told {
    let told = told.arg(card, card_piece(state.card(cell)));
    told.arg(row, cell.row() as i32 + 1).arg(place, cell.column() as i32 + 1)
}
