//! One logical tree: its worlds, its iterations and its results.

mod playout;
mod round;

use std::time::Instant;

use rand::rngs::{ChaCha8Rng, Xoshiro256PlusPlus};
use rand::{Rng, SeedableRng};
use tapis_games::game::{InformationSet, Observed, Turn};
use tapis_games::seat::Seat;

use super::context::SearchContext;
use super::endgame::EndgameSolver;
use super::goal::Leaf;
use super::stream;
use super::tally::Tally;
use super::tree::{Puct, Step, Tree, TreePolicy};
use super::work;
use crate::heuristics::Heuristics;
use round::OpenRound;

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
    own: Own<G>,
}

/// What a tree knows by itself: with the context of the same question it goes on where it stopped.
pub(crate) struct Own<G: Observed> {
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
    /// The round that the end of a budget cut short.
    open: Option<OpenRound<G::State>>,
    /// The results since the last merge.
    tally: Tally,
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

impl<G: Observed> Own<G> {
    /// The memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.tree.bytes() + self.endgame.bytes() + self.tally.bytes()
    }

    /// Whether the clock has decided any of what it knows.
    pub(crate) fn is_hurried(&self) -> bool {
        self.endgame.hurried
    }
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
        let own = Own {
            seeds,
            chance: policy.clone(),
            policy,
            tree,
            endgame: EndgameSolver::new(tuning.endgame_nodes, bytes / 4, context.has_move_scores),
            path: Vec::with_capacity(64),
            round: Vec::with_capacity(context.moves.len()),
            open: None,
            tally: Tally::new(context.moves.len()),
            rounds: 0,
            place: first,
            played: 0,
            line_work: 0,
            uncounted_lines: 0,
            lines: (0, 0),
        };
        Self { context, own }
    }

    /// A tree that goes on where it stopped; `context` is that of the same question.
    pub(crate) fn of(context: &'a SearchContext<'a, G>, own: Own<G>) -> Self {
        Self { context, own }
    }

    /// What the tree knows by itself.
    pub(crate) fn into_own(self) -> Own<G> {
        self.own
    }

    /// Whether there is a line to play: the tree policy always knows one.
    pub(crate) fn has_work(&self, candidates: &[usize]) -> bool {
        self.context.guided || !candidates.is_empty()
    }

    /// Plays the next lines, at most `budget`: one whose first move the tree policy chooses, or a round of the `candidates`, if there are
    /// any, or the rest of one. Returns their number.
    pub(crate) fn advance(&mut self, candidates: &[usize], budget: u64) -> u64 {
        let share = self.context.tuning.guided_share;
        let due = (self.own.lines.1 as f64) < share * (self.own.lines.0 + 1) as f64;
        let guided = self.context.guided && self.own.open.is_none() && (due || candidates.is_empty());
        let lines = if guided { self.guided_line() } else { self.round(candidates, budget) };
        self.own.lines.0 += lines;
        self.own.lines.1 += u64::from(guided);
        self.own.uncounted_lines += lines;
        lines
    }

    /// Draws a world and plays one line in it.
    fn guided_line(&mut self) -> u64 {
        let seed = self.own.seeds.next_u64();
        let world = self.draw_world(seed);
        let candidate = self.own.tree.select(0, &mut self.own.policy) as usize;
        self.iterate(world, candidate, 0);
        1
    }

    /// The next world. Chance in it comes from `seed` alone.
    fn draw_world(&mut self, seed: u64) -> G::State {
        self.own.chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let SearchContext { rules, knowledge, determinizer, goal, .. } = self.context;
        self.own.line_work += determinizer.work();
        let world =
            determinizer.next(*rules, knowledge, goal.seat, &mut self.own.place, &mut self.own.chance);
        self.own.chance = Xoshiro256PlusPlus::seed_from_u64(!seed);
        world
    }

    /// How often the tree policy chose a root move.
    pub(crate) fn visits(&self, candidate: usize) -> u32 {
        self.own.tree.edge(candidate as u32).visits
    }

    /// The mean utility of a root move in the lines for which the tree policy chose it.
    pub(crate) fn mean(&self, candidate: usize) -> f32 {
        self.own.tree.edge(candidate as u32).mean
    }

    /// Sets the time and the work at which attempts to solve a world are abandoned.
    pub(crate) fn set_limits(&mut self, deadline: Option<Instant>, work: u64) {
        self.own.endgame.deadline = deadline;
        self.own.endgame.most_work = work::of_ends(work);
    }

    /// The part of the [`work`] that attempts to solve ends took.
    #[cfg(feature = "testing")]
    pub(crate) fn work_of_ends(&self) -> u64 {
        self.own.endgame.work
    }

    /// The [`work`] so far.
    pub(crate) fn work_done(&self) -> u64 {
        self.own.line_work + self.own.endgame.work
    }

    /// Lines since the last call.
    pub(crate) fn take_line_count(&mut self) -> u64 {
        std::mem::take(&mut self.own.uncounted_lines)
    }

    /// The root moves proved in this tree.
    pub(crate) fn proved(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.context.moves.len()).filter(|&index| self.proof(index).is_some())
    }

    /// The exact value of a root move, if it is proved.
    pub(crate) fn proof(&self, candidate: usize) -> Option<&Leaf> {
        self.own.tree.exact(candidate as u32)
    }

    pub(crate) fn tree(&self) -> &Tree<G::Move> {
        &self.own.tree
    }

    /// One iteration: selection, expansion, playout and backpropagation to the steps from `counted_from` on.
    fn iterate(&mut self, mut state: G::State, candidate: usize, counted_from: usize) -> Leaf {
        let context = self.context;
        self.own.path.clear();
        let mut step = (0, candidate as u32);
        loop {
            self.own.path.push(step);
            if let Some(&leaf) = self.own.tree.exact(step.1) {
                return self.backpropagate(leaf, LeafSource::Sampled, counted_from);
            }
            let mv = self.own.tree.edge(step.1).mv;
            context.rules.play_unchecked(&mut state, mv);
            let Some(seat) = self.next_seat(&mut state) else {
                let leaf = context.goal.leaf(context.rules, &state);
                return self.backpropagate(leaf, LeafSource::Exact, counted_from);
            };
            if context.open
                && self.own.endgame.is_useful(self.own.path.len())
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
            step = (node, self.own.tree.select(node, &mut self.own.policy));
        }
    }

    /// Adds the line of the current path, and what it proves.
    #[inline]
    fn backpropagate(&mut self, leaf: Leaf, rest: LeafSource, counted_from: usize) -> Leaf {
        self.own.tree.backpropagate(self.own.path.get(counted_from..).unwrap_or_default(), &leaf);
        if self.context.provable && rest == LeafSource::Exact {
            self.own.tree.prove(&self.own.path, &leaf);
        }
        self.own.endgame.add_budget(self.own.path.len() as u32 + std::mem::take(&mut self.own.played));
        leaf
    }

    /// The exact value of `state` with all cards open, if it is known or can be solved now. `leaves`: the line leaves
    /// the tree here.
    #[inline]
    fn solve(&mut self, state: &G::State, leaves: bool) -> Option<Leaf> {
        let context = self.context;
        if let Some(&leaf) = self.own.endgame.known(context.rules, state) {
            return Some(leaf);
        }
        let depth = self.own.path.len();
        if self.own.endgame.is_due(depth, leaves) {
            return self.own.endgame.attempt(context.rules, &context.goal, state, depth);
        }
        None
    }

    /// The number of worlds behind the values: one per round, those of a pool only once. The lines of the tree policy are not counted, as
    /// values do not rest on them.
    pub(crate) fn worlds(&self) -> u64 {
        match self.context.determinizer.pool.len() {
            0 => self.own.rounds,
            pool => self.own.rounds.min(pool as u64),
        }
    }

    /// The number of worlds solved to the end.
    pub(crate) fn solved(&self) -> u64 {
        self.own.endgame.solved
    }

    /// The node of `state`, reached by `edge`. Adds it if the edge is expandable; `None` outside the tree.
    #[inline]
    fn node(&mut self, edge: u32, state: &G::State, seat: Seat) -> Option<u32> {
        if !self.own.tree.is_expandable(edge) {
            return None;
        }
        let key = node_key(self.context.rules, state, seat);
        if let Some(node) = self.own.tree.child(edge, key) {
            return Some(node);
        }
        let rules = self.context.rules;
        let moves = rules.legal_moves(state);
        self.own.line_work += moves.len() as u64;
        let node = if self.context.has_move_scores {
            let best = moves.iter().map(|&mv| rules.move_score(state, mv)).max().unwrap_or(0);
            let context = self.context;
            self.own.tree.add(key, seat, &moves, |mv| context.odds(rules.move_score(state, mv) - best))
        } else {
            self.own.tree.add(key, seat, &moves, |_| 0.0)
        }?;
        self.own.tree.link(edge, node);
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
            self.own.line_work += 1;
            let turn = context.rules.turn(state);
            if context.goal.is_end(context.rules, state, turn) {
                return None;
            }
            match turn {
                Turn::Player(seat) => return Some(seat),
                Turn::Chance => {
                    let outcome = context.rules.sample_chance(state, &mut self.own.chance);
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
