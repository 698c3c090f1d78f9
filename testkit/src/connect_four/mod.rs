//! Connect Four, 7 × 6, on bitboards: the perfect-information yardstick of search and playout speed.
//!
//! Rules: seats drop stones in turn; four in a row, column or diagonal win; a full board is a draw. Notation
//! `drop 0` to `drop 6`, columns from the left. The first player wins by force, starting with `drop 3` (J. D. Allen and
//! V. Allis, 1988).

use arrayvec::ArrayVec;
use rand::Rng;
use serde::Serialize;
use tapis_games::game::{Game, GameTexts, Turn};
use tapis_games::open::{NoChance, NoSettings, Open};
use tapis_games::payoff::Payoffs;
use tapis_games::random::below;
use tapis_games::refusal::{NotationError, Refusal, Text};
use tapis_games::ruleset::Fault;
use tapis_games::seat::{BySeat, Seat};
use utoipa::ToSchema;

use super::words::word_and_number;

mod board;
#[cfg(test)]
mod tests;

pub use board::{Board, COLUMNS, ROWS};

const RULE: &str = "testing/connect_four";

/// The moves while no column is full.
const EVERY_COLUMN: [ColumnMove; COLUMNS] =
    [ColumnMove(0), ColumnMove(1), ColumnMove(2), ColumnMove(3), ColumnMove(4), ColumnMove(5), ColumnMove(6)];

/// The rules; there are no options.
#[derive(Clone, Debug, Default)]
pub struct ConnectFour {
    settings: NoSettings,
}

/// A stone dropped into a column, 0 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColumnMove(pub u8);

impl Game for ConnectFour {
    type State = Board;
    type Move = ColumnMove;
    type Moves = ArrayVec<ColumnMove, COLUMNS>;
    type Chance = NoChance;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Board {
        Board::default()
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if board.is_over() { Turn::Over } else { Turn::Player(board.to_move()) }
    }

    #[inline]
    fn legal_moves(&self, board: &Board) -> Self::Moves {
        if board.is_over() {
            return ArrayVec::new();
        }
        if board.has_room_everywhere() {
            return ArrayVec::from(EVERY_COLUMN);
        }
        (0..COLUMNS as u8).filter(|&column| board.has_room(column)).map(ColumnMove).collect()
    }

    /// Draws columns until one has room, which is quicker than listing them and as uniform.
    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, board: &Board, rng: &mut R) -> Option<ColumnMove> {
        if board.is_over() {
            return None;
        }
        loop {
            let column = below(rng, COLUMNS as u32) as u8;
            if board.has_room(column) {
                return Some(ColumnMove(column));
            }
        }
    }

    #[inline]
    fn play_unchecked(&self, board: &mut Board, ColumnMove(column): ColumnMove) {
        board.drop_into(column);
    }

    fn play(&self, board: &mut Board, ColumnMove(column): ColumnMove) -> Result<(), Refusal> {
        if board.is_over() {
            return Err(Refusal::new("game_over", RULE, "the game is over", "la partie est finie"));
        }
        if column as usize >= COLUMNS || !board.has_room(column) {
            let en = format!("column {column} has no room; choose another from 0 to 6");
            let fr = format!("la colonne {column} est pleine ; choisissez-en une autre de 0 à 6");
            return Err(Refusal::new("column_full", RULE, en, fr));
        }
        board.drop_into(column);
        Ok(())
    }

    fn sample_chance<R: Rng + ?Sized>(&self, _: &Board, _: &mut R) -> NoChance {
        NoChance
    }

    fn resolve(&self, _: &mut Board, outcome: &NoChance) -> Result<(), Refusal> {
        Err(outcome.refusal())
    }

    fn payoffs(&self, board: &Board) -> Payoffs {
        let scores = points(board);
        Payoffs::ranked(scores, &BySeat::from_fn(2, |_| 0))
    }

    fn round_scores(&self, board: &Board) -> Option<BySeat<i32>> {
        board.is_over().then(|| points(board))
    }

    #[inline]
    fn key(&self, board: &Board) -> u64 {
        board.key()
    }
}

/// One point for a line of four.
fn points(board: &Board) -> BySeat<i32> {
    BySeat::from_fn(2, |seat| i32::from(board.winner() == Some(seat)))
}

/// A move taken apart.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = ConnectFourMove)]
pub enum Parts {
    /// A stone is dropped.
    Drop {
        /// Into this column.
        column: u8,
    },
}

/// The board as text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ConnectFourBoard)]
pub struct Grid {
    /// The rows, top first; `0` and `1` are the seats' stones, `.` is empty.
    pub rows: Vec<String>,
}

impl Open for ConnectFour {
    const NAME: &'static str = "connect_four";

    type Settings = NoSettings;
    type Parts = Parts;
    type Board = Grid;

    fn texts() -> GameTexts {
        GameTexts {
            title: "Connect Four",
            text: || {
                Text::new(
                    "Four in a row on a standing board.",
                    "Quatre pions alignés sur un plateau vertical.",
                )
            },
            min_players: 2,
            max_players: 2,
            notation: &["drop 3"],
        }
    }

    fn with(settings: NoSettings) -> Result<Self, Vec<Fault>> {
        Ok(Self { settings })
    }

    fn settings(&self) -> &NoSettings {
        &self.settings
    }

    fn write(&self, ColumnMove(column): ColumnMove) -> String {
        format!("drop {column}")
    }

    fn read(&self, text: &str) -> Result<ColumnMove, NotationError> {
        word_and_number(text, "drop").map(ColumnMove)
    }

    fn parts(&self, ColumnMove(column): ColumnMove) -> Parts {
        Parts::Drop { column }
    }

    fn board(&self, board: &Board) -> Grid {
        let stone = |row, column| match board.at(row, column) {
            Some(Seat(seat)) => char::from(b'0' + seat),
            None => '.',
        };
        let row = |row| (0..COLUMNS).map(|column| stone(row, column)).collect();
        Grid { rows: (0..ROWS).rev().map(row).collect() }
    }
}
