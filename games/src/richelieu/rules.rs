//! [`Game`] for Richelieu.

use rand::Rng;

use super::Richelieu;
use super::deal::{Chance, DrawnDisc};
use super::moves::{Move, Moves};
use super::state::{State, Step};
use crate::game::{Game, Turn};
use crate::payoff::Payoffs;
use crate::refusal::Refusal;
use crate::seat::BySeat;

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
        if state.pending.is_some() { Moves::new() } else { self.list(state) }
    }

    fn random_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Option<Move> {
        if state.pending.is_some() { None } else { self.draw_move(state, rng) }
    }

    fn play_unchecked(&self, state: &mut State, mv: Move) {
        self.apply(state, mv);
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<(), Refusal> {
        if !self.legal_moves(state).contains(&mv) {
            return Err(self.refusal(state, mv));
        }
        self.apply(state, mv);
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
        match outcome {
            Chance::Deal(deal) if state.step == Step::Deal => *state = self.dealt(deal)?,
            Chance::Disc(drawn) if state.pending.is_some() => self.name_pending(state, drawn.disc)?,
            _ => {
                let en = "nothing of the kind is left to chance here";
                let fr = "rien de tel n'est laissé au hasard ici";
                return Err(Refusal::new("no_such_chance", "richelieu.md#set-up", en, fr));
            }
        }
        Ok(())
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        self.payoffs_of(state)
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        (self.turn(state) == Turn::Over).then(|| self.payoffs_of(state).scores)
    }

    fn key(&self, state: &State) -> u64 {
        self.state_key(state)
    }
}
