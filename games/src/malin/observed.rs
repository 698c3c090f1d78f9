//! [`Observed`] for Le Malin.

use rand::Rng;

use super::Malin;
use super::card::{Card, Hand};
use super::knowledge::Knowledge;
use super::malheur::KINDS;
use super::mix;
use super::outcome::Outcome;
use super::state::State;
use crate::game::{Hidden, Observed, WorldCount};
use crate::log::{Ply, SeenPly};
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};

impl Observed for Malin {
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
        let (mut unseen, mut twins) = (state.left_over, state.left_over.count(Card::Twin));
        for other in Seat::all(self.seats_count()).filter(|&other| other != seat) {
            unseen = unseen.either(state.hands[other.index()]);
            twins += state.hands[other.index()].count(Card::Twin);
            let (hand, held) = (seen.hands[other.index()].len(), seen.malheurs_held(other));
            seen.hands[other.index()] = Hand::default();
            seen.malheurs[other.index()] = [0; KINDS];
            seen.malheurs[other.index()][0] = (held + 16 * hand) as u8;
            seen.known[other.index()] = Default::default();
        }
        seen.left_over = Hand::default();
        let size = seen.pile.len();
        seen.pile.clear();
        if self.fixed_twins().is_none() {
            // Wherever they lie, they are the same two cards.
            (0..2).for_each(|_| unseen.remove(Card::Twin));
        }
        // What was laid is public, so everybody knows what is left.
        mix::hash(&(seen, size, unseen, twins))
    }
}
