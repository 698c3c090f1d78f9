//! Alpha-beta with a table on two threads against one: all moves of positions of Connect Four, solved to the end.

use tapis_solver::request::Objective;
use tapis_testkit::connect_four::{Board, ConnectFour};

use crate::figures::Measurement;
use crate::position::{random_board, solved};
use crate::row::{Goal, Peer, Row, Side, Size};

/// The rows.
pub fn rows(size: Size) -> Vec<Row> {
    let positions = positions(size.pick(6, 2), size.pick(15, 26));
    vec![Row {
        id: "X2",
        work: "alpha-beta, Connect Four solved, two threads, positions".to_owned(),
        ours: solving(positions.clone(), 2),
        peer: Peer { name: "one thread", side: solving(positions, 1) },
        goals: vec![Goal::Rate(1.5)],
    }]
}

/// Random positions with `stones` stones that are not over.
fn positions(count: usize, stones: u8) -> Vec<Board> {
    let open = |board: &Board| board.stones() == stones && !board.is_over();
    (0..).map(|seed| random_board(seed, stones)).filter(open).take(count).collect()
}

fn solving(positions: Vec<Board>, threads: usize) -> Side {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let expected: Vec<Vec<f64>> = positions.iter().map(|board| values(board, 1)).collect();
    Box::new(move |_| {
        Measurement::once(|| {
            let solve = || positions.iter().map(|board| values(board, threads)).collect::<Vec<_>>();
            assert_eq!(pool.install(solve), expected);
            positions.len() as u64
        })
    })
}

/// The value of each move to the seat to move.
fn values(board: &Board, threads: usize) -> Vec<f64> {
    let values = solved(&ConnectFour::default(), board, Objective::WinShare, threads);
    values.into_iter().map(|values| values[board.to_move().index()]).collect()
}
