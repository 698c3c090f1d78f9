//! Heuristics for Le Malin: they compare what a hand will take with what was announced.
//!
//! * [`strength`] estimates tricks, for a hand seen by its own seat and for all hands laid open;
//! * [`contracts`], [`play`] and [`malheurs`] score the moves from the hand of the seat to move and from public
//!   knowledge;
//! * [`cost`] estimates the cost of a contract or a card, for playouts, conventional moves and likelihoods;
//! * [`contract_odds`] estimates the odds of the best contracts, for hints;
//! * [`shares`] turns points into win shares;
//! * [`rounds`] ends a round with what another one brought;
//! * [`ends`] solves ends of rounds with all hands open.

use rand::{Rng, RngExt};
use tapis_games::game::{Game, Turn};
use tapis_games::malin::{Malin, Move, Phase, State};
use tapis_games::random::below;
use tapis_games::seat::{BySeat, Seat};

use super::{EndSolver, Evaluation, Heuristics, TableFact};
use crate::answer::Explanation;
use crate::grades::{Grade, Grades, Knows};
use cost::CostModel;

mod contract_odds;
mod contracts;
mod cost;
mod ends;
mod malheurs;
mod play;
mod rounds;
mod shares;
mod strength;
mod table;
#[cfg(test)]
mod tests;

/// A random number up to this is added to move scores in playouts.
const SCORE_NOISE: u32 = 200;
/// A random number up to this is added to expected costs in playouts.
const COST_NOISE: f64 = 0.4;
/// A playout considers Malheurs before one card in this many.
const MALHEUR_INTERVAL: u32 = 4;
/// The points of a contract that nobody minds losing.
const TRIFLE: f64 = 0.1;
/// Visits of an edge before its child gets a node.
const EXPANSION_THRESHOLD: u32 = 1_000;

impl Heuristics for Malin {
    fn on_table(&self, state: &State, mv: Option<Move>) -> Vec<TableFact> {
        table::facts(self, state, mv)
    }

    fn suits(&self, state: &State, standing: &TableFact, mv: Move) -> bool {
        table::suits(self, state, standing, mv)
    }

    fn grades(&self) -> Grades {
        [
            Grade::new(400, 0.03, Knows::Rules),
            Grade::new(500, 0.045, Knows::Habits),
            Grade::new(1_000, 0.025, Knows::Habits),
            Grade::new(2_400, 0.01, Knows::Ends),
            Grade::new(6_000, 0.0, Knows::Signs),
            Grade::new(20_000, 0.0, Knows::Signs),
        ]
    }

    fn move_score(&self, state: &State, mv: Move) -> i32 {
        let Turn::Player(seat) = self.turn(state) else { return 0 };
        match mv {
            Move::Bid(contract) => contracts::score(self, state, seat, contract),
            Move::Play(lay) => play::CardScorer::of(self, state, seat).score(lay),
            Move::Malheur(malheur) => malheurs::score(self, state, seat, malheur),
            Move::Pass => 0,
        }
    }

    fn evaluate(&self, state: &State) -> BySeat<Evaluation> {
        let lost = strength::losses(self, state);
        shares::evaluate(self, state, &lost)
    }

    fn between_rounds(&self, state: &State) -> Option<BySeat<f64>> {
        let none = BySeat::from_fn(self.seats(), |_| 0.0);
        let evaluation = shares::evaluate(self, state, &none);
        Some(BySeat::from_fn(self.seats(), |seat| evaluation[seat].share))
    }

    fn trifle(&self, state: &State, seat: Seat) -> Option<f64> {
        Some(shares::of_points(self, state, seat, TRIFLE))
    }

    fn round_utility(&self, state: &State) -> Option<BySeat<f64>> {
        let shares = match self.turn(state) {
            Turn::Over => self.payoffs(state).shares,
            _ => self.between_rounds(state)?,
        };
        Some(shares::round_utility(self, state, &shares))
    }

    fn round_brought(&self, state: &State) -> Option<BySeat<i32>> {
        rounds::brought(self, state)
    }

    fn skip_round(&self, state: &mut State, brought: &BySeat<i32>) {
        rounds::skip(self, state, brought);
    }

    fn log_likelihood(&self, state: &State, seat: Seat) -> Option<f64> {
        let announced = |other: &Seat| *other != seat && state.contracts[other.index()].is_some();
        let mut others = Seat::all(self.seats()).filter(announced).peekable();
        // If nobody else has announced, there is nothing to explain.
        others.peek()?;
        Some(others.map(|other| -cost::misfit(self, state, other)).sum())
    }

    fn conventional_move(&self, state: &State) -> Option<Move> {
        let Phase::Bid(seat) = state.phase else { return None };
        let costs = CostModel::of_bid(self, state, seat);
        let cost = |mv: &Move| match *mv {
            Move::Bid(contract) => costs.of_contract(contract),
            _ => f64::INFINITY,
        };
        self.legal_moves(state).iter().copied().min_by(|one, other| cost(one).total_cmp(&cost(other)))
    }

    fn is_guided(&self) -> bool {
        false
    }

    fn expansion_threshold(&self) -> u32 {
        EXPANSION_THRESHOLD
    }

    fn ends(&self) -> Option<Box<dyn EndSolver<State>>> {
        Some(Box::new(ends::Ends::new(self.clone())))
    }

    fn facts<R: Rng + ?Sized>(
        &self,
        worlds: &[State],
        ranked: &[Move],
        late: &dyn Fn() -> bool,
        rng: &mut R,
    ) -> Vec<Explanation> {
        contract_odds::of_contracts(self, (worlds, ranked), late, rng)
    }

    fn playout_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Option<Move> {
        let Turn::Player(seat) = self.turn(state) else { return None };
        if matches!(state.phase, Phase::Play(_))
            && (state.malheurs_held(seat) == 0 || below(rng, MALHEUR_INTERVAL) > 0)
        {
            let costs = CostModel::of_play(self, state, seat);
            let lays = play::sensible(self, state, seat);
            return cheapest(lays.map(|lay| (Move::Play(lay), costs.of_lay(lay))), rng);
        }
        if matches!(state.phase, Phase::Bid(_)) {
            let costs = CostModel::of_bid(self, state, seat);
            let bids = self.legal_moves(state);
            let cost = |mv: &Move| match *mv {
                Move::Bid(contract) => costs.of_contract(contract),
                _ => 0.0,
            };
            return cheapest(bids.iter().map(|mv| (*mv, cost(mv))), rng);
        }
        let moves = self.legal_moves(state);
        best(moves.iter().map(|&mv| (mv, self.move_score(state, mv))), rng)
    }
}

/// The move with the least cost plus noise.
fn cheapest<R: Rng + ?Sized>(moves: impl Iterator<Item = (Move, f64)>, rng: &mut R) -> Option<Move> {
    let noisy = moves.map(|(mv, cost)| (cost + COST_NOISE * rng.random::<f64>(), mv));
    noisy.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, mv)| mv)
}

/// The move with the greatest score plus noise.
fn best<R: Rng + ?Sized>(moves: impl Iterator<Item = (Move, i32)>, rng: &mut R) -> Option<Move> {
    let noisy = moves.map(|(mv, score)| (score + below(rng, SCORE_NOISE) as i32, mv));
    noisy.max_by_key(|(score, _)| *score).map(|(_, mv)| mv)
}

/// Tricks that a seat still needs to meet its contract; negative if it has too many. `None` before it has announced.
fn need(state: &State, seat: Seat) -> Option<i32> {
    let contract = state.contracts[seat.index()]?;
    Some(i32::from(contract) - i32::from(state.taken[seat.index()]))
}

/// Tricks not yet decided, including the current one.
fn tricks_left(rules: &Malin, state: &State) -> i32 {
    rules.tricks() as i32 - i32::from(state.tricks)
}
