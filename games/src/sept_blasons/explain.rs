//! Why a move is refused.

use super::SeptBlasons;
use super::moves::Move;
use super::state::{Phase, State, TRICKS};
use super::token::Place;
use super::told::TEXTS;
use crate::prelude::*;
use crate::shown::Told;

const TRICK: &str = "sept-blasons.md#a-trick";
const VARIANTS: &str = "sept-blasons.md#variants-any-combination-s";

impl SeptBlasons {
    /// The rule a move outside the legal list breaks.
    pub(super) fn explain(&self, state: &State, mv: Move) -> Refusal {
        let Some(seat) = self.decider(state) else { return plain("game_over", TRICK) };
        if !fits_phase(state.phase, mv) {
            return wrong_phase(state.phase);
        }
        match mv {
            Move::Play(character, action) => self.explain_play(state, seat, character.0, action.is_some()),
            Move::Value(of) | Move::Power(of) | Move::Serve(of) if of.index() >= self.seats() => {
                let last = self.seats() as i32 - 1;
                Refusal::told(&TEXTS, TRICK, &Told::new("no_such_seat", [("last", last.into())]))
            }
            Move::Value(_) => plain("not_numbered", TRICK),
            Move::Power(_) => plain("power_not_takeable", TRICK),
            Move::Serve(_) => plain("not_your_strength", VARIANTS),
            Move::Remove(id) if state.tokens.get(id).is_some_and(|t| t.place == Place::Area(seat)) => {
                plain("own_token", TRICK)
            }
            Move::Look { .. } | Move::Peek(_) => plain("bad_choice", VARIANTS),
            _ => plain("bad_token", TRICK),
        }
    }

    fn explain_play(&self, state: &State, seat: Seat, character: u8, activates: bool) -> Refusal {
        if state.hands[seat.index()] >> (character & 7) & 1 == 0 {
            return plain("card_played", TRICK);
        }
        let kind = if !activates {
            "illegal"
        } else if state.strength[seat.index()] == 0 {
            "no_bourgeoisie"
        } else if state.activated >> seat.0 & 1 == 1 {
            "already_activated"
        } else if state.trick_no + 1 == TRICKS {
            "last_trick"
        } else {
            "variant_not_played"
        };
        plain(kind, VARIANTS)
    }
}

/// A refusal that names nothing.
fn plain(kind: &'static str, rule: &'static str) -> Refusal {
    Refusal::told(&TEXTS, rule, &Told::new(kind, []))
}

fn fits_phase(phase: Phase, mv: Move) -> bool {
    match phase {
        Phase::Play => matches!(mv, Move::Play(..)),
        Phase::Power(_) => {
            !matches!(mv, Move::Play(..) | Move::Serve(_) | Move::Look { .. } | Move::Peek(_) | Move::Decline)
        }
        Phase::Serve(_) => matches!(mv, Move::Serve(_) | Move::Decline),
        Phase::Free => matches!(mv, Move::Draw(_) | Move::Reveal(_)),
        Phase::Look(_) => matches!(mv, Move::Look { .. } | Move::Peek(_) | Move::Decline),
        Phase::Deal | Phase::Over => false,
    }
}

fn wrong_phase(phase: Phase) -> Refusal {
    let kind = match phase {
        Phase::Play => "wrong_phase-play",
        Phase::Power(_) => "wrong_phase-power",
        Phase::Serve(_) => "wrong_phase-serve",
        Phase::Free => "wrong_phase-free",
        _ => "wrong_phase-look",
    };
    plain(kind, TRICK)
}
