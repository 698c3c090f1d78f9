//! Why a move is refused, and what would be right. Depends only on what everybody at the table, or the mover, knows.

use super::Richelieu;
use super::cell::{CELLS, Cell, End};
use super::moves::{Move, Payment};
use super::options::MoveMarker;
use super::piece::card_piece;
use super::state::{State, Step};
use super::told::{TEXTS, at};
use crate::refusal::Refusal;
use crate::shown::{Arg, Told};

const TURN: &str = "richelieu.md#a-turn";
const NOTATION: &str = "richelieu.md#notation";

impl Richelieu {
    /// The rule that forbids `mv` in `state`.
    pub(super) fn refusal(&self, state: &State, mv: Move) -> Refusal {
        match (state.step, mv) {
            (Step::Over, _) => over(),
            (Step::Deal, _) => refuse("richelieu.md#set-up", &Told::new("not_dealt", [])),
            (_, Move::Recover) => self.recover_refused(state),
            (Step::Marker, Move::Take { .. }) => too_late_to_take(state),
            (_, Move::Take { row, end, pay }) => self.take_refused(state, usize::from(row), end, pay),
            (Step::SecondCard, Move::Stop) | (Step::Marker, Move::Skip) | (_, Move::Pass) => {
                plain("a_card_can_be_taken")
            }
            (_, Move::Stop) => plain("stop_not_now"),
            (Step::Marker, Move::Mark(cell)) => self.mark_refused(state, cell),
            (Step::Marker, Move::Shift { from, to }) => self.shift_refused(state, from, to),
            (_, Move::Mark(cell)) if between(state, cell) => plain("not_the_marker_step-between"),
            (_, Move::Mark(_) | Move::Shift { .. } | Move::Skip) => plain("not_the_marker_step"),
        }
    }

    fn take_refused(&self, state: &State, row: usize, end: End, pay: Option<Payment>) -> Refusal {
        let of_row = |kind| Told::new(kind, [("row", (row as i32 + 1).into())]);
        let Some((left, right)) = state.table.ends(row) else {
            return refuse(TURN, &of_row("row_empty"));
        };
        if left == right && end == End::Right {
            return refuse(NOTATION, &of_row("only_card_is_left"));
        }
        let cell = if end == End::Left { left } else { right };
        if !self.may_be_second(state, cell) {
            return self.second_refused(state, cell);
        }
        payment_refused(state, cell, pay)
    }

    fn second_refused(&self, state: &State, cell: Cell) -> Refusal {
        let Some(first) = state.first_card else { return over() };
        let (first, second) = (state.card(first), state.card(cell));
        let of_card = |kind| Told::new(kind, [("card", card_piece(second).into())]);
        if first.region != second.region {
            let region = first.region.name();
            return refuse(TURN, &of_card("other_region").arg("region", region));
        }
        if !first.pairs_with(second) {
            return refuse(TURN, &of_card("two_shields"));
        }
        refuse(TURN, &of_card("uncovered_this_turn"))
    }

    fn mark_refused(&self, state: &State, cell: Cell) -> Refusal {
        if state.side(state.seat).reserve == 0 {
            return plain("reserve_empty");
        }
        target_refused(state, cell)
    }

    fn shift_refused(&self, state: &State, from: Cell, to: Cell) -> Refusal {
        let side = state.side(state.seat);
        if self.move_marker == MoveMarker::EmptyReserve && side.reserve > 0 {
            return plain("reserve_not_empty");
        }
        if !side.markers.contains(from) { no_own_marker(state, from) } else { target_refused(state, to) }
    }

    fn recover_refused(&self, state: &State) -> Refusal {
        plain(if state.side(state.seat).boxed() == 0 { "no_boxed_marker" } else { "no_return_disc" })
    }
}

/// Whether a card lies there that is at no end of its row.
fn between(state: &State, cell: Cell) -> bool {
    let ends = state.table.ends(cell.row());
    state.table.contains(cell) && ends.is_some_and(|(left, right)| cell != left && cell != right)
}

fn payment_refused(state: &State, cell: Cell, pay: Option<Payment>) -> Refusal {
    let side = state.side(state.seat);
    let protected = state.protected_from(state.seat).contains(cell);
    match pay {
        Some(_) if !protected => refuse(NOTATION, &of_card("nothing_to_pay", state, cell)),
        _ if !side.has_marker() => refuse(TURN, &of_card("no_marker_to_pay", state, cell)),
        None => {
            let from = match (side.reserve > 0, side.markers.is_empty()) {
                (true, true) => "reserve",
                (true, false) => "both",
                (false, _) => "cards",
            };
            refuse(TURN, &of_card("card_protected", state, cell).arg("from", from))
        }
        Some(Payment::Reserve) => plain("reserve_empty-pay"),
        Some(Payment::Card(own)) => no_own_marker(state, own),
    }
}

fn target_refused(state: &State, cell: Cell) -> Refusal {
    let gone = !state.table.contains(cell);
    refuse(TURN, &of_card(if gone { "card_gone" } else { "card_marked" }, state, cell))
}

fn no_own_marker(state: &State, cell: Cell) -> Refusal {
    let own: Vec<_> =
        state.side(state.seat).markers.iter().map(|cell| card_piece(state.card(cell))).collect();
    let told = of_card("no_own_marker_there", state, cell).arg("n", own.len() as i32);
    refuse(TURN, &told.arg("own", own.into_iter().collect::<Arg>()))
}

fn too_late_to_take(state: &State) -> Refusal {
    plain(if state.table.len() as usize == CELLS - 1 { "first_turn_one_card" } else { "no_second_card" })
}

fn over() -> Refusal {
    refuse("richelieu.md#end-and-score", &Told::new("game_over", []))
}

/// A refusal that names nothing.
fn plain(kind: &'static str) -> Refusal {
    refuse(TURN, &Told::new(kind, []))
}

/// A refusal that names a card and where it lies.
fn of_card(kind: &'static str, state: &State, cell: Cell) -> Told {
    at(Told::new(kind, []), state, ["card", "row", "place"], cell)
}

fn refuse(rule: &'static str, told: &Told) -> Refusal {
    Refusal::told(&TEXTS, rule, told)
}
