//! Adapts the play of our Oh Hell to the crate `ismcts`: the same state, the same rules, and worlds drawn by the same
//! code.

use std::cell::RefCell;
use std::sync::Arc;

use ismcts::action_list::ActionList;
use ismcts::inference::NoInference;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tapis_games::game::{Game, InformationSet, Turn};
use tapis_testkit::oh_hell::{Card, Cards, Knowledge, Move, OhHell, State, any};

thread_local! {
    /// The crate passes no random generator.
    static RNG: RefCell<SmallRng> = RefCell::new(SmallRng::seed_from_u64(1));
}

/// A position after the bids.
#[derive(Clone)]
pub struct Table {
    rules: OhHell,
    /// The knowledge of the seat that asks.
    known: Arc<Knowledge>,
    state: State,
}

impl Table {
    /// Any world that agrees with the knowledge.
    pub fn new(rules: &OhHell, known: Knowledge) -> Self {
        let state = RNG.with_borrow_mut(|rng| known.sample_world(rules, rng));
        Self { rules: rules.clone(), known: Arc::new(known), state }
    }

    /// The position.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The number of games that can follow.
    pub fn games(&self) -> u64 {
        use ismcts::state::State as _;
        if self.is_terminal() {
            return 1;
        }
        self.possible_actions().0.iter().map(|card| self.next_state(card).games()).sum()
    }
}

/// Cards to choose from.
#[derive(Clone, Copy)]
pub struct Choice(pub Cards);

impl ActionList<Card> for Choice {
    fn uninit() -> Self {
        Self(Cards::default())
    }

    #[inline]
    fn pop_random(&mut self) -> Option<Card> {
        let card = RNG.with_borrow_mut(|rng| any(self.0, rng))?;
        self.0 = self.0.without(card);
        Some(card)
    }

    #[inline]
    fn push(&mut self, card: Card) {
        self.0 = self.0 | card;
    }

    fn len(&self) -> usize {
        self.0.len() as usize
    }

    #[inline]
    fn has(&self, card: &Card) -> bool {
        self.0.contains(*card)
    }

    #[inline]
    fn without(&self, other: &Self) -> Self {
        Self(self.0.without(other.0))
    }
}

impl ismcts::state::State for Table {
    type Action = Card;
    type ActionList = Choice;
    type Inference = NoInference;

    fn turn(&self) -> usize {
        self.state.mover.into()
    }

    fn randomize(&self, _: usize, _: &NoInference) -> Self {
        let state = RNG.with_borrow_mut(|rng| self.known.sample_world(&self.rules, rng));
        Self { state, ..self.clone() }
    }

    #[inline]
    fn possible_actions(&self) -> Choice {
        Choice(self.state.playable())
    }

    #[inline]
    fn apply_action(&mut self, card: Card) {
        self.rules.play_unchecked(&mut self.state, Move::Play(card));
    }

    #[inline]
    fn is_terminal(&self) -> bool {
        self.rules.turn(&self.state) == Turn::Over
    }

    /// Points, including those for an exact bid, as a share of the maximum.
    fn reward(&self, seat: usize) -> f32 {
        let (taken, bid) = (self.state.taken[seat & 3], self.state.bids[seat & 3]);
        (f32::from(taken) + if taken == bid { 10.0 } else { 0.0 }) / 22.0
    }
}
