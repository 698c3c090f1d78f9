//! Whole histories behind an observation log.

use rand::Rng;

use super::super::Richelieu;
use super::super::deal::{Chance, Deal};
use super::super::state::{State, Step};
use super::{Knowledge, Outcome};
use crate::game::{Observed, Published};
use crate::log::{Ply, SeenPly};
use crate::random::shuffle;
use crate::refusal::Refusal;
use crate::seat::Viewer;

impl Richelieu {
    pub(in super::super) fn draw_history<R: Rng + ?Sized>(
        &self,
        viewer: Viewer,
        seen: &[SeenPly<Outcome>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Self>>, Refusal> {
        let mut knowledge = self.know(viewer);
        for ply in seen {
            self.learn_ply(&mut knowledge, ply)?;
        }
        let deal = if knowledge.state.step == Step::Deal {
            return Ok(Vec::new());
        } else {
            self.deal_behind(&knowledge, rng)
        };
        let mut plies = vec![Ply { n: 0, action: None, chance: vec![Chance::Deal(Box::new(deal))] }];
        for ply in seen {
            if let (Some(seat), Some(notation)) = (ply.seat, &ply.notation) {
                // Read before, so it reads again.
                let Ok(mv) = self.parse(&knowledge.state, notation) else { continue };
                plies.push(Ply { n: ply.n, action: Some((seat, mv)), chance: Vec::new() });
            }
        }
        Ok(plies)
    }

    /// A deal that led to what is known.
    fn deal_behind<R: Rng + ?Sized>(&self, knowledge: &Knowledge, rng: &mut R) -> Deal {
        let world: State = self.draw_world(knowledge, rng);
        let mut rest: Vec<_> = world.unseen_discs().discs().collect();
        shuffle(rng, &mut rest);
        let mut rest = rest.into_iter();
        let shown = world.slots.iter().map(|slot| slot.disc.or_else(|| rest.next()));
        let discs = self.options.disc_cells.iter().copied().zip(shown);
        let discs = discs.filter_map(|(cell, disc)| disc.map(|disc| (cell, disc))).collect();
        Deal { first_seat: world.first_seat, rows: self.rows(&world), discs, removed: rest.collect() }
    }
}
