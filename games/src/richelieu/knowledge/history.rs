//! Whole histories behind an observation log.

use super::super::Richelieu;
use super::super::deal::Deal;
use super::super::state::State;
use super::Knowledge;
use crate::prelude::*;

impl Richelieu {
    /// A deal that led to what is known.
    pub(super) fn deal_behind<R: Rng + ?Sized>(&self, knowledge: &Knowledge, rng: &mut R) -> Deal {
        let world: State = knowledge.sample_world(self, rng);
        let mut rest: Vec<_> = world.unseen_discs().discs().collect();
        shuffle(rng, &mut rest);
        let mut rest = rest.into_iter();
        let shown = world.slots.iter().map(|slot| slot.disc.or_else(|| rest.next()));
        let discs = self.options.disc_cells.iter().copied().zip(shown);
        let discs = discs.filter_map(|(cell, disc)| disc.map(|disc| (cell, disc))).collect();
        Deal { first_seat: world.first_seat, rows: self.rows(&world), discs, removed: rest.collect() }
    }
}
