//! Which cards a seat received, as a feature: what chance dealt it is a cause of what goes with it.

use super::Deal;
use crate::feature::Feature;
use crate::playing_card::Cards;
use crate::seat::{BySeat, MAX_SEATS, Seat};

/// The tally of a game of hidden hands: the cards that came to each seat from deals and from the stock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received([Cards; MAX_SEATS]);

impl Received {
    /// Counts what chance gave in a ply, in a game for so many seats.
    pub fn count(&mut self, chance: &[Deal], seats: usize) {
        for (hand, cards) in chance.iter().flat_map(|deal| deal.hands.iter().enumerate()) {
            if let Some(received) = self.0.get_mut(hand % seats.max(1)) {
                *received = *received | *cards;
            }
        }
    }

    /// The cards of a seat as categories of a feature of that name, and further features.
    pub fn features(
        &self,
        name: &'static str,
        seats: usize,
        more: impl Fn(Seat) -> Vec<Feature>,
    ) -> BySeat<Vec<Feature>> {
        BySeat::from_fn(seats, |seat| {
            let cards = self.0.get(seat.index()).copied().unwrap_or_default();
            cards.iter().map(|card| Feature::category(name, card.to_string())).chain(more(seat)).collect()
        })
    }
}
