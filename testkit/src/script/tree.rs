//! Trees as they are written, and flattened for play.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use tapis_games::locale::Said;
use tapis_games::ruleset::Fault;
use tapis_games::seat::Seat;
use utoipa::ToSchema;

const MAX_NODES: usize = 60_000;

/// A tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = ScriptNode)]
pub enum Node {
    /// A seat chooses a branch.
    Choice {
        /// Who.
        seat: Seat,
        /// The branches, at least one.
        #[schema(no_recursion)]
        to: Vec<Node>,
    },
    /// Chance draws a branch.
    Draw {
        /// Positive weights and branches, at least one.
        #[schema(no_recursion)]
        to: Vec<(u16, Node)>,
    },
    /// The game ends.
    End {
        /// Points of the seats.
        scores: Vec<i32>,
    },
}

/// A choice of `seat`.
pub fn choice(seat: u8, to: impl IntoIterator<Item = Node>) -> Node {
    Node::Choice { seat: Seat(seat), to: to.into_iter().collect() }
}

/// A draw with positive weights.
pub fn draw(to: impl IntoIterator<Item = (u16, Node)>) -> Node {
    Node::Draw { to: to.into_iter().collect() }
}

/// An end with the seats' points.
pub fn end(scores: impl IntoIterator<Item = i32>) -> Node {
    Node::End { scores: scores.into_iter().collect() }
}

/// A node whose branches are numbers of nodes.
#[derive(Debug)]
pub(super) enum NumberedNode {
    Choice { seat: Seat, to: Vec<u16> },
    Draw { to: Vec<(u16, u16)> },
    End { scores: Vec<i32> },
}

impl NumberedNode {
    pub(super) const NOWHERE: &'static Self = &NumberedNode::End { scores: Vec::new() };
}

/// Numbers the nodes breadth first and checks them.
pub(super) fn flatten(root: &Node, players: u8) -> Result<Vec<NumberedNode>, Fault> {
    let mut knots = Vec::new();
    let mut numbered = 1;
    let mut queue = VecDeque::from([root]);
    while let Some(node) = queue.pop_front() {
        let mut number = |node| {
            queue.push_back(node);
            numbered += 1;
            (numbered - 1) as u16
        };
        knots.push(match node {
            Node::Choice { seat, to } if seat.0 < players && !to.is_empty() => {
                NumberedNode::Choice { seat: *seat, to: to.iter().map(&mut number).collect() }
            }
            Node::Draw { to } if !to.is_empty() && to.iter().all(|&(weight, _)| weight > 0) => {
                NumberedNode::Draw { to: to.iter().map(|(weight, node)| (*weight, number(node))).collect() }
            }
            Node::End { scores } if scores.len() == usize::from(players) => NumberedNode::End { scores: scores.clone() },
            _ => {
                let rule = "a choice of a seat or a draw with positive weights has branches, an end every seat's points";
                return Err(Fault::new("/root", Said::foreign(format!("node {}: {rule}", knots.len()))));
            }
        });
        if numbered > MAX_NODES {
            return Err(Fault::new("/root", Said::foreign(format!("at most {MAX_NODES} nodes"))));
        }
    }
    Ok(knots)
}
