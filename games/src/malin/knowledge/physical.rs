//! Physical cards and their ways.

use super::super::card::Card;
use crate::seat::Seat;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Place {
    /// In the hand of a seat.
    Hand(Seat),
    /// Left over with five players.
    LeftOver,
    /// Before a seat, in the trick on the table.
    Table(Seat),
    /// Laid in an earlier trick, or set aside.
    Gone,
}

/// How a card came to lie where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Provenance {
    pub now: Place,
    /// Whether the viewer knows that it lies there.
    pub sure: bool,
    /// Whether a waiting retake names it.
    pub named: bool,
    /// The other seats that know it for certain, as bits.
    pub knowers: u8,
    pub dealt: Place,
}

impl Provenance {
    /// Of a card just dealt.
    pub fn dealt(place: Place, sure: bool) -> Self {
        Self { now: place, sure, named: false, knowers: 0, dealt: place }
    }

    /// Whether the viewer does not know which card it is.
    pub fn is_hidden(&self) -> bool {
        !self.sure && matches!(self.now, Place::Hand(_) | Place::LeftOver)
    }

    /// Everything that tells two ways apart but the deal.
    pub fn but_the_deal(&self) -> (Place, bool, bool, u8) {
        (self.now, self.sure, self.named, self.knowers)
    }
}

/// A physical card with its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Physical {
    pub card: Card,
    pub way: Provenance,
}
