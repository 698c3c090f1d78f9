//! Chance: deals, the random card of a barter, reshuffles of the Malheur pile.

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::Malin;
use super::card::Card;
use super::malheur::Kind;
use super::round::Deal;
use super::state::{Phase, State};
use crate::random::{below, shuffle};
use crate::refusal::Refusal;

/// What a chance node decides. Untagged: a deal's JSON is the `initial` of a replay's round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Chance {
    /// The deal of a round.
    Deal(Deal),
    /// The random card of a barter.
    Card(Card),
    /// The order of the reshuffled pile, its top last.
    Reshuffle(Vec<Kind>),
}

impl Malin {
    pub(super) fn outcomes(&self, state: &State) -> Option<Vec<(Chance, u64)>> {
        let Phase::Barter(_, _, target, _) = state.phase else { return None };
        let hand = state.hands[target.index()];
        Some(
            hand.kinds(self.fixed_twins())
                .map(|card| (Chance::Card(card), u64::from(hand.count(card))))
                .collect(),
        )
    }

    pub(super) fn sample<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        match state.phase {
            Phase::Barter(_, _, target, _) => {
                let hand = state.hands[target.index()];
                let nth = below(rng, hand.len()) as usize;
                Chance::Card(hand.cards(self.fixed_twins()).nth(nth).unwrap_or(Card::Wish))
            }
            Phase::Reshuffle(_) => {
                let copies = |kind: Kind| std::iter::repeat_n(kind, state.used[kind as usize].into());
                let mut order: Vec<_> = Kind::ALL.into_iter().flat_map(copies).collect();
                shuffle(rng, &mut order);
                Chance::Reshuffle(order)
            }
            _ => Chance::Deal(self.draw_deal(state, rng)),
        }
    }

    pub(super) fn decide(&self, state: &mut State, outcome: &Chance) -> Result<(), Refusal> {
        match (state.phase, outcome) {
            (Phase::Deal, Chance::Deal(deal)) if self.deal_fits(state, deal) => self.start_round(state, deal),
            (Phase::Barter(_, _, target, _), Chance::Card(card))
                if state.hands[target.index()].contains(*card) =>
            {
                self.barter(state, *card);
            }
            (Phase::Reshuffle(_), Chance::Reshuffle(order)) if self.reshuffle_fits(state, order) => {
                self.reshuffle(state, order);
            }
            _ => return Err(Refusal::impossible_chance("malin.md#a-round")),
        }
        Ok(())
    }
}
