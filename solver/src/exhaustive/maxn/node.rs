//! The recursion of max^n.

use tapis_games::game::Turn;
use tapis_games::seat::{MAX_SEATS, Seat};

use super::super::goal::{self, Worths};
use super::super::limits::Stopped;
use super::super::minimax::TO_THE_END;
use super::super::order::Spot;
use super::super::table::with_effort;
use super::{Line, Maxn};
use crate::heuristics::Heuristics;
use crate::report::TOLERANCE;
use crate::request::Objective;

/// Remaining depth of entries that hold at any depth.
const PROVED: u16 = u16::MAX;

/// Where a node lies in the search.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Plies still to search.
    pub depth: u16,
    /// Plies from the root.
    pub ply: usize,
}

/// What the seat that moved just before has already: less than that is of no use to it.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    seat: Seat,
    worth: f64,
}

/// The result of a node.
pub(super) struct Found {
    pub line: Line,
    /// False when the node was cut: all that is known is that it is worth less than the claim to the claimant.
    pub whole: bool,
}

impl Found {
    fn whole(worths: Worths, proved: bool) -> Self {
        Self { line: Line { worths, proved }, whole: true }
    }
}

/// The best move so far of a node's mover.
struct Best {
    worths: Worths,
    number: usize,
}

impl<G: Heuristics> Maxn<'_, G> {
    pub(super) fn search(
        &mut self,
        state: &G::State,
        place: Place,
        claim: Option<Claim>,
    ) -> Result<Found, Stopped> {
        self.meter.tick()?;
        let (rules, objective) = (self.setting.rules, self.setting.objective);
        let turn = rules.turn(state);
        if goal::is_end(rules, objective, state, turn) {
            return Ok(Found::whole(goal::worths(rules, objective, state), true));
        }
        match turn {
            Turn::Player(seat) => self.decide(state, seat, place, claim),
            _ => self.expect(state, place),
        }
    }

    /// The expectation at a chance node, every outcome in full.
    fn expect(&mut self, state: &G::State, place: Place) -> Result<Found, Stopped> {
        let (rules, objective) = (self.setting.rules, self.setting.objective);
        let Some(outcomes) = rules.chances(state) else {
            return Ok(Found::whole(goal::guesses(rules, objective, state), false));
        };
        let (mut sums, mut total, mut proved) = ([0.0; MAX_SEATS], 0.0, true);
        for (outcome, weight) in &outcomes {
            let mut child = state.clone();
            // A listed outcome fits: a law of the contract.
            let _ = rules.resolve(&mut child, outcome);
            let found = self.search(&child, place, None)?;
            let weight = *weight as f64;
            sums.iter_mut().zip(found.line.worths).for_each(|(sum, worth)| *sum += weight * worth);
            total += weight;
            proved &= found.line.proved;
        }
        Ok(Found::whole(sums.map(|sum| sum / total), proved))
    }

    fn decide(
        &mut self,
        state: &G::State,
        seat: Seat,
        place: Place,
        claim: Option<Claim>,
    ) -> Result<Found, Stopped> {
        if let Some(worths) = self.won(state) {
            return Ok(Found::whole(worths, true));
        }
        let key = self.setting.table.map(|_| self.setting.rules.worth_key(state, self.setting.objective));
        let known = key.and_then(|key| self.setting.table?.get(key));
        if let Some(line) = known.as_ref().and_then(|known| answer(known, place.depth)) {
            return Ok(Found { line, whole: true });
        }
        if place.depth == 0 {
            let guesses = goal::guesses(self.setting.rules, self.setting.objective, state);
            return Ok(Found::whole(guesses, false));
        }
        let before = self.meter.nodes();
        let first = known.and_then(|known| (known[MAX_SEATS] as u16).checked_sub(1)).map(usize::from);
        let (found, number) = self.best(state, seat, place, claim, first)?;
        if let (Some(table), Some(key), true) = (self.setting.table, key, found.whole) {
            table.put(key, pack(&found.line, number, place.depth, self.meter.nodes() - before));
        }
        Ok(found)
    }

    /// Tries the moves, number `first` first; what was found and the number of the move chosen.
    fn best(
        &mut self,
        state: &G::State,
        seat: Seat,
        place: Place,
        claim: Option<Claim>,
        first: Option<usize>,
    ) -> Result<(Found, usize), Stopped> {
        let rules = self.setting.rules;
        let moves = rules.legal_moves(state);
        let spot = Spot { ply: place.ply, side: usize::from(seat != self.setting.seat) };
        let own = seat.index() % MAX_SEATS;
        let depth = if place.depth == TO_THE_END { place.depth } else { place.depth - 1 };
        let below = Place { depth, ply: place.ply + 1 };
        let mut best: Option<Best> = None;
        let mut proved = true;
        let mut picks = self.order.start(first);
        while let Some(number) = self.order.next(&mut picks, rules, state, &moves, spot) {
            if best.as_ref().is_some_and(|best| self.is_whole_win(&best.worths, own)) {
                break;
            }
            let mut child = state.clone();
            rules.play_unchecked(&mut child, moves[number]);
            let before = self.meter.nodes();
            let demand = best.as_ref().map(|best| Claim { seat, worth: best.worths[own] });
            let found = self.search(&child, below, demand)?;
            proved &= found.line.proved;
            if !found.whole || !best.as_ref().is_none_or(|best| better(&found.line.worths, number, best, own))
            {
                continue;
            }
            let worths = found.line.worths;
            if self.useless(&worths, seat, claim) {
                self.order.cut(moves[number], spot, self.meter.nodes() - before);
                self.order.finish(&picks);
                let line = Line { worths, proved: found.line.proved };
                return Ok((Found { line, whole: false }, number));
            }
            best = Some(Best { worths, number });
        }
        self.order.finish(&picks);
        let Best { worths, number } = best.unwrap_or(Best { worths: [0.0; MAX_SEATS], number: 0 });
        Ok((Found::whole(worths, proved), number))
    }

    /// Whether the mover has the whole win: no move is better, and one as good leaves the others nothing either.
    fn is_whole_win(&self, worths: &Worths, own: usize) -> bool {
        self.shares() && worths[own] >= 1.0
    }

    /// Whether a node whose mover has `worths` already is of no use to the claimant.
    fn useless(&self, worths: &Worths, seat: Seat, claim: Option<Claim>) -> bool {
        claim.is_some_and(|claim| {
            self.setting.tuning.shallow
                && self.shares()
                && claim.seat != seat
                && 1.0 - worths[seat.index() % MAX_SEATS] < claim.worth - 2.0 * TOLERANCE
        })
    }

    /// Whether worths are shares of one win: none negative, together 1.
    fn shares(&self) -> bool {
        self.setting.objective == Objective::WinShare
    }

    /// The worths of a state whose winner is settled.
    fn won(&self, state: &G::State) -> Option<Worths> {
        if !self.setting.tuning.bounds || !self.shares() {
            return None;
        }
        let rules = self.setting.rules;
        let winner = Seat::all(rules.seats()).find(|&seat| {
            rules.bounds(state, seat, Objective::WinShare).is_some_and(|(low, _)| low >= 1.0)
        })?;
        let mut worths = [0.0; MAX_SEATS];
        worths[winner.index() % MAX_SEATS] = 1.0;
        Some(worths)
    }
}

/// Whether `worths` by move `number` is better for the mover, or as good and canonically earlier.
fn better(worths: &Worths, number: usize, best: &Best, own: usize) -> bool {
    let gain = worths[own] - best.worths[own];
    gain > TOLERANCE || (gain >= -TOLERANCE && number < best.number)
}

fn answer(words: &[u64; 8], depth: u16) -> Option<Line> {
    let known = (words[MAX_SEATS] >> 16) as u16;
    let worths = std::array::from_fn(|i| f64::from_bits(words[i]));
    (known >= depth).then_some(Line { worths, proved: known == PROVED })
}

fn pack(line: &Line, number: usize, depth: u16, nodes: u64) -> [u64; 8] {
    let depth = if line.proved { PROVED } else { depth };
    let mv = u16::try_from(number + 1).unwrap_or(0);
    let meta = with_effort(u64::from(mv) | u64::from(depth) << 16, nodes.max(1));
    std::array::from_fn(|i| if i < MAX_SEATS { line.worths[i].to_bits() } else { meta })
}
