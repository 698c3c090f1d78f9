//! The two searches behind one face: minimax (two seats, or the paranoid concept) and max^n.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tapis_games::game::Turn;
use tapis_games::seat::MAX_SEATS;

use super::goal;
use super::limits::{Limits, Meter, Stopped};
use super::maxn::{self, Line, Maxn, MaxnTable};
use super::minimax::{self, Minimax, MinimaxTable};
use super::problem::Problem;
use crate::heuristics::Heuristics;
use crate::request::Concept;

/// The table of one search; each family has its own shape.
pub enum SearchTable {
    /// None.
    Off,
    /// For minimax.
    Minimax(MinimaxTable),
    /// For max^n.
    Maxn(MaxnTable),
}

impl SearchTable {
    /// A small table for `problem`.
    pub fn new<G: Heuristics>(problem: &Problem<'_, G>) -> Self {
        let bytes = problem.tuning.table_bytes;
        match problem.concept {
            _ if bytes == 0 => Self::Off,
            Some(Concept::Maxn) => Self::Maxn(MaxnTable::new(bytes)),
            _ => Self::Minimax(MinimaxTable::new(bytes)),
        }
    }

    /// How many positions may be visited before the table should grow; `None` when it cannot.
    pub fn room(&self) -> Option<u64> {
        match self {
            Self::Off => None,
            Self::Minimax(table) => table.room(),
            Self::Maxn(table) => table.room(),
        }
    }

    /// Makes the table larger; it keeps what it knows.
    pub fn grow(&mut self) {
        match self {
            Self::Off => {}
            Self::Minimax(table) => table.grow(),
            Self::Maxn(table) => table.grow(),
        }
    }

    /// Gives its memory back. A large one takes the system milliseconds, which no answer has to wait for.
    pub fn discard(self) {
        let bytes = match &self {
            Self::Off => 0,
            Self::Minimax(table) => table.size(),
            Self::Maxn(table) => table.size(),
        };
        if bytes >= LARGE {
            rayon::spawn(move || drop(self));
        }
    }
}

/// Bytes of a table that takes time to give back.
const LARGE: usize = 4 << 20;

/// One thread's search of either family.
pub enum Worker<'a, G: Heuristics> {
    /// Two sides.
    Minimax(Minimax<'a, G>),
    /// Each for itself.
    Maxn(Maxn<'a, G>),
}

impl<'a, G: Heuristics> Worker<'a, G> {
    /// A search of `problem` within `limits`.
    pub fn new(problem: &Problem<'a, G>, table: &'a SearchTable, limits: &'a Limits<'a>) -> Self {
        let &Problem { rules, seat, objective, tuning, .. } = problem;
        match problem.concept {
            Some(Concept::Maxn) => {
                let table = match table {
                    SearchTable::Maxn(table) => Some(table),
                    _ => None,
                };
                Self::Maxn(Maxn::new(maxn::Setting { rules, objective, seat, tuning, table }, limits))
            }
            _ => {
                let table = match table {
                    SearchTable::Minimax(table) => Some(table),
                    _ => None,
                };
                let range = problem.range();
                let setting = minimax::Setting { rules, objective, seat, range, tuning, table };
                Self::Minimax(Minimax::new(setting, limits))
            }
        }
    }

    /// The worths of `state` after looking `depth` plies ahead. Minimax fills the advised seat's only.
    ///
    /// # Errors
    /// The limits were reached.
    pub fn line(&mut self, problem: &Problem<'_, G>, state: &G::State, depth: u16) -> Result<Line, Stopped> {
        match self {
            Self::Maxn(search) => search.worths(state, depth),
            Self::Minimax(search) => {
                let eval = search.worth(state, depth)?;
                let mut worths = [0.0; MAX_SEATS];
                worths[problem.seat.index() % MAX_SEATS] = eval.worth;
                Ok(Line { worths, proved: eval.proved })
            }
        }
    }

    /// As [`Worker::line`], together with others: stopped also when another has found it. Each goes by what it has learnt of
    /// moves, so that their ways soon part, and meet in the table.
    ///
    /// # Errors
    /// The limits were reached, or another was first.
    pub fn line_together(
        &mut self,
        problem: &Problem<'_, G>,
        state: &G::State,
        depth: u16,
        done: Arc<AtomicBool>,
    ) -> Result<Line, Stopped> {
        self.meter().until(Some(done));
        let line = self.line(problem, state, depth);
        self.meter().until(None);
        line
    }

    fn meter(&mut self) -> &mut Meter<'a> {
        match self {
            Self::Maxn(search) => search.meter(),
            Self::Minimax(search) => search.meter(),
        }
    }

    /// The moves both sides play from `state` on, each the canonically first of the best, up to `plies` of them, to the
    /// next chance or the end. Shorter when the limits are reached.
    pub fn variation(&mut self, state: &G::State, plies: usize) -> Vec<(G::State, G::Move)> {
        let mut moves = Vec::new();
        let mut state = state.clone();
        while moves.len() < plies {
            let next = match self {
                Self::Minimax(search) => search.best_move(&state),
                Self::Maxn(search) => search.best_move(&state),
            };
            let Ok(Some((mv, after))) = next else { break };
            moves.push((std::mem::replace(&mut state, after), mv));
        }
        moves
    }
}

/// What `state` is worth without any search: exact at an end, else a guess.
pub fn glance<G: Heuristics>(problem: &Problem<'_, G>, state: &G::State) -> Line {
    let Problem { rules, objective, .. } = *problem;
    let turn: Turn = rules.turn(state);
    if goal::is_end(rules, objective, state, turn) {
        Line { worths: goal::worths(rules, objective, state), proved: true }
    } else {
        Line { worths: goal::guesses(rules, objective, state), proved: false }
    }
}
