//! [`Game`] for Richelieu.

use super::Richelieu;
use super::deal::{Chance, DrawnDisc};
use super::key::{Mixer, hand, table_discs};
use super::moves::{MarkerTargets, Move, Moves};
use super::score::held;
use super::state::{State, Step};
use crate::prelude::*;

impl Game for Richelieu {
    type State = State;
    type Move = Move;
    type Moves = Moves;
    type Chance = Chance;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> State {
        State::empty(self.seats)
    }

    fn turn(&self, state: &State) -> Turn {
        if state.pending.is_some() || state.step == Step::Deal {
            Turn::Chance
        } else if state.step == Step::Over {
            Turn::Over
        } else {
            Turn::Player(state.seat)
        }
    }

    fn legal_moves(&self, state: &State) -> Moves {
        let mut moves = Moves::new();
        match state.step {
            _ if state.pending.is_some() => {}
            Step::Take | Step::SecondCard => moves.extend(self.takes(state)),
            Step::Marker => MarkerTargets::of(self, state).list(&mut moves),
            Step::Deal | Step::Over => {}
        }
        moves
    }

    /// Item `below(n)` of the legal list of `n` moves, without the list in the marker step.
    fn random_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Option<Move> {
        match state.step {
            _ if state.pending.is_some() => None,
            Step::Take | Step::SecondCard => {
                let takes = self.takes(state);
                takes.get(below(rng, takes.len() as u32) as usize).copied()
            }
            Step::Marker => {
                let targets = MarkerTargets::of(self, state);
                targets.nth(below(rng, targets.moves() as u32) as usize)
            }
            Step::Deal | Step::Over => None,
        }
    }

    fn play_unchecked(&self, state: &mut State, mv: Move) {
        self.apply(state, mv, &mut ());
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<(), Refusal> {
        if !self.legal_moves(state).contains(&mv) {
            return Err(self.refusal(state, mv));
        }
        self.play_unchecked(state, mv);
        Ok(())
    }

    fn chances(&self, state: &State) -> Option<Vec<(Chance, u64)>> {
        let _slot = state.pending?;
        let outcome = |(disc, count)| (Chance::Disc(DrawnDisc { disc }), u64::from(count));
        Some(state.unseen_discs().kinds().map(outcome).collect())
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        match state.pending {
            Some(_) => self.draw_disc(state, rng),
            None => Chance::Deal(Box::new(self.draw_deal(rng))),
        }
    }

    fn resolve(&self, state: &mut State, outcome: &Chance) -> Result<(), Refusal> {
        self.decide(state, outcome, &mut ())
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        let scores = self.scores_with(state, &held(state));
        let fewer_cards = BySeat::from_fn(self.seats, |seat| -state.side(seat).cards());
        Payoffs::ranked(scores, &fewer_cards)
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        (self.turn(state) == Turn::Over).then(|| self.payoffs(state).scores)
    }

    /// What the rest of the game and its payoffs depend on: not who took which card or disc when, but what each
    /// side's cards and discs add up to. Boxed markers follow from reserves and markers.
    fn key(&self, state: &State) -> u64 {
        let mut mixer =
            Mixer(state.layout_key).pair(state.table.bits(), self.turn_word(state) | table_discs(state));
        for pair in state.sides.chunks_exact(2).take(self.seats.div_ceil(2)) {
            for side in pair {
                mixer = mixer.pair(side.shields, side.markers.bits() | u64::from(side.face_down) << 48);
            }
            mixer = mixer.pair(hand(&pair[0]), hand(&pair[1]));
        }
        mixer.finish()
    }
}
