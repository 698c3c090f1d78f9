//! The recursion of max^n.

use tapis_games::game::Turn;
use tapis_games::seat::{MAX_SEATS, Seat};

use super::Maxn;
use crate::exhaustive::analysis::Line;
use crate::exhaustive::context::{NodeDepth, PROVED};
use crate::exhaustive::limits::Stopped;
use crate::exhaustive::objective::{self, SeatValues};
use crate::exhaustive::ordering::PlySide;
use crate::exhaustive::table::with_effort;
use crate::heuristics::{Heuristics, NoEnd};
use crate::report::TOLERANCE;
use crate::request::Objective;

/// The value that the seat which moved before already has. It avoids any node that gives it less.
#[derive(Clone, Copy)]
pub(super) struct ShallowBound {
    seat: Seat,
    value: f64,
}

/// The result of a node.
pub(super) struct NodeResult {
    pub line: Line,
    /// False after a cut. Then only this is known: the seat of the bound gets less than its bound.
    pub complete: bool,
}

impl NodeResult {
    fn complete(values: SeatValues, proved: bool) -> Self {
        Self { line: Line { values, proved }, complete: true }
    }
}

/// The mover's best move so far.
struct BestMove {
    values: SeatValues,
    number: usize,
}

impl<G: Heuristics> Maxn<'_, G> {
    pub(super) fn search(
        &mut self,
        state: &G::State,
        at: NodeDepth,
        bound: Option<ShallowBound>,
    ) -> Result<NodeResult, Stopped> {
        self.counter.tick()?;
        let (rules, objective) = (self.context.rules, self.context.objective);
        let turn = rules.turn(state);
        if objective::is_end(rules, objective, state, turn) {
            self.counter.ended(turn);
            return Ok(NodeResult::complete(objective::final_values(rules, objective, state), true));
        }
        match turn {
            Turn::Player(seat) => self.search_player(state, seat, at, bound),
            _ => self.search_chance(state, at),
        }
    }

    /// The expectation at a chance node, over every outcome.
    fn search_chance(&mut self, state: &G::State, at: NodeDepth) -> Result<NodeResult, Stopped> {
        let (rules, objective) = (self.context.rules, self.context.objective);
        let Some(outcomes) = rules.chances(state) else {
            return Ok(NodeResult::complete(objective::static_values(rules, objective, state), false));
        };
        let (mut sums, mut total, mut proved) = ([0.0; MAX_SEATS], 0.0, true);
        for (outcome, weight) in &outcomes {
            let mut child = state.clone();
            // A listed outcome always fits: a law of the contract.
            let _ = rules.resolve(&mut child, outcome);
            let found = self.search(&child, at, None)?;
            let weight = *weight as f64;
            sums.iter_mut().zip(found.line.values).for_each(|(sum, value)| *sum += weight * value);
            total += weight;
            proved &= found.line.proved;
        }
        Ok(NodeResult::complete(sums.map(|sum| sum / total), proved))
    }

    fn search_player(
        &mut self,
        state: &G::State,
        seat: Seat,
        at: NodeDepth,
        bound: Option<ShallowBound>,
    ) -> Result<NodeResult, Stopped> {
        if let Some(values) = self.solved(state)?.or_else(|| self.won(state)) {
            return Ok(NodeResult::complete(values, true));
        }
        let key = self.context.rules.value_key(state, self.context.objective);
        let known = self.context.table.get(key);
        if let Some(line) = known.as_ref().and_then(|known| usable_line(known, at.depth)) {
            return Ok(NodeResult { line, complete: true });
        }
        if at.depth == 0 {
            let guesses = objective::static_values(self.context.rules, self.context.objective, state);
            return Ok(NodeResult::complete(guesses, false));
        }
        let before = self.counter.nodes();
        let first = known.and_then(|known| (known[MAX_SEATS] as u16).checked_sub(1)).map(usize::from);
        let (found, number) = self.search_moves(state, seat, at, bound, first)?;
        if found.complete {
            let entry = pack(&found.line, number, at.depth, self.counter.nodes() - before);
            self.context.table.put(key, entry);
        }
        Ok(found)
    }

    /// Tries the moves, starting with number `first`. Returns the result and the index of the chosen move.
    fn search_moves(
        &mut self,
        state: &G::State,
        seat: Seat,
        at: NodeDepth,
        bound: Option<ShallowBound>,
        first: Option<usize>,
    ) -> Result<(NodeResult, usize), Stopped> {
        let rules = self.context.rules;
        let moves = rules.legal_moves(state);
        let ply_side = PlySide { ply: at.ply, side: usize::from(seat != self.context.seat) };
        let own = seat.index() % MAX_SEATS;
        let most = self.most(state, seat);
        let mut best: Option<BestMove> = None;
        let mut proved = true;
        let mut picker = self.order.start(first);
        while let Some(number) = self.order.next(&mut picker, rules, state, &moves, ply_side) {
            if best.as_ref().is_some_and(|best| self.is_whole_win(&best.values, own)) {
                break;
            }
            if best.as_ref().is_some_and(|best| self.is_hopeless(most, number, best, own)) {
                continue;
            }
            let mut child = state.clone();
            rules.play_unchecked(&mut child, moves[number]);
            let before = self.counter.nodes();
            if let Some(best) = &best
                && self.is_hopeless(self.most(&child, seat), number, best, own)
            {
                continue;
            }
            let bound_below = best.as_ref().map(|best| ShallowBound { seat, value: best.values[own] });
            let found = self.search(&child, at.child(), bound_below)?;
            proved &= found.line.proved;
            if !found.complete
                || !best.as_ref().is_none_or(|best| better(&found.line.values, number, best, own))
            {
                continue;
            }
            let values = found.line.values;
            if self.is_cut(&values, seat, bound) {
                self.order.record_cutoff(moves[number], ply_side, self.counter.nodes() - before);
                self.order.finish(&picker);
                let line = Line { values, proved: found.line.proved };
                return Ok((NodeResult { line, complete: false }, number));
            }
            best = Some(BestMove { values, number });
        }
        self.order.finish(&picker);
        let BestMove { values, number } = best.unwrap_or(BestMove { values: [0.0; MAX_SEATS], number: 0 });
        Ok((NodeResult::complete(values, proved), number))
    }

    /// Whether the mover has the whole win. No move is better, and an equal one also leaves the others nothing.
    fn is_whole_win(&self, values: &SeatValues, own: usize) -> bool {
        self.shares() && values[own] >= 1.0
    }

    /// The most points that a state can be worth to `seat`, if the game knows.
    fn most(&self, state: &G::State, seat: Seat) -> Option<f64> {
        let counts = self.context.tuning.bounds && !self.shares();
        if counts {
            self.context.rules.bounds(state, seat, self.context.objective).map(|(_, most)| most)
        } else {
            None
        }
    }

    /// Whether move `number`, after which the mover has at most so much, cannot become its best one.
    fn is_hopeless(&self, most: Option<f64>, number: usize, best: &BestMove, own: usize) -> bool {
        most.is_some_and(|most| {
            let gain = most - best.values[own];
            gain < -2.0 * TOLERANCE || (gain <= 0.5 * TOLERANCE && number > best.number)
        })
    }

    /// Whether a node whose mover already has `values` is useless to the seat of `bound`.
    fn is_cut(&self, values: &SeatValues, seat: Seat, bound: Option<ShallowBound>) -> bool {
        bound.is_some_and(|bound| {
            self.shares()
                && bound.seat != seat
                && 1.0 - values[seat.index() % MAX_SEATS] < bound.value - 2.0 * TOLERANCE
        })
    }

    /// Whether values are shares of one win: none is negative, and they sum to 1.
    fn shares(&self) -> bool {
        self.context.objective == Objective::WinShare
    }

    /// The values of the end of a round, if the game solves it itself.
    fn solved(&mut self, state: &G::State) -> Result<Option<SeatValues>, Stopped> {
        let Some(ends) = &mut self.ends else { return Ok(None) };
        match ends.solve(state, &mut |nodes| self.counter.add(nodes).is_ok()) {
            Ok(scores) => Ok(Some(objective::margins(&scores))),
            Err(NoEnd::Stopped) => Err(Stopped),
            Err(_) => Ok(None),
        }
    }

    /// The values of a state whose winner is certain.
    fn won(&self, state: &G::State) -> Option<SeatValues> {
        if !self.context.tuning.bounds || !self.shares() {
            return None;
        }
        let rules = self.context.rules;
        let winner = Seat::all(rules.seats()).find(|&seat| {
            rules.bounds(state, seat, Objective::WinShare).is_some_and(|(low, _)| low >= 1.0)
        })?;
        let mut values = [0.0; MAX_SEATS];
        values[winner.index() % MAX_SEATS] = 1.0;
        Some(values)
    }
}

/// Whether `values` by move `number` are better for the mover, or equal and canonically earlier.
fn better(values: &SeatValues, number: usize, best: &BestMove, own: usize) -> bool {
    let gain = values[own] - best.values[own];
    gain > TOLERANCE || (gain >= -TOLERANCE && number < best.number)
}

fn usable_line(words: &[u64; 8], depth: u16) -> Option<Line> {
    let known = (words[MAX_SEATS] >> 16) as u16;
    let values = std::array::from_fn(|i| f64::from_bits(words[i]));
    (known >= depth).then_some(Line { values, proved: known == PROVED })
}

fn pack(line: &Line, number: usize, depth: u16, nodes: u64) -> [u64; 8] {
    let depth = if line.proved { PROVED } else { depth };
    let mv = u16::try_from(number + 1).unwrap_or(0);
    let meta = with_effort(u64::from(mv) | u64::from(depth) << 16, nodes.max(1));
    std::array::from_fn(|i| if i < MAX_SEATS { line.values[i].to_bits() } else { meta })
}
