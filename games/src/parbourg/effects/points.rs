//! Points in a challenge, limits on laid cards, and what protects cards.

use super::{Effect, Power};
use crate::parbourg::Parbourg;
use crate::parbourg::state::{LaidCard, State};
use crate::seat::Seat;

impl Parbourg {
    /// What a seat has in the challenge under way, face-down cards included.
    pub fn points(&self, state: &State, seat: Seat) -> u32 {
        self.points_of(state, seat, |_| true)
    }

    /// What a seat has in the challenge under way, as far as everybody sees: without the cards that lie face down.
    pub fn points_shown(&self, state: &State, seat: Seat) -> u32 {
        self.points_of(state, seat, |laid| !laid.hidden)
    }

    /// What a seat has in the challenge under way, as far as the laid cards that `counts` admits go.
    pub(in crate::parbourg) fn points_of(
        &self,
        state: &State,
        seat: Seat,
        counts: impl Fn(&LaidCard) -> bool,
    ) -> u32 {
        let colour = state.colour();
        let bets = state.row(seat).filter(|laid| counts(laid)).map(|laid| {
            let bet = u32::from(self.deck.card(laid.card).bets[colour.index()]);
            if laid.doubled { 2 * bet } else { bet }
        });
        let buildings = state.buildings[seat.index()].iter().map(|card| match self.deck.card(card).effect {
            Some(Effect::ColourBonus { colour: own, n }) if own == colour => u32::from(n),
            _ => 0,
        });
        let henchmen = self.powers(state, seat).map(|power| match power {
            Power::ColourBonus { colour: own, n } if own == colour => u32::from(n),
            Power::EveryBonus { n } => u32::from(n),
            _ => 0,
        });
        let used =
            u32::from(state.bonus[seat.index()]) + u32::from(state.day_bonus[seat.index()][colour.index()]);
        bets.sum::<u32>() + buildings.sum::<u32>() + henchmen.sum::<u32>() + used
    }

    /// Whether one of the seat's henchmen has one of the card's colours.
    pub(in crate::parbourg) fn has_colour(&self, state: &State, seat: Seat, colours: u8) -> bool {
        let own = state.henchmen[seat.index()].iter();
        own.fold(0, |mask, &henchman| mask | self.deck.henchman(henchman).colours) & colours != 0
    }

    /// Whether the seat may lay cards face down.
    pub(in crate::parbourg) fn lays_hidden(&self, state: &State, seat: Seat) -> bool {
        self.powers(state, seat).any(|power| power == Power::FaceDown {})
    }

    /// Whether the seat may have one more action card before it.
    pub(in crate::parbourg) fn has_room(&self, state: &State, seat: Seat) -> bool {
        let limit = state.limits[seat.index()];
        limit == u8::MAX || state.row(seat).count() < usize::from(limit)
    }

    /// Whether opponents cannot remove the seat's laid cards.
    pub(in crate::parbourg) fn is_protected(&self, state: &State, seat: Seat) -> bool {
        state.buildings[seat.index()].meets(self.deck.ramparts)
    }
}
