//! The nodes of one logical tree: a table of information sets.
//!
//! A node is what the seat to move knows (its [`info_key`](tapis_games::game::Observed::info_key)), so every seat has
//! its own tree inside the one table and lines that tell it the same share a node: multiple-observer information-set
//! MCTS (Cowling, Powley and Whitehouse 2012). The legal moves are a function of what the mover knows, hence the
//! same in every world of a node, and every edge is available as often as its node is visited.

use hashbrown::HashTable;
use rand::Rng;
use tapis_games::random::below;
use tapis_games::seat::Seat;

use super::goal::Leaf;
use crate::report::TOLERANCE;

/// No node, no leaf.
const NONE: u32 = u32::MAX;
/// From here on [`Edge::next`] counts exact worths, below nodes.
const EXACT: u32 = 1 << 31;

/// One move of one node. Small, because most of a search is waiting for edges to come from memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<M> {
    pub mv: M,
    pub visits: u32,
    /// Mean utility of the seat to move.
    pub mean: f32,
    /// The node last reached by the edge, or its exact worth once that is proved: then the node is not asked for any more.
    next: u32,
}

impl<M> Edge<M> {
    /// The place of its exact worth, where proved.
    #[inline]
    fn proof(&self) -> Option<usize> {
        (EXACT..NONE).contains(&self.next).then(|| (self.next - EXACT) as usize)
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    key: u64,
    visits: u32,
    /// Its first edge.
    first: u32,
    edges: u16,
    seat: Seat,
}

/// Where a line went: a node and the edge taken.
pub(crate) type Step = (u32, u32);

/// How edges are chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// Weight of the exploration term of UCB1.
    pub exploration: f32,
    /// Worth of an edge never taken (first-play urgency).
    pub urgency: f32,
    /// Whether the game has opinions of moves.
    pub opinionated: bool,
    /// Whether one side's gain is the other's loss, so that a proved win decides a node whatever else is there.
    pub two_sides: bool,
    /// The utility of a win.
    pub win: f32,
    /// Lines that have taken an edge before its end gets a node.
    pub ripe: u32,
}

impl Choice {
    /// The numerator of UCB1's exploration term at a node of so many visits.
    fn reach(&self, visits: u32) -> f32 {
        self.exploration * ((visits + 1) as f32).ln().sqrt()
    }
}

/// See the module's text.
pub(crate) struct Tree<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    /// By edge, what the game's opinion takes off it while it is seldom visited, at most 0; empty where it has none.
    biases: Vec<f32>,
    index: HashTable<u32>,
    exact: Vec<Leaf>,
    /// No node is made from this many edges on.
    limit: usize,
    choice: Choice,
    /// The exploration term's numerator after so many visits.
    reach: Vec<f32>,
}

/// Which of so many places scores highest; of equals the first from `start` on, counted on over the end.
#[inline]
fn highest(places: usize, start: usize, score: impl Fn(usize) -> f32) -> usize {
    let better = |(best, top): (usize, f32), place: usize| {
        let score = score(place);
        // Which is best cannot be predicted: a choice of values, no jump.
        (if score > top { place } else { best }, if score > top { score } else { top })
    };
    let late = (start..places).fold((start, f32::NEG_INFINITY), better);
    (0..start).fold(late, better).0
}

/// Visits whose exploration term is looked up.
const FAMILIAR: u32 = 2048;

impl<M: Copy> Tree<M> {
    /// An empty tree of at most about `bytes`.
    pub(crate) fn new(choice: Choice, bytes: usize) -> Self {
        // A node with its place in the index is booked on its edges: rarely fewer than two.
        let limit = bytes / (size_of::<Edge<M>>() + (size_of::<Node>() + 8) / 2);
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            biases: Vec::new(),
            index: HashTable::new(),
            exact: Vec::new(),
            limit: limit.min(EXACT as usize - 1),
            reach: (0..FAMILIAR).map(|visits| choice.reach(visits)).collect(),
            choice,
        }
    }

    /// The node of what `seat` knows, if there is one; `from` is the edge that leads there.
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

    /// Adds a node and its moves with their biases; `None` when the tree is full.
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
        self.nodes.push(Node { key, visits: 0, first, edges, seat });
        self.edges.extend(moves.iter().map(|&mv| Edge { mv, visits: 0, mean: 0.0, next: NONE }));
        if self.choice.opinionated {
            self.biases.extend(moves.iter().copied().map(bias));
        }
        let nodes = &self.nodes;
        self.index.insert_unique(key, node, |&other| nodes[other as usize].key);
        Some(node)
    }

    /// Whether an edge has been taken often enough to give its end a node.
    #[inline]
    pub(crate) fn ripe(&self, edge: u32) -> bool {
        self.edges[edge as usize].visits >= self.choice.ripe
    }

    #[inline]
    pub(crate) fn edge(&self, edge: u32) -> &Edge<M> {
        &self.edges[edge as usize]
    }

    /// Notes the node an edge led to.
    #[inline]
    pub(crate) fn link(&mut self, from: u32, child: u32) {
        self.edges[from as usize].next = child;
    }

    /// The exact worth of an edge, where proved.
    #[inline]
    pub(crate) fn exact(&self, edge: u32) -> Option<&Leaf> {
        self.exact.get(self.edges[edge as usize].proof()?)
    }

    /// The edge to take at a node: the highest upper confidence bound (UCB1), with first-play urgency and a bias that
    /// fades with the visits. The scan starts anywhere, so that nothing favours the first of equals.
    #[inline]
    pub(crate) fn select<R: Rng + ?Sized>(&self, node: u32, rng: &mut R) -> u32 {
        let Node { visits, first, edges, .. } = self.nodes[node as usize];
        let range = first as usize..first as usize + usize::from(edges);
        let all = &self.edges[range.clone()];
        let reach = self.reach.get(visits as usize).copied().unwrap_or_else(|| self.choice.reach(visits));
        let start = below(rng, u32::from(edges)) as usize;
        let best = match self.biases.get(range) {
            Some(biases) => highest(all.len(), start, |i| self.score(&all[i], reach, biases[i])),
            None => highest(all.len(), start, |i| self.score(&all[i], reach, 0.0)),
        };
        first + best as u32
    }

    #[inline]
    fn score(&self, edge: &Edge<M>, reach: f32, bias: f32) -> f32 {
        let n = edge.visits.max(1) as f32;
        let fading = if bias == 0.0 { 0.0 } else { bias / (n + 1.0) };
        let tried = edge.mean + reach / n.sqrt() + fading;
        let open = if edge.visits == 0 { self.choice.urgency + bias } else { tried };
        if edge.proof().is_none() { open } else { edge.mean }
    }

    /// Books a line that ended in `leaf`.
    #[inline]
    pub(crate) fn book(&mut self, path: &[Step], leaf: &Leaf) {
        for &(node, edge) in path.iter().rev() {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            let utility = leaf.utility(node.seat);
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.mean += (utility - edge.mean) / edge.visits as f32;
        }
    }

    /// Books a proof: the last edge of `path` is worth exactly `leaf`. Edges above it are proved as far as it
    /// decides them. Only where nothing is hidden, no chance is left and two seats play.
    pub(crate) fn prove(&mut self, path: &[Step], leaf: &Leaf) {
        let mut proof = *leaf;
        for &(node, edge) in path.iter().rev() {
            self.settle(edge, node, proof);
            match self.decided(node) {
                Some(best) => proof = best,
                None => return,
            }
        }
    }

    fn settle(&mut self, edge: u32, node: u32, leaf: Leaf) {
        let seat = self.nodes[node as usize].seat;
        let edge = &mut self.edges[edge as usize];
        edge.mean = leaf.utility(seat);
        if edge.proof().is_none() && self.exact.len() < (NONE - EXACT) as usize {
            edge.next = EXACT + self.exact.len() as u32;
            self.exact.push(leaf);
        }
    }

    /// What a node is worth exactly: a proved win, or the best of its edges once all are proved. Where each seat plays
    /// for itself, the first of equally good edges counts (max^n).
    fn decided(&self, node: u32) -> Option<Leaf> {
        let Node { first, edges, seat, .. } = self.nodes[node as usize];
        let all = &self.edges[first as usize..first as usize + usize::from(edges)];
        let proved = || all.iter().filter_map(|edge| self.exact.get(edge.proof()?));
        let whole = proved().count() == all.len();
        if self.choice.two_sides {
            let best = proved().max_by(|a, b| a.utility(seat).total_cmp(&b.utility(seat)))?;
            return (whole || best.utility(seat) >= self.choice.win).then_some(*best);
        }
        let better = |best: Leaf, leaf: &Leaf| {
            if leaf.value(seat) > best.value(seat) + TOLERANCE { *leaf } else { best }
        };
        if whole { proved().copied().reduce(|best, leaf| better(best, &leaf)) } else { None }
    }

    /// The edge of a node that is proved to win; or that was taken most often, if that was at least `least` times.
    pub(crate) fn favourite(&self, node: u32, least: u32) -> Option<&Edge<M>> {
        let Node { first, edges, .. } = self.nodes[node as usize];
        let all = &self.edges[first as usize..first as usize + usize::from(edges)];
        let wins = |edge: &&Edge<M>| edge.proof().is_some() && edge.mean >= self.choice.win;
        let often = || all.iter().rev().max_by_key(|edge| edge.visits).filter(|edge| edge.visits >= least);
        all.iter().find(wins).or_else(often)
    }
}
