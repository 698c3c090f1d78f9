//! What a viewer knows, and the worlds that agree with it.
//!
//! * [`cards`]: where the number cards lie. Each is followed as a physical card, the two twins included. A belief is a
//!   list of [`Cards`] with weights: each knows the way of some cards for certain, all other hidden cards may lie in any
//!   order in the places left. Only barters between two other seats, and twins, split it.
//! * [`malheurs`]: what is in the Malheur hands and in the pile, a belief of its own.
//! * [`learn`] and [`chance`] add a ply; [`worlds`] draws, counts and lists; [`history`] draws whole games.
//!
//! A log names the kind of a card that was laid, given or used. Where a hand may hold several physical cards of that
//! kind, each card of the hand is taken to be as likely as any other to be the one: so what remains hidden is dealt
//! uniformly, as somebody would deal it who gathers all cards not seen yet.

mod cards;
mod chance;
mod history;
mod learn;
mod malheurs;
mod physical;
mod trace;
mod worlds;

use cards::Cards;
use history::HiddenCards;
use malheurs::Malheurs;
use worlds::{Places, deal};

use super::Malin;
use super::outcome::Outcome;
use super::state::{SEATS, State};
use crate::belief::weighted;
use crate::prelude::*;
use crate::rebuild::rebuild;

/// The digest of an observation log.
#[derive(Clone, Debug)]
pub struct Knowledge {
    pub(super) viewer: Viewer,
    plies: u32,
    /// Everything public and the viewer's own cards; what is hidden is filled in anyhow.
    table: State,
    /// Where the number cards of this round lie; the weights sum to 1. Empty before the first deal.
    cards: Vec<Cards>,
    /// The same at the end of the round before.
    finished: Vec<Cards>,
    malheurs: Malheurs,
}

impl InformationSet<Malin> for Knowledge {
    fn before_set_up(rules: &Malin, viewer: Viewer) -> Self {
        Knowledge {
            viewer,
            plies: 0,
            table: rules.start(),
            cards: Vec::new(),
            finished: Vec::new(),
            malheurs: Malheurs::default(),
        }
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn learn(&mut self, rules: &Malin, ply: &SeenPly<Outcome>) -> Result<(), Refusal> {
        if ply.n != self.plies {
            return Err(contradiction(ply.n, said("not_numbered")));
        }
        self.plies += 1;
        let seen = ply.outcome.clone().unwrap_or_default();
        let before = self.table.clone();
        let spent = match (ply.seat, &ply.notation) {
            (None, None) if ply.n == 0 => None,
            (Some(seat), Some(notation)) if ply.n > 0 => rules.follow(self, ply.n, seat, notation, &seen)?,
            _ => return Err(contradiction(ply.n, said("all_but_first"))),
        };
        rules.follow_chance(self, ply.n, &before, spent, &seen)
    }

    /// Deals of the hidden cards, look-alikes merged; estimated where Malheur cards or barters hide more.
    fn count_worlds(&self, rules: &Malin) -> WorldCount {
        match &self.cards[..] {
            [one] if !rules.options.malheurs => WorldCount::Exact(Places::of(one).count()),
            many => {
                let deals: f64 = many.iter().map(|cards| Places::of(cards).count() as f64).sum();
                WorldCount::Estimate((deals.max(1.0) * self.malheurs.count()).max(1.0))
            }
        }
    }

    /// While the game goes on there are hands to come, if nothing else is hidden.
    fn hidden(&self, rules: &Malin) -> Hidden {
        if rules.turn(&self.table) == Turn::Over { Hidden::Nothing } else { Hidden::Private }
    }

    /// One world. What is hidden is drawn at once, nothing is tried in vain.
    fn sample_world<R: Rng + ?Sized>(&self, rules: &Malin, rng: &mut R) -> State {
        let mut world = self.table.clone();
        let viewer = self.viewer;
        if let Some(cards) = weighted(&self.cards, |cards| cards.weight, rng) {
            cards.dealt_anew(rng).fill(viewer, &mut world);
        }
        if rules.options.malheurs {
            self.malheurs.fill(&mut world, |seat| viewer.knows_as(seat), rng);
        }
        world
    }

    /// Every deal of the hidden cards with its weight; `None` beyond `limit`, or where hidden Malheur cards or barters
    /// make the worlds many more than the deals.
    fn worlds(&self, rules: &Malin, limit: usize) -> Option<Vec<(State, u64)>> {
        let [cards] = &self.cards[..] else { return None };
        let places = Places::of(cards);
        if rules.options.malheurs || places.count() > limit as u128 {
            return None;
        }
        let mut base = self.table.clone();
        let mut sure = cards.clone();
        sure.pack.retain(|card| !card.way.is_hidden());
        sure.fill(self.viewer, &mut base);
        let mut worlds = Vec::new();
        deal(&places.cards, &mut places.rooms.clone(), None, base, 1, &mut worlds);
        Some(worlds)
    }

    fn sample_history<R: Rng + ?Sized>(
        rules: &Malin,
        viewer: Viewer,
        seen: &[SeenPly<Outcome>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Malin>>, Refusal> {
        let mut knowledge = rules.know(viewer);
        let mut rounds = Vec::new();
        let chosen = |cards: &[Cards], rng: &mut R| {
            weighted(cards, |cards| cards.weight, rng).map(|cards| cards.dealt_anew(rng))
        };
        for ply in seen {
            let before = knowledge.table.round;
            knowledge.learn(rules, ply)?;
            if before > 0 && knowledge.table.round > before {
                rounds.extend(chosen(&knowledge.finished, rng));
            }
        }
        rounds.extend(chosen(&knowledge.cards, rng));
        let piles = knowledge.malheurs.piles(rng).unwrap_or_default().into_iter();
        let mut hidden = HiddenCards { rules, viewer, rounds, piles };
        rebuild(rules, viewer, seen, &mut hidden).ok_or_else(|| {
            Refusal::said("no_history_found", "malin.md#what-a-seat-observes", &said("no_history"))
        })
    }
}

/// The bit of a seat.
fn bit(seat: usize) -> u8 {
    1 << seat.min(SEATS)
}

fn contradiction(n: u32, why: Said) -> Refusal {
    Refusal::inconsistent_log("malin.md#what-a-seat-observes", n, &why)
}
