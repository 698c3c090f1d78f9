//! [`Game`] for Les 7 Blasons.

use super::SeptBlasons;
use super::card::Family;
use super::chance::Chance;
use super::history::draw_family;
use super::moves::Move;
use super::state::{Phase, State};
use crate::hash::hash_of;
use crate::prelude::*;
use crate::shown::Watch;

impl Game for SeptBlasons {
    type State = State;
    type Move = Move;
    type Moves = Vec<Move>;
    type Chance = Chance;

    fn seats(&self) -> usize {
        usize::from(self.options.players)
    }

    fn start(&self) -> State {
        State::start(self.seats())
    }

    fn turn(&self, state: &State) -> Turn {
        if self.at_chance(state) {
            return Turn::Chance;
        }
        self.decider(state).map_or(Turn::Over, Turn::Player)
    }

    fn legal_moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.at_chance(state) {
            self.phase_moves(state, &mut moves);
            moves.sort_unstable();
        }
        moves
    }

    fn play_unchecked(&self, state: &mut State, mv: Move) {
        if let Turn::Player(seat) = self.turn(state) {
            self.apply(state, seat, mv, &mut ());
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
        let weights = self.family_weights(state)?;
        let outcomes = Family::ALL.into_iter().zip(weights).filter(|(_, weight)| *weight > 0);
        Some(outcomes.map(|(family, weight)| (Chance::Family(family), weight)).collect())
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        let Some(weights) = self.family_weights(state) else {
            return Chance::Deal(self.draw_deal(state, rng));
        };
        // Without any weight there is none: such a state is never reached.
        Chance::Family(draw_family(weights, rng).unwrap_or_default())
    }

    fn resolve(&self, state: &mut State, outcome: &Chance) -> Result<(), Refusal> {
        self.decide(state, outcome, &mut ())
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        let running = matches!(state.phase, Phase::Deal | Phase::Over);
        let points = self.round_points(state);
        let scores = BySeat::from_fn(self.seats(), |seat| {
            i32::from(state.totals[seat.index()]) + if running { 0 } else { points[seat] }
        });
        let level = BySeat::from_fn(self.seats(), |_| 0);
        Payoffs::ranked(scores, &level)
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        let ended = matches!(state.phase, Phase::Deal | Phase::Over) && state.round > 0;
        ended.then(|| BySeat::from_fn(self.seats(), |seat: Seat| i32::from(state.last_round[seat.index()])))
    }

    fn key(&self, state: &State) -> u64 {
        hash_of(state)
    }
}

impl SeptBlasons {
    /// What an outcome of chance does.
    pub(super) fn decide(
        &self,
        state: &mut State,
        outcome: &Chance,
        watch: &mut impl Watch<State>,
    ) -> Result<(), Refusal> {
        match outcome {
            Chance::Deal(deal) if state.phase == Phase::Deal && self.deal_fits(state, deal) => {
                self.start_round(state, deal, watch);
            }
            Chance::Family(family)
                if self.family_weights(state).is_some_and(|weights| weights[family.index()] > 0) =>
            {
                self.fix(state, *family, watch);
            }
            _ => return Err(Refusal::impossible_chance("sept-blasons.md#set-up-of-a-round")),
        }
        Ok(())
    }
}
