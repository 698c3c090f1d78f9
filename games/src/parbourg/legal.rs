//! Legal moves, phase by phase.

use super::Parbourg;
use super::card::{Card, CardSet};
use super::deck::Kind;
use super::effects::targets::Use;
use super::moves::Move;
use super::state::{Phase, State};
use crate::seat::Seat;

impl Parbourg {
    /// The moves of the seat that decides, in no order.
    pub(super) fn phase_moves(&self, state: &State, out: &mut Vec<Move>) {
        let Some(seat) = self.decider(state) else { return };
        if !state.chain.is_empty() {
            let counters = (state.hand(seat) & self.deck.counters).iter();
            out.extend(counters.map(|card| Move::Ephemeral(card, super::moves::Target::Nothing)));
            out.push(Move::Pass);
            return;
        }
        match state.phase {
            Phase::Keep(_, a, b) => out.extend([Move::Keep(a), Move::Keep(b)]),
            Phase::Number(_) => {
                let own = state.henchmen[seat.index()].iter();
                out.extend(own.map(|&henchman| Move::Initiative(henchman)));
            }
            Phase::Alchemy => {
                self.alchemies(state, seat, out);
                out.push(Move::Pass);
            }
            Phase::Turn => self.turn_moves(state, seat, out),
            Phase::Window => {
                self.ephemerals(state, seat, out);
                out.push(Move::Pass);
            }
            _ => {}
        }
    }

    fn turn_moves(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        let hand = state.hand(seat);
        if state.actions < self.options.actions {
            let room = self.has_room(state, seat);
            for card in (hand & self.deck.actions).iter() {
                self.action(state, seat, card, room, out);
            }
        }
        if !state.built {
            let buildings = hand.iter().filter(|&card| self.deck.card(card).kind == Kind::Building);
            out.extend(buildings.map(Move::Build));
        }
        self.ephemerals(state, seat, out);
        if !state.last && (state.actions > 0 || state.built) {
            out.push(Move::End);
        }
        out.push(Move::Fold);
    }

    fn action(&self, state: &State, seat: Seat, card: Card, room: bool, out: &mut Vec<Move>) {
        let info = self.deck.card(card);
        let laid = info.kind == Kind::BetAndEvent;
        let ready = info.effect.is_some() && self.has_colour(state, seat, info.colours);
        let targets =
            if ready && (room || !laid) { self.targets(state, Use { seat, card, laid }) } else { Vec::new() };
        if room {
            let hiding: &[bool] = if self.lays_hidden(state, seat) { &[false, true] } else { &[false] };
            for &hidden in hiding {
                out.push(Move::Bet { card, hidden, event: None });
                if laid {
                    let events = targets.iter();
                    out.extend(events.map(|&target| Move::Bet { card, hidden, event: Some(target) }));
                }
            }
        }
        if !laid {
            out.extend(targets.into_iter().map(|target| Move::Event(card, target)));
        }
    }

    fn ephemerals(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        for card in (state.hand(seat) & self.deck.ephemerals).iter() {
            let targets = self.targets(state, Use { seat, card, laid: false });
            out.extend(targets.into_iter().map(|target| Move::Ephemeral(card, target)));
        }
    }

    fn alchemies(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        let own: CardSet = state.hand(seat);
        for card in (own & self.deck.alchemies).iter() {
            if self.has_colour(state, seat, self.deck.card(card).colours) {
                let targets = self.targets(state, Use { seat, card, laid: false });
                out.extend(targets.into_iter().map(|target| Move::Alchemy(card, target)));
            }
        }
    }
}
