//! Scores moves, in hundredths of points.

use tapis_games::game::Published;
use tapis_games::richelieu::cell::{Cell, End};
use tapis_games::richelieu::{Move, Richelieu, State};
use tapis_games::seat::Seat;

use super::evaluation::gain;

/// The value of a marker in reserve.
const MARKER: i32 = 80;
/// The value of a disc nobody has seen.
const DISC: i32 = 60;
/// The value of recovering a marker.
const RECOVERED: i32 = 100;
/// The part of a card's value that a marker on it saves, in percent, by the number of cards outside it.
const EXPOSED: [i32; 5] = [55, 45, 30, 20, 10];
/// The part of a card's value that is given away by uncovering it, in percent.
const OPENED: i32 = 25;

pub(super) fn score(rules: &Richelieu, state: &State, mv: Move) -> i32 {
    let seat = state.seat;
    let points = match mv {
        Move::Take { row, end, pay } => {
            take(rules, state, seat, usize::from(row), end) - if pay.is_some() { 2 * MARKER } else { 0 }
        }
        Move::Recover => RECOVERED,
        Move::Mark(cell) => protection(rules, state, seat, cell) - MARKER,
        Move::Shift { from, to } => protection(rules, state, seat, to) - protection(rules, state, seat, from),
        Move::Stop | Move::Skip | Move::Pass => 0,
    };
    points.clamp(-1000, 1000)
}

/// Half of the card's swing, plus its disc, minus the value of the next card to the seats that follow.
fn take(rules: &Richelieu, state: &State, seat: Seat, row: usize, end: End) -> i32 {
    let Some(cell) = state.table.end(row, end) else { return 0 };
    let own = gain(rules, state, seat, state.card(cell)) / 2;
    let mut rest = state.table;
    rest.remove(cell);
    let opened = match rest.end(row, end) {
        Some(next) if !state.side(seat).markers.contains(next) => gain(rules, state, seat, state.card(next)),
        _ => 0,
    };
    let disc = if rules.options().disc_cells.contains(&cell) { DISC } else { 0 };
    own + disc - OPENED * opened / 100
}

/// The value that a marker on `cell` saves. It is greater the nearer the card is to an end.
fn protection(rules: &Richelieu, state: &State, seat: Seat, cell: Cell) -> i32 {
    let Some((left, right)) = state.table.ends(cell.row()) else { return 0 };
    let outside = (cell.column() - left.column()).min(right.column() - cell.column());
    let exposed = EXPOSED[outside.min(EXPOSED.len() - 1)];
    exposed * gain(rules, state, seat, state.card(cell)) / 100
}
