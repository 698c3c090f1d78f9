//! How promising a move looks, in hundredths of points.

use tapis_games::game::Published;
use tapis_games::richelieu::cell::{Cell, End};
use tapis_games::richelieu::{Move, Richelieu, State};
use tapis_games::seat::Seat;

use super::standing::gain;

/// A marker of the reserve.
const MARKER: i32 = 80;
/// A disc nobody has seen.
const DISC: i32 = 60;
/// Bringing a marker back.
const RECOVERED: i32 = 100;
/// Part of a card's worth, in percent, that a marker on it saves: by the number of cards outside it.
const EXPOSED: [i32; 5] = [55, 45, 30, 20, 10];
/// Part of a card's worth, in percent, that is given away by uncovering it.
const OPENED: i32 = 25;

pub(super) fn score(rules: &Richelieu, state: &State, mv: Move) -> i32 {
    let seat = state.seat();
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

/// Half of what the card swings, and its disc, less what the next card is worth to those who come after.
fn take(rules: &Richelieu, state: &State, seat: Seat, row: usize, end: End) -> i32 {
    let Some(cell) = state.table().end(row, end) else { return 0 };
    let own = gain(rules, state, seat, state.card(cell)) / 2;
    let mut rest = state.table();
    rest.remove(cell);
    let opened = match rest.end(row, end) {
        Some(next) if !state.markers(seat).contains(next) => gain(rules, state, seat, state.card(next)),
        _ => 0,
    };
    let disc = if rules.options().disc_cells.contains(&cell) { DISC } else { 0 };
    own + disc - OPENED * opened / 100
}

/// What a marker on `cell` saves: more, the nearer the card is to an end.
fn protection(rules: &Richelieu, state: &State, seat: Seat, cell: Cell) -> i32 {
    let Some((left, right)) = state.table().ends(cell.row()) else { return 0 };
    let outside = (cell.column() - left.column()).min(right.column() - cell.column());
    let exposed = EXPOSED[outside.min(EXPOSED.len() - 1)];
    exposed * gain(rules, state, seat, state.card(cell)) / 100
}
