//! What a belief drops, kept coarsely, so that a true log is never found to contradict itself.
//!
//! Only so many hypotheses are kept, the most likely ones. Should all of them turn out to be wrong, the true one was among
//! those dropped. One coarse hypothesis covers all of these: it knows the cards that they agree about, and every other one
//! may lie wherever one of them lies. It allows more worlds than there are, and is looked at only when nothing else is left.

use super::constraints::Constraints;
use super::{Hypothesis, weigh};
use crate::parbourg::card::{Card, CardSet, MAX_CARDS};
use crate::parbourg::state::State;

/// Hypotheses kept.
const MOST: usize = 512;

/// Coarse hypotheses followed, before they are made one.
const REST: usize = 8;

/// What a viewer believes.
#[derive(Clone, Debug, Default)]
pub(super) struct Belief {
    /// The hypotheses, the likeliest first.
    pub kept: Vec<Hypothesis>,
    /// What covers those that were dropped; nothing where none were.
    pub rest: Vec<Hypothesis>,
}

impl Belief {
    pub fn of(first: Hypothesis) -> Self {
        Self { kept: vec![first], rest: Vec::new() }
    }

    /// Weighs what followed from all hypotheses, and keeps the likeliest.
    pub fn settle(&mut self) {
        weigh(&mut self.kept);
        self.rest.iter_mut().for_each(|it| it.constraints.forget_windows());
        weigh(&mut self.rest);
        // A history is made of single hypotheses, never of a coarse one.
        let recorded = self.kept.first().is_some_and(|it| it.constraints.record.is_some());
        if self.kept.len() > MOST && !recorded {
            self.rest = hull(self.kept.iter().chain(&self.rest)).into_iter().collect();
        }
        self.kept.truncate(MOST);
        if self.rest.len() > REST {
            self.rest = hull(self.rest.iter()).into_iter().collect();
        }
        if self.kept.is_empty() {
            self.kept = std::mem::take(&mut self.rest);
        }
    }
}

/// One hypothesis that allows every world which any of these allows.
fn hull<'a>(mut all: impl Iterator<Item = &'a Hypothesis>) -> Option<Hypothesis> {
    let first = all.next()?;
    let mut world = first.world.clone();
    let lies = places(&first.world);
    let mut open = first.constraints.opened();
    let mut henchmen = first.constraints.henchmen;
    for other in all {
        henchmen |= other.constraints.henchmen;
        let there = places(&other.world);
        let moved = (0..MAX_CARDS).filter(|&card| lies[card] != there[card]).map(|card| Card(card as u8));
        open = open | other.constraints.opened() | moved.collect::<CardSet>();
        world.known.iter_mut().zip(&other.world.known).for_each(|(known, other)| *known = *known & *other);
    }
    world.known.iter_mut().for_each(|known| *known = known.without(open));
    let mut constraints = Constraints::new(first.constraints.deck.clone());
    constraints.add_pool(open);
    let hidden = world.table.iter().filter(|laid| laid.hidden).map(|laid| laid.card);
    constraints.actions = hidden.collect::<CardSet>() & open;
    constraints.laid.clone_from(&first.constraints.laid);
    constraints.henchmen = henchmen;
    Some(Hypothesis { world, constraints, weight: 0.0, likelihood: 0.0 })
}

/// Where each card lies, hidden places apart: what lies in the open is the same in all hypotheses.
pub(super) fn places(world: &State) -> [(u8, u8); MAX_CARDS] {
    let mut places = [(u8::MAX, 0); MAX_CARDS];
    let mut put = |card: Card, place| places[card.index()] = place;
    for (seat, hand) in (0..).zip(&world.hands) {
        hand.iter().for_each(|card| put(card, (0, seat)));
    }
    (0..).zip(&world.pile).for_each(|(at, card)| put(*card, (1, at)));
    (0..).zip(&world.table).for_each(|(at, laid)| put(laid.card, (2, at)));
    places
}
