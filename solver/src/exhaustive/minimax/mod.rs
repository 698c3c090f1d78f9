//! Two sides: the seat advised maximises its worth, everybody else minimises it. With two seats and opposed interests
//! that is the game itself; with more it is the paranoid concept, whose value is a guaranteed floor.
//!
//! Alpha-beta over maximising, minimising and chance nodes, fail-soft, with a transposition table, principal variation
//! search and Star pruning. All worths are the advised seat's. Every [`Eval`] is a statement about the true worth of
//! its state, to be read against the [`Window`] it was searched with.

mod chance;
mod entry;
mod node;
mod variation;

use tapis_games::seat::Seat;

use super::goal::Bounds;
use super::limits::{Limits, Meter, Stopped};
use super::order::Order;
use super::tuning::Tuning;
use crate::heuristics::Heuristics;
use crate::request::Objective;

pub use entry::MinimaxTable;
use node::Place;

/// Remaining depth in plies of a search that goes to the end.
pub const TO_THE_END: u16 = u16::MAX - 1;

/// The open interval a search has to tell apart. A result at or below `alpha` means "at most that", at or above
/// `beta` "at least that", and between "exactly that".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Lower end.
    pub alpha: f64,
    /// Upper end.
    pub beta: f64,
}

/// A worth, and whether it rests on finished lines only (else on guesses at the depth limit or beyond the horizon).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eval {
    /// The advised seat's worth.
    pub worth: f64,
    /// Whether the statement is proved.
    pub proved: bool,
}

impl Eval {
    const fn proved(worth: f64) -> Self {
        Self { worth, proved: true }
    }
}

/// The fixed things of one search.
#[derive(Clone, Copy)]
pub struct Setting<'a, G> {
    /// The rules.
    pub rules: &'a G,
    /// What is maximised.
    pub objective: Objective,
    /// For whom.
    pub seat: Seat,
    /// Between what all worths lie.
    pub range: Bounds,
    /// The switches.
    pub tuning: Tuning,
    /// The shared table, if any.
    pub table: Option<&'a MinimaxTable>,
}

/// One thread's search.
pub struct Minimax<'a, G: Heuristics> {
    setting: Setting<'a, G>,
    meter: Meter<'a>,
    order: Order<G::Move>,
}

impl<'a, G: Heuristics> Minimax<'a, G> {
    /// A search within `limits`.
    pub fn new(setting: Setting<'a, G>, limits: &'a Limits<'a>) -> Self {
        let order = Order::new(setting.tuning.ordering);
        Self { setting, meter: Meter::new(limits), order }
    }

    /// What counts its nodes and stops it.
    pub(super) fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.meter
    }

    /// The exact worth of `state` after looking `depth` plies ahead (`TO_THE_END`: all).
    ///
    /// # Errors
    /// The limits were reached.
    pub fn worth(&mut self, state: &G::State, depth: u16) -> Result<Eval, Stopped> {
        if depth == TO_THE_END {
            self.expect_ends();
        }
        self.search(state, Place { depth, ply: 0 }, self.whole())
    }

    /// Whether `state` is worth more than `worth` (in the advised seat's eyes), to the end.
    ///
    /// # Errors
    /// The limits were reached.
    pub fn exceeds(&mut self, state: &G::State, worth: f64) -> Result<bool, Stopped> {
        self.expect_ends();
        let window = Window { alpha: worth, beta: worth + node::NULL };
        Ok(self.search(state, Place { depth: TO_THE_END, ply: 0 }, window)?.worth > worth)
    }

    fn expect_ends(&self) {
        if let Some(table) = self.setting.table {
            table.expect_ends();
        }
    }

    fn whole(&self) -> Window {
        let (alpha, beta) = self.setting.range;
        Window { alpha, beta }
    }
}
