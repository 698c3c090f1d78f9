//! [`Heuristics`]: what a position looks worth without search.

use tapis_games::hash::hash_of;
use tapis_games::seat::BySeat;
use tapis_solver::heuristics::{Evaluation, Heuristics};
use tapis_solver::request::Objective;

use crate::Ecarte;
use crate::cards::{Card, Cards};
use crate::moves::Move;
use crate::state::{HAND, Phase, State};

/// The part of a trick that a card makes, by rank from the seven on: trumps, and other suits.
const TRUMPS: [f64; 8] = [0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 1.0];
const OTHERS: [f64; 8] = [0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.45, 0.7];
/// The same of a card not yet drawn.
const DRAWN: f64 = 0.35;
/// What it is worth to lead.
const LEAD: f64 = 0.25;

/// The part of a trick that a card makes.
fn worth(state: &State, card: Card) -> f64 {
    (if card.suit() == state.trump() { TRUMPS } else { OTHERS })[usize::from(card.rank())]
}

/// What the cards of seat `at` are worth in tricks; of those it may still exchange the weak ones count as drawn.
fn strength(state: &State, at: usize) -> f64 {
    let moves = state.mover.index() == at;
    let discards = state.phase == Phase::Discard && (moves || state.mover == state.elder());
    let waits = discards || state.phase == Phase::Answer;
    let led = state.led.filter(|_| !moves).map_or(Cards::default(), Cards::from);
    let cards = (state.hands[at] | led).iter().map(|card| worth(state, card));
    let cards = cards.map(|worth| if waits { worth.max(DRAWN) } else { worth });
    0.1 + cards.sum::<f64>() + if moves && state.led.is_none() { LEAD } else { 0.0 }
}

impl Ecarte {
    /// The chance of the first seat to win the game with these points, hand by hand an even one.
    fn race(&self, points: [f64; 2]) -> f64 {
        let left = points.map(|points| f64::from(self.options.points) - points);
        if left[0] <= 0.0 || left[1] <= 0.0 {
            return f64::from(left[0] <= left[1]);
        }
        0.5 + 0.5 * ((left[1] - left[0]) / (2.0 * (left[0] + left[1])).sqrt()).tanh()
    }
}

impl Heuristics for Ecarte {
    /// Small cards to win a trick with, large ones to lead.
    fn move_score(&self, state: &State, mv: Move) -> i32 {
        let score = |card| (500.0 * worth(state, card)) as i32;
        match mv {
            Move::Play { card } if state.led.is_none() => score(card),
            Move::Play { card } => -score(card),
            Move::Discard { cards } => cards.iter().map(|card| (500.0 * DRAWN) as i32 - score(card)).sum(),
            _ => 0,
        }
    }

    fn evaluate(&self, state: &State) -> BySeat<Evaluation> {
        let [own, other] = [0, 1].map(|at| strength(state, at));
        let left = f64::from(HAND.saturating_sub(state.taken[0] + state.taken[1]));
        let tricks = f64::from(state.taken[0]) + left * own / (own + other);
        let chance = match state.phase {
            Phase::Deal | Phase::Over => 0.0,
            _ => 1.0 / (1.0 + (2.0 * (2.5 - tricks)).exp()),
        };
        let stake =
            |loser: usize| if state.vulnerable.is_some_and(|seat| seat.index() == loser) { 2.0 } else { 1.0 };
        let points = state.points.map(f64::from);
        let won = self.race([points[0] + stake(1), points[1]]);
        let lost = self.race([points[0], points[1] + stake(0)]);
        let (share, made) = match state.phase {
            Phase::Deal | Phase::Over => (self.race(points), 0.0),
            _ => (chance * won + (1.0 - chance) * lost, chance * stake(1) - (1.0 - chance) * stake(0)),
        };
        let margin = f64::from(state.made[0]) - f64::from(state.made[1]) + made;
        BySeat::from_fn(2, |seat| match seat.index() {
            0 => Evaluation { share, margin },
            _ => Evaluation { share: 1.0 - share, margin: -margin },
        })
    }

    fn between_rounds(&self, state: &State) -> Option<BySeat<f64>> {
        let share = self.race(state.points.map(f64::from));
        Some(BySeat::from_fn(2, |seat| if seat.index() == 0 { share } else { 1.0 - share }))
    }

    /// Once cards are played it does not matter which were discarded, and never which a seat has shown not to hold.
    fn worth_key(&self, state: &State, _: Objective) -> u64 {
        let discards = if state.phase == Phase::Play { Default::default() } else { state.discards };
        hash_of(&State { discards, lacks: Default::default(), ..*state })
    }
}
