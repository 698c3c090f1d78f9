//! Three and more seats, each maximising its own worth (max^n, Luckhardt & Irani 1986). A seat that is indifferent
//! takes the first of its best moves in canonical order, at every node, whoever it is: max^n has a value only under
//! such a rule.
//!
//! Pruning is shallow only (Korf 1991): where the worths of all seats sum to a constant, a node's mover can already have
//! so much that nothing of use is left for the seat that moved just before. A cut needs a clear difference, so that
//! it never hides a tie.

mod node;
mod variation;

use tapis_games::seat::Seat;

use super::goal::Worths;
use super::limits::{Limits, Meter, Stopped};
use super::order::Order;
use super::table::Table;
use super::tuning::Tuning;
use crate::heuristics::Heuristics;
use crate::request::Objective;

/// Eight data words an entry: the worths' bits; depth, move and effort.
pub type MaxnTable = Table<8>;

/// The worths of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// What it is worth to each seat.
    pub worths: Worths,
    /// Whether that rests on finished lines only.
    pub proved: bool,
}

/// The fixed things of one search.
#[derive(Clone, Copy)]
pub struct Setting<'a, G> {
    /// The rules.
    pub rules: &'a G,
    /// What is maximised.
    pub objective: Objective,
    /// The seat advised.
    pub seat: Seat,
    /// The switches.
    pub tuning: Tuning,
    /// The shared table, if any.
    pub table: Option<&'a MaxnTable>,
}

/// One thread's search.
pub struct Maxn<'a, G: Heuristics> {
    setting: Setting<'a, G>,
    meter: Meter<'a>,
    order: Order<G::Move>,
}

impl<'a, G: Heuristics> Maxn<'a, G> {
    /// A search within `limits`.
    pub fn new(setting: Setting<'a, G>, limits: &'a Limits<'a>) -> Self {
        let order = Order::new(setting.tuning.ordering);
        Self { setting, meter: Meter::new(limits), order }
    }

    /// What counts its nodes and stops it.
    pub(super) fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.meter
    }

    /// The worths of `state` after looking `depth` plies ahead.
    ///
    /// # Errors
    /// The limits were reached.
    pub fn worths(&mut self, state: &G::State, depth: u16) -> Result<Line, Stopped> {
        let found = self.search(state, node::Place { depth, ply: 0 }, None)?;
        Ok(found.line)
    }
}
