//! [`Game`] for Parbourg.

use super::Parbourg;
use super::chance::{Chance, Deal};
use super::moves::Move;
use super::state::{Phase, State};
use crate::hash::hash_of;
use crate::prelude::*;

impl Game for Parbourg {
    type State = State;
    type Move = Move;
    type Moves = Vec<Move>;
    type Chance = Chance;

    fn seats(&self) -> usize {
        usize::from(self.options.players)
    }

    fn start(&self) -> State {
        State::start(self.options.spare_tokens)
    }

    fn turn(&self, state: &State) -> Turn {
        if self.at_chance(state) {
            return Turn::Chance;
        }
        self.decider(state).map_or(Turn::Over, Turn::Player)
    }

    fn legal_moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        self.phase_moves(state, &mut moves);
        moves.sort_unstable();
        moves
    }

    /// Who holds nothing to use passes: most windows are so.
    fn forced_move(&self, state: &State) -> Option<Move> {
        let usable = match state.phase {
            _ if !state.chain.is_empty() => self.deck.counters,
            Phase::Window => self.deck.ephemerals,
            Phase::Alchemy => self.deck.alchemies,
            _ => return None,
        };
        let seat = self.decider(state)?;
        (!state.hand(seat).meets(usable)).then_some(Move::Pass)
    }

    fn play_unchecked(&self, state: &mut State, mv: Move) {
        self.apply(state, mv, &mut ());
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<(), Refusal> {
        if self.legal_moves(state).binary_search(&mv).is_ok() {
            self.play_unchecked(state, mv);
            return Ok(());
        }
        Err(self.explain(state, mv))
    }

    fn chances(&self, state: &State) -> Option<Vec<(Chance, u64)>> {
        let random = state.random?;
        let hand = state.hand(random.owner()).iter();
        Some(hand.map(|card| (random.outcome(self.id(card)), 1)).collect())
    }

    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        if let Some(random) = state.random {
            let hand = state.hand(random.owner());
            let card = hand.iter().nth(below(rng, hand.len()) as usize);
            return random.outcome(card.map_or(0, |card| self.id(card)));
        }
        match state.phase {
            Phase::Deal => {
                let first = Seat(below(rng, self.seats() as u32) as u8);
                let henchmen = self.shuffled_henchmen(rng);
                Chance::Deal(Deal { first, henchmen, pile: self.shuffled(self.deck.all(), rng) })
            }
            Phase::Henchmen => Chance::Henchmen(self.shuffled_henchmen(rng)),
            _ => Chance::Reshuffle(self.shuffled(state.discard, rng)),
        }
    }

    fn resolve(&self, state: &mut State, outcome: &Chance) -> Result<(), Refusal> {
        self.decide(state, outcome, &mut ())
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        let count = |seat: Seat| state.won[seat.index()].iter().map(|&n| i32::from(n)).sum();
        let tie_break = BySeat::from_fn(self.seats(), |seat| tie_break(state, seat));
        Payoffs::ranked(BySeat::from_fn(self.seats(), count), &tie_break)
    }

    fn round_scores(&self, state: &State) -> Option<BySeat<i32>> {
        (state.phase == Phase::Over).then(|| self.payoffs(state).scores)
    }

    fn key(&self, state: &State) -> u64 {
        hash_of(state)
    }
}

/// Most tokens of one colour, then the counts from politique to science.
fn tie_break(state: &State, seat: Seat) -> i32 {
    let won = state.won[seat.index()].map(|n| i32::from(n.min(31)));
    let most = won.iter().copied().max().unwrap_or(0);
    won.iter().fold(most, |number, &count| number * 32 + count)
}
