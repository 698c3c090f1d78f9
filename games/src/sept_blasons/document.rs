//! The full state as documented in `docs/sept-blasons-state.md`.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use super::SeptBlasons;
use super::card::Family;
use super::moves::Action;
use super::state::{Phase, State};
use super::token::Token;
use super::trick::LaidCard;
use crate::bits::members;
use crate::json::documents;
use crate::prelude::*;

documents! {
    /// The full state after a ply.
    Document(rules: &SeptBlasons, state: &State) {
        activated: Vec<bool> = (0..rules.seats()).map(|seat| state.activated >> seat & 1 == 1).collect(),
        bourgeoisie: Vec<u8> = state.strength[..rules.seats()].to_vec(),
        collected: Vec<[Vec<u8>; 7]> = state.collected[..rules.seats()]
            .iter()
            .map(|cards| Family::ALL.map(|family| members(u64::from(cards.of(family))).collect()))
            .collect(),
        families: Vec<Family> = state.families[..rules.seats()].to_vec(),
        hands: Vec<Vec<u8>> =
            state.hands[..rules.seats()].iter().map(|&hand| members(u64::from(hand)).collect()).collect(),
        laid: Vec<Laid> = (state.trick.laid().iter().zip(state.trick.values(&rules.values)))
            .map(|(laid, value)| Laid::of(laid, value))
            .collect(),
        leader: Seat = state.trick.leader(),
        next_id: u8 = state.tokens.next_id(),
        phase: &'static str = state.phase.name(),
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<u8> = match state.phase {
            Phase::Power(place) | Phase::Serve(place) | Phase::Look(place) => Some(place),
            _ => None,
        },
        pool: [u8; 7] = *state.tokens.pool_fixed(),
        round: u8 = state.round,
        tokens: Vec<Token> = state.tokens.iter().copied().collect(),
        totals: Vec<i16> = state.totals[..rules.seats()].to_vec(),
        trick: u8 = state.trick_no + 1,
        #[serde(skip_serializing_if = "Option::is_none")]
        turn: Option<Seat> = rules.decider(state),
    }

    /// A card of the trick.
    Laid(laid: &LaidCard, counts: u8) {
        #[serde(skip_serializing_if = "Option::is_none")]
        activated: Option<Action> = laid.action,
        actor: Seat = laid.actor,
        character: u8 = laid.character.0,
        value: u8 = counts,
    }
}
