//! Monte Carlo tree search on two threads against one.

use crate::row::{Goal, Peer, Row, Size};
use crate::rows::m1;

/// The rows.
pub fn rows(size: Size) -> Vec<Row> {
    let playouts = size.pick(400_000, 20_000);
    vec![Row {
        id: "M2",
        work: "MCTS of Connect Four, two threads, playouts".to_owned(),
        ours: m1::ours(playouts, 2),
        peer: Peer { name: "one thread", side: m1::ours(playouts, 1) },
        goals: vec![Goal::Rate(1.75)],
    }]
}
