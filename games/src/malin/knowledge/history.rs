//! Whole histories that give a viewer a log.
//!
//! A belief knows of every card where it was dealt and in which barter it moved, and of every Malheur card known by now
//! from which pile it came. One way of the belief for each round, its hidden cards in any order, is a whole history.

use super::super::Malin;
use super::super::card::Card;
use super::super::chance::Chance;
use super::super::malheur::{Kind, Malheur};
use super::super::moves::Move;
use super::super::notation::hidden_barter;
use super::super::outcome::Outcome;
use super::super::round::Deal;
use super::super::state::{Phase, State};
use super::cards::Cards;
use super::physical::Place;
use crate::prelude::*;
use crate::rebuild::HiddenParts;

/// What is hidden in a history.
pub(super) struct HiddenCards<'a> {
    pub(super) rules: &'a Malin,
    pub(super) viewer: Viewer,
    /// The cards of each round.
    pub(super) rounds: Vec<Cards>,
    /// Every Malheur pile to come, its top last.
    pub(super) piles: std::vec::IntoIter<Vec<Kind>>,
}

impl HiddenParts<Malin> for HiddenCards<'_> {
    fn decision(&mut self, state: &State, ply: &SeenPly<Outcome>, notation: &str) -> Option<Move> {
        match hidden_barter(notation) {
            Some(target) => {
                let (given, _) = self.bartered(state, ply.n)?;
                Some(Move::Malheur(Malheur::Barter(given, target.ok()?)))
            }
            None => self.rules.parse(state, notation).ok(),
        }
    }

    fn chance(&mut self, state: &State, ply: &SeenPly<Outcome>, _before: &[Chance]) -> Option<Chance> {
        Some(match state.phase {
            Phase::Barter(..) => Chance::Card(self.bartered(state, ply.n)?.1),
            Phase::Reshuffle(_) => Chance::Reshuffle(self.piles.next()?),
            _ => {
                let pile = if state.round == 0 { self.piles.next() } else { None };
                Chance::Deal(self.dealt(state, ply, pile.unwrap_or_else(|| state.pile.to_vec()))?)
            }
        })
    }
}

impl HiddenCards<'_> {
    /// The cards of the barter in ply `n`: the one given and the random one.
    fn bartered(&self, state: &State, n: u32) -> Option<(Card, Card)> {
        let cards = self.rounds.get(usize::from(state.round).checked_sub(1)?)?;
        let barter = cards.barters.iter().find(|barter| barter.ply == n)?;
        Some((cards.pack[barter.given].card, cards.pack[barter.drawn].card))
    }

    /// The deal of the round that begins.
    fn dealt(&self, state: &State, ply: &SeenPly<Outcome>, pile: Vec<Kind>) -> Option<Deal> {
        let cards = self.rounds.get(usize::from(state.round))?;
        let shown = ply.outcome.as_ref()?.deal.as_ref()?;
        let at = |place: Place| {
            let there = cards.pack.iter().filter(move |card| card.way.dealt == place);
            let mut there: Vec<Card> = there.map(|card| card.card).collect();
            there.sort();
            there
        };
        let hand = |seat: Seat| {
            // In the order in which the viewer saw its own.
            if self.viewer.knows_as(seat) { shown.hands[seat.index()].clone() } else { at(Place::Hand(seat)) }
        };
        let hands = Seat::all(self.rules.seats()).map(hand).collect();
        Some(Deal { hands, left_over: at(Place::LeftOver), pile, ..shown.clone() })
    }
}
