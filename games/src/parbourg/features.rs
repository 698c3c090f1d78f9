//! What designers count.

use super::Parbourg;
use super::state::State;
use crate::feature::{Feature, FeatureInfo};
use crate::log::Ply;
use crate::seat::BySeat;

/// Running counts of a game.
#[derive(Clone, Default)]
pub struct Tally {}

impl Parbourg {
    pub(super) fn count(&self, _tally: &mut Tally, _before: &State, _ply: &Ply<Self>, _after: &State) {}

    pub(super) fn feature_values(&self, _tally: &Tally, _end: &State) -> BySeat<Vec<Feature>> {
        BySeat::from_fn(self.seats_count(), |_| Vec::new())
    }
}

pub(super) fn infos() -> Vec<FeatureInfo> {
    Vec::new()
}
