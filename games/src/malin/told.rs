//! Le Malin in words.

use super::Malin;
use super::card::Card;
use super::malheur::{Change, Malheur};
use super::moves::{Move, ValuedCard};
use super::piece::{card_piece, malheur_piece};
use super::state::State;
use crate::locale::{COMMON_EN, COMMON_FR, Texts};
use crate::prelude::*;
use crate::shown::Told;

pub(super) static TEXTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../../text/en/malin.ftl")],
    fr: &[COMMON_FR, include_str!("../../text/fr/malin.ftl")],
};

impl Malin {
    /// A move as `viewer` may be told of it: a card given in barter is named only to its giver and its receiver.
    pub(super) fn told_of(&self, state: &State, mv: Move, viewer: Viewer) -> Told {
        match mv {
            Move::Bid(contract) => Told::new("bid", [("contract", i32::from(contract).into())]),
            Move::Play(lay) => laid(["play", "play_as"], lay),
            Move::Pass => Told::new("pass", []).minor(),
            Move::Malheur(malheur) => {
                let user = self.decider(state).unwrap_or_default();
                let told = used(malheur, viewer.knows_as(user), viewer);
                on_card(told, state, malheur).arg("malheur", malheur_piece(malheur.kind()))
            }
        }
    }
}

/// What a Malheur is used for; `own`: by the viewer.
fn used(malheur: Malheur, own: bool, viewer: Viewer) -> Told {
    let at = |kind, target: Seat| Told::new(kind, [("target", target.into())]);
    match malheur {
        Malheur::Inversion | Malheur::Boost | Malheur::Void | Malheur::Parry => {
            Told::new("malheur_plain", [])
        }
        Malheur::Drain(target) => at("malheur_at", target),
        Malheur::Gift(target) => at("malheur_gift", target),
        Malheur::EvilEye(target) => at("malheur_look", target),
        Malheur::Swap(a, b) => Told::new("malheur_swap", [("first", a.into()), ("second", b.into())]),
        Malheur::Retake(lay) => laid(["malheur_retake", "malheur_retake_as"], lay),
        Malheur::Perjury(change) => Told::new("malheur_own", []).arg("change", by(change)),
        Malheur::Curse(target, change) => at("malheur_curse", target).arg("change", by(change)),
        Malheur::Barter(given, target) if own || viewer.knows_as(target) => {
            at("malheur_barter", target).arg("card", card_piece(given))
        }
        Malheur::Barter(_, target) => at("malheur_barter_hidden", target),
    }
}

/// With the card of the trick that it is to hit.
fn on_card(told: Told, state: &State, malheur: Malheur) -> Told {
    let Malheur::Drain(target) = malheur else { return told };
    let laid = state.trick.before(target).into_iter();
    laid.fold(told, |told, laid| told.arg("card", card_piece(laid.card)))
}

/// A card with the value it is given, where none is printed on it.
fn laid([plain, valued]: [&'static str; 2], lay: ValuedCard) -> Told {
    match lay.card {
        Card::Number(_) | Card::FixedTwin(_) => Told::new(plain, []),
        Card::Twin | Card::Wish => Told::new(valued, [("value", i32::from(lay.value).into())]),
    }
    .arg("card", card_piece(lay.card))
}

fn by(change: Change) -> i32 {
    change.delta().into()
}
