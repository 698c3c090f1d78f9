//! Solves the endgame of a world exactly instead of playing it out, where that is cheap.
//!
//! Cost is found by trial. Lines earn a node budget for attempts, and an attempt stores its results in a memo. After
//! a success the next attempt starts one ply nearer to the root. After a failure it starts one ply farther from it,
//! with twice the nodes. So whole worlds are solved near the end of a game, and little is spent far from it. What all
//! attempts of a search may cost is bounded: see [`work`].
//!
//! A world is solved as if all seats saw everything. If nobody has private knowledge, this is the truth and a solved
//! position needs no tree. Else only lines that leave the tree are solved.

use std::time::Instant;

use hashbrown::HashMap;
use tapis_games::game::{Game, Turn};
use tapis_games::seat::{MAX_SEATS, Seat};

use super::goal::{Goal, Leaf};
use super::work;
use crate::heuristics::Heuristics;

/// Maximal depth of an attempt.
const DEEPEST: u32 = 48;
/// Positions of the smallest attempt.
const MIN_NODES: u32 = 64;
/// The node budget a line earns, times its plies: with fewer plies left, attempts are more promising. Games without
/// move scores earn less (the second number), because their playouts are short and alpha-beta is less efficient.
const NODES_PER_LINE: (f32, f32) = (100.0, 25.0);
/// The factor on the earned budget after a success.
const SUCCESS_FACTOR: f32 = 8.0;
/// Positions between two looks at the clock.
const POLL: u32 = 128;

/// See the module's text.
pub(crate) struct EndgameSolver {
    memo: HashMap<u64, Entry>,
    /// Maximal number of memo entries.
    limit: usize,
    /// Positions of the largest attempt; 0 for no attempts.
    most_nodes: u32,
    /// Positions earned and not spent.
    earned_nodes: f32,
    /// Positions of the next attempt.
    attempt_nodes: u32,
    /// The ply at which the next attempt is due.
    depth: usize,
    /// The budget a line earns, times its plies.
    nodes_per_line: f32,
    /// Whether moves are ordered by heuristic score; else as they are listed.
    has_move_scores: bool,
    /// Whether the last attempt succeeded.
    succeeded: bool,
    /// The number of worlds solved.
    pub solved: u64,
    /// When attempts are abandoned. An attempt may take much longer than a line.
    pub deadline: Option<Instant>,
    /// Whether one was: what follows is then not the same from run to run.
    pub hurried: bool,
    /// The [`work`] of all attempts so far.
    pub work: u64,
    /// The work at which there are no more attempts.
    pub most_work: u64,
}

/// A solved position: the leaf that decides it, and how that bounds its value.
#[derive(Clone, Copy)]
struct Entry {
    leaf: Leaf,
    bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The open window of the first seat's [worth](Goal::first_worth).
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

const FULL_WINDOW: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

impl EndgameSolver {
    /// An attempt visits at most `most_nodes` positions; the memo takes about `bytes`. `has_move_scores`: the game
    /// scores moves.
    pub(crate) fn new(most_nodes: u32, bytes: usize, has_move_scores: bool) -> Self {
        Self {
            memo: HashMap::new(),
            limit: bytes / (2 * size_of::<(u64, Entry)>()),
            most_nodes,
            earned_nodes: 0.0,
            attempt_nodes: MIN_NODES.min(most_nodes),
            depth: usize::MAX,
            nodes_per_line: if has_move_scores { NODES_PER_LINE.0 } else { NODES_PER_LINE.1 },
            has_move_scores,
            succeeded: false,
            solved: 0,
            deadline: None,
            hurried: false,
            work: 0,
            most_work: u64::MAX,
        }
    }

    /// The memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.memo.capacity() * (size_of::<(u64, Entry)>() + 1)
    }

    /// Adds the budget earned by a line of so many plies.
    #[inline]
    pub(crate) fn add_budget(&mut self, plies: u32) {
        let luck = if self.succeeded { SUCCESS_FACTOR } else { 1.0 };
        self.earned_nodes = (self.earned_nodes + luck * self.nodes_per_line / (plies as f32 + 10.0)).min(1e6);
    }

    /// Whether an attempt is due at ply `depth`, or earlier because the line leaves the tree there.
    #[inline]
    pub(crate) fn is_due(&self, depth: usize, leaves: bool) -> bool {
        self.most_nodes > 0
            && self.work < self.most_work
            && self.earned_nodes >= self.attempt_nodes as f32
            && (depth == self.depth || (leaves && depth < self.depth))
    }

    /// Whether a tree position at ply `depth` may be known or should be tried.
    #[inline]
    pub(crate) fn is_useful(&self, depth: usize) -> bool {
        self.solved > 0 || self.is_due(depth, false)
    }

    /// The exact value of `state` with all cards open, if it was solved before.
    #[inline]
    pub(crate) fn known<G: Game>(&self, rules: &G, state: &G::State) -> Option<&Leaf> {
        if self.solved == 0 {
            return None;
        }
        self.memo.get(&rules.key(state)).filter(|entry| entry.bound == Bound::Exact).map(|entry| &entry.leaf)
    }

    /// Tries to solve `state`, at ply `depth`, with all cards open.
    pub(crate) fn attempt<G: Heuristics>(
        &mut self,
        rules: &G,
        goal: &Goal,
        state: &G::State,
        depth: usize,
    ) -> Option<Leaf> {
        if goal.paranoid && rules.seats() > 2 {
            self.most_nodes = 0;
            return None;
        }
        let mut attempt = EndgameAttempt { rules, goal, left: self.attempt_nodes, solver: self };
        let found = attempt.search(state, FULL_WINDOW, 0);
        let visited = attempt.solver.attempt_nodes - attempt.left;
        self.earned_nodes -= visited as f32;
        self.succeeded = found.is_some();
        if self.succeeded {
            self.solved += 1;
            self.attempt_nodes = (self.attempt_nodes / 2).max(MIN_NODES).min(self.most_nodes);
            self.depth = depth.saturating_sub(1).max(1);
        } else {
            self.attempt_nodes = self.attempt_nodes.saturating_mul(2).min(self.most_nodes);
            self.depth = depth + 1;
        }
        found
    }
}

struct EndgameAttempt<'a, G> {
    rules: &'a G,
    goal: &'a Goal,
    /// Positions that may still be visited.
    left: u32,
    solver: &'a mut EndgameSolver,
}

impl<G: Heuristics> EndgameAttempt<'_, G> {
    /// The value of `state` within `window`; `None` if the attempt failed.
    fn search(&mut self, state: &G::State, window: Window, depth: u32) -> Option<Leaf> {
        let turn = self.rules.turn(state);
        if self.goal.is_end(self.rules, state, turn) {
            return Some(self.goal.leaf(self.rules, state));
        }
        let key = self.rules.key(state);
        if let Some(entry) = self.solver.memo.get(&key)
            && entry.answers(self.goal, window)
        {
            return Some(entry.leaf);
        }
        self.left = self.left.checked_sub(1)?;
        let depth = depth + 1;
        if depth > DEEPEST || self.is_past_deadline() {
            return None;
        }
        let (leaf, bound) = match turn {
            Turn::Player(seat) if self.rules.seats() == 2 => self.alpha_beta(state, seat, window, depth)?,
            Turn::Player(seat) => (self.best(state, seat, depth)?, Bound::Exact),
            Turn::Chance => (self.expectation(state, depth)?, Bound::Exact),
            Turn::Over => return None,
        };
        if self.solver.memo.len() < self.solver.limit {
            self.solver.memo.insert(key, Entry { leaf, bound });
        }
        Some(leaf)
    }

    /// Counts the positions that follow one; `None` if the attempts of this search may not cost so much.
    fn spend(&mut self, positions: usize) -> Option<()> {
        self.solver.work += work::OF_AN_END * positions as u64;
        (self.solver.work <= self.solver.most_work).then_some(())
    }

    /// Whether the deadline has passed. Reads the clock now and then.
    fn is_past_deadline(&mut self) -> bool {
        let looks = self.left.is_multiple_of(POLL);
        let is_past = looks && self.solver.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.solver.hurried |= is_past;
        is_past
    }

    /// Two seats: alpha-beta on the worth to the first seat, which the second minimises.
    fn alpha_beta(
        &mut self,
        state: &G::State,
        seat: Seat,
        window: Window,
        depth: u32,
    ) -> Option<(Leaf, Bound)> {
        if let Some(cut) = self.bound_cutoff(state, window) {
            return Some(cut);
        }
        let moves = self.rules.legal_moves(state);
        self.spend(moves.len())?;
        let mut sorted = Vec::new();
        let has_move_scores = self.solver.has_move_scores;
        if has_move_scores {
            sorted.extend_from_slice(&moves);
            sorted.sort_by_cached_key(|&mv| std::cmp::Reverse(self.rules.move_score(state, mv)));
        }
        let moves = if has_move_scores { &sorted } else { &*moves };
        let maximises = seat.index() == 0;
        let mut open = window;
        let mut best: Option<(f64, Leaf)> = None;
        for &mv in moves {
            let mut after = state.clone();
            self.rules.play_unchecked(&mut after, mv);
            let leaf = self.search(&after, open, depth)?;
            let worth = self.goal.first_worth(&leaf);
            if best.is_none_or(|(best, _)| if maximises { worth > best } else { worth < best }) {
                best = Some((worth, leaf));
            }
            if maximises {
                open.alpha = open.alpha.max(worth);
            } else {
                open.beta = open.beta.min(worth);
            }
            if open.alpha >= open.beta {
                break;
            }
        }
        let (worth, best) = best?;
        let bound = if worth <= window.alpha {
            Bound::AtMost
        } else if worth >= window.beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        Some((best, bound))
    }

    /// A static bound outside of `window`, if the game knows one.
    fn bound_cutoff(&self, state: &G::State, window: Window) -> Option<(Leaf, Bound)> {
        if window.alpha == f64::NEG_INFINITY && window.beta == f64::INFINITY {
            return None;
        }
        let (low, high) = self.goal.bounds(self.rules, state);
        // Only the worth of a leaf outside of the window counts.
        let at = |worth: f64| {
            let mut leaf = Leaf::default();
            (leaf.utility[0], leaf.values[0]) = (worth as f32, worth);
            leaf
        };
        if high <= window.alpha {
            Some((at(high), Bound::AtMost))
        } else if low >= window.beta {
            Some((at(low), Bound::AtLeast))
        } else {
            None
        }
    }

    /// More seats: max^n. Of equal moves the first in canonical order counts.
    fn best(&mut self, state: &G::State, seat: Seat, depth: u32) -> Option<Leaf> {
        let mut best: Option<Leaf> = None;
        let moves = self.rules.legal_moves(state);
        self.spend(moves.len())?;
        for &mv in moves.iter() {
            let mut after = state.clone();
            self.rules.play_unchecked(&mut after, mv);
            let leaf = self.search(&after, FULL_WINDOW, depth)?;
            if best.is_none_or(|best| self.goal.prefers(&leaf, &best, seat)) {
                best = Some(leaf);
            }
        }
        best
    }

    /// The expectation at a chance node; `None` if its outcomes can only be sampled.
    fn expectation(&mut self, state: &G::State, depth: u32) -> Option<Leaf> {
        let outcomes = self.rules.chances(state)?;
        self.spend(outcomes.len())?;
        let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
        let mut mean = Leaf::default();
        for (outcome, weight) in &outcomes {
            let mut after = state.clone();
            self.rules.resolve(&mut after, outcome).ok()?;
            let leaf = self.search(&after, FULL_WINDOW, depth)?;
            mean.add(&leaf, *weight as f64 / total.max(1) as f64);
        }
        Some(mean)
    }
}

impl Entry {
    /// Whether the entry is sufficient for `window`.
    fn answers(&self, goal: &Goal, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => goal.first_worth(&self.leaf) >= window.beta,
            Bound::AtMost => goal.first_worth(&self.leaf) <= window.alpha,
        }
    }
}

impl Leaf {
    /// Adds another leaf with a weight.
    fn add(&mut self, other: &Self, weight: f64) {
        for seat in 0..MAX_SEATS {
            self.utility[seat] += other.utility[seat] * weight as f32;
            self.values[seat] += other.values[seat] * weight;
        }
        self.margin += other.margin * weight;
    }
}

#[cfg(test)]
mod tests;
