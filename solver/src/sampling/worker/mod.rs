//! One logical tree: its worlds, its iterations and its results.

mod playout;

use std::time::Instant;

use rand::rngs::{ChaCha8Rng, Xoshiro256PlusPlus};
use rand::{Rng, SeedableRng};
use tapis_games::game::{InformationSet, Observed, Turn};
use tapis_games::seat::Seat;

use super::determinization::Determinizer;
use super::endgame::EndgameSolver;
use super::goal::{Goal, Leaf};
use super::stream;
use super::tally::Tally;
use super::tree::{Puct, Step, Tree, TreePolicy};
use super::tuning::Tuning;
use super::work;
use crate::heuristics::Heuristics;
use crate::value::Net;

/// What all trees of a search share.
pub(crate) struct SearchContext<'a, G: Observed> {
    pub rules: &'a G,
    pub knowledge: &'a G::Knowledge,
    /// Provides the worlds.
    pub determinizer: Determinizer<G::State>,
    /// Legal moves of the seat advised, in canonical order.
    pub moves: &'a [G::Move],
    pub goal: Goal,
    pub tuning: Tuning,
    /// Whether move scores guide the search; see [`Policy::Guided`](super::tuning::Policy).
    pub guided: bool,
    /// Learned values in place of playouts.
    pub net: Option<&'static Net>,
    /// The plies that lines have from here on, on average; only known where learned values end them.
    pub plies: u32,
    /// Whether nothing is known privately. A solved world is then the truth.
    pub open: bool,
    /// Whether also no chance is left. Nodes can then be proved.
    pub provable: bool,
    /// Whether the game scores moves.
    pub has_move_scores: bool,
    /// What nobody minds losing, see [`Heuristics::trifle`].
    pub trifle: Option<f64>,
}

impl<G: Observed> SearchContext<'_, G> {
    /// What a move score adds to the log-odds of a prior, or to a bias.
    fn odds(&self, score: i32) -> f32 {
        let tuning = &self.tuning;
        score as f32 * if self.guided { 1.0 / tuning.temperature } else { tuning.prior_weight / 1000.0 }
    }

    /// Whether the root counts visits alone: for bots.
    pub(crate) fn by_visits(&self) -> bool {
        self.guided && self.tuning.guided_share >= 1.0
    }
}

/// How the value of a line was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeafSource {
    /// It follows from the position where the line left the tree.
    Exact,
    /// It comes from a playout, or was known before.
    Sampled,
}

/// See the module's text.
pub(crate) struct Worker<'a, G: Observed> {
    context: &'a SearchContext<'a, G>,
    /// Seeds of the rounds.
    seeds: ChaCha8Rng,
    /// Chance within a line. All lines of a round get the same seed (common random numbers).
    chance: Xoshiro256PlusPlus,
    /// Random choices of the tree policy and of playouts.
    policy: Xoshiro256PlusPlus,
    tree: Tree<G::Move>,
    endgame: EndgameSolver,
    path: Vec<Step>,
    round: Vec<(usize, Leaf)>,
    /// The results since the last merge.
    pub tally: Tally,
    /// The number of rounds begun.
    rounds: u64,
    /// This tree's position in a pool of worlds.
    place: u64,
    /// Plies of the last playout, or those for which a learned value stands.
    played: u32,
    /// The [`work`] of the lines so far.
    line_work: u64,
    /// Lines since the last call of `take_line_count`.
    uncounted_lines: u64,
    /// Lines so far, and those whose first move the tree policy chose.
    lines: (u64, u64),
}

impl<'a, G: Observed + Heuristics> Worker<'a, G> {
    /// The tree number `number` of `trees`.
    pub(crate) fn new(
        context: &'a SearchContext<'a, G>,
        seed: [u8; 32],
        number: usize,
        trees: usize,
    ) -> Self {
        let mut seeds = stream::keyed(seed, number as u64);
        let tuning = &context.tuning;
        let policy = TreePolicy {
            puct: context.guided.then_some(Puct { exploration: tuning.puct, reduction: tuning.reduction }),
            exploration: tuning.exploration,
            urgency: tuning.urgency,
            preference: context.goal.preference(),
            expansion_threshold: context.rules.expansion_threshold(),
            has_move_scores: context.has_move_scores,
            two_sides: context.rules.seats() == 2 || context.goal.paranoid,
        };
        let bytes = tuning.bytes / trees;
        let mut tree = Tree::new(policy, bytes - bytes / 4);
        let seat = context.goal.seat;
        let world = context.knowledge.sample_world(context.rules, &mut seeds);
        let odds = |mv| if context.guided { context.odds(context.rules.move_score(&world, mv)) } else { 0.0 };
        tree.add(node_key(context.rules, &world, seat), seat, context.moves, odds);
        let policy = Xoshiro256PlusPlus::seed_from_u64(seeds.next_u64());
        let first = (context.determinizer.pool.len() * number / trees) as u64;
        Self {
            context,
            seeds,
            chance: policy.clone(),
            policy,
            tree,
            endgame: EndgameSolver::new(tuning.endgame_nodes, bytes / 4, context.has_move_scores),
            path: Vec::with_capacity(64),
            round: Vec::with_capacity(context.moves.len()),
            tally: Tally::new(context.moves.len()),
            rounds: 0,
            place: first,
            played: 0,
            line_work: 0,
            uncounted_lines: 0,
            lines: (0, 0),
        }
    }

    /// Whether there is a line to play: the tree policy always knows one.
    pub(crate) fn has_work(&self, candidates: &[usize]) -> bool {
        self.context.guided || !candidates.is_empty()
    }

    /// Plays the next lines, at most `budget`: one whose first move the tree policy chooses, or a round of the `candidates`, if there are
    /// any. Returns their number.
    pub(crate) fn advance(&mut self, candidates: &[usize], budget: u64) -> u64 {
        let share = self.context.tuning.guided_share;
        let due = (self.lines.1 as f64) < share * (self.lines.0 + 1) as f64;
        let guided = self.context.guided && (due || candidates.is_empty());
        let lines = if guided { self.guided_line() } else { self.round(candidates, budget) };
        self.lines.0 += lines;
        self.lines.1 += u64::from(guided);
        self.uncounted_lines += lines;
        lines
    }

    /// Draws a world and plays one line in it.
    fn guided_line(&mut self) -> u64 {
        let seed = self.seeds.next_u64();
        let world = self.draw_world(seed);
        let candidate = self.tree.select(0, &mut self.policy) as usize;
        self.iterate(world, candidate, 0);
        1
    }

    /// The next world. Chance in it comes from `seed` alone.
    fn draw_world(&mut self, seed: u64) -> G::State {
        self.chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let SearchContext { rules, knowledge, determinizer, goal, .. } = self.context;
        self.line_work += determinizer.work();
        let world = determinizer.next(*rules, knowledge, goal.seat, &mut self.place, &mut self.chance);
        self.chance = Xoshiro256PlusPlus::seed_from_u64(!seed);
        world
    }

    /// How often the tree policy chose a root move.
    pub(crate) fn visits(&self, candidate: usize) -> u32 {
        self.tree.edge(candidate as u32).visits
    }

    /// The mean utility of a root move in the lines for which the tree policy chose it.
    pub(crate) fn mean(&self, candidate: usize) -> f32 {
        self.tree.edge(candidate as u32).mean
    }

    /// Draws a world and plays one line of each of the `candidates` (indices of root moves) in it, at most `budget`
    /// lines. Returns the number of lines.
    fn round(&mut self, candidates: &[usize], budget: u64) -> u64 {
        let seed = self.seeds.next_u64();
        let world = self.draw_world(seed);
        // A guided root counts only what its own policy chose.
        let counted_from = usize::from(self.context.guided);
        self.rounds += 1;
        self.round.clear();
        for &candidate in candidates.iter().take(budget.min(candidates.len() as u64) as usize) {
            self.chance = Xoshiro256PlusPlus::seed_from_u64(!seed);
            let leaf = self.iterate(world.clone(), candidate, counted_from);
            self.round.push((candidate, leaf));
        }
        self.tally.add(&self.round, self.context.goal.seat);
        self.round.len() as u64
    }

    /// Sets the time and the work at which attempts to solve a world are abandoned.
    pub(crate) fn set_limits(&mut self, deadline: Option<Instant>, work: u64) {
        self.endgame.deadline = deadline;
        self.endgame.most_work = work::of_ends(work);
    }

    /// The part of the [`work`] that attempts to solve ends took.
    #[cfg(test)]
    pub(crate) fn work_of_ends(&self) -> u64 {
        self.endgame.work
    }

    /// The [`work`] so far.
    pub(crate) fn work_done(&self) -> u64 {
        self.line_work + self.endgame.work
    }

    /// Lines since the last call.
    pub(crate) fn take_line_count(&mut self) -> u64 {
        std::mem::take(&mut self.uncounted_lines)
    }

    /// The root moves proved in this tree.
    pub(crate) fn proved(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.context.moves.len()).filter(|&index| self.proof(index).is_some())
    }

    /// The exact value of a root move, if it is proved.
    pub(crate) fn proof(&self, candidate: usize) -> Option<&Leaf> {
        self.tree.exact(candidate as u32)
    }

    pub(crate) fn tree(&self) -> &Tree<G::Move> {
        &self.tree
    }

    /// One iteration: selection, expansion, playout and backpropagation to the steps from `counted_from` on.
    fn iterate(&mut self, mut state: G::State, candidate: usize, counted_from: usize) -> Leaf {
        let context = self.context;
        self.path.clear();
        let mut step = (0, candidate as u32);
        loop {
            self.path.push(step);
            if let Some(&leaf) = self.tree.exact(step.1) {
                return self.backpropagate(leaf, LeafSource::Sampled, counted_from);
            }
            let mv = self.tree.edge(step.1).mv;
            context.rules.play_unchecked(&mut state, mv);
            let Some(seat) = self.next_seat(&mut state) else {
                let leaf = context.goal.leaf(context.rules, &state);
                return self.backpropagate(leaf, LeafSource::Exact, counted_from);
            };
            if context.open
                && self.endgame.is_useful(self.path.len())
                && let Some(leaf) = self.solve(&state, false)
            {
                return self.backpropagate(leaf, LeafSource::Exact, counted_from);
            }
            let Some(node) = self.node(step.1, &state, seat) else {
                let (leaf, source) = match self.solve(&state, true) {
                    Some(leaf) => (leaf, LeafSource::Exact),
                    None => (self.playout(state), LeafSource::Sampled),
                };
                return self.backpropagate(leaf, source, counted_from);
            };
            step = (node, self.tree.select(node, &mut self.policy));
        }
    }

    /// Adds the line of the current path, and what it proves.
    #[inline]
    fn backpropagate(&mut self, leaf: Leaf, rest: LeafSource, counted_from: usize) -> Leaf {
        self.tree.backpropagate(self.path.get(counted_from..).unwrap_or_default(), &leaf);
        if self.context.provable && rest == LeafSource::Exact {
            self.tree.prove(&self.path, &leaf);
        }
        self.endgame.add_budget(self.path.len() as u32 + std::mem::take(&mut self.played));
        leaf
    }

    /// The exact value of `state` with all cards open, if it is known or can be solved now. `leaves`: the line leaves
    /// the tree here.
    #[inline]
    fn solve(&mut self, state: &G::State, leaves: bool) -> Option<Leaf> {
        let context = self.context;
        if let Some(&leaf) = self.endgame.known(context.rules, state) {
            return Some(leaf);
        }
        let depth = self.path.len();
        if self.endgame.is_due(depth, leaves) {
            return self.endgame.attempt(context.rules, &context.goal, state, depth);
        }
        None
    }

    /// The number of worlds behind the values: one per round, those of a pool only once. The lines of the tree policy are not counted, as
    /// values do not rest on them.
    pub(crate) fn worlds(&self) -> u64 {
        match self.context.determinizer.pool.len() {
            0 => self.rounds,
            pool => self.rounds.min(pool as u64),
        }
    }

    /// The number of worlds solved to the end.
    pub(crate) fn solved(&self) -> u64 {
        self.endgame.solved
    }

    /// The node of `state`, reached by `edge`. Adds it if the edge is expandable; `None` outside the tree.
    #[inline]
    fn node(&mut self, edge: u32, state: &G::State, seat: Seat) -> Option<u32> {
        if !self.tree.is_expandable(edge) {
            return None;
        }
        let key = node_key(self.context.rules, state, seat);
        if let Some(node) = self.tree.child(edge, key) {
            return Some(node);
        }
        let rules = self.context.rules;
        let moves = rules.legal_moves(state);
        self.line_work += moves.len() as u64;
        let node = if self.context.has_move_scores {
            let best = moves.iter().map(|&mv| rules.move_score(state, mv)).max().unwrap_or(0);
            let context = self.context;
            self.tree.add(key, seat, &moves, |mv| context.odds(rules.move_score(state, mv) - best))
        } else {
            self.tree.add(key, seat, &moves, |_| 0.0)
        }?;
        self.tree.link(edge, node);
        Some(node)
    }

    /// Resolves chance and forced moves until a seat has a choice; `None` at the end of the line.
    #[inline]
    fn next_seat(&mut self, state: &mut G::State) -> Option<Seat> {
        let rules = self.context.rules;
        loop {
            let seat = self.next_turn(state)?;
            match rules.forced_move(state) {
                Some(mv) => rules.play_unchecked(state, mv),
                None => return Some(seat),
            }
        }
    }

    /// Resolves chance until a seat is to move; `None` at the end of the line.
    #[inline]
    fn next_turn(&mut self, state: &mut G::State) -> Option<Seat> {
        let context = self.context;
        loop {
            self.line_work += 1;
            let turn = context.rules.turn(state);
            if context.goal.is_end(context.rules, state, turn) {
                return None;
            }
            match turn {
                Turn::Player(seat) => return Some(seat),
                Turn::Chance => {
                    let outcome = context.rules.sample_chance(state, &mut self.chance);
                    if context.rules.resolve(state, &outcome).is_err() {
                        return None; // a sampled outcome always fits: conformance-tested
                    }
                }
                Turn::Over => return None,
            }
        }
    }
}

/// The node key of what `seat` knows in `state`.
#[inline]
pub(crate) fn node_key<G: Observed>(rules: &G, state: &G::State, seat: Seat) -> u64 {
    rules.info_key(state, seat) ^ u64::from(seat.0).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
