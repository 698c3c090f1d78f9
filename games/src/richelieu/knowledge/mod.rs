//! What a viewer knows: a position in which the discs only others know are unknown slots.

mod history;
mod learn;
mod outcome;
mod worlds;

pub use outcome::{Outcome, SetUp};

use super::Richelieu;
use super::disc::Disc;
use super::options::TakenDiscs;
use super::state::{Place, State, Step};
use crate::game::Hidden;
use crate::seat::Viewer;

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

impl Richelieu {
    /// Whether `viewer` knows what the discs before a seat show.
    pub(super) fn sees_held(&self, state: &State, holder: crate::seat::Seat, viewer: Viewer) -> bool {
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

    pub(super) fn hidden_in(&self, state: &State) -> Hidden {
        let any = |place: fn(Place) -> bool| state.slots.iter().any(|slot| place(slot.place));
        let on_table = any(|place| place == Place::Table);
        let held = any(|place| matches!(place, Place::Held(_)));
        match state.step {
            Step::Over => Hidden::Nothing,
            Step::Deal if self.all_see_taken() => Hidden::Chance,
            Step::Deal => Hidden::Private,
            _ if self.options.open_discs => Hidden::Nothing,
            _ if self.options.taken_discs == TakenDiscs::Public && on_table => Hidden::Chance,
            _ if self.options.taken_discs == TakenDiscs::Public => Hidden::Nothing,
            _ if on_table || held => Hidden::Private,
            _ => Hidden::Nothing,
        }
    }
}
