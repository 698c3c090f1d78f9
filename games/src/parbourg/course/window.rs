//! Windows: the one after a turn, and the one in which a card may be undone before it acts.

use crate::parbourg::Parbourg;
use crate::parbourg::card::Card;
use crate::parbourg::moves::Target;
use crate::parbourg::state::{Phase, State, UsedCard};
use crate::parbourg::trace::{AskedFor, Observer};
use crate::seat::Seat;

impl Parbourg {
    /// A card is used: every other standing player may undo it.
    pub(super) fn open_response(
        &self,
        state: &mut State,
        seat: Seat,
        card: Card,
        target: Target,
        laid: bool,
    ) {
        let to_ask = state.standing & !(1 << seat.0);
        state.chain.push(UsedCard { seat, card, target, laid, to_ask });
    }

    /// Asks the next seat for a counter; whether there is one to ask.
    pub(super) fn ask_response(&self, state: &mut State, trace: &mut impl Observer) -> bool {
        while let Some(&used) = state.chain.last() {
            let Some(seat) = self.next_of(state, used.seat, used.to_ask & state.standing) else { break };
            if let Some(top) = state.chain.last_mut() {
                top.to_ask &= !(1 << seat.0);
            }
            if !self.holders_only() || trace.asks(state, seat, AskedFor::Response, self.deck.counters) {
                state.asked = seat;
                return true;
            }
        }
        false
    }

    /// Settles the chain from its last card; whether a decision has come (never).
    pub(super) fn settle(&self, state: &mut State, trace: &mut impl Observer) -> bool {
        let mut undone = false;
        while let Some(&used) = state.chain.last() {
            trace.tell(|| self.tell_settled(used, undone));
            trace.stage(state);
            state.chain.pop();
            if used.laid {
                trace.stage(state); // a bet that lies face down is turned down again
            }
            if state.chain.is_empty() {
                state.used = Some(used.card).filter(|_| !used.laid);
                if !undone {
                    self.act(state, used, trace);
                }
            } else {
                state.discard.insert(used.card);
                undone = !undone;
            }
        }
        false
    }

    /// Asks the next seat for ephemeral cards; whether there is one to ask. The window ends when there is none.
    pub(super) fn ask_window(&self, state: &mut State, trace: &mut impl Observer) -> bool {
        while let Some(seat) = self.next_of(state, state.mover, state.to_ask & state.standing) {
            state.to_ask &= !(1 << seat.0);
            if !self.holders_only() || self.asks_holder(state, seat, trace) {
                state.asked = seat;
                return true;
            }
        }
        state.phase = Phase::NextTurn;
        false
    }

    fn asks_holder(&self, state: &mut State, seat: Seat, trace: &mut impl Observer) -> bool {
        let usable = self.usable_ephemerals(state, seat);
        trace.asks(state, seat, AskedFor::Window, usable)
    }
}
