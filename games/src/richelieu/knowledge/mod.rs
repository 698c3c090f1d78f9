//! What a viewer knows: a position in which the discs only others know are unknown slots.

mod learn;
mod outcome;
mod worlds;

pub use outcome::{Outcome, SetUp};

use learn::RULE;
use worlds::{Unknown, place};

use super::Richelieu;
use super::deal::Chance;
use super::disc::Disc;
use super::options::TakenDiscs;
use super::state::{Place, State, Step};
use crate::prelude::*;

/// The digest of one viewer's observation log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knowledge {
    pub(super) viewer: Viewer,
    /// The position as the viewer knows it. A disc held by somebody else may be unknown here.
    pub(super) state: State,
    /// The number of the next ply.
    pub(super) next: u32,
}

impl Knowledge {
    /// The position, with unknown slots for every disc the viewer does not know.
    pub fn position(&self) -> &State {
        &self.state
    }
}

impl InformationSet<Richelieu> for Knowledge {
    fn before_set_up(rules: &Richelieu, viewer: Viewer) -> Self {
        Knowledge { viewer, state: rules.start(), next: 0 }
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn learn(&mut self, rules: &Richelieu, ply: &SeenPly<Outcome>) -> Result<(), Refusal> {
        if ply.n != self.next {
            let why = said("ply_expected").with("n", self.next).with("found", ply.n);
            return Err(Refusal::said("ply_out_of_order", RULE, &why));
        }
        let told = ply.outcome.clone().unwrap_or_default();
        match (ply.seat, &ply.notation) {
            (None, None) if ply.n == 0 => rules.learn_set_up(self, told)?,
            (Some(seat), Some(notation)) if ply.n > 0 => rules.learn_move(self, seat, notation, told)?,
            _ => {
                let why = learn::of_ply(ply.n, said("set_up_neither"));
                return Err(Refusal::said("ply_malformed", RULE, &why));
            }
        }
        self.next = self.next.saturating_add(1);
        Ok(())
    }

    fn count_worlds(&self, rules: &Richelieu) -> WorldCount {
        if self.state.step == Step::Deal {
            return WorldCount::Estimate(rules.deals());
        }
        let unknown = Unknown::of(&self.state);
        WorldCount::Exact(unknown.count(unknown.free.len() + unknown.table))
    }

    fn hidden(&self, rules: &Richelieu) -> Hidden {
        let any = |place: fn(Place) -> bool| self.state.slots.iter().any(|slot| place(slot.place));
        let on_table = any(|place| place == Place::Table);
        let held = any(|place| matches!(place, Place::Held(_)));
        match self.state.step {
            Step::Over => Hidden::Nothing,
            Step::Deal if rules.all_see_taken() => Hidden::Chance,
            Step::Deal => Hidden::Private,
            _ if rules.options.open_discs => Hidden::Nothing,
            _ if rules.options.taken_discs == TakenDiscs::Public && on_table => Hidden::Chance,
            _ if rules.options.taken_discs == TakenDiscs::Public => Hidden::Nothing,
            _ if on_table || held => Hidden::Private,
            _ => Hidden::Nothing,
        }
    }

    fn sample_world<R: Rng + ?Sized>(&self, _rules: &Richelieu, rng: &mut R) -> State {
        let mut state = self.state;
        let mut unknown = Unknown::of(&state);
        for &number in &unknown.barred {
            // The scoring discs come first in the bag's order.
            let disc = unknown.bag.nth(below(rng, unknown.bag.scoring()));
            place(&mut state, &mut unknown.bag, number, disc);
        }
        for &number in &unknown.free {
            let disc = unknown.bag.nth(below(rng, unknown.bag.len()));
            place(&mut state, &mut unknown.bag, number, disc);
        }
        state
    }

    fn worlds(&self, _rules: &Richelieu, limit: usize) -> Option<Vec<(State, u64)>> {
        let unknown = Unknown::of(&self.state);
        if unknown.count(unknown.free.len()) > limit as u128 {
            return None;
        }
        let mut worlds = vec![(self.state, unknown.bag, 1)];
        let slots = unknown.barred.iter().map(|&n| (n, false)).chain(unknown.free.iter().map(|&n| (n, true)));
        for (number, may_return) in slots {
            worlds = worlds
                .into_iter()
                .flat_map(|(state, bag, weight)| {
                    let kinds =
                        bag.kinds().filter(move |&(disc, _)| may_return || disc != Disc::MarkerReturn);
                    kinds.map(move |(disc, copies)| {
                        let (mut state, mut bag) = (state, bag);
                        place(&mut state, &mut bag, number, Some(disc));
                        (state, bag, weight * u64::from(copies))
                    })
                })
                .collect();
        }
        Some(worlds.into_iter().map(|(state, _, weight)| (state, weight)).collect())
    }

    fn sample_history<R: Rng + ?Sized>(
        rules: &Richelieu,
        viewer: Viewer,
        seen: &[SeenPly<Outcome>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Richelieu>>, Refusal> {
        let mut knowledge = rules.know(viewer);
        for ply in seen {
            knowledge.learn(rules, ply)?;
        }
        if knowledge.state.step == Step::Deal {
            return Ok(Vec::new());
        }
        let deal = rules.deal_behind(&knowledge.sample_world(rules, rng), rng);
        let mut plies = vec![Ply { n: 0, action: None, chance: vec![Chance::Deal(Box::new(deal))] }];
        for ply in seen {
            if let (Some(seat), Some(notation)) = (ply.seat, &ply.notation) {
                // Read before, so it reads again.
                let Ok(mv) = rules.parse(&knowledge.state, notation) else { continue };
                plies.push(Ply { n: ply.n, action: Some((seat, mv)), chance: Vec::new() });
            }
        }
        Ok(plies)
    }
}

impl Richelieu {
    /// Whether `viewer` knows what the discs before a seat show.
    pub(super) fn sees_held(&self, state: &State, holder: Seat, viewer: Viewer) -> bool {
        self.all_see_taken() || state.step == Step::Over || viewer.knows_as(holder)
    }

    /// What disc `number` shows, as far as `viewer` knows.
    pub(super) fn disc_seen(&self, state: &State, number: usize, viewer: Viewer) -> Option<Disc> {
        let slot = state.slots.get(number)?;
        let seen = match slot.place {
            Place::Table => self.options.open_discs || viewer == Viewer::Replay,
            Place::Held(holder) => self.sees_held(state, holder, viewer),
            Place::GivenUp(_) => true,
        };
        slot.disc.filter(|_| seen)
    }

    /// Whether everybody sees a disc when it is taken.
    pub(super) fn all_see_taken(&self) -> bool {
        self.options.open_discs || self.options.taken_discs == TakenDiscs::Public
    }
}
