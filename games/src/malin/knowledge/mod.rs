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
use malheurs::Malheurs;

use super::Malin;
use super::state::{SEATS, State};
use crate::refusal::Refusal;
use crate::seat::Viewer;

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

impl Malin {
    pub(super) fn knows_nothing(&self, viewer: Viewer) -> Knowledge {
        Knowledge {
            viewer,
            plies: 0,
            table: self.start_state(),
            cards: Vec::new(),
            finished: Vec::new(),
            malheurs: Malheurs::default(),
        }
    }

    fn start_state(&self) -> State {
        State::start(self.options.points)
    }
}

/// The bit of a seat.
fn bit(seat: usize) -> u8 {
    1 << seat.min(SEATS)
}

fn contradiction(n: u32, why: &str) -> Refusal {
    Refusal::inconsistent_log("malin.md#what-a-seat-observes", n, why)
}
