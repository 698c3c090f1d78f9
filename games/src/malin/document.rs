//! The full state as documented in `docs/malin-state.md`.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use super::Malin;
use super::card::{Card, Hand};
use super::malheur::{Kind, Malheur};
use super::moves::Move;
use super::state::{LaidCard, Phase, State};
use crate::json::documents;
use crate::prelude::*;

documents! {
    /// The full state after a ply.
    Document(rules: &Malin, state: &State) {
        announced: Vec<Option<i8>> = state.announced[..rules.seats()].to_vec(),
        contracts: Vec<Option<i8>> = state.contracts[..rules.seats()].to_vec(),
        dealer: Seat = state.dealer,
        hands: Vec<Vec<Card>> = state.hands[..rules.seats()].iter().map(|&hand| rules.cards(hand)).collect(),
        laid: Vec<Option<LaidCard>> = state.trick.laid[..rules.seats()].to_vec(),
        leader: Seat = state.trick.leader,
        left_over: Vec<Card> = rules.cards(state.left_over),
        malheurs: Vec<Vec<Kind>> =
            state.malheurs[..rules.seats()].iter().map(|&held| Kind::repeated(held).collect()).collect(),
        phase: &'static str = state.phase.name(),
        pile: Vec<Kind> = state.pile.to_vec(),
        played: u8 = state.tricks,
        points: Vec<i16> = state.points[..rules.seats()].to_vec(),
        #[serde(skip_serializing_if = "Option::is_none")]
        quiet: Option<u8> = if let Phase::After(_, quiet) = state.phase { Some(quiet) } else { None },
        removed: Card = state.removed,
        round: u16 = state.round,
        taken: Vec<u8> = state.taken[..rules.seats()].to_vec(),
        #[serde(skip_serializing_if = "Option::is_none")]
        turn: Option<Seat> = rules.decider(state),
        used: Vec<Kind> = Kind::repeated(state.used).collect(),
        waiting: Vec<Waiting> = state.trick.waiting.iter().map(|&waits| Waiting::of(rules, waits)).collect(),
    }

    /// A Malheur waiting to act, as in the notation, without the word `malheur`.
    Waiting(rules: &Malin, waits: (Seat, Malheur)) {
        malheur: String = rules
            .write(Move::Malheur(waits.1), waits.0, Viewer::Spectator)
            .trim_start_matches("malheur ")
            .to_owned(),
        seat: Seat = waits.0,
    }
}

impl Malin {
    fn cards(&self, hand: Hand) -> Vec<Card> {
        hand.cards(self.fixed_twins()).collect()
    }
}
