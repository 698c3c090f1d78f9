//! Chance: the set-up, the henchmen of a day, reshuffles, cards taken or discarded at random.

use super::Parbourg;
use super::card::{Card, CardSet};
use super::state::{Phase, Random, State};
use super::trace::Observer;
use crate::prelude::*;
use crate::shown::Watch;

/// The set-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ParbourgDeal)]
pub struct Deal {
    /// Who draws a henchman first, every day.
    pub first: Seat,
    /// Initiative scores of the henchmen in the order in which they are drawn.
    pub henchmen: Vec<u8>,
    /// Ids of the cards in the order in which they are drawn.
    pub pile: Vec<u16>,
}

/// What a chance node decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// Initiative scores of a new day's henchmen in the order in which they are drawn.
    Henchmen(Vec<u8>),
    /// Ids of the reshuffled cards in the order in which they are drawn.
    Reshuffle(Vec<u16>),
    /// The card taken from a hand.
    Steal(u16),
    /// A card discarded from a hand.
    Discard(u16),
    /// The set-up. Untagged: its JSON is the `initial` of a replay.
    #[serde(untagged)]
    Deal(Deal),
}

impl Parbourg {
    pub(super) fn shuffled_henchmen<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<u8> {
        let mut scores: Vec<_> = self.deck.henchmen.iter().map(|henchman| henchman.initiative).collect();
        shuffle(rng, &mut scores);
        scores
    }

    pub(super) fn shuffled<R: Rng + ?Sized>(&self, cards: CardSet, rng: &mut R) -> Vec<u16> {
        let mut ids: Vec<_> = cards.iter().map(|card| self.id(card)).collect();
        shuffle(rng, &mut ids);
        ids
    }

    pub(super) fn id(&self, card: Card) -> u16 {
        self.deck.card(card).id
    }

    /// Applies an outcome, if it is possible, and goes on.
    pub(super) fn decide(
        &self,
        state: &mut State,
        outcome: &Chance,
        trace: &mut impl Observer,
    ) -> Result<(), Refusal> {
        self.fix(state, outcome, trace).ok_or_else(|| Refusal::impossible_chance("parbourg.md#course"))?;
        tell_gathered(outcome, trace);
        self.advance(state, trace);
        Ok(())
    }

    fn fix(&self, state: &mut State, outcome: &Chance, trace: &mut impl Observer) -> Option<()> {
        let reshuffles = state.random.is_none() && !state.due.is_empty();
        match (outcome, state.random) {
            (Chance::Deal(deal), None) if state.phase == Phase::Deal => {
                let pile = self.pile(&deal.pile, self.deck.all())?;
                let henchmen = self.henchman_pile(&deal.henchmen)?;
                (deal.first.index() < self.seats()).then_some(())?;
                state.first = deal.first;
                state.pile = pile;
                state.henchman_pile = henchmen;
                self.begin_day(state);
            }
            (Chance::Henchmen(scores), None) if state.phase == Phase::Henchmen => {
                state.henchman_pile = self.henchman_pile(scores)?;
                self.begin_day(state);
            }
            (Chance::Reshuffle(ids), None) if reshuffles => {
                state.pile = self.pile(ids, state.discard)?;
                state.discard = CardSet::NONE;
            }
            (Chance::Steal(id), Some(Random::Steal { thief, victim })) => {
                let card = self.deck.by_id(*id).filter(|&card| state.hand(victim).contains(card))?;
                steal(state, thief, victim, card, trace);
            }
            (Chance::Discard(id), Some(Random::Discard { seat, left })) => {
                let card = self.deck.by_id(*id).filter(|&card| state.hand(seat).contains(card))?;
                state.hands[seat.index()].remove(card);
                state.in_the_open(card);
                state.discard.insert(card);
                state.random = (left > 1).then_some(Random::Discard { seat, left: left - 1 });
            }
            _ => return None,
        }
        Some(())
    }

    /// A pile of exactly these cards, the first one on top.
    fn pile(&self, ids: &[u16], cards: CardSet) -> Option<Vec<Card>> {
        let pile: Vec<_> = ids.iter().rev().map(|&id| self.deck.by_id(id)).collect::<Option<_>>()?;
        let whole = pile.len() == cards.len() as usize && pile.iter().copied().collect::<CardSet>() == cards;
        whole.then_some(pile)
    }

    fn henchman_pile(&self, scores: &[u8]) -> Option<arrayvec::ArrayVec<u8, 16>> {
        let whole = scores.len() == self.deck.henchmen.len()
            && self.deck.henchmen.iter().all(|henchman| scores.contains(&henchman.initiative));
        whole.then(|| scores.iter().rev().filter_map(|&score| self.deck.by_initiative(score)).collect())
    }
}

/// The thief and the victim know which card it is; nobody else knows any more what is left.
fn steal(state: &mut State, thief: Seat, victim: Seat, card: Card, trace: &mut impl Observer) {
    let before = state.hand(victim);
    for (knower, known) in state.known.iter_mut().enumerate() {
        if knower != victim.index() && knower != thief.index() {
            *known = known.without(before);
        }
    }
    trace.stage(state);
    state.known[victim.index()].insert(card);
    state.known[thief.index()].remove(card);
    state.hands[victim.index()].remove(card);
    state.hands[thief.index()].insert(card);
    state.random = None;
}

impl Random {
    /// Whose hand it is about.
    pub fn owner(self) -> Seat {
        match self {
            Random::Steal { victim, .. } => victim,
            Random::Discard { seat, .. } => seat,
        }
    }

    pub(super) fn outcome(self, id: u16) -> Chance {
        match self {
            Random::Steal { .. } => Chance::Steal(id),
            Random::Discard { .. } => Chance::Discard(id),
        }
    }
}

/// What is gathered before an outcome of chance.
fn tell_gathered(outcome: &Chance, watch: &mut impl Watch<State>) {
    match outcome {
        Chance::Deal(_) => {
            watch.gather("card", &[], "pile");
            watch.gather("henchman", &[], "henchman_pile");
        }
        Chance::Henchmen(_) => watch.gather("henchman", &[], "henchman_pile"),
        Chance::Reshuffle(_) => watch.gather("card", &["discard"], "pile"),
        Chance::Steal(_) | Chance::Discard(_) => {}
    }
}
