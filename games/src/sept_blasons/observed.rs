//! [`Observed`] for Les 7 Blasons.

use rand::Rng;

use super::SeptBlasons;
use super::knowledge::{Knowledge, mask};
use super::outcome::Outcome;
use super::state::State;
use crate::game::{Hidden, Observed, WorldCount};
use crate::hash::hash_of;
use crate::log::{Ply, SeenPly};
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};

impl Observed for SeptBlasons {
    type Outcome = Outcome;
    type Knowledge = Knowledge;

    fn see(&self, before: &State, ply: &Ply<Self>, after: &State, viewer: Viewer) -> SeenPly<Outcome> {
        self.seen(before, ply, after, viewer)
    }

    fn discloses(&self, _before: &State, ply: &Ply<Self>) -> bool {
        self.tells(ply)
    }

    fn know(&self, viewer: Viewer) -> Knowledge {
        self.knows_nothing(viewer)
    }

    fn learn(&self, knowledge: &mut Knowledge, ply: &SeenPly<Outcome>) -> Result<(), Refusal> {
        self.learns(knowledge, ply)
    }

    fn viewer(&self, knowledge: &Knowledge) -> Viewer {
        knowledge.viewer
    }

    fn count_worlds(&self, knowledge: &Knowledge) -> WorldCount {
        self.world_count(knowledge)
    }

    fn hidden(&self, knowledge: &Knowledge) -> Hidden {
        self.hides(knowledge)
    }

    fn sample_world<R: Rng + ?Sized>(&self, knowledge: &Knowledge, rng: &mut R) -> State {
        self.world(knowledge, rng)
    }

    fn worlds(&self, knowledge: &Knowledge, limit: usize) -> Option<Vec<(State, u64)>> {
        self.all_worlds(knowledge, limit)
    }

    fn sample_history<R: Rng + ?Sized>(
        &self,
        viewer: Viewer,
        seen: &[SeenPly<Outcome>],
        rng: &mut R,
    ) -> Result<Vec<Ply<Self>>, Refusal> {
        self.history(viewer, seen, rng)
    }

    fn info_key(&self, state: &State, seat: Seat) -> u64 {
        let mut seen = state.clone();
        seen.tokens.hide(mask(Viewer::Seat(seat)));
        hash_of(&seen)
    }
}
