//! Moves. Their order is the canonical order in which they are listed.

use super::card::Card;
use crate::seat::Seat;

/// A laid card as a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pick {
    /// Face up, or the very card being used.
    Card(Card),
    /// Face down: its place in the row, from 1.
    Down(u8),
}

/// What an effect was aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// The effect chooses nothing.
    Nothing,
    Seat(Seat),
    /// A laid card of a seat.
    Laid(Seat, Pick),
    /// A building of a seat.
    Building(Seat, Card),
    /// A laid card of one's own.
    Own(Pick),
    /// A card of the discard.
    Discarded(Card),
    /// Which of one's own two henchmen leaves.
    Leaver(u8),
    /// Which of a seat's two henchmen leaves.
    LeaverOf(Seat, u8),
}

impl Target {
    /// The seat chosen.
    pub(super) fn seat(self) -> Option<Seat> {
        match self {
            Target::Seat(seat)
            | Target::Laid(seat, _)
            | Target::Building(seat, _)
            | Target::LeaverOf(seat, _) => Some(seat),
            Target::Nothing | Target::Own(_) | Target::Discarded(_) | Target::Leaver(_) => None,
        }
    }
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Lay an action card as a bet.
    Bet {
        card: Card,
        /// Whether it lies face down.
        hidden: bool,
        /// Its event, if it is used too.
        event: Option<Target>,
    },
    /// Use an action card as an event and discard it.
    Event(Card, Target),
    Build(Card),
    Alchemy(Card, Target),
    Ephemeral(Card, Target),
    /// Keep this one of two henchmen.
    Keep(u8),
    /// Let the score of this henchman count.
    Initiative(u8),
    Pass,
    /// End the turn and stay standing.
    End,
    /// End the turn and fold.
    Fold,
}

impl Move {
    /// The card used or laid.
    pub fn card(self) -> Option<Card> {
        match self {
            Move::Bet { card, .. }
            | Move::Event(card, _)
            | Move::Build(card)
            | Move::Alchemy(card, _)
            | Move::Ephemeral(card, _) => Some(card),
            _ => None,
        }
    }

    /// What its effect is aimed at.
    pub(super) fn target(self) -> Option<Target> {
        match self {
            Move::Bet { event, .. } => event,
            Move::Event(_, target) | Move::Alchemy(_, target) | Move::Ephemeral(_, target) => Some(target),
            _ => None,
        }
    }
}
