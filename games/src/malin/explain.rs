//! Why a move is refused.

use super::Malin;
use super::legal::Window;
use super::malheur::Malheur;
use super::moves::Move;
use super::state::{Phase, State};
use super::told::TEXTS;
use crate::prelude::*;
use crate::shown::Told;

const ROUND: &str = "malin.md#a-round";
const FUN: &str = "malin.md#fun-version-s";

impl Malin {
    /// The rule a move outside the legal list breaks.
    pub(super) fn explain(&self, state: &State, mv: Move) -> Refusal {
        match (state.phase, mv) {
            (Phase::Bid(_), Move::Bid(bid)) => self.explain_bid(state, bid),
            (Phase::Bid(_), _) => plain("bid_first", ROUND),
            (_, Move::Bid(_)) => plain("bids_made", ROUND),
            (Phase::Play(seat), Move::Play(lay)) if state.hands[seat.index()].contains(lay.card) => {
                plain("value_out_of_range", "malin.md#cards")
            }
            (Phase::Play(_), Move::Play(_)) => plain("card_not_held", ROUND),
            (_, Move::Play(_)) => plain("not_now-window", FUN),
            (Phase::Play(_), Move::Pass) => plain("must_play", FUN),
            (phase, Move::Malheur(malheur)) => self.explain_malheur(state, phase, malheur),
            _ => plain("game_over", ROUND),
        }
    }

    fn explain_bid(&self, state: &State, bid: u8) -> Refusal {
        let tricks = self.tricks();
        if usize::from(bid) >= tricks {
            return refuse(ROUND, &Told::new("bid_out_of_range", [("most", (tricks as i32 - 1).into())]));
        }
        if state.announced.contains(&Some(bid as i8)) {
            return refuse(ROUND, &Told::new("bid_repeated", [("bid", i32::from(bid).into())]));
        }
        refuse(ROUND, &Told::new("bid_sum", [("tricks", (tricks as i32).into())]))
    }

    fn explain_malheur(&self, state: &State, phase: Phase, malheur: Malheur) -> Refusal {
        let (seat, window) = match phase {
            Phase::DealWindow(seat) => (seat, Window::Deal),
            Phase::Play(seat) => (seat, Window::Before),
            Phase::After(seat, _) => (seat, Window::After),
            _ => return plain("not_now", FUN),
        };
        let kind = malheur.kind();
        if state.malheurs[seat.index()][kind as usize] == 0 {
            return plain("malheur_not_held", FUN);
        }
        if !window.admits(kind) {
            return plain("wrong_window", FUN);
        }
        match malheur {
            Malheur::Parry => plain("nothing_to_parry", FUN),
            Malheur::Perjury(_) => self.contract_out_of_range(),
            Malheur::Curse(target, _) if target != seat && target.index() < self.seats() => {
                self.contract_out_of_range()
            }
            _ => self.explain_target(state, seat, malheur),
        }
    }

    fn contract_out_of_range(&self) -> Refusal {
        refuse(FUN, &Told::new("contract_out_of_range", [("most", (self.tricks() as i32).into())]))
    }

    fn explain_target(&self, state: &State, seat: Seat, malheur: Malheur) -> Refusal {
        let held = |card| state.hands[seat.index()].contains(card);
        match malheur {
            Malheur::Retake(_) | Malheur::Barter(..) if state.hands[seat.index()].is_empty() => {
                plain("card_not_held-none", FUN)
            }
            Malheur::Retake(lay) if !held(lay.card) => plain("card_not_held", FUN),
            Malheur::Barter(card, _) if !held(card) => plain("card_not_held", FUN),
            Malheur::Retake(_) => plain("card_not_free", FUN),
            _ => plain("bad_target", FUN),
        }
    }
}

/// A refusal that names nothing.
fn plain(kind: &'static str, rule: &'static str) -> Refusal {
    refuse(rule, &Told::new(kind, []))
}

fn refuse(rule: &'static str, told: &Told) -> Refusal {
    Refusal::told(&TEXTS, rule, told)
}
