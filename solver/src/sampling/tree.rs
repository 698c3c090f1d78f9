//! The nodes of one logical tree: a table of information sets.
//!
//! A node is what the seat to move knows (its [`info_key`](tapis_games::game::Observed::info_key)). So every seat has
//! its own tree inside the one table, and lines that tell the seat the same share a node. This is multiple-observer
//! information-set MCTS (Cowling, Powley and Whitehouse 2012). The legal moves are the same in every world of a node,
//! so every edge is available at every visit.
//!
//! Edges are selected by UCB1 or by PUCT (Rosin 2011; Silver et al. 2017).

use hashbrown::HashTable;
use rand::Rng;
use tapis_games::random::below;
use tapis_games::seat::Seat;

use super::goal::{Leaf, Preference};
use crate::report::TOLERANCE;

/// No node and no proof.
const NONE: u32 = u32::MAX;
/// From here on [`Edge::next`] is an index of proved leaves instead of nodes.
const EXACT: u32 = 1 << 31;

/// One move of a node. It is small because memory access to edges dominates the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<M> {
    pub mv: M,
    pub visits: u32,
    /// Mean utility to the seat to move.
    pub mean: f32,
    /// The node last reached by the edge, or the index of its proved leaf.
    next: u32,
}

impl<M> Edge<M> {
    /// The index of its proved leaf, if it is proved.
    #[inline]
    fn proof(&self) -> Option<usize> {
        (EXACT..NONE).contains(&self.next).then(|| (self.next - EXACT) as usize)
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    key: u64,
    visits: u32,
    /// Mean utility to the seat.
    mean: f32,
    /// The index of its first edge.
    first: u32,
    edges: u16,
    seat: Seat,
}

/// A step of a line: a node and the edge taken.
pub(crate) type Step = (u32, u32);

/// The tree policy: how edges are selected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreePolicy {
    /// PUCT instead of UCB1.
    pub puct: Option<Puct>,
    /// Weight of the exploration term of UCB1.
    pub exploration: f32,
    /// Value of an edge never taken (first-play urgency).
    pub urgency: f32,
    /// Whether the game scores moves.
    pub has_move_scores: bool,
    /// Whether the game is zero-sum between two sides. A proved win then decides its node.
    pub two_sides: bool,
    /// How proofs compare.
    pub preference: Preference,
    /// The number of visits of an edge before its child gets a node.
    pub expansion_threshold: u32,
}

/// The parameters of PUCT; see [`Tuning`](super::tuning::Tuning).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Puct {
    pub exploration: f32,
    pub reduction: f32,
}

/// The part of every prior that is the same for all moves.
const UNIFORM: f32 = 0.02;

/// Turns log-odds into probabilities, [`UNIFORM`] of them equally distributed.
fn softmax(odds: &mut [f32]) {
    let most = odds.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    odds.iter_mut().for_each(|odds| *odds = (*odds - most).exp());
    let sum: f32 = odds.iter().sum();
    let least = UNIFORM / odds.len().max(1) as f32;
    odds.iter_mut().for_each(|odds| *odds = least + (1.0 - UNIFORM) * *odds / sum);
}

impl TreePolicy {
    /// The numerator of UCB1's exploration term after so many visits of the node.
    fn exploration(&self, visits: u32) -> f32 {
        self.exploration * ((visits + 1) as f32).ln().sqrt()
    }
}

/// See the module's text.
pub(crate) struct Tree<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    /// By edge, from its heuristic score: its prior probability (PUCT), or a bias, at most 0, that fades with the visits (UCB1).
    /// Empty if the game scores no moves.
    biases: Vec<f32>,
    index: HashTable<u32>,
    exact: Vec<Leaf>,
    /// Maximal number of edges.
    limit: usize,
    policy: TreePolicy,
    /// The numerator of the exploration term, by visits of the node.
    exploration: Vec<f32>,
}

/// The index of the highest score. Of equals it is the first from `start` on, cyclically.
#[inline]
fn highest(places: usize, start: usize, score: impl Fn(usize) -> f32) -> usize {
    let better = |(best, top): (usize, f32), place: usize| {
        let score = score(place);
        // The branch would be unpredictable, so this selects values instead.
        (if score > top { place } else { best }, if score > top { score } else { top })
    };
    let late = (start..places).fold((start, f32::NEG_INFINITY), better);
    (0..start).fold(late, better).0
}

/// The number of tabulated exploration terms.
const TABULATED_VISITS: u32 = 2048;

impl<M: Copy> Tree<M> {
    /// An empty tree of at most about `bytes`.
    pub(crate) fn new(policy: TreePolicy, bytes: usize) -> Self {
        // The memory of a node and its index entry counts with its edges, of which it has at least two as a rule.
        let limit = bytes / (size_of::<Edge<M>>() + (size_of::<Node>() + 8) / 2);
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            biases: Vec::new(),
            index: HashTable::new(),
            exact: Vec::new(),
            limit: limit.min(EXACT as usize - 1),
            exploration: (0..TABULATED_VISITS).map(|visits| policy.exploration(visits)).collect(),
            policy,
        }
    }

    /// The memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let (nodes, edges) = (self.nodes.capacity(), self.edges.capacity());
        let index = self.index.capacity() * (size_of::<u32>() + 1);
        let exact = self.exact.capacity() * size_of::<Leaf>();
        nodes * size_of::<Node>() + edges * size_of::<Edge<M>>() + 4 * self.biases.capacity() + index + exact
    }

    /// The node with this key, if there is one. `from` is the edge that leads to it.
    #[inline]
    pub(crate) fn child(&mut self, from: u32, key: u64) -> Option<u32> {
        let cached = self.edges[from as usize].next;
        if cached < EXACT && self.nodes[cached as usize].key == key {
            return Some(cached);
        }
        let found = self.find(key)?;
        self.link(from, found);
        Some(found)
    }

    /// The node with this key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<u32> {
        self.index.find(key, |&node| self.nodes[node as usize].key == key).copied()
    }

    /// Adds a node with its moves and their biases (UCB1) or the log-odds of their priors (PUCT); `None` if the tree is full.
    pub(crate) fn add(
        &mut self,
        key: u64,
        seat: Seat,
        moves: &[M],
        bias: impl FnMut(M) -> f32,
    ) -> Option<u32> {
        if self.edges.len() + moves.len() > self.limit {
            return None;
        }
        let node = self.nodes.len() as u32;
        let (first, edges) = (self.edges.len() as u32, moves.len() as u16);
        self.nodes.push(Node { key, visits: 0, mean: 0.0, first, edges, seat });
        self.edges.extend(moves.iter().map(|&mv| Edge { mv, visits: 0, mean: 0.0, next: NONE }));
        if self.policy.has_move_scores {
            self.biases.extend(moves.iter().copied().map(bias));
            if self.policy.puct.is_some() {
                softmax(&mut self.biases[first as usize..]);
            }
        }
        let nodes = &self.nodes;
        self.index.insert_unique(key, node, |&other| nodes[other as usize].key);
        Some(node)
    }

    /// Whether an edge has enough visits to give its child a node.
    #[inline]
    pub(crate) fn is_expandable(&self, edge: u32) -> bool {
        self.edges[edge as usize].visits >= self.policy.expansion_threshold
    }

    #[inline]
    pub(crate) fn edge(&self, edge: u32) -> &Edge<M> {
        &self.edges[edge as usize]
    }

    /// Records the node an edge led to.
    #[inline]
    pub(crate) fn link(&mut self, from: u32, child: u32) {
        self.edges[from as usize].next = child;
    }

    /// The exact value of an edge, if it is proved.
    #[inline]
    pub(crate) fn exact(&self, edge: u32) -> Option<&Leaf> {
        self.exact.get(self.edges[edge as usize].proof()?)
    }

    /// Selects the edge with the highest upper bound. The scan starts at a random edge, so that ties have no fixed winner.
    #[inline]
    pub(crate) fn select<R: Rng + ?Sized>(&self, node: u32, rng: &mut R) -> u32 {
        match self.policy.puct {
            Some(puct) => self.select_by_puct(node, puct, rng),
            None => self.select_by_ucb(node, rng),
        }
    }

    /// PUCT: the mean plus an exploration term in proportion to the prior. An edge never taken has the mean of the node, reduced.
    fn select_by_puct<R: Rng + ?Sized>(&self, node: u32, puct: Puct, rng: &mut R) -> u32 {
        let Node { visits, mean, first, edges, .. } = self.nodes[node as usize];
        let range = first as usize..first as usize + usize::from(edges);
        let (all, priors) = (&self.edges[range.clone()], &self.biases[range]);
        let exploration = puct.exploration * (visits.max(1) as f32).sqrt();
        let open = mean - puct.reduction;
        let score = |place: usize| {
            let edge = &all[place];
            let mean = if edge.visits == 0 { open } else { edge.mean };
            let bound = mean + exploration * priors[place] / (edge.visits + 1) as f32;
            if edge.proof().is_none() { bound } else { edge.mean }
        };
        first + highest(all.len(), below(rng, u32::from(edges)) as usize, score) as u32
    }

    /// UCB1, with first-play urgency and a fading bias.
    #[inline]
    fn select_by_ucb<R: Rng + ?Sized>(&self, node: u32, rng: &mut R) -> u32 {
        let Node { visits, first, edges, .. } = self.nodes[node as usize];
        let range = first as usize..first as usize + usize::from(edges);
        let all = &self.edges[range.clone()];
        let exploration =
            self.exploration.get(visits as usize).copied().unwrap_or_else(|| self.policy.exploration(visits));
        let start = below(rng, u32::from(edges)) as usize;
        let best = match self.biases.get(range) {
            Some(biases) => highest(all.len(), start, |i| self.score(&all[i], exploration, biases[i])),
            None => highest(all.len(), start, |i| self.score(&all[i], exploration, 0.0)),
        };
        first + best as u32
    }

    #[inline]
    fn score(&self, edge: &Edge<M>, exploration: f32, bias: f32) -> f32 {
        let n = edge.visits.max(1) as f32;
        let fading = if bias == 0.0 { 0.0 } else { bias / (n + 1.0) };
        let tried = edge.mean + exploration / n.sqrt() + fading;
        let open = if edge.visits == 0 { self.policy.urgency + bias } else { tried };
        if edge.proof().is_none() { open } else { edge.mean }
    }

    /// Adds a line that ended in `leaf`.
    #[inline]
    pub(crate) fn backpropagate(&mut self, path: &[Step], leaf: &Leaf) {
        for &(node, edge) in path.iter().rev() {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            let utility = leaf.utility(node.seat);
            node.mean += (utility - node.mean) / node.visits as f32;
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.mean += (utility - edge.mean) / edge.visits as f32;
        }
    }

    /// Records that the last edge of `path` is worth exactly `leaf`, and proves the nodes above as far as it decides
    /// them. Only sound if nothing is hidden and no chance is left.
    pub(crate) fn prove(&mut self, path: &[Step], leaf: &Leaf) {
        let mut proof = *leaf;
        for &(node, edge) in path.iter().rev() {
            self.set_exact(edge, node, proof);
            match self.exact_value(node) {
                Some(best) => proof = best,
                None => return,
            }
        }
    }

    fn set_exact(&mut self, edge: u32, node: u32, leaf: Leaf) {
        let seat = self.nodes[node as usize].seat;
        let edge = &mut self.edges[edge as usize];
        edge.mean = leaf.utility(seat);
        if edge.proof().is_none() && self.exact.len() < (NONE - EXACT) as usize {
            edge.next = EXACT + self.exact.len() as u32;
            self.exact.push(leaf);
        }
    }

    /// The exact value of a node: a proved win, or the best edge once all are proved. If each seat plays for itself,
    /// the first of equal edges counts (max^n).
    fn exact_value(&self, node: u32) -> Option<Leaf> {
        let Node { first, edges, seat, .. } = self.nodes[node as usize];
        let all = &self.edges[first as usize..first as usize + usize::from(edges)];
        let proved = || all.iter().filter_map(|edge| self.exact.get(edge.proof()?));
        let whole = proved().count() == all.len();
        if self.policy.two_sides {
            let preference = &self.policy.preference;
            let worth = |leaf: &Leaf| preference.worth(leaf, seat);
            // The utility ranks equal values: by their margins.
            let better = |a: &&Leaf, b: &&Leaf| {
                worth(a).total_cmp(&worth(b)).then(a.utility(seat).total_cmp(&b.utility(seat)))
            };
            let best = proved().max_by(better)?;
            return (whole || preference.is_best_possible(best, seat)).then_some(*best);
        }
        let better = |best: Leaf, leaf: &Leaf| {
            if leaf.value(seat) > best.value(seat) + TOLERANCE { *leaf } else { best }
        };
        if whole { proved().copied().reduce(|best, leaf| better(best, &leaf)) } else { None }
    }

    /// An edge that is proved to win; else the most visited edge, if it has at least `least` visits.
    pub(crate) fn preferred_edge(&self, node: u32, least: u32) -> Option<&Edge<M>> {
        let Node { first, edges, seat, .. } = self.nodes[node as usize];
        let all = &self.edges[first as usize..first as usize + usize::from(edges)];
        let wins = |edge: &&Edge<M>| {
            let leaf = edge.proof().and_then(|proof| self.exact.get(proof));
            leaf.is_some_and(|leaf| self.policy.preference.is_best_possible(leaf, seat))
        };
        let often = || all.iter().rev().max_by_key(|edge| edge.visits).filter(|edge| edge.visits >= least);
        all.iter().find(wins).or_else(often)
    }
}
