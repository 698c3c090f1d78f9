//! In which order the moves of a node are tried. Sound whatever it says: it decides only how soon a cut comes.

use std::hash::{Hash, Hasher};

use crate::heuristics::Heuristics;

/// What earlier nodes taught about moves: killers by distance from the root, history by move.
pub struct Order<M> {
    enabled: bool,
    killers: Vec<[Option<M>; 2]>,
    history: [Vec<u32>; 2],
    /// The moves of all nodes under way, one stretch a node: each a rank, the greatest to be tried first.
    stack: Vec<i64>,
}

/// The moves of one node, as they are handed out.
pub struct Picks {
    base: usize,
    at: usize,
    first: Option<usize>,
    stage: Stage,
}

#[derive(PartialEq)]
enum Stage {
    First,
    Unscored,
    Scored,
}

/// Where a node lies, as far as ordering cares.
#[derive(Clone, Copy)]
pub struct Spot {
    /// Plies from the root.
    pub ply: usize,
    /// 0 for the side that maximises, 1 for the other.
    pub side: usize,
}

const HISTORY: usize = 1 << 12;
/// Moves picked one by one before the rest is sorted: most cuts come early.
const PICKED: usize = 3;
const KILLER: i64 = 1 << 40;
/// Opinions are told apart up to this: it leaves room for the rest of a rank.
const OPINION: i32 = 1 << 24;

impl<M: Copy + Eq + Hash> Order<M> {
    /// An order that has learnt nothing; not `enabled`, it stays canonical.
    pub fn new(enabled: bool) -> Self {
        let history = || vec![0; if enabled { HISTORY } else { 0 }];
        Self { enabled, killers: Vec::new(), history: [history(), history()], stack: Vec::new() }
    }

    /// Starts on a node whose table move is number `first`.
    pub fn start(&self, first: Option<usize>) -> Picks {
        Picks { base: self.stack.len(), at: 0, first: first.filter(|_| self.enabled), stage: Stage::First }
    }

    /// The next of `moves` to try, as its number.
    pub fn next<G: Heuristics<Move = M>>(
        &mut self,
        picks: &mut Picks,
        rules: &G,
        state: &G::State,
        moves: &[M],
        spot: Spot,
    ) -> Option<usize> {
        if !self.enabled {
            picks.at += 1;
            return (picks.at <= moves.len()).then(|| picks.at - 1);
        }
        if picks.stage == Stage::First {
            picks.stage = Stage::Unscored;
            if let Some(first) = picks.first.filter(|&first| first < moves.len()) {
                return Some(first);
            }
            picks.first = None;
        }
        if picks.stage == Stage::Unscored {
            picks.stage = Stage::Scored;
            self.score(picks, rules, state, moves, spot);
        }
        let rest = self.stack.get_mut(picks.base + picks.at..)?;
        if picks.at < PICKED {
            let mut best = (0, *rest.first()?);
            for (place, &rank) in rest.iter().enumerate() {
                best = if rank > best.1 { (place, rank) } else { best };
            }
            rest.swap(0, best.0);
        } else if picks.at == PICKED {
            rest.sort_unstable_by_key(|&rank| std::cmp::Reverse(rank));
        }
        let &rank = rest.first()?;
        picks.at += 1;
        Some(number(rank))
    }

    /// Ends a node.
    pub fn finish(&mut self, picks: &Picks) {
        self.stack.truncate(picks.base);
    }

    /// Learns that `mv` cut off a node above `nodes` positions.
    pub fn cut(&mut self, mv: M, spot: Spot, nodes: u64) {
        if !self.enabled {
            return;
        }
        if self.killers.len() <= spot.ply {
            self.killers.resize(spot.ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[spot.ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let weight = 64 - nodes.leading_zeros();
        let slot = &mut self.history[spot.side][history_slot(mv)];
        *slot += weight;
        if *slot > 1 << 20 {
            self.history[spot.side].iter_mut().for_each(|count| *count /= 2);
        }
    }

    fn score<G: Heuristics<Move = M>>(
        &mut self,
        picks: &Picks,
        rules: &G,
        state: &G::State,
        moves: &[M],
        spot: Spot,
    ) {
        let killers = self.killers.get(spot.ply).copied().unwrap_or([None; 2]);
        let history = &self.history[spot.side];
        let base = self.stack.len();
        self.stack.extend(moves.iter().enumerate().map(|(number, &mv)| {
            let opinion = i64::from(rules.move_score(state, mv).clamp(-OPINION, OPINION)) << 20;
            let killer = |place: usize| i64::from(killers[place] == Some(mv)) * (KILLER >> place);
            let learnt = killer(0) + killer(1) + i64::from(history[history_slot(mv)]);
            rank(opinion + learnt, number as u16)
        }));
        if let Some(first) = picks.first {
            self.stack.swap_remove(base + first);
        }
    }
}

/// Higher score first, then canonical order.
fn rank(score: i64, number: u16) -> i64 {
    score << 16 | i64::from(!number)
}

/// The number of the move with this rank.
fn number(rank: i64) -> usize {
    usize::from(!(rank as u16))
}

fn history_slot<M: Hash>(mv: M) -> usize {
    let mut hasher = Mix(0);
    mv.hash(&mut hasher);
    (hasher.0 >> 52) as usize % HISTORY
}

/// A cheap hash of a few small integers: a collision only blurs a statistic.
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }
    fn write_u16(&mut self, n: u16) {
        self.write_u64(u64::from(n));
    }
    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }
}
