//! Connect Four with a static evaluation, the same for our search and for `minimax`: who threatens to make four.

use arrayvec::ArrayVec;
use delegate::delegate;
use minimax::{Evaluation, Evaluator};
use rand::Rng;
use tapis_games::game::{Game, Turn};
use tapis_games::open::NoChance;
use tapis_games::payoff::Payoffs;
use tapis_games::refusal::Refusal;
use tapis_games::seat::BySeat;
use tapis_solver::heuristics::{self, Heuristics};
use tapis_testkit::connect_four::{Board, COLUMNS, ColumnMove, ConnectFour, ROWS};

use crate::connect_four::Adapter;

const STRIDE: u32 = ROWS as u32 + 1;
/// The lowest square of every column.
const FLOOR: u64 = {
    let (mut floor, mut column) = (0, 0);
    while column < COLUMNS as u32 {
        floor |= 1 << (column * STRIDE);
        column += 1;
    }
    floor
};
/// Every square.
const BOARD: u64 = FLOOR * ((1 << ROWS) - 1);
/// The three columns in the middle.
const MIDDLE: u64 = BOARD & (((1 << (3 * STRIDE)) - 1) << (2 * STRIDE));

/// The value of a square where a stone would make four: now, and once the square below it is taken.
const THREATS: (i32, i32) = (10, 5);
/// The value of a point, as a share of the win.
pub const POINT: f64 = 1e-3;

/// The static evaluation in points of a position that is not over, for the seat to move.
#[inline]
pub fn evaluate_points(board: &Board) -> i32 {
    let (own, all) = board.bits();
    let other = own ^ all;
    let next = (all + FLOOR) & BOARD;
    let after = (next << 1) & BOARD;
    let side = |stones: u64| {
        let fours = completing(stones) & !all;
        let count = |squares: u64| squares.count_ones() as i32;
        THREATS.0 * count(fours & next) + THREATS.1 * count(fours & after) + count(stones & MIDDLE)
    };
    side(own) - side(other)
}

/// Squares that make four with `stones`, including taken ones.
#[inline]
fn completing(stones: u64) -> u64 {
    let upright = (stones << 1) & (stones << 2) & (stones << 3);
    let line = |step: u32| {
        let pair = (stones << step) & (stones << (2 * step));
        let twin = (stones >> step) & (stones >> (2 * step));
        (pair & (stones << (3 * step)))
            | (pair & (stones >> step))
            | (twin & (stones << step))
            | (twin & (stones >> (3 * step)))
    };
    upright | line(STRIDE - 1) | line(STRIDE) | line(STRIDE + 1)
}

/// The evaluation for `minimax`.
pub struct Threats;

impl Evaluator for Threats {
    type G = Adapter;

    fn evaluate(&self, board: &Board) -> Evaluation {
        evaluate_points(board) as Evaluation
    }
}

/// The game with the evaluation for our search.
#[derive(Clone, Debug, Default)]
pub struct RatedConnectFour(ConnectFour);

impl Heuristics for RatedConnectFour {
    #[inline]
    fn evaluate(&self, board: &Board) -> BySeat<heuristics::Evaluation> {
        let lead = POINT * f64::from(evaluate_points(board));
        let side = |seat| if seat == board.to_move() { lead } else { -lead };
        BySeat::from_fn(2, |seat| heuristics::Evaluation { share: 0.5 + side(seat), margin: 0.0 })
    }
}

impl Game for RatedConnectFour {
    type State = Board;
    type Move = ColumnMove;
    type Moves = ArrayVec<ColumnMove, COLUMNS>;
    type Chance = NoChance;

    delegate! {
        to self.0 {
            fn seats(&self) -> usize;
            fn start(&self) -> Board;
            fn turn(&self, board: &Board) -> Turn;
            fn legal_moves(&self, board: &Board) -> Self::Moves;
            fn play_unchecked(&self, board: &mut Board, mv: ColumnMove);
            fn play(&self, board: &mut Board, mv: ColumnMove) -> Result<(), Refusal>;
            fn sample_chance<R: Rng + ?Sized>(&self, board: &Board, rng: &mut R) -> NoChance;
            fn resolve(&self, board: &mut Board, outcome: &NoChance) -> Result<(), Refusal>;
            fn payoffs(&self, board: &Board) -> Payoffs;
            fn round_scores(&self, board: &Board) -> Option<BySeat<i32>>;
            fn key(&self, board: &Board) -> u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(columns: &[u8]) -> Board {
        let (rules, mut board) = (ConnectFour::default(), Board::default());
        columns.iter().for_each(|&column| rules.play(&mut board, ColumnMove(column)).expect("legal"));
        board
    }

    #[test]
    fn threats_and_the_middle_count() {
        assert_eq!(evaluate_points(&Board::default()), 0);
        // One stone in the middle, for who is not to move.
        assert_eq!(evaluate_points(&after(&[3])), -1);
        // Three upright each, outside of the middle.
        assert_eq!(evaluate_points(&after(&[0, 6, 0, 6, 0, 6])), 0);
        // Three in a row on the floor, open on the right: the square beside them wins at once.
        assert_eq!(evaluate_points(&after(&[0, 0, 1, 1, 2, 6])), THREATS.0 + 1);
    }
}
