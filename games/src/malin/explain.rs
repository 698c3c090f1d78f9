//! Why a move is refused.

use super::Malin;
use super::legal::Window;
use super::malheur::Malheur;
use super::moves::Move;
use super::state::{Phase, State};
use crate::prelude::*;

const ROUND: &str = "malin.md#a-round";
const FUN: &str = "malin.md#fun-version-s";

impl Malin {
    /// The rule a move outside the legal list breaks.
    pub(super) fn explain(&self, state: &State, mv: Move) -> Refusal {
        match (state.phase, mv) {
            (Phase::Bid(_), Move::Bid(bid)) => self.explain_bid(state, bid),
            (Phase::Bid(_), _) => refuse(
                "bid_first",
                ROUND,
                "now a contract is announced: `bid 0` and up",
                "il faut annoncer un contrat : `bid 0` et plus",
            ),
            (_, Move::Bid(_)) => {
                refuse("bids_made", ROUND, "the contracts have been announced", "les contrats sont annoncés")
            }
            (Phase::Play(seat), Move::Play(lay)) if state.hands[seat.index()].contains(lay.card) => {
                let (en, fr) = ("that card cannot have this value", "cette carte ne peut avoir cette valeur");
                refuse("value_out_of_range", "malin.md#cards", en, fr)
            }
            (Phase::Play(_), Move::Play(_)) => refuse(
                "card_not_held",
                ROUND,
                "that card is not in the hand",
                "cette carte n'est pas en main",
            ),
            (_, Move::Play(_)) => refuse(
                "not_now",
                FUN,
                "in this window only Malheurs or `pass` are possible",
                "seuls un Malheur ou `pass` sont possibles ici",
            ),
            (Phase::Play(_), Move::Pass) => refuse(
                "must_play",
                FUN,
                "before one's card there is no `pass`",
                "avant sa carte on ne peut passer",
            ),
            (phase, Move::Malheur(malheur)) => self.explain_malheur(state, phase, malheur),
            _ => refuse("game_over", ROUND, "nobody is to move", "personne n'est au trait"),
        }
    }

    fn explain_bid(&self, state: &State, bid: u8) -> Refusal {
        let tricks = self.tricks();
        if usize::from(bid) >= tricks {
            return refuse(
                "bid_out_of_range",
                ROUND,
                format!("a contract is 0 to {}", tricks - 1),
                format!("un contrat va de 0 à {}", tricks - 1),
            );
        }
        if state.announced.contains(&Some(bid as i8)) {
            return refuse(
                "bid_repeated",
                ROUND,
                "that number has been announced; it must differ",
                "ce nombre est déjà annoncé",
            );
        }
        refuse(
            "bid_sum",
            ROUND,
            format!("the announcements may not add up to {tricks}"),
            format!("la somme des annonces ne peut faire {tricks}"),
        )
    }

    fn explain_malheur(&self, state: &State, phase: Phase, malheur: Malheur) -> Refusal {
        let (seat, window) = match phase {
            Phase::DealWindow(seat) => (seat, Window::Deal),
            Phase::Play(seat) => (seat, Window::Before),
            Phase::After(seat, _) => (seat, Window::After),
            _ => {
                return refuse(
                    "not_now",
                    FUN,
                    "no Malheur can be used now",
                    "aucun Malheur ne peut servir maintenant",
                );
            }
        };
        let kind = malheur.kind();
        if state.malheurs[seat.index()][kind as usize] == 0 {
            return refuse(
                "malheur_not_held",
                FUN,
                "that Malheur card is not held",
                "cette carte Malheur n'est pas en main",
            );
        }
        if !window.admits(kind) {
            return refuse(
                "wrong_window",
                FUN,
                "that Malheur is not used in this window",
                "ce Malheur ne sert pas à ce moment",
            );
        }
        match malheur {
            Malheur::Parry => refuse(
                "nothing_to_parry",
                FUN,
                "no Malheur waits in this trick",
                "aucun Malheur n'attend dans ce pli",
            ),
            Malheur::Perjury(_) => self.contract_out_of_range(),
            Malheur::Curse(target, _) if target != seat && target.index() < self.seats() => {
                self.contract_out_of_range()
            }
            _ => self.explain_target(state, seat, malheur),
        }
    }

    fn contract_out_of_range(&self) -> Refusal {
        refuse(
            "contract_out_of_range",
            FUN,
            format!("a changed contract stays within 0 and {}", self.tricks()),
            format!("un contrat changé reste entre 0 et {}", self.tricks()),
        )
    }

    fn explain_target(&self, state: &State, seat: Seat, malheur: Malheur) -> Refusal {
        let held = |card| state.hands[seat.index()].contains(card);
        match malheur {
            Malheur::Retake(lay) if !held(lay.card) => {
                refuse("card_not_held", FUN, "that card is not in the hand", "cette carte n'est pas en main")
            }
            Malheur::Barter(card, _) if !held(card) => {
                refuse("card_not_held", FUN, "that card is not in the hand", "cette carte n'est pas en main")
            }
            Malheur::Retake(_) => refuse(
                "card_not_free",
                FUN,
                "that card has been named by a waiting retake, or cannot have this value",
                "cette carte est déjà nommée, ou ne peut avoir cette valeur",
            ),
            _ => refuse(
                "bad_target",
                FUN,
                "that target cannot be chosen; see the legal moves",
                "cette cible ne peut être choisie ; voyez les coups permis",
            ),
        }
    }
}

fn refuse(code: &'static str, rule: &'static str, en: impl Into<String>, fr: impl Into<String>) -> Refusal {
    Refusal::new(code, rule, en, fr)
}
