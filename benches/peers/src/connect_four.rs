//! Adapts our Connect Four to the crate `minimax`.

use minimax::Winner;
use tapis_games::game::Game;
use tapis_testkit::connect_four::{Board, COLUMNS, ColumnMove, ConnectFour};

/// The rules on our bitboard. The board knows whether it was won; its key is computed on demand.
pub struct Adapter;

impl minimax::Game for Adapter {
    type S = Board;
    type M = ColumnMove;

    fn generate_moves(board: &Board, moves: &mut Vec<ColumnMove>) -> Option<Winner> {
        if let Some(winner) = Self::get_winner(board) {
            return Some(winner);
        }
        moves.extend((0..COLUMNS as u8).filter(|&column| board.has_room(column)).map(ColumnMove));
        None
    }

    fn apply(board: &mut Board, mv: ColumnMove) -> Option<Board> {
        let mut after = *board;
        ConnectFour::default().play_unchecked(&mut after, mv);
        Some(after)
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        match (board.is_over(), board.winner()) {
            (false, _) => None,
            (true, Some(_)) => Some(Winner::PlayerJustMoved),
            (true, None) => Some(Winner::Draw),
        }
    }

    fn zobrist_hash(board: &Board) -> u64 {
        ConnectFour::default().key(board)
    }

    fn table_index(ColumnMove(column): ColumnMove) -> u16 {
        column.into()
    }

    fn max_table_index() -> u16 {
        COLUMNS as u16 - 1
    }
}

/// The number of sequences of `depth` moves, by the adapter.
pub fn perft(board: &Board, depth: u32) -> u64 {
    use minimax::Game as _;
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    if Adapter::generate_moves(board, &mut moves).is_some() {
        return 0;
    }
    let after = |mv| Adapter::apply(&mut board.clone(), mv).map_or(0, |after| perft(&after, depth - 1));
    moves.into_iter().map(after).sum()
}
