//! Orders the moves of a node. The order affects only how soon a cutoff comes, never the result.

use std::hash::{Hash, Hasher};

use crate::heuristics::Heuristics;

/// Statistics of earlier nodes: killer moves by ply, history scores by move.
pub struct MoveOrdering<M> {
    killers: Vec<[Option<M>; 2]>,
    history: [Vec<u32>; 2],
    /// Whether the game has scored any two moves differently. Until then killers come first, which often makes
    /// scoring needless.
    has_scores: bool,
    /// The ranked moves of all nodes under way, one stretch per node. The greatest rank comes first.
    stack: Vec<i64>,
}

/// Hands out the moves of one node.
pub struct MovePicker {
    base: usize,
    at: usize,
    /// Moves handed out before any scoring: the table move, then killers. As indices of the node's moves.
    early: [Option<usize>; EARLY_MOVES],
    stage: Stage,
}

/// The stage of a [`MovePicker`].
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    TableMove,
    Killer(usize),
    Unscored,
    Scored,
}

/// One table move and two killers.
const EARLY_MOVES: usize = 3;

/// The ply and the side of a node.
#[derive(Clone, Copy)]
pub struct PlySide {
    /// Plies from the root.
    pub ply: usize,
    /// 0 for the maximising side, 1 for the other.
    pub side: usize,
}

const HISTORY_SLOTS: usize = 1 << 12;
/// This many moves are selected one by one before the rest is sorted: most cutoffs come early.
const SELECTED_MOVES: usize = 3;
const KILLER_RANK: i64 = 1 << 40;
/// Heuristic scores are clamped to this: the rank needs bits for the other terms.
const MAX_SCORE: i32 = 1 << 24;

impl<M: Copy + Eq + Hash> MoveOrdering<M> {
    /// An ordering without statistics.
    pub fn new() -> Self {
        let history = [vec![0; HISTORY_SLOTS], vec![0; HISTORY_SLOTS]];
        Self { killers: Vec::new(), history, has_scores: false, stack: Vec::new() }
    }

    /// Starts a node. `first` is the index of the table move.
    pub fn start(&self, first: Option<usize>) -> MovePicker {
        MovePicker { base: self.stack.len(), at: 0, early: [first, None, None], stage: Stage::TableMove }
    }

    /// The index of the next move to try.
    #[inline]
    pub fn next<G: Heuristics<Move = M>>(
        &mut self,
        picker: &mut MovePicker,
        rules: &G,
        state: &G::State,
        moves: &[M],
        ply_side: PlySide,
    ) -> Option<usize> {
        if picker.stage != Stage::Scored {
            if let Some(early) = self.early(picker, moves, ply_side) {
                return Some(early);
            }
            picker.stage = Stage::Scored;
            self.score(picker, rules, state, moves, ply_side);
        }
        self.next_ranked(picker)
    }

    /// The best ranked move that was not handed out yet.
    #[inline]
    fn next_ranked(&mut self, picker: &mut MovePicker) -> Option<usize> {
        let rest = self.stack.get_mut(picker.base + picker.at..)?;
        if picker.at < SELECTED_MOVES {
            let mut best = (0, *rest.first()?);
            for (place, &rank) in rest.iter().enumerate() {
                best = if rank > best.1 { (place, rank) } else { best };
            }
            rest.swap(0, best.0);
        } else if picker.at == SELECTED_MOVES {
            rest.sort_unstable_by_key(|&rank| std::cmp::Reverse(rank));
        }
        let &rank = rest.first()?;
        picker.at += 1;
        Some(number(rank))
    }

    /// The next move that needs no rank.
    fn early(&self, picker: &mut MovePicker, moves: &[M], ply_side: PlySide) -> Option<usize> {
        loop {
            match picker.stage {
                Stage::TableMove => {
                    picker.stage = if self.has_scores { Stage::Unscored } else { Stage::Killer(0) };
                    picker.early[0] = picker.early[0].filter(|&first| first < moves.len());
                    if picker.early[0].is_some() {
                        return picker.early[0];
                    }
                }
                Stage::Killer(place) if place < EARLY_MOVES - 1 => {
                    picker.stage = Stage::Killer(place + 1);
                    let killer = self.killers.get(ply_side.ply).and_then(|killers| killers[place]);
                    let number = killer.and_then(|killer| moves.iter().position(|&mv| mv == killer));
                    if number.is_some() && !picker.early.contains(&number) {
                        picker.early[place + 1] = number;
                        return number;
                    }
                }
                _ => return None,
            }
        }
    }

    /// Ends a node and frees its ranks.
    pub fn finish(&mut self, picker: &MovePicker) {
        self.stack.truncate(picker.base);
    }

    /// Records that `mv` caused a cutoff at a node with `nodes` positions below it.
    pub fn record_cutoff(&mut self, mv: M, ply_side: PlySide, nodes: u64) {
        if self.killers.len() <= ply_side.ply {
            self.killers.resize(ply_side.ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply_side.ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let weight = 64 - nodes.leading_zeros();
        let slot = &mut self.history[ply_side.side][history_slot(mv)];
        *slot += weight;
        if *slot > 1 << 20 {
            self.history[ply_side.side].iter_mut().for_each(|count| *count /= 2);
        }
    }

    #[inline(never)]
    fn score<G: Heuristics<Move = M>>(
        &mut self,
        picker: &MovePicker,
        rules: &G,
        state: &G::State,
        moves: &[M],
        ply_side: PlySide,
    ) {
        let killers = self.killers.get(ply_side.ply).copied().unwrap_or([None; 2]);
        let history = &self.history[ply_side.side];
        let (base, mut has_scores) = (self.stack.len(), self.has_scores);
        self.stack.extend(moves.iter().enumerate().map(|(number, &mv)| {
            let score = rules.move_score(state, mv).clamp(-MAX_SCORE, MAX_SCORE);
            has_scores |= score != 0;
            let killer = |place: usize| i64::from(killers[place] == Some(mv)) * (KILLER_RANK >> place);
            let learnt = killer(0) + killer(1) + i64::from(history[history_slot(mv)]);
            rank((i64::from(score) << 20) + learnt, number as u16)
        }));
        self.has_scores = has_scores;
        let mut handed_out = picker.early;
        handed_out.sort_unstable_by(|a, b| b.cmp(a));
        // From the greatest index down: `swap_remove` then never moves a later victim.
        for number in handed_out.into_iter().flatten() {
            self.stack.swap_remove(base + number);
        }
    }
}

/// A greater rank means a higher score, then canonical order.
fn rank(score: i64, number: u16) -> i64 {
    score << 16 | i64::from(!number)
}

/// The index of the move with this rank.
fn number(rank: i64) -> usize {
    usize::from(!(rank as u16))
}

fn history_slot<M: Hash>(mv: M) -> usize {
    let mut hasher = MoveHasher(0);
    mv.hash(&mut hasher);
    (hasher.0 >> 52) as usize % HISTORY_SLOTS
}

/// A cheap hash of a few small integers. A collision only blurs a statistic.
struct MoveHasher(u64);

impl Hasher for MoveHasher {
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
    use tapis_testkit::connect_four::ConnectFour;

    use super::*;

    /// Every move of `state` is handed out once, whatever the table move and the killers are.
    fn assert_each_once<G: Heuristics>(rules: &G, state: &G::State, has_scores: bool) {
        let moves = rules.legal_moves(state);
        assert!(moves.len() > 3);
        let ply_side = PlySide { ply: 2, side: 1 };
        let all: Vec<usize> = (0..moves.len()).collect();
        for first in [None, Some(0), Some(1), Some(moves.len() - 1), Some(moves.len())] {
            for killers in [[0, 0], [0, 1], [1, 0], [2, moves.len() - 1]] {
                let mut order = MoveOrdering::new();
                for round in 0..2 {
                    killers
                        .iter()
                        .rev()
                        .for_each(|&killer| order.record_cutoff(moves[killer], ply_side, 100));
                    let mut picker = order.start(first);
                    let next = || order.next(&mut picker, rules, state, &moves, ply_side);
                    let handed_out: Vec<usize> = std::iter::from_fn(next).collect();
                    let table = first.filter(|&first| first < moves.len());
                    assert_eq!(handed_out[0], table.unwrap_or(handed_out[0]), "the table's move comes first");
                    if !has_scores && table.is_none() {
                        assert_eq!(handed_out[0], killers[0], "then killers");
                    }
                    let mut sorted = handed_out;
                    sorted.sort_unstable();
                    assert_eq!(sorted, all, "first {first:?}, killers {killers:?}, round {round}");
                    assert_eq!(order.has_scores, has_scores);
                    order.finish(&picker);
                    assert!(order.stack.is_empty());
                }
            }
        }
    }

    #[test]
    fn every_move_is_handed_out_once_with_scores_and_without() {
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
