//! [`Game`] for Le Malin.

use rand::Rng;

use super::Malin;
use super::chance::Chance;
use super::mix;
use super::moves::Move;
use super::state::{Phase, State};
use crate::game::{Game, Turn};
use crate::payoff::Payoffs;
use crate::refusal::Refusal;
use crate::seat::{BySeat, Seat};

impl Game for Malin {
    type State = State;
    type Move = Move;
    type Moves = Vec<Move>;
    type Chance = Chance;

    #[inline]
    fn seats(&self) -> usize {
        self.seats_count()
    }

    fn start(&self) -> State {
        State::start(self.options.points)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Deal | Phase::Reshuffle(_) | Phase::Barter(..) => Turn::Chance,
            _ => self.decider(state).map_or(Turn::Over, Turn::Player),
        }
    }

    fn legal_moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::with_capacity(24);
        self.phase_moves(state, &mut moves);
        debug_assert!(moves.is_sorted(), "{moves:?}");
        moves
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Option<Move> {
        self.draw_move(state, rng)
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, mv: Move) {
        if let Some(seat) = self.decider(state) {
            self.apply(state, seat, mv);
        }
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<(), Refusal> {
        if self.legal_moves(state).contains(&mv) {
            self.play_unchecked(state, mv);
            return Ok(());
        }
        Err(self.explain(state, mv))
    }

    fn chances(&self, state: &State) -> Option<Vec<(Chance, u64)>> {
        self.outcomes(state)
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        self.sample(state, rng)
    }

    fn resolve(&self, state: &mut State, outcome: &Chance) -> Result<(), Refusal> {
        self.decide(state, outcome)
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        let scores = BySeat::from_fn(self.seats_count(), |seat: Seat| i32::from(state.points[seat.index()]));
        let level = BySeat::from_fn(self.seats_count(), |_| 0);
        Payoffs::ranked(scores, &level)
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        let counted =
            matches!(state.phase, Phase::Deal | Phase::Reshuffle(_) | Phase::Over) && state.round > 0;
        let lost = |seat: Seat| i32::from(state.points[seat.index()] - state.before_round[seat.index()]);
        counted.then(|| BySeat::from_fn(self.seats_count(), lost))
    }

    fn key(&self, state: &State) -> u64 {
        mix::hash(state)
    }
}
