//! The course of the game: moves applied, and everything that follows from them by itself.

use super::Parbourg;
use super::card::Card;
use super::moves::{Move, Target};
use super::state::{Phase, State};
use super::trace::Observer;
use crate::prelude::*;

mod challenge;
mod day;
mod window;

impl Parbourg {
    pub(super) fn at_chance(&self, state: &State) -> bool {
        matches!(state.phase, Phase::Deal | Phase::Henchmen)
            || state.random.is_some()
            || !state.due.is_empty()
    }

    pub(super) fn decider(&self, state: &State) -> Option<Seat> {
        let nobody = self.at_chance(state) || state.phase == Phase::Over;
        (!nobody).then_some(state.asked)
    }

    /// Carries out a legal move and what follows from it, up to the next decision or chance.
    pub(super) fn apply(&self, state: &mut State, mv: Move, trace: &mut impl Observer) {
        let Some(seat) = self.decider(state) else { return };
        match mv {
            Move::Bet { card, hidden, event } => {
                let unseen = hidden && event.is_none();
                self.forget(state, seat, card, unseen);
                if unseen {
                    trace.stage(state);
                }
                self.bet(state, seat, card, hidden, event);
            }
            Move::Event(card, target) => {
                self.spend(state, seat, card);
                state.actions = state.actions.saturating_add(1);
                self.open_response(state, seat, card, target, false);
            }
            Move::Build(card) => {
                self.spend(state, seat, card);
                state.buildings[seat.index()].insert(card);
                state.built = true;
            }
            Move::Alchemy(card, target) => {
                self.spend(state, seat, card);
                state.passed = 0;
                self.open_response(state, seat, card, target, false);
            }
            Move::Ephemeral(card, target) => {
                self.spend(state, seat, card);
                if state.phase == Phase::Window && state.chain.is_empty() {
                    state.to_ask |= 1 << seat.0;
                }
                self.open_response(state, seat, card, target, false);
            }
            Move::Keep(henchman) => self.keep(state, henchman, trace),
            Move::Initiative(henchman) => choose_score(state, seat, henchman),
            Move::Pass if state.phase == Phase::Alchemy && state.chain.is_empty() => {
                state.passed |= 1 << seat.0;
            }
            Move::Pass => {}
            Move::End => self.end_turn(state, seat, true),
            Move::Fold => self.end_turn(state, seat, false),
        }
        self.advance(state, trace);
    }

    /// A card leaves the hand before everybody's eyes.
    fn spend(&self, state: &mut State, seat: Seat, card: Card) {
        state.hands[seat.index()].remove(card);
        state.in_the_open(card);
    }

    /// Goes on until somebody or chance decides.
    pub(super) fn advance(&self, state: &mut State, trace: &mut impl Observer) {
        while !self.step(state, trace) {}
    }

    /// One step; whether a decision or chance has come.
    fn step(&self, state: &mut State, trace: &mut impl Observer) -> bool {
        if state.random.is_some() {
            return true;
        }
        if !state.due.is_empty() {
            return self.draw_due(state, trace);
        }
        if let Some(card) = state.used.take() {
            state.discard.insert(card);
            return false;
        }
        if !state.chain.is_empty() {
            return self.ask_response(state, trace) || self.settle(state, trace);
        }
        match state.phase {
            Phase::Deal | Phase::Henchmen | Phase::Over => true,
            Phase::Keep(seat, ..) | Phase::Number(seat) => decides(state, seat),
            Phase::Drawing(done) => self.draw_henchman(state, done, trace),
            Phase::Alchemy => self.ask_alchemy(state),
            Phase::Reveal => self.reveal(state, trace),
            Phase::NextTurn => self.next_turn(state, trace),
            Phase::Turn => decides(state, state.mover),
            Phase::Window => self.ask_window(state, trace),
        }
    }

    /// Draws what is due; whether the discard must be reshuffled first.
    fn draw_due(&self, state: &mut State, trace: &mut impl Observer) -> bool {
        while let Some(&(seat, count)) = state.due.first() {
            if count == 0 {
                state.due.remove(0);
            } else if !state.pile.is_empty() {
                // Whoever follows a log makes the top card what it was.
                trace.draws(state, seat);
                state.pile.pop().into_iter().for_each(|card| state.hands[seat.index()].insert(card));
                state.due[0].1 -= 1;
            } else if state.discard.is_empty() {
                state.due.clear();
            } else {
                return true;
            }
        }
        false
    }

    /// The seats in initiative order.
    pub(super) fn by_initiative(&self, state: &State) -> arrayvec::ArrayVec<Seat, 6> {
        let mut seats: arrayvec::ArrayVec<Seat, 6> = Seat::all(self.seats()).collect();
        seats.sort_by_key(|seat| state.henchmen[seat.index()].first().copied());
        seats
    }

    /// The first of `mask` after `seat` in the order of the round.
    fn next_of(&self, state: &State, seat: Seat, mask: u8) -> Option<Seat> {
        let start = state.order.iter().position(|&other| other == seat).unwrap_or(0);
        let count = state.order.len();
        (1..=count).map(|step| state.order[(start + step) % count]).find(|next| mask >> next.0 & 1 == 1)
    }

    /// Of the hand from which a card is laid unseen nobody knows its action cards any more.
    fn forget(&self, state: &mut State, seat: Seat, card: Card, unseen: bool) {
        let doubtful = state.hand(seat) & self.deck.actions;
        for (knower, known) in state.known.iter_mut().enumerate() {
            if !unseen || knower == seat.index() {
                known.remove(card);
            } else {
                *known = known.without(doubtful);
            }
        }
    }

    fn bet(&self, state: &mut State, seat: Seat, card: Card, hidden: bool, event: Option<Target>) {
        state.hands[seat.index()].remove(card);
        state.table.push(super::state::LaidCard { seat, card, hidden, doubled: false });
        state.actions = state.actions.saturating_add(1);
        if let Some(target) = event {
            self.open_response(state, seat, card, target, true);
        }
    }
}

fn decides(state: &mut State, seat: Seat) -> bool {
    state.asked = seat;
    true
}

fn choose_score(state: &mut State, seat: Seat, henchman: u8) {
    if state.phase != Phase::Number(seat) {
        return;
    }
    let own = &mut state.henchmen[seat.index()];
    if own.last() == Some(&henchman) {
        own.reverse();
    }
    state.phase = Phase::Alchemy;
}
