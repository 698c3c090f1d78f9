//! [`Heuristics`]: what a position looks worth without search.

use tapis_games::playing_card::Card;
use tapis_games::prelude::*;
use tapis_solver::heuristics::{Evaluation, Heuristics};

use crate::Ecarte;
use crate::state::{HAND, Phase, State, strength};

/// The part of a trick that a card makes, by strength: trumps, and other suits.
const TRUMPS: [f64; 8] = [0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 1.0];
const OTHERS: [f64; 8] = [0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.45, 0.7];
/// The same of a card not yet drawn.
const DRAWN: f64 = 0.35;

/// What the cards of a seat are worth in tricks; of those it may still exchange the weak ones count as drawn.
fn tricks(state: &State, at: usize) -> f64 {
    let moves = state.mover.index() == at;
    let discards = state.phase == Phase::Discard && (moves || state.mover == state.elder());
    let least = if discards || state.phase == Phase::Answer { DRAWN } else { 0.0 };
    let led = state.led.filter(|_| !moves);
    let worth = |card: Card| {
        let table = if card.suit() == state.trump() { TRUMPS } else { OTHERS };
        table[usize::from(strength(card))].max(least)
    };
    let lead = if moves && state.led.is_none() { 0.25 } else { 0.0 };
    0.1 + lead + state.hands[at].iter().chain(led).map(worth).sum::<f64>()
}

impl Ecarte {
    /// The shares of the win that the seats can expect with these points, hand by hand an even chance.
    fn race(&self, points: [f64; 2]) -> BySeat<f64> {
        let [own, other] = points.map(|points| (f64::from(self.options.points) - points).max(0.0));
        let share = 0.5 + 0.5 * ((other - own) / (0.01 + 2.0 * own.min(other)).sqrt()).tanh();
        BySeat::from_fn(2, |seat| if seat.index() == 0 { share } else { 1.0 - share })
    }
}

impl Heuristics for Ecarte {
    fn evaluate(&self, state: &State) -> BySeat<Evaluation> {
        let (own, other) = (tricks(state, 0), tricks(state, 1));
        let left = f64::from(HAND.saturating_sub(state.taken[0] + state.taken[1]));
        let tricks = f64::from(state.taken[0]) + left * own / (own + other);
        let won = 1.0 / (1.0 + (2.0 * (2.5 - tricks)).exp());
        let stake = |loser| if state.vulnerable == Some(Seat(loser)) { 2.0 } else { 1.0 };
        let points = state.points.map(f64::from);
        let shares = [[stake(1), 0.0], [0.0, stake(0)]]
            .map(|more| self.race([points[0] + more[0], points[1] + more[1]]));
        let margin =
            f64::from(state.made[0]) - f64::from(state.made[1]) + won * stake(1) - (1.0 - won) * stake(0);
        BySeat::from_fn(2, |seat| {
            let share = won * shares[0][seat] + (1.0 - won) * shares[1][seat];
            Evaluation { share, margin: if seat.index() == 0 { margin } else { -margin } }
        })
    }

    fn between_rounds(&self, state: &State) -> Option<BySeat<f64>> {
        Some(self.race(state.points.map(f64::from)))
    }
}
