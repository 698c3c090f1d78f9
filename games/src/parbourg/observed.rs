//! [`Observed`] for Parbourg.

use rand::Rng;

use super::Parbourg;
use super::card::{Card, CardSet};
use super::knowledge::Knowledge;
use super::outcome::Outcome;
use super::state::{Phase, State};
use crate::game::{Hidden, Observed, WorldCount};
use crate::hash::hash_of;
use crate::log::{Ply, SeenPly};
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};

impl Observed for Parbourg {
    type Outcome = Outcome;
    type Knowledge = Knowledge;

    fn see(&self, before: &State, ply: &Ply<Self>, _after: &State, viewer: Viewer) -> SeenPly<Outcome> {
        self.seen(before, ply, viewer)
    }

    fn discloses(&self, before: &State, ply: &Ply<Self>) -> bool {
        self.tells(before, ply)
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
        WorldCount::Estimate(knowledge.count())
    }

    fn hidden(&self, knowledge: &Knowledge) -> Hidden {
        if knowledge.is_over() { Hidden::Nothing } else { Hidden::Private }
    }

    fn sample_world<R: Rng + ?Sized>(&self, knowledge: &Knowledge, rng: &mut R) -> State {
        self.world(knowledge, rng)
    }

    /// The order of the pile makes the worlds too many to list.
    fn worlds(&self, _knowledge: &Knowledge, _limit: usize) -> Option<Vec<(State, u64)>> {
        None
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
        let mut sizes = [0; super::state::SEATS];
        for other in self.others(seat) {
            sizes[other.index()] = seen.hand(other).len();
            seen.hands[other.index()] = CardSet::NONE;
            seen.known[other.index()] = CardSet::NONE;
        }
        let (pile, henchmen) = (seen.pile.len(), seen.henchman_pile.len());
        seen.pile.clear();
        seen.henchman_pile.clear();
        for laid in seen.table.iter_mut().filter(|laid| laid.hidden && laid.seat != seat) {
            laid.card = Card(0);
        }
        if let Phase::Keep(chooser, ..) = seen.phase
            && chooser != seat
        {
            seen.phase = Phase::Keep(chooser, 0, 0);
        }
        hash_of(&(seen, sizes, pile, henchmen))
    }
}
