//! Cards that are used, the window to answer them, and how the chain is settled.

use serde_json::json;

use super::legal::{counters, ephemerals};
use super::play::Ply;
use super::state::{Phase, Used};

impl Ply<'_> {
    /// A card is used, its targets are named: the others may answer.
    pub fn use_card(&mut self, used: Used) {
        self.state.to_answer = self.state.others_standing(used.seat);
        self.state.chain.push(used);
        self.next_answer();
    }

    /// The next seat is asked for a *Contre*; after the last the chain is settled.
    pub fn next_answer(&mut self) {
        let all = !self.state.options.only_holders;
        while !self.state.to_answer.is_empty() {
            let seat = self.state.to_answer.remove(0);
            if all || !counters(self.state, seat).is_empty() {
                self.state.answering = Some(seat);
                return;
            }
        }
        self.state.answering = None;
        self.settle();
    }

    /// From the last card: each one acts unless a *Contre* that acts has undone it. The course goes on where the first
    /// was used.
    fn settle(&mut self) {
        let (mut undone, mut ends) = (false, false);
        while let Some(used) = self.state.chain.pop() {
            let effect = &self.state.card(used.card).effect.name;
            let counter = effect == "counter";
            if !undone && !counter {
                ends = effect == "cancel_challenge";
                self.act(&used);
            }
            if !used.laid {
                self.state.discard.insert(used.card);
            }
            undone = counter && !undone;
        }
        match self.state.phase {
            _ if ends => self.end_challenge(false),
            Phase::Alchemy => self.next_alchemy(),
            Phase::Window => self.next_asked(),
            _ => {}
        }
    }

    /// With `windows: "holders"` the log says who is asked.
    pub fn tell_asked(&mut self) {
        let state = &*self.state;
        if !state.options.only_holders {
            return;
        }
        let window = match state.phase {
            _ if state.answering.is_some() => "response",
            Phase::Window => "window",
            _ => return,
        };
        let asked = json!({"seat": state.to_move(), "window": window});
        self.told.insert("asked".to_owned(), asked);
    }

    /// The window after a turn: the other standing seats, once round.
    pub fn open_window(&mut self) {
        self.state.to_ask = self.state.others_standing(self.state.mover);
        self.state.phase = Phase::Window;
        self.next_asked();
    }

    /// The next seat of that window, or the next turn.
    pub fn next_asked(&mut self) {
        let all = !self.state.options.only_holders;
        while !self.state.to_ask.is_empty() {
            let seat = self.state.to_ask.remove(0);
            if all || !ephemerals(self.state, seat).is_empty() {
                self.state.asked = seat;
                return;
            }
        }
        self.next_turn();
    }
}
