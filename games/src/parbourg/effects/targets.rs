//! What an effect may choose. An effect that finds nothing cannot be used.

use super::Effect;
use crate::parbourg::Parbourg;
use crate::parbourg::card::{Card, CardSet, Colour};
use crate::parbourg::moves::{Pick, Target};
use crate::parbourg::state::State;
use crate::seat::Seat;

/// A card about to be used.
#[derive(Clone, Copy)]
pub(in crate::parbourg) struct Use {
    /// The seat that used it.
    pub seat: Seat,
    pub card: Card,
    /// Whether it is laid as a bet.
    pub laid: bool,
}

impl Parbourg {
    /// Everything the card's effect may be aimed at, in no order.
    pub(in crate::parbourg) fn targets(&self, state: &State, using: Use) -> Vec<Target> {
        let mut targets = Vec::new();
        if let Some(effect) = self.deck.card(using.card).effect {
            self.aims(state, using, effect, &mut |target| targets.push(target));
        }
        targets
    }

    fn aims(&self, state: &State, using: Use, effect: Effect, each: &mut dyn FnMut(Target)) {
        let seat = using.seat;
        match effect {
            Effect::DiscardHand { .. } | Effect::StealCard {} | Effect::PeekHand {} => {
                let holds = |other: &Seat| !state.hand(*other).is_empty();
                self.opponents(state, seat).filter(holds).for_each(|other| each(Target::Seat(other)));
            }
            Effect::ForceFold {} => self.opponents(state, seat).for_each(|other| each(Target::Seat(other))),
            Effect::SkipTurn {} => self
                .opponents(state, seat)
                .filter(|&other| state.stands(other))
                .for_each(|other| each(Target::Seat(other))),
            Effect::DiscardAction {} => self.laid_of_opponents(state, seat, each),
            Effect::TakeBack {} => {
                state.picks(seat).for_each(|(pick, _)| each(Target::Own(pick)));
            }
            Effect::Double {} => {
                let once = state.picks(seat).filter(|(_, laid)| !laid.doubled);
                once.for_each(|(pick, _)| each(Target::Own(pick)));
                if using.laid {
                    each(Target::Own(Pick::Card(using.card)));
                }
            }
            Effect::Retrieve {} => state.discard.iter().for_each(|card| each(Target::Discarded(card))),
            Effect::DestroyBuilding {} => {
                for other in self.opponents(state, seat) {
                    let buildings = state.buildings[other.index()].iter();
                    buildings.for_each(|card| each(Target::Building(other, card)));
                }
            }
            Effect::ExchangeHenchman {} => exchanges(state, seat, each),
            Effect::ReplaceHenchman {} => self.replacements(state, seat, each),
            _ if self.applies(state, seat, effect) => each(Target::Nothing),
            _ => {}
        }
    }

    /// Whether an effect that chooses nothing can be used.
    fn applies(&self, state: &State, seat: Seat, effect: Effect) -> bool {
        match effect {
            Effect::ChangeColour { colour } => colour_is_free(state, colour),
            Effect::SwapOrder {} => state.challenge < 2,
            Effect::SecondHenchman {} => {
                !state.henchman_pile.is_empty() && state.henchmen[seat.index()].len() == 1
            }
            _ => true,
        }
    }

    /// Players an effect may choose.
    fn opponents<'a>(&self, state: &'a State, seat: Seat) -> impl Iterator<Item = Seat> + use<'a> {
        self.others(seat).filter(|other| state.shielded >> other.0 & 1 == 0)
    }

    fn laid_of_opponents(&self, state: &State, seat: Seat, each: &mut dyn FnMut(Target)) {
        for other in self.opponents(state, seat).filter(|&other| !self.is_protected(state, other)) {
            state.picks(other).for_each(|(pick, _)| each(Target::Laid(other, pick)));
        }
    }

    fn replacements(&self, state: &State, seat: Seat, each: &mut dyn FnMut(Target)) {
        if state.henchman_pile.is_empty() {
            return;
        }
        for other in self.opponents(state, seat) {
            match state.henchmen[other.index()].as_slice() {
                [_] => each(Target::Seat(other)),
                two => two.iter().for_each(|&leaver| each(Target::LeaverOf(other, leaver))),
            }
        }
    }

    /// The ephemeral cards `seat` could use in a window now if it held them.
    pub(in crate::parbourg) fn usable_ephemerals(&self, state: &State, seat: Seat) -> CardSet {
        let usable = |card: &Card| {
            let using = Use { seat, card: *card, laid: false };
            let mut found = false;
            if let Some(effect) = self.deck.card(*card).effect {
                self.aims(state, using, effect, &mut |_| found = true);
            }
            found
        };
        self.deck.ephemerals.iter().filter(usable).collect()
    }
}

fn exchanges(state: &State, seat: Seat, each: &mut dyn FnMut(Target)) {
    if state.henchman_pile.is_empty() {
        return;
    }
    match state.henchmen[seat.index()].as_slice() {
        [_] => each(Target::Nothing),
        two => two.iter().for_each(|&leaver| each(Target::Leaver(leaver))),
    }
}

fn colour_is_free(state: &State, colour: Colour) -> bool {
    state.colour() != colour && state.spare[colour.index()] > 0
}
