//! The full state as documented in `docs/parbourg-state.md`.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use super::Parbourg;
use super::card::{CardSet, Colour};
use super::state::{LaidCard, Phase, SEATS, State, UsedCard};
use crate::json::documents;
use crate::prelude::*;

documents! {
    /// The full state after a ply: what everybody may see, and everything hidden.
    Document(rules: &Parbourg, state: &State) {
        actions: u8 = state.actions,
        built: bool = state.built,
        chain: Vec<Used> = state.chain.iter().map(|used| Used::of(rules, used)).collect(),
        challenge: u8 = state.challenge + 1,
        day: u8 = state.day,
        discard: Vec<u16> = rules.ids(state.discard),
        done: u8 = state.at,
        first: Seat = state.first,
        henchman_pile: Vec<u8> = state.henchman_pile.iter().rev().map(|&h| rules.score(h)).collect(),
        known: Vec<Vec<u16>> = state.known[..rules.seats()].iter().map(|&known| rules.ids(known)).collect(),
        known_to_all: Vec<u16> = rules.ids(state.known[SEATS]),
        last: bool = state.last,
        mover: Seat = state.mover,
        order: Vec<Seat> = state.order.to_vec(),
        passed: Vec<Seat> = rules.seats_of(state.passed),
        phase: &'static str = state.deciding(),
        pile: Vec<u16> = state.pile.iter().rev().map(|&card| rules.id(card)).collect(),
        round: u16 = state.round,
        seats: Vec<Side> = Seat::all(rules.seats()).map(|seat| Side::of(rules, state, seat)).collect(),
        spare: [u8; 4] = state.spare,
        to_answer: Vec<Seat> = rules.seats_of(state.chain.last().map_or(0, |used| used.to_ask)),
        to_ask: Vec<Seat> = rules.seats_of(state.to_ask),
        tokens: [Colour; 4] = state.tokens,
        #[serde(skip_serializing_if = "Option::is_none")]
        turn: Option<Seat> = rules.decider(state),
    }

    /// A card used, and what it is aimed at, as in the notation.
    Used(rules: &Parbourg, used: &UsedCard) {
        seat: Seat = used.seat,
        text: String = format!("#{}{}", rules.id(used.card), rules.aim(used.target)),
    }

    /// What belongs to a seat.
    Side(rules: &Parbourg, state: &State, seat: Seat) {
        /// Bonus of used events, part of the points.
        bonus: u16 = state.bonus[seat.index()],
        buildings: Vec<u16> = rules.ids(state.buildings[seat.index()]),
        /// Number of cards in hand.
        cards: u8 = state.hands[seat.index()].len() as u8,
        /// The two henchmen offered.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        choice: Vec<u8> = match state.phase {
            Phase::Keep(chooser, a, b) if chooser == seat => vec![rules.score(a), rules.score(b)],
            _ => Vec::new(),
        },
        /// Bonuses of the day by colour: politique, militaire, intrigue, science.
        day_bonus: [u16; 4] = state.day_bonus[seat.index()],
        hand: Vec<u16> = rules.ids(state.hands[seat.index()]),
        /// The henchmen, the one whose score counts first.
        henchmen: Vec<u8> = state.henchmen[seat.index()].iter().map(|&h| rules.score(h)).collect(),
        /// Action cards laid, in order.
        laid: Vec<Laid> = state.row(seat).map(|laid| Laid::of(rules, laid)).collect(),
        /// Most action cards the seat may have before it.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<u8> = Some(state.limits[seat.index()]).filter(|&limit| limit != u8::MAX),
        /// Points in the challenge, face-down cards counted.
        points: u32 = rules.points_of(state, seat, |_| true),
        /// Whether the seat cannot be chosen.
        shielded: bool = state.shielded >> seat.0 & 1 == 1,
        skips: u8 = state.skips[seat.index()],
        /// Whether the seat stands.
        standing: bool = state.stands(seat),
        /// Tokens won by colour: politique, militaire, intrigue, science.
        won: [u8; 4] = state.won[seat.index()],
    }

    Laid(rules: &Parbourg, laid: &LaidCard) {
        card: u16 = rules.id(laid.card),
        /// Whether its bet counts twice.
        doubled: bool = laid.doubled,
        /// Whether it lies face down.
        hidden: bool = laid.hidden,
    }
}

impl Parbourg {
    pub(super) fn ids(&self, cards: CardSet) -> Vec<u16> {
        cards.iter().map(|card| self.id(card)).collect()
    }

    fn seats_of(&self, mask: u8) -> Vec<Seat> {
        Seat::all(self.seats()).filter(|seat| mask >> seat.0 & 1 == 1).collect()
    }
}
