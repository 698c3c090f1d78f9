//! What a viewer knows, and the deals that agree with it.
//!
//! Nobody knows how the cards that were not seen lie; all ways are as likely that give no seat a card of a suit it could
//! not follow. What is left over when the hands are full lies aside.

use rand::{Rng, RngExt};
use tapis_games::hidden_hands::{HiddenHand, can_be_filled};
use tapis_games::playing_card::WHIST;
use tapis_games::seat::{Seat, Viewer};

use super::{Cards, SEATS, State};

/// The digest of an observation log.
#[derive(Clone, Debug)]
pub struct Knowledge {
    pub(super) viewer: Viewer,
    /// The position; the hands are those the viewer sees, others are empty.
    pub(super) state: State,
    /// By seat, the cards it has played.
    pub(super) played: [Cards; SEATS],
    /// The next ply.
    pub(super) next: u32,
    /// Cards dealt to a seat.
    pub(super) tricks: u8,
}

impl Knowledge {
    pub(super) fn new(viewer: Viewer, tricks: u8) -> Self {
        Self { viewer, state: State::default(), played: Default::default(), next: 0, tricks }
    }

    /// Cards left to a seat.
    pub(super) fn size(&self, seat: usize) -> u32 {
        match self.state.trump {
            Some(_) => u32::from(self.tricks).saturating_sub(self.played[seat].len()),
            None => 0,
        }
    }

    /// Cards nobody has shown and the viewer does not hold.
    pub(super) fn unseen(&self) -> Cards {
        let hands = self.state.hands.iter().fold(self.state.played, |all, &hand| all | hand);
        WHIST.without(self.state.trump.map_or(hands, |trump| hands | trump))
    }

    /// The hands to fill, by seat, those with the least choice first.
    pub(super) fn gaps(&self) -> impl Iterator<Item = (usize, HiddenHand)> {
        let unseen = self.unseen();
        let gap = |seat: usize| {
            let suits = (0..4).filter(|suit| self.state.voids[seat] >> suit & 1 == 1);
            let from = suits.fold(unseen, |from, suit| from.without(Cards::suited(suit)));
            (seat, HiddenHand { from: from.bits(), size: self.size(seat) })
        };
        let hidden = |seat: &usize| !self.viewer.knows_as(Seat(*seat as u8));
        let mut gaps: Vec<_> = (0..SEATS).filter(hidden).map(gap).filter(|(_, gap)| gap.size > 0).collect();
        gaps.sort_by_key(|(_, gap)| gap.from.count_ones().saturating_sub(gap.size));
        gaps.into_iter()
    }

    /// Whether there is a world.
    pub(super) fn has_world(&self) -> bool {
        can_be_filled(&self.gaps().map(|(_, gap)| gap).collect::<Vec<_>>())
    }

    /// A world, all as likely.
    ///
    /// The hands are drawn one after the other. A draw that leaves the hands after it few choices is taken as often as it
    /// leaves choices, by rejection: the product of the choices over the most they can be.
    pub(super) fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> State {
        let gaps: arrayvec::ArrayVec<(usize, HiddenHand), SEATS> = self.gaps().collect();
        loop {
            let (mut state, mut left, mut chance) = (self.state, self.unseen(), 1.0);
            for &(seat, HiddenHand { from, size }) in &gaps {
                let free = Cards::from_bits(from) & left;
                // At best all cards gone were of suits this seat does not have.
                let most = from.count_ones().min(left.len());
                chance *= choices_ratio(free.len(), most, size);
                state.hands[seat] = free.draw(size, rng);
                left = left.without(state.hands[seat]);
            }
            if chance >= 1.0 || rng.random::<f64>() < chance {
                return state;
            }
        }
    }

    /// A deal that leads here from `world`.
    pub(super) fn dealt(&self, world: &State) -> [Cards; SEATS] {
        std::array::from_fn(|seat| world.hands[seat] | self.played[seat])
    }
}

/// C(n, k) / C(most, k), where n is at most `most`.
fn choices_ratio(n: u32, most: u32, k: u32) -> f64 {
    if n >= most {
        return 1.0;
    }
    (0..k).map(|i| f64::from(n.saturating_sub(i)) / f64::from((most - i.min(most)).max(1))).product()
}
