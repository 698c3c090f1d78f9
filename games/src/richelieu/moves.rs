//! Moves, and which of them are legal.

use arrayvec::ArrayVec;

use super::Richelieu;
use super::cell::{Cell, Cells, End, ROWS};
use super::options::{MoveMarker, SecondCard};
use super::state::{State, Step};

/// The most legal moves of a position: 47 cards lie, two own markers among them and one in the reserve
/// (45 `mark`, 90 `move`, `recover`, `skip`).
pub const MAX_MOVES: usize = 140;

/// One decision.
///
/// The order is canonical: takes by row, left before right, free before paid, paid from the reserve before paid from
/// a cell, cells ascending; then `stop`, `recover`, `mark` and `move` by cells, `skip`, `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Take the card at an end of a row (0-based), paying for an opponent's marker on it.
    Take {
        /// The row, 0-based.
        row: u8,
        /// Which end; a row's only card is taken from the left.
        end: End,
        /// Where the marker paid comes from; `None` when no opponent's marker lies on the card.
        pay: Option<Payment>,
    },
    Stop,
    /// Give up the first marker return taken and bring a boxed marker back to the reserve.
    Recover,
    /// Put a marker of the reserve on a card.
    Mark(Cell),
    /// Move an own marker to another card.
    Shift {
        /// Where it lies.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    Skip,
    /// No card can be taken.
    Pass,
}

/// Where a marker paid comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Payment {
    Reserve,
    /// An own marker on a card.
    Card(Cell),
}

/// The legal moves of a position, on the stack.
pub type Moves = ArrayVec<Move, MAX_MOVES>;

/// Takes of a position: eight ends, three markers to pay with.
type TakeMoves = ArrayVec<Move, 26>;

impl Richelieu {
    /// The moves of the take and second-card steps.
    pub(super) fn takes(&self, state: &State) -> TakeMoves {
        let mut moves = TakeMoves::new();
        let side = state.side(state.seat);
        let protected = state.protected_from(state.seat);
        for row in 0..ROWS {
            let Some((left, right)) = state.table.ends(row) else { continue };
            for (end, cell) in [(End::Left, left), (End::Right, right)] {
                if (end == End::Right && left == right) || !self.may_be_second(state, cell) {
                    continue;
                }
                let take = |pay| Move::Take { row: row as u8, end, pay };
                if !protected.contains(cell) {
                    moves.push(take(None));
                    continue;
                }
                if side.reserve > 0 {
                    moves.push(take(Some(Payment::Reserve)));
                }
                moves.extend(side.markers.iter().map(|own| take(Some(Payment::Card(own)))));
            }
        }
        let no_take = moves.is_empty();
        if state.step == Step::SecondCard {
            moves.push(Move::Stop);
        }
        if side.can_recover() {
            moves.push(Move::Recover);
        }
        if no_take && state.step == Step::Take {
            moves.push(Move::Pass);
        }
        moves
    }

    /// Whether the card at `cell`, an end of its row, may be taken as far as the first card of the turn says; always
    /// in the take step.
    pub(super) fn may_be_second(&self, state: &State, cell: Cell) -> bool {
        let Some(first) = state.first_card else { return true };
        state.layout[first.index()].pairs_with(state.layout[cell.index()])
            && (self.second_card == SecondCard::Uncovered || !uncovered_by(state.table, first, cell))
    }

    /// Whether any second card could be taken, now or after a `recover` that may be possible.
    pub(super) fn second_card_possible(&self, state: &State) -> bool {
        let side = state.side(state.seat);
        let payable = side.has_marker() || side.might_recover();
        let protected = if payable { Cells::NONE } else { state.protected_from(state.seat) };
        (0..ROWS).filter_map(|row| state.table.ends(row)).any(|(left, right)| {
            [left, right].into_iter().any(|cell| !protected.contains(cell) && self.may_be_second(state, cell))
        })
    }

    /// Whether a marker could be placed or moved, now or after a `recover` that may be possible.
    pub(super) fn marker_step_possible(&self, state: &State) -> bool {
        let side = state.side(state.seat);
        let any = side.has_marker() || side.might_recover();
        any && !state.table.without(state.marked()).is_empty()
    }
}

/// Whether taking `first` in this turn made `cell` an end of its row: it is the neighbour on the side `first` lay.
fn uncovered_by(table: Cells, first: Cell, cell: Cell) -> bool {
    let Some((left, right)) = table.ends(first.row()) else { return false };
    let uncovered = if first < left { left } else { right };
    // The only card left was the row's other end before.
    cell == uncovered && left != right
}

/// What the marker step offers.
pub(super) struct MarkerTargets {
    recover: bool,
    /// Cards without a marker.
    free: Cells,
    /// How many of them a marker of the reserve may go to: all or none.
    marks: usize,
    /// Own markers that may move.
    movable: Cells,
}

impl MarkerTargets {
    pub(super) fn of(rules: &Richelieu, state: &State) -> Self {
        let side = state.side(state.seat);
        let free = state.table.without(state.marked());
        let may_move = side.reserve == 0 || rules.move_marker == MoveMarker::Always;
        Self {
            recover: side.can_recover(),
            free,
            marks: if side.reserve > 0 { free.len() as usize } else { 0 },
            movable: if may_move { side.markers } else { Cells::NONE },
        }
    }

    fn shifts(&self) -> usize {
        if self.movable.is_empty() { 0 } else { (self.movable.len() * self.free.len()) as usize }
    }

    /// How many moves there are, `skip` included.
    pub(super) fn moves(&self) -> usize {
        usize::from(self.recover) + self.marks + self.shifts() + 1
    }

    pub(super) fn list(&self, moves: &mut Moves) {
        if self.recover {
            moves.push(Move::Recover);
        }
        if self.marks > 0 {
            moves.extend(self.free.iter().map(Move::Mark));
        }
        for from in self.movable.iter() {
            moves.extend(self.free.iter().map(|to| Move::Shift { from, to }));
        }
        moves.push(Move::Skip);
    }

    /// Item `n` of the list.
    pub(super) fn nth(&self, n: usize) -> Option<Move> {
        let Some(n) = n.checked_sub(usize::from(self.recover)) else { return Some(Move::Recover) };
        let Some(n) = n.checked_sub(self.marks) else { return self.free.nth(n).map(Move::Mark) };
        let Some(n) = n.checked_sub(self.shifts()) else {
            let free = self.free.len() as usize;
            return Some(Move::Shift { from: self.movable.nth(n / free)?, to: self.free.nth(n % free)? });
        };
        (n == 0).then_some(Move::Skip)
    }
}
