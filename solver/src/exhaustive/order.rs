//! In which order the moves of a node are tried. Sound whatever it says: it decides only how soon a cut comes.

use std::hash::{Hash, Hasher};

use crate::heuristics::Heuristics;

/// What earlier nodes taught about moves: killers by distance from the root, history by move.
pub struct Order<M> {
    enabled: bool,
    killers: Vec<[Option<M>; 2]>,
    history: [Vec<u32>; 2],
    /// Whether the game was seen to prefer a move to another. As long as it was not, killers come before all that is
    /// ranked, and often make ranking needless.
    opinionated: bool,
    /// The moves of all nodes under way, one stretch a node: each a rank, the greatest to be tried first.
    stack: Vec<i64>,
}

/// The moves of one node, as they are handed out.
pub struct Picks {
    base: usize,
    at: usize,
    /// Moves that need no rank: that of the table, then killers. Those handed out are numbers of moves of the node.
    early: [Option<usize>; EARLY],
    stage: Stage,
}

/// What is handed out next.
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    First,
    Killer(usize),
    Unscored,
    Scored,
}

/// A move of the table and two killers.
const EARLY: usize = 3;

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
        let history = [history(), history()];
        Self { enabled, killers: Vec::new(), history, opinionated: false, stack: Vec::new() }
    }

    /// Starts on a node whose table move is number `first`.
    pub fn start(&self, first: Option<usize>) -> Picks {
        let first = first.filter(|_| self.enabled);
        Picks { base: self.stack.len(), at: 0, early: [first, None, None], stage: Stage::First }
    }

    /// The next of `moves` to try, as its number.
    #[inline]
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
        if picks.stage != Stage::Scored {
            if let Some(early) = self.early(picks, moves, spot) {
                return Some(early);
            }
            picks.stage = Stage::Scored;
            self.score(picks, rules, state, moves, spot);
        }
        self.ranked(picks)
    }

    /// The best of the moves that are ranked and not yet handed out.
    #[inline]
    fn ranked(&mut self, picks: &mut Picks) -> Option<usize> {
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

    /// The next move that needs no rank.
    fn early(&self, picks: &mut Picks, moves: &[M], spot: Spot) -> Option<usize> {
        loop {
            match picks.stage {
                Stage::First => {
                    picks.stage = if self.opinionated { Stage::Unscored } else { Stage::Killer(0) };
                    picks.early[0] = picks.early[0].filter(|&first| first < moves.len());
                    if picks.early[0].is_some() {
                        return picks.early[0];
                    }
                }
                Stage::Killer(place) if place < EARLY - 1 => {
                    picks.stage = Stage::Killer(place + 1);
                    let killer = self.killers.get(spot.ply).and_then(|killers| killers[place]);
                    let number = killer.and_then(|killer| moves.iter().position(|&mv| mv == killer));
                    if number.is_some() && !picks.early.contains(&number) {
                        picks.early[place + 1] = number;
                        return number;
                    }
                }
                _ => return None,
            }
        }
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

    #[inline(never)]
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
        let (base, mut opinionated) = (self.stack.len(), self.opinionated);
        self.stack.extend(moves.iter().enumerate().map(|(number, &mv)| {
            let opinion = rules.move_score(state, mv).clamp(-OPINION, OPINION);
            opinionated |= opinion != 0;
            let killer = |place: usize| i64::from(killers[place] == Some(mv)) * (KILLER >> place);
            let learnt = killer(0) + killer(1) + i64::from(history[history_slot(mv)]);
            rank((i64::from(opinion) << 20) + learnt, number as u16)
        }));
        self.opinionated = opinionated;
        let mut handed_out = picks.early;
        handed_out.sort_unstable_by(|a, b| b.cmp(a));
        // From the last one on: what takes the place of one is none of them.
        for number in handed_out.into_iter().flatten() {
            self.stack.swap_remove(base + number);
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

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use tapis_games::game::{Game, Published, Turn};
    use tapis_games::richelieu::{Options, Richelieu};
    use tapis_games::testing::connect_four::ConnectFour;

    use super::*;

    /// Every move of `state` is handed out once, whatever the table says and whichever moves are killers.
    fn assert_each_once<G: Heuristics>(rules: &G, state: &G::State, opinionated: bool) {
        let moves = rules.legal_moves(state);
        assert!(moves.len() > 3);
        let spot = Spot { ply: 2, side: 1 };
        let all: Vec<usize> = (0..moves.len()).collect();
        for first in [None, Some(0), Some(1), Some(moves.len() - 1), Some(moves.len())] {
            for killers in [[0, 0], [0, 1], [1, 0], [2, moves.len() - 1]] {
                let mut order = Order::new(true);
                for round in 0..2 {
                    killers.iter().rev().for_each(|&killer| order.cut(moves[killer], spot, 100));
                    let mut picks = order.start(first);
                    let next = || order.next(&mut picks, rules, state, &moves, spot);
                    let handed_out: Vec<usize> = std::iter::from_fn(next).collect();
                    let table = first.filter(|&first| first < moves.len());
                    assert_eq!(handed_out[0], table.unwrap_or(handed_out[0]), "the table's move comes first");
                    if !opinionated && table.is_none() {
                        assert_eq!(handed_out[0], killers[0], "then killers");
                    }
                    let mut sorted = handed_out;
                    sorted.sort_unstable();
                    assert_eq!(sorted, all, "first {first:?}, killers {killers:?}, round {round}");
                    assert_eq!(order.opinionated, opinionated);
                    order.finish(&picks);
                    assert!(order.stack.is_empty());
                }
            }
        }
    }

    #[test]
    fn every_move_is_handed_out_once_with_opinions_and_without() {
        assert_each_once(&ConnectFour::default(), &ConnectFour::default().start(), false);
        let (rules, mut rng) = (Richelieu::new(Options::default()).unwrap(), ChaCha8Rng::seed_from_u64(1));
        let mut state = rules.start();
        while rules.turn(&state) == Turn::Chance {
            let outcome = rules.sample_chance(&state, &mut rng);
            rules.resolve(&mut state, &outcome).unwrap();
        }
        assert_each_once(&rules, &state, true);
    }
}
