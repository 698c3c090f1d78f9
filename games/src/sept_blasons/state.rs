//! The position.

use super::card::{Cards, Family};
use super::token::Tokens;
use super::trick::Trick;
use crate::seat::{MAX_SEATS, Seat};

/// Tricks a round.
pub const TRICKS: u8 = 8;

/// What is to be decided next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    /// The deal of the next round.
    #[default]
    Deal,
    /// The next seat plays a card.
    Play,
    /// The power of the card at this place is used.
    Power(u8),
    /// The activated *serve* of the card at this place.
    Serve(u8),
    /// The winner's free action.
    #[strum(serialize = "free_action")]
    Free,
    /// The activated *look* or *peek* of the card at this place.
    Look(u8),
    Over,
}

impl Phase {
    /// The name of what is decided.
    pub(super) fn name(self) -> &'static str {
        self.into()
    }
}

/// Chance to be decided before the phase goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pending {
    /// A face-down pool token goes before this seat.
    Draw(Seat),
    /// A face-down pool token takes the place of the token with this id, which goes to the pool.
    Swap(u8),
    /// A face-down pool token is turned up in the pool.
    RevealPool,
    /// The token with this id, of no fixed family, is turned up.
    Reveal(u8),
    /// This seat looks at the tokens of the mask (ascending ids), some of them of no fixed family; the lowest is next.
    Peek(Seat, u32),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WonTrick {
    /// Who won it; `None` when nobody did.
    pub winner: Option<Seat>,
    /// Its cards, less those served.
    pub cards: Cards,
    /// The seats that looked at it, as a mask.
    pub looked: u8,
}

/// A position with everything hidden in it, or with unknown slots for what nobody knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// 0 before the first deal, then 1, 2, ….
    pub round: u8,
    pub phase: Phase,
    /// Chance that comes before it.
    pub pending: Option<Pending>,
    /// The family of each seat, as an index into [`Family::ALL`].
    pub families: [Family; MAX_SEATS],
    /// Bit masks of the characters in each hand.
    pub hands: [u8; MAX_SEATS],
    /// The trick on the table.
    pub trick: Trick,
    /// Number of the trick on the table, from 0.
    pub trick_no: u8,
    pub tokens: Tokens,
    /// Cards each seat has collected this round.
    pub collected: [Cards; MAX_SEATS],
    /// The tricks of this round.
    pub tricks: [WonTrick; TRICKS as usize],
    /// Points of the finished rounds.
    pub totals: [i16; MAX_SEATS],
    /// Points made in the last finished round.
    pub last_round: [i16; MAX_SEATS],
    /// Strength of each seat's bourgeoisie card, 0 for none.
    pub strength: [u8; MAX_SEATS],
    /// Seats that have activated their card this round, as a mask.
    pub activated: u8,
}

impl State {
    /// The position before the first deal.
    pub fn start(seats: usize) -> Self {
        Self { trick: Trick::new(Seat(0), seats), tokens: Tokens::new([0; 7], 0), ..Self::default() }
    }

    /// The families in play, as a mask.
    pub fn family_mask(&self, seats: usize) -> u8 {
        self.families[..seats].iter().fold(0, |mask, family| mask | 1 << family.index())
    }
}
