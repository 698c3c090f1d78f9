//! One logical tree at work: its worlds, its iterations, its tallies.

use std::time::Instant;

use rand::Rng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Observed, Turn};
use tapis_games::seat::Seat;

use super::deals::Deals;
use super::ends::Ends;
use super::goal::{Goal, Leaf};
use super::stream::{self, Quick};
use super::tally::Tally;
use super::tree::{Choice, Step, Tree};
use super::tuning::Tuning;
use crate::heuristics::Heuristics;

/// A line is cut off after this many plies and counted as it stands: no game of the registry comes near.
const LONGEST: u32 = 20_000;

/// What all trees of a search share.
pub(crate) struct Ground<'a, G: Observed> {
    pub rules: &'a G,
    pub knowledge: &'a G::Knowledge,
    /// Where worlds come from.
    pub deals: Deals<G::State>,
    /// Legal moves of the seat advised, in canonical order.
    pub moves: &'a [G::Move],
    pub goal: Goal,
    pub tuning: Tuning,
    /// Nothing is known privately: what is solved with everything open is true.
    pub open: bool,
    /// Besides, no chance is left: lines can be proved.
    pub solid: bool,
    /// Whether the game has opinions of moves at all.
    pub opinionated: bool,
}

/// How the worth of a line was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// It follows from the position where the line left the tree.
    Exact,
    /// The rest was played at random, or was known before.
    Sampled,
}

/// See the module's text.
pub(crate) struct Worker<'a, G: Observed> {
    ground: &'a Ground<'a, G>,
    /// Seeds of the rounds.
    seeds: ChaCha8Rng,
    /// Chance inside a line; set anew for every line of a round, so that all candidates meet the same luck.
    chance: Quick,
    /// Choices of the search.
    policy: Quick,
    tree: Tree<G::Move>,
    ends: Ends,
    path: Vec<Step>,
    round: Vec<(usize, Leaf)>,
    /// What the rounds since the last merge found.
    pub tally: Tally,
    /// Rounds begun.
    rounds: u64,
    /// Where in a pool of worlds this tree began and where it is, counted on over the end.
    places: (u64, u64),
    /// Plies of the last playout.
    played: u32,
    /// Lines since they were last counted.
    fresh: u64,
}

impl<'a, G: Observed + Heuristics> Worker<'a, G> {
    /// The tree with this number, of `trees`.
    pub(crate) fn new(ground: &'a Ground<'a, G>, seed: [u8; 32], number: usize, trees: usize) -> Self {
        let mut seeds = stream::keyed(seed, number as u64);
        let tuning = &ground.tuning;
        let choice = Choice {
            exploration: tuning.exploration,
            urgency: tuning.urgency,
            win: ground.goal.win(),
            ripe: ground.rules.ripe_after(),
            opinionated: ground.opinionated,
            two_sides: ground.rules.seats() == 2 || ground.goal.paranoid,
        };
        let bytes = tuning.bytes / trees;
        let mut tree = Tree::new(choice, bytes - bytes / 4);
        let seat = ground.goal.seat;
        let world = ground.rules.sample_world(ground.knowledge, &mut seeds);
        tree.add(key(ground.rules, &world, seat), seat, ground.moves, |_| 0.0);
        let policy = Quick::new(seeds.next_u64());
        let first = (ground.deals.pool.len() * number / trees) as u64;
        Self {
            ground,
            seeds,
            chance: policy.clone(),
            policy,
            tree,
            ends: Ends::new(tuning.ends, bytes / 4, ground.opinionated),
            path: Vec::with_capacity(64),
            round: Vec::with_capacity(ground.moves.len()),
            tally: Tally::new(ground.moves.len()),
            rounds: 0,
            places: (first, first),
            played: 0,
            fresh: 0,
        }
    }

    /// Draws a world and tries the `candidates` (indices of root moves) in it, one line each, at most `budget` of
    /// them. Answers the number of lines.
    pub(crate) fn round(&mut self, candidates: &[usize], budget: u64) -> u64 {
        let seed = self.seeds.next_u64();
        self.chance = Quick::new(seed);
        let Ground { rules, knowledge, deals, goal, .. } = self.ground;
        let world = deals.next(*rules, knowledge, goal.seat, &mut self.places.1, &mut self.chance);
        self.rounds += 1;
        self.round.clear();
        for &candidate in candidates.iter().take(budget.min(candidates.len() as u64) as usize) {
            self.chance = Quick::new(!seed);
            let leaf = self.line(world.clone(), candidate);
            self.round.push((candidate, leaf));
        }
        self.tally.add(&self.round, self.ground.goal.seat);
        let lines = self.round.len() as u64;
        self.fresh += lines;
        lines
    }

    /// Gives up what takes longer than a line once `deadline` has come.
    pub(crate) fn until(&mut self, deadline: Option<Instant>) {
        self.ends.deadline = deadline;
    }

    /// Lines since the last call.
    pub(crate) fn done(&mut self) -> u64 {
        std::mem::take(&mut self.fresh)
    }

    /// Root moves proved in this tree.
    pub(crate) fn proved(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.ground.moves.len()).filter(|&index| self.proof(index).is_some())
    }

    /// The exact worth of a root move, where proved.
    pub(crate) fn proof(&self, candidate: usize) -> Option<&Leaf> {
        self.tree.exact(candidate as u32)
    }

    pub(crate) fn tree(&self) -> &Tree<G::Move> {
        &self.tree
    }

    /// One iteration: down the tree, out of it to the end, and back.
    fn line(&mut self, mut state: G::State, candidate: usize) -> Leaf {
        let ground = self.ground;
        self.path.clear();
        let mut step = (0, candidate as u32);
        loop {
            self.path.push(step);
            if let Some(&leaf) = self.tree.exact(step.1) {
                return self.back(leaf, Rest::Sampled);
            }
            let mv = self.tree.edge(step.1).mv;
            ground.rules.play_unchecked(&mut state, mv);
            let Some(seat) = self.next_seat(&mut state) else {
                return self.back(ground.goal.leaf(ground.rules, &state), Rest::Exact);
            };
            if ground.open
                && self.ends.helps(self.path.len())
                && let Some(leaf) = self.solve(&state, false)
            {
                return self.back(leaf, Rest::Exact);
            }
            let Some(node) = self.node(step.1, &state, seat) else {
                return match self.solve(&state, true) {
                    Some(leaf) => self.back(leaf, Rest::Exact),
                    None => {
                        let leaf = self.playout(state);
                        self.back(leaf, Rest::Sampled)
                    }
                };
            };
            step = (node, self.tree.select(node, &mut self.policy));
        }
    }

    /// Books the line just walked, and what it proves.
    #[inline]
    fn back(&mut self, leaf: Leaf, rest: Rest) -> Leaf {
        self.tree.book(&self.path, &leaf);
        if self.ground.solid && rest == Rest::Exact {
            self.tree.prove(&self.path, &leaf);
        }
        self.ends.earn(self.path.len() as u32 + std::mem::take(&mut self.played));
        leaf
    }

    /// The exact worth of `state` with everything in it open, if that was found before or can be now; `leaves`: the
    /// line leaves the tree here.
    #[inline]
    fn solve(&mut self, state: &G::State, leaves: bool) -> Option<Leaf> {
        let ground = self.ground;
        if let Some(&leaf) = self.ends.known(ground.rules, state) {
            return Some(leaf);
        }
        let depth = self.path.len();
        if self.ends.due(depth, leaves) {
            return self.ends.attempt(ground.rules, &ground.goal, state, depth);
        }
        None
    }

    /// Worlds looked at: one a round, those of a pool only once.
    pub(crate) fn worlds(&self) -> u64 {
        match self.ground.deals.pool.len() {
            0 => self.rounds,
            pool => (self.places.1 - self.places.0).min(pool as u64),
        }
    }

    /// Whether its worlds count by how well they explain what was seen.
    pub(crate) fn weighs_worlds(&self) -> bool {
        self.ground.deals.weighed()
    }

    /// Whether lines end with the round instead of the game.
    pub(crate) fn ends_with_round(&self) -> bool {
        self.ground.goal.horizon
    }

    /// Worlds solved to their ends.
    pub(crate) fn solved(&self) -> u64 {
        self.ends.solved
    }

    /// The node of `state`, reached by `edge`: made if the edge is ripe; `None` outside the tree.
    #[inline]
    fn node(&mut self, edge: u32, state: &G::State, seat: Seat) -> Option<u32> {
        if !self.tree.ripe(edge) {
            return None;
        }
        let key = key(self.ground.rules, state, seat);
        if let Some(node) = self.tree.child(edge, key) {
            return Some(node);
        }
        let rules = self.ground.rules;
        let moves = rules.legal_moves(state);
        let node = if self.ground.opinionated {
            let weight = self.ground.tuning.opinion / 1000.0;
            let best = moves.iter().map(|&mv| rules.move_score(state, mv)).max().unwrap_or(0);
            self.tree.add(key, seat, &moves, |mv| (rules.move_score(state, mv) - best) as f32 * weight)
        } else {
            self.tree.add(key, seat, &moves, |_| 0.0)
        }?;
        self.tree.link(edge, node);
        Some(node)
    }

    /// Resolves chance and forced moves until a seat has a choice; `None` at the end of the line.
    #[inline]
    fn next_seat(&mut self, state: &mut G::State) -> Option<Seat> {
        let rules = self.ground.rules;
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
        let ground = self.ground;
        loop {
            let turn = ground.rules.turn(state);
            if ground.goal.is_end(ground.rules, state, turn) {
                return None;
            }
            match turn {
                Turn::Player(seat) => return Some(seat),
                Turn::Chance => {
                    let outcome = ground.rules.sample_chance(state, &mut self.chance);
                    if ground.rules.resolve(state, &outcome).is_err() {
                        return None; // a sampled outcome always fits: conformance-tested
                    }
                }
                Turn::Over => return None,
            }
        }
    }

    /// Plays on to the end.
    fn playout(&mut self, mut state: G::State) -> Leaf {
        let ground = self.ground;
        self.played = if ground.tuning.tournament > 1 && ground.opinionated {
            self.play_by_opinion(&mut state)
        } else {
            self.play_at_random(&mut state)
        };
        ground.goal.leaf(ground.rules, &state)
    }

    fn play_by_opinion(&mut self, state: &mut G::State) -> u32 {
        let ground = self.ground;
        for plies in 1..=LONGEST {
            let mv = ground.rules.playout_move(state, &mut self.policy).or_else(|| self.pick(state));
            let Some(mv) = mv else { return plies };
            ground.rules.play_unchecked(state, mv);
            if self.next_seat(state).is_none() {
                return plies;
            }
        }
        LONGEST
    }

    /// A forced move is not looked for: one drawn from a single move is that move.
    fn play_at_random(&mut self, state: &mut G::State) -> u32 {
        let ground = self.ground;
        for plies in 1..=LONGEST {
            let Some(mv) = ground.rules.random_move(state, &mut self.policy) else { return plies };
            ground.rules.play_unchecked(state, mv);
            if self.next_turn(state).is_none() {
                return plies;
            }
        }
        LONGEST
    }

    /// The most promising of a few random moves.
    fn pick(&mut self, state: &G::State) -> Option<G::Move> {
        let rules = self.ground.rules;
        let moves = rules.legal_moves(state);
        let draws = self.ground.tuning.tournament.min(moves.len() as u32);
        (0..draws)
            .map(|_| moves[tapis_games::random::below(&mut self.policy, moves.len() as u32) as usize])
            .max_by_key(|&mv| rules.move_score(state, mv))
    }
}

/// The key of the node of what `seat` knows in `state`.
#[inline]
pub(crate) fn key<G: Observed>(rules: &G, state: &G::State, seat: Seat) -> u64 {
    rules.info_key(state, seat) ^ u64::from(seat.0).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Whether `rules` has opinions of moves: any move on a random line from `world` has a score.
pub(crate) fn has_opinions<G: Observed + Heuristics>(rules: &G, world: &G::State) -> bool {
    let mut found = false;
    random_line(rules, world, &mut Quick::new(1), |state| {
        found = found || rules.legal_moves(state).iter().any(|&mv| rules.move_score(state, mv) != 0);
        !found
    });
    found
}

/// The end of a random line from `world`, by the measure of `goal`.
pub(crate) fn random_end<G: Heuristics>(
    rules: &G,
    goal: &Goal,
    world: &G::State,
    rng: &mut Quick,
) -> G::State {
    random_line(rules, world, rng, |state| !goal.is_end(rules, state, rules.turn(state)))
}

/// Plays at random from `world` while `go_on` says so, at most to the end.
fn random_line<G: Heuristics>(
    rules: &G,
    world: &G::State,
    rng: &mut Quick,
    mut go_on: impl FnMut(&G::State) -> bool,
) -> G::State {
    let mut state = world.clone();
    for _ in 0..LONGEST {
        if !go_on(&state) {
            break;
        }
        match rules.playout_move(&state, rng).or_else(|| rules.random_move(&state, rng)) {
            Some(mv) => rules.play_unchecked(&mut state, mv),
            None if rules.turn(&state) == Turn::Chance => {
                let outcome = rules.sample_chance(&state, rng);
                if rules.resolve(&mut state, &outcome).is_err() {
                    break; // a sampled outcome always fits: conformance-tested
                }
            }
            None => break,
        }
    }
    state
}
