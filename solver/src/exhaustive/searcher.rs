//! One interface to the two searches: minimax (two seats, or the paranoid concept) and max^n.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tapis_games::game::Turn;
use tapis_games::seat::MAX_SEATS;

use super::analysis::Line;
use super::context::SearchContext;
use super::limits::{Limits, Stopped};
use super::maxn::{Maxn, MaxnTable};
use super::minimax::{Minimax, MinimaxTable};
use super::objective;
use super::problem::Problem;
use crate::heuristics::Heuristics;
use crate::request::Concept;

/// The transposition table of one search. Minimax and max^n store different entries.
pub enum SearchTable {
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
            Some(Concept::Maxn) => Self::Maxn(MaxnTable::new(bytes)),
            _ => Self::Minimax(MinimaxTable::new(bytes)),
        }
    }

    /// How many positions may be visited before the table should grow; `None` if it cannot grow.
    pub fn room(&self) -> Option<u64> {
        match self {
            Self::Minimax(table) => table.room(),
            Self::Maxn(table) => table.room(),
        }
    }

    /// Makes the table larger and keeps its entries.
    pub fn grow(&mut self) {
        match self {
            Self::Minimax(table) => table.grow(),
            Self::Maxn(table) => table.grow(),
        }
    }

    /// Frees the table in the background: freeing a large one takes milliseconds, and no answer should wait for that.
    pub fn discard(self) {
        let bytes = match &self {
            Self::Minimax(table) => table.size(),
            Self::Maxn(table) => table.size(),
        };
        if bytes >= SLOW_TO_FREE {
            rayon::spawn(move || drop(self));
        }
    }
}

/// A table of at least this many bytes is freed in the background.
const SLOW_TO_FREE: usize = 4 << 20;

/// One thread's search by either algorithm.
pub enum Searcher<'a, G: Heuristics> {
    /// Two sides.
    Minimax(Minimax<'a, G>),
    /// Every seat for itself.
    Maxn(Maxn<'a, G>),
}

impl<'a, G: Heuristics> Searcher<'a, G> {
    /// A search of `problem` within `limits`.
    pub fn new(problem: &Problem<'a, G>, table: &'a SearchTable, limits: &'a Limits<'a>) -> Self {
        let &Problem { rules, seat, objective, tuning, .. } = problem;
        match table {
            SearchTable::Maxn(table) => {
                Self::Maxn(Maxn::new(SearchContext { rules, objective, seat, tuning, table }, limits))
            }
            SearchTable::Minimax(table) => {
                let context = SearchContext { rules, objective, seat, tuning, table };
                Self::Minimax(Minimax::new(context, problem.range(), limits))
            }
        }
    }

    /// The values of `state` after a search of `depth` plies. Minimax fills only the entry of the advised seat.
    ///
    /// With `done`, several threads may work on the same line, and the first result stops the others. The threads diverge
    /// because each learns its own move ordering; they share results through the table.
    ///
    /// # Errors
    /// The limits were reached, or another thread was first.
    pub fn line(
        &mut self,
        problem: &Problem<'_, G>,
        state: &G::State,
        depth: u16,
        done: Option<&Arc<AtomicBool>>,
    ) -> Result<Line, Stopped> {
        match self {
            Self::Maxn(search) => {
                search.counter.until(done.cloned());
                search.values(state, depth)
            }
            Self::Minimax(search) => {
                search.counter.until(done.cloned());
                let eval = search.value(state, depth)?;
                let mut values = [0.0; MAX_SEATS];
                values[problem.seat.index() % MAX_SEATS] = eval.value;
                Ok(Line { values, proved: eval.proved })
            }
        }
    }

    /// The principal variation from `state`: at each ply the first of the best moves in canonical order. Ends after
    /// `plies` moves, at chance, at the end of the game or when a limit is reached.
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

/// The value of `state` without a search: exact at an end, else the static evaluation.
pub fn static_line<G: Heuristics>(problem: &Problem<'_, G>, state: &G::State) -> Line {
    let Problem { rules, objective, .. } = *problem;
    let turn: Turn = rules.turn(state);
    if objective::is_end(rules, objective, state, turn) {
        Line { values: objective::final_values(rules, objective, state), proved: true }
    } else {
        Line { values: objective::static_values(rules, objective, state), proved: false }
    }
}
