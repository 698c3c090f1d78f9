//! Exhaustive ends: worlds solved to their ends, where that is cheap, instead of played out at random.
//!
//! What is cheap is found out by trying. Lines earn positions that attempts may visit; what an attempt solves stays in
//! a memo. After a success the next attempt starts a ply nearer to the root, after a failure a ply farther from it and
//! with twice the positions, once they are earned. So near the end of a game whole worlds are soon solved, and far from
//! it little is spent.
//!
//! A world is solved with everything in it open. Where nobody knows anything privately that is the truth, and a
//! solved position needs no tree; elsewhere it is more than a player sees, and only lines that leave the tree are
//! solved.

use std::time::Instant;

use hashbrown::HashMap;
use tapis_games::game::{Game, Turn};
use tapis_games::seat::{MAX_SEATS, Seat};

use super::goal::{Goal, Leaf};
use crate::heuristics::Heuristics;

/// Plies an attempt may look ahead.
const DEEPEST: u32 = 48;
/// Positions of the smallest attempt.
const LEAST: u32 = 64;
/// Positions that a line earns, times its plies: the fewer plies are left, the better the prospects. Random playouts of a game
/// without opinions are over sooner, and alpha-beta gets less far there: such lines earn less.
const EARNED: (f32, f32) = (100.0, 25.0);
/// Times as many after an attempt that succeeded.
const LUCK: f32 = 8.0;
/// Positions of an attempt between two looks at the clock.
const POLL: u32 = 128;

/// See the module's text.
pub(crate) struct Ends {
    memo: HashMap<u64, Entry>,
    /// Entries at most.
    limit: usize,
    /// Positions of the largest attempt; 0 for no attempts.
    most: u32,
    /// Positions earned and not spent.
    purse: f32,
    /// Positions of the next attempt.
    price: u32,
    /// Plies from the root at which it is due.
    depth: usize,
    /// What a line earns, times its plies.
    earned: f32,
    /// Whether moves are tried in the order of the game's opinion, if it has any; else as they are listed.
    opinionated: bool,
    /// Whether the last attempt succeeded.
    lucky: bool,
    /// Worlds solved.
    pub solved: u64,
    /// When attempts are given up: the search ends then, and one may take many times as long as a line.
    pub deadline: Option<Instant>,
}

/// What is known of a position: the worth of the line that decides it, and what that says.
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

/// The open window of the first seat's utility that has to be told apart.
#[derive(Clone, Copy)]
struct Window {
    alpha: f32,
    beta: f32,
}

const WHOLE: Window = Window { alpha: f32::NEG_INFINITY, beta: f32::INFINITY };

impl Ends {
    /// No attempt visits more than `most` positions; the memo takes about `bytes`. `opinionated`: the game has opinions of
    /// moves.
    pub(crate) fn new(most: u32, bytes: usize, opinionated: bool) -> Self {
        Self {
            memo: HashMap::new(),
            limit: bytes / (2 * size_of::<(u64, Entry)>()),
            most,
            purse: 0.0,
            price: LEAST.min(most),
            depth: usize::MAX,
            earned: if opinionated { EARNED.0 } else { EARNED.1 },
            opinionated,
            lucky: false,
            solved: 0,
            deadline: None,
        }
    }

    /// Books a line of so many plies.
    #[inline]
    pub(crate) fn earn(&mut self, plies: u32) {
        let luck = if self.lucky { LUCK } else { 1.0 };
        self.purse = (self.purse + luck * self.earned / (plies as f32 + 10.0)).min(1e6);
    }

    /// Whether an attempt is due `depth` plies from the root; earlier than planned when the line leaves the tree there.
    #[inline]
    pub(crate) fn due(&self, depth: usize, leaves: bool) -> bool {
        self.most > 0
            && self.purse >= self.price as f32
            && (depth == self.depth || (leaves && depth < self.depth))
    }

    /// Whether a position in the tree, `depth` plies from the root, may be known or is to be tried.
    #[inline]
    pub(crate) fn helps(&self, depth: usize) -> bool {
        self.solved > 0 || self.due(depth, false)
    }

    /// The exact worth of `state` with everything in it open, if it was solved before.
    #[inline]
    pub(crate) fn known<G: Game>(&self, rules: &G, state: &G::State) -> Option<&Leaf> {
        if self.solved == 0 {
            return None;
        }
        self.memo.get(&rules.key(state)).filter(|entry| entry.bound == Bound::Exact).map(|entry| &entry.leaf)
    }

    /// Tries to find the exact worth of `state`, `depth` plies from the root, with everything in it open.
    pub(crate) fn attempt<G: Heuristics>(
        &mut self,
        rules: &G,
        goal: &Goal,
        state: &G::State,
        depth: usize,
    ) -> Option<Leaf> {
        if goal.paranoid && rules.seats() > 2 {
            self.most = 0;
            return None;
        }
        let mut attempt = Attempt { rules, goal, left: self.price, ends: self };
        let found = attempt.search(state, WHOLE, 0);
        let visited = attempt.ends.price - attempt.left;
        self.purse -= visited as f32;
        self.lucky = found.is_some();
        if self.lucky {
            self.solved += 1;
            self.price = (self.price / 2).max(LEAST).min(self.most);
            self.depth = depth.saturating_sub(1).max(1);
        } else {
            self.price = self.price.saturating_mul(2).min(self.most);
            self.depth = depth + 1;
        }
        found
    }
}

struct Attempt<'a, G> {
    rules: &'a G,
    goal: &'a Goal,
    /// Positions that may still be visited.
    left: u32,
    ends: &'a mut Ends,
}

impl<G: Heuristics> Attempt<'_, G> {
    /// The worth of `state` within `window`; `None` when the attempt has failed.
    fn search(&mut self, state: &G::State, window: Window, depth: u32) -> Option<Leaf> {
        let turn = self.rules.turn(state);
        if self.goal.is_end(self.rules, state, turn) {
            return Some(self.goal.leaf(self.rules, state));
        }
        let key = self.rules.key(state);
        if let Some(entry) = self.ends.memo.get(&key)
            && entry.answers(window)
        {
            return Some(entry.leaf);
        }
        self.left = self.left.checked_sub(1)?;
        let depth = depth + 1;
        if depth > DEEPEST || self.is_late() {
            return None;
        }
        let (leaf, bound) = match turn {
            Turn::Player(seat) if self.rules.seats() == 2 => self.choose(state, seat, window, depth)?,
            Turn::Player(seat) => (self.best(state, seat, depth)?, Bound::Exact),
            Turn::Chance => (self.expect(state, depth)?, Bound::Exact),
            Turn::Over => return None,
        };
        if self.ends.memo.len() < self.ends.limit {
            self.ends.memo.insert(key, Entry { leaf, bound });
        }
        Some(leaf)
    }

    /// Whether the deadline has come; looks at the clock now and then.
    fn is_late(&self) -> bool {
        let looks = self.left.is_multiple_of(POLL);
        looks && self.ends.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Two seats: alpha-beta on the first seat's utility, which the second minimises.
    fn choose(&mut self, state: &G::State, seat: Seat, window: Window, depth: u32) -> Option<(Leaf, Bound)> {
        if let Some(cut) = self.beyond(state, window) {
            return Some(cut);
        }
        let listed = self.rules.legal_moves(state);
        let mut sorted = Vec::new();
        let opinionated = self.ends.opinionated;
        if opinionated {
            sorted.extend_from_slice(&listed);
            sorted.sort_by_cached_key(|&mv| std::cmp::Reverse(self.rules.move_score(state, mv)));
        }
        let moves = if opinionated { &sorted } else { &*listed };
        let maximises = seat.index() == 0;
        let mut open = window;
        let mut best: Option<Leaf> = None;
        for &mv in moves {
            let mut after = state.clone();
            self.rules.play_unchecked(&mut after, mv);
            let leaf = self.search(&after, open, depth)?;
            let worth = leaf.utility[0];
            let better =
                best.is_none_or(|best| (worth > best.utility[0]) == maximises && worth != best.utility[0]);
            if better {
                best = Some(leaf);
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
        let best = best?;
        let bound = if best.utility[0] <= window.alpha {
            Bound::AtMost
        } else if best.utility[0] >= window.beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        Some((best, bound))
    }

    /// A bound outside of `window`, where the game knows one.
    fn beyond(&self, state: &G::State, window: Window) -> Option<(Leaf, Bound)> {
        if window.alpha == f32::NEG_INFINITY && window.beta == f32::INFINITY {
            return None;
        }
        let (low, high) = self.goal.bounds(self.rules, state, Seat(0));
        let at = |utility: f32| {
            let mut leaf = Leaf::default();
            (leaf.utility[0], leaf.utility[1]) = (utility, 1.0 - utility);
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

    /// More seats: each takes what is best for itself, of equals the first in canonical order (max^n).
    fn best(&mut self, state: &G::State, seat: Seat, depth: u32) -> Option<Leaf> {
        let mut best: Option<Leaf> = None;
        for &mv in self.rules.legal_moves(state).iter() {
            let mut after = state.clone();
            self.rules.play_unchecked(&mut after, mv);
            let leaf = self.search(&after, WHOLE, depth)?;
            if best.is_none_or(|best| self.goal.prefers(&leaf, &best, seat)) {
                best = Some(leaf);
            }
        }
        best
    }

    /// The expectation over a chance node; `None` where its outcomes can only be sampled.
    fn expect(&mut self, state: &G::State, depth: u32) -> Option<Leaf> {
        let outcomes = self.rules.chances(state)?;
        let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
        let mut mean = Leaf::default();
        for (outcome, weight) in &outcomes {
            let mut after = state.clone();
            self.rules.resolve(&mut after, outcome).ok()?;
            let leaf = self.search(&after, WHOLE, depth)?;
            mean.add(&leaf, *weight as f64 / total.max(1) as f64);
        }
        Some(mean)
    }
}

impl Entry {
    /// Whether the entry says all that `window` asks.
    fn answers(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.leaf.utility[0] >= window.beta,
            Bound::AtMost => self.leaf.utility[0] <= window.alpha,
        }
    }
}

impl Leaf {
    /// Adds another with a weight.
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
