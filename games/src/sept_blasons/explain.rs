//! Why a move is refused.

use super::SeptBlasons;
use super::moves::Move;
use super::state::{Phase, State, TRICKS};
use super::token::Place;
use crate::prelude::*;

const TRICK: &str = "sept-blasons.md#a-trick";
const VARIANTS: &str = "sept-blasons.md#variants-any-combination-s";

impl SeptBlasons {
    /// The rule a move outside the legal list breaks.
    pub(super) fn explain(&self, state: &State, mv: Move) -> Refusal {
        let Some(seat) = self.decider(state) else {
            return Refusal::new("game_over", TRICK, "nobody is to move", "personne n'est au trait");
        };
        if !fits_phase(state.phase, mv) {
            return wrong_phase(state.phase);
        }
        match mv {
            Move::Play(character, action) => self.explain_play(state, seat, character.0, action.is_some()),
            Move::Value(of) | Move::Power(of) | Move::Serve(of) if of.index() >= self.seats() => {
                Refusal::new(
                    "no_such_seat",
                    TRICK,
                    format!("there is no seat {}", of.0),
                    format!("il n'y a pas de place {}", of.0),
                )
            }
            Move::Value(_) => refuse(
                "not_numbered",
                "a malandrin has no value to take over",
                "un malandrin n'a pas de valeur à prendre",
            ),
            Move::Power(_) => refuse(
                "power_not_takeable",
                "only the power of a card played later than this one, and that has a power, can be taken",
                "seul le pouvoir d'une carte posée après celle-ci, et qui en a un, peut être pris",
            ),
            Move::Serve(_) => Refusal::new(
                "not_your_strength",
                VARIANTS,
                "that card is not the character this bourgeoisie card serves",
                "cette carte n'est pas le personnage que sert cette carte bourgeoisie",
            ),
            Move::Remove(id) if state.tokens.get(id).is_some_and(|t| t.place == Place::Area(seat)) => refuse(
                "own_token",
                "the magistrat removes a token of another player's area",
                "le magistrat retire un blason d'un autre joueur",
            ),
            Move::Look { .. } | Move::Peek(_) => Refusal::new(
                "bad_choice",
                VARIANTS,
                "look at your own and at one single other player's only, at least one and at most the card's strength",
                "regardez les vôtres et ceux d'un seul autre joueur, au moins un et au plus la force de la carte",
            ),
            _ => refuse(
                "bad_token",
                "that token does not lie where this power can take it; see the legal moves",
                "ce blason n'est pas là où ce pouvoir peut le prendre ; voyez les coups permis",
            ),
        }
    }

    fn explain_play(&self, state: &State, seat: Seat, character: u8, activates: bool) -> Refusal {
        if state.hands[seat.index()] >> (character & 7) & 1 == 0 {
            return refuse(
                "card_played",
                "that card is no longer in the hand",
                "cette carte n'est plus en main",
            );
        }
        let (code, en, fr) = if !activates {
            ("illegal", "that card cannot be played", "cette carte ne peut être jouée")
        } else if state.strength[seat.index()] == 0 {
            (
                "no_bourgeoisie",
                "this seat holds no bourgeoisie card",
                "cette place n'a pas de carte bourgeoisie",
            )
        } else if state.activated >> seat.0 & 1 == 1 {
            (
                "already_activated",
                "a bourgeoisie card is activated once a round",
                "une carte bourgeoisie s'active une fois par manche",
            )
        } else if state.trick_no + 1 == TRICKS {
            ("last_trick", "nothing is activated in the last trick", "rien ne s'active au dernier pli")
        } else {
            (
                "variant_not_played",
                "the variant of this action is not played",
                "la variante de cette action n'est pas jouée",
            )
        };
        Refusal::new(code, VARIANTS, en, fr)
    }
}

fn refuse(code: &'static str, en: &str, fr: &str) -> Refusal {
    Refusal::new(code, TRICK, en, fr)
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
    let (en, fr) = match phase {
        Phase::Play => ("now a card is played", "il faut poser une carte"),
        Phase::Power(_) => ("now a power is used", "il faut utiliser un pouvoir"),
        Phase::Serve(_) => {
            ("now a card of the trick may be taken, or `none`", "on peut prendre une carte du pli, ou `none`")
        }
        Phase::Free => {
            ("now the winner draws a token or turns one up", "le gagnant prend un blason ou en retourne un")
        }
        _ => ("now something may be looked at, or `none`", "on peut regarder, ou `none`"),
    };
    refuse("wrong_phase", en, fr)
}
