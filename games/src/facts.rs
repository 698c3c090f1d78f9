//! What is counted along a game: the features of its rules, and what every game has without a word in its rules.

use crate::feature::{Feature, FeatureInfo, TURN_ORDER};
use crate::game::{Ply, Published};
use crate::seat::{BySeat, Seat};

/// The counts of one game so far.
#[derive(Clone)]
pub struct Facts<G: Published> {
    tally: G::Tally,
    first: Seat,
}

impl<G: Published> Default for Facts<G> {
    fn default() -> Self {
        Self { tally: G::Tally::default(), first: Seat(0) }
    }
}

impl<G: Published> Facts<G> {
    /// Counts one ply.
    pub fn count(&mut self, rules: &G, before: &G::State, ply: &Ply<G>, after: &G::State) {
        if ply.n == 0 {
            self.first = rules.first(after);
        }
        rules.tally(&mut self.tally, before, ply, after);
    }

    /// Per seat, the features of the finished game: [`TURN_ORDER`] and those of the rules.
    pub fn features(&self, rules: &G, end: &G::State) -> BySeat<Vec<Feature>> {
        let mut features = rules.features(&self.tally, end);
        for seat in Seat::all(features.len()) {
            let of_seat = &mut features[seat];
            if !of_seat.iter().any(|feature| feature.name == TURN_ORDER) {
                of_seat.insert(0, Feature::turn_order(self.first, seat, rules.seats()));
            }
        }
        features
    }
}

/// What the features mean.
pub fn infos<G: Published>(rules: &G) -> Vec<FeatureInfo> {
    let mut infos = rules.feature_infos();
    if !infos.iter().any(|info| info.name == TURN_ORDER) {
        infos.insert(0, FeatureInfo::plain_turn_order());
    }
    infos
}
