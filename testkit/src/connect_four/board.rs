//! The bitboard: seven bits a column, the lowest six are squares from the bottom up, the seventh stays empty.

use tapis_games::seat::Seat;

use crate::mix::mix;

/// Columns of the board.
pub const COLUMNS: usize = 7;
/// Rows of the board.
pub const ROWS: usize = 6;

const STRIDE: u32 = ROWS as u32 + 1;
/// The highest square of every column.
const TOP: u64 = {
    let (mut top, mut column) = (0, 0);
    while column < COLUMNS as u32 {
        top |= 1 << (column * STRIDE + ROWS as u32 - 1);
        column += 1;
    }
    top
};
const SQUARES: u8 = (COLUMNS * ROWS) as u8;

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// Stones of the seat to move (after the end: of the seat that did not move last).
    mover: u64,
    /// All stones.
    all: u64,
    /// Stones on the board.
    stones: u8,
    /// Whether the last stone made four in a row.
    won: bool,
}

impl Board {
    /// The seat to move, as if the game were not over.
    #[inline]
    pub fn to_move(&self) -> Seat {
        Seat(self.stones & 1)
    }

    /// The squares of the seat to move and all that are taken, seven bits a column from its lowest square on.
    #[inline]
    pub fn bits(&self) -> (u64, u64) {
        (self.mover, self.all)
    }

    /// Stones on the board.
    pub fn stones(&self) -> u8 {
        self.stones
    }

    /// Four in a row, or a full board.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.won || self.stones >= SQUARES
    }

    /// Who made four in a row.
    pub fn winner(&self) -> Option<Seat> {
        self.won.then_some(Seat(self.to_move().0 ^ 1))
    }

    /// Whether a column of the board (0 to 6) has an empty square.
    #[inline]
    pub fn has_room(&self, column: u8) -> bool {
        self.all & (1 << (ROWS as u32 - 1 + lowest(column))) == 0
    }

    /// Whether every column has an empty square.
    #[inline]
    pub(super) fn has_room_everywhere(&self) -> bool {
        self.all & TOP == 0
    }

    /// The stone on a square, row 0 at the bottom.
    pub fn at(&self, row: usize, column: usize) -> Option<Seat> {
        let square = 1 << (column as u32 * STRIDE + row as u32);
        let mover = self.to_move();
        match (self.all & square != 0, self.mover & square != 0) {
            (false, _) => None,
            (true, true) => Some(mover),
            (true, false) => Some(Seat(mover.0 ^ 1)),
        }
    }

    /// Drops a stone into a column that has room.
    #[inline]
    pub(super) fn drop_into(&mut self, column: u8) {
        self.mover ^= self.all;
        self.all |= self.all.wrapping_add(1 << lowest(column));
        self.stones = self.stones.wrapping_add(1);
        self.won = has_four(self.mover ^ self.all);
    }

    /// A bijection of the position: mover's stones plus all stones name it (the carry marks each column's height).
    #[inline]
    pub(super) fn key(&self) -> u64 {
        mix(self.mover.wrapping_add(self.all))
    }
}

/// Bit number of a column's lowest square; columns that do not exist wrap around.
#[inline]
fn lowest(column: u8) -> u32 {
    (u32::from(column) * STRIDE) & 63
}

#[inline]
fn has_four(stones: u64) -> bool {
    let line = |step: u32| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step))
    };
    line(1) | line(STRIDE - 1) | line(STRIDE) | line(STRIDE + 1) != 0
}
