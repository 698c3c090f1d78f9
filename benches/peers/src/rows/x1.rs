//! Alpha-beta with a table: the value of Connect Four's first position, fourteen plies deep, with the same static
//! evaluation.
//!
//! Both sides count a node for every call of the search, including leaves and ends. Both use iterative deepening.

use minimax::{IterativeOptions, IterativeSearch, Strategy};
use tapis_games::game::Game;
use tapis_solver::control::Control;
use tapis_solver::exhaustive::{Tuning, search_to_depth};
use tapis_solver::request::Objective;
use tapis_testkit::connect_four::{Board, ConnectFour};

use crate::figures::Measurement;
use crate::position::random_board;
use crate::rated::{POINT, RatedConnectFour, Threats};
use crate::row::{Goal, Peer, Row, Side, Size};

/// Bytes of each table.
const TABLE: usize = 16 << 20;
/// The least depth at which our table is used: below it, a memory access costs more than the search.
const TABLE_FROM: u16 = 4;

/// The rows.
pub fn rows(size: Size) -> Vec<Row> {
    let depth = size.pick(14, 8);
    let start = ConnectFour::default().start();
    let value = search_ours(&start, Some(depth.into())).value;
    assert_eq!(search_theirs(&start, depth).value, value, "the value of the first position");
    assert_same_solutions(size.pick(20, 8));
    vec![Row {
        id: "X1",
        work: format!("alpha-beta with table, Connect Four, {depth} plies, nodes"),
        ours: ours(depth.into(), value),
        peer: Peer { name: "`minimax`", side: theirs(depth, value) },
        goals: vec![Goal::Rate(1.2), Goal::Time(0.8)],
    }]
}

/// The result of a search.
struct SearchResult {
    /// The value to the seat to move, in points of the evaluation; see [`WIN`].
    value: i32,
    nodes: u64,
}

/// A win in points; a loss has the other sign.
const WIN: i32 = 500;

fn ours(depth: u16, value: i32) -> Side {
    Box::new(move |_| {
        Measurement::once(|| {
            let found = search_ours(&ConnectFour::default().start(), Some(depth));
            assert_eq!(found.value, value);
            found.nodes
        })
    })
}

fn theirs(depth: u8, value: i32) -> Side {
    Box::new(move |_| {
        Measurement::once(|| {
            let found = search_theirs(&ConnectFour::default().start(), depth);
            assert_eq!(found.value, value);
            found.nodes
        })
    })
}

fn search_ours(board: &Board, depth: Option<u16>) -> SearchResult {
    let tuning = Tuning { table_bytes: TABLE, table_from: TABLE_FROM, ..Tuning::default() };
    let (rules, control) = (RatedConnectFour::default(), Control::default());
    let seat = board.to_move();
    let (value, nodes) = search_to_depth(&rules, board, seat, Objective::WinShare, depth, tuning, &control)
        .expect("not cancelled");
    SearchResult { value: ((value - 0.5) / POINT).round() as i32, nodes }
}

fn search_theirs(board: &Board, depth: u8) -> SearchResult {
    let options = IterativeOptions::new().with_table_byte_size(TABLE);
    let mut search = IterativeSearch::new(Threats, options);
    search.set_max_depth(depth);
    assert!(search.choose_move(board).is_some());
    // The count is told in words only: "Explored 123 nodes to depth 14."
    let stats = search.stats(&mut board.clone());
    let nodes = stats.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
    let value = i32::from(search.root_value()).clamp(-WIN, WIN);
    SearchResult { value, nodes: nodes.expect("a count of nodes") }
}

/// Asserts that both sides solve positions of random games alike, to the end.
fn assert_same_solutions(positions: u64) {
    let mut decided = 0;
    for seed in 0..positions {
        let board = random_board(seed, 24);
        if board.is_over() {
            continue;
        }
        let (ours, theirs) = (search_ours(&board, None), search_theirs(&board, 42 - board.stones()));
        assert_eq!(ours.value, theirs.value, "game {seed}: {board:?}");
        decided += i32::from(ours.value.abs() == WIN);
    }
    assert!(decided > 0, "only draws");
}
