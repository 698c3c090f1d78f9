//! A position, and what bids and cards do to it.

use serde::Serialize;
use tapis_games::pack::PackCard;
use tapis_games::seat::BySeat;

use super::{Card, Cards, EXACT, MAX_TRICKS, SEATS};

/// See the module's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// What takes the trick under way so far: the strength of a card, and whose.
    best: (u8, u8),
    /// Bids; 0 before.
    pub bids: [u8; SEATS],
    /// Bids and cards so far.
    pub decisions: u8,
    /// The cards left to the seats.
    pub hands: [Cards; SEATS],
    /// The suit led to the trick under way.
    pub(super) led: u8,
    /// Who is to bid or to play.
    pub mover: u8,
    /// Cards played, those of the trick under way among them.
    pub played: Cards,
    /// Tricks taken.
    pub taken: [u8; SEATS],
    /// The cards of the trick under way, by seat.
    pub trick: [Option<Card>; SEATS],
    /// The card turned up, once dealt.
    pub trump: Option<Card>,
    /// By seat, one bit for each suit that it could not follow.
    pub voids: [u8; SEATS],
}

impl State {
    /// Whether bids are still to come.
    #[inline]
    pub(super) fn is_bidding(&self) -> bool {
        usize::from(self.decisions) < SEATS
    }

    /// Whether the next card is led.
    #[inline]
    pub fn is_lead(&self) -> bool {
        self.decisions & 3 == 0
    }

    /// The cards the mover may play.
    #[inline]
    pub fn playable(&self) -> Cards {
        let hand = self.hands[usize::from(self.mover) & 3];
        let following = hand & Cards::suited(self.led);
        if self.is_lead() || following.is_empty() { hand } else { following }
    }

    #[inline]
    pub(super) fn bid(&mut self, bid: u8) {
        self.bids[usize::from(self.mover) & 3] = bid.min(MAX_TRICKS);
        self.mover = (self.mover + 1) & 3;
        self.decisions = self.decisions.saturating_add(1);
    }

    #[inline]
    pub(super) fn put(&mut self, card: Card) {
        let seat = usize::from(self.mover) & 3;
        if self.is_lead() {
            self.led = card.suit();
            self.best = (0, self.mover);
            self.trick = [None; SEATS];
        } else if card.suit() != self.led {
            self.voids[seat] |= 1 << self.led;
        }
        self.hands[seat] = self.hands[seat].without(card);
        self.played = self.played | card;
        self.trick[seat] = Some(card);
        let strength = self.strength(card);
        if strength > self.best.0 {
            self.best = (strength, self.mover);
        }
        self.mover = (self.mover + 1) & 3;
        self.decisions = self.decisions.saturating_add(1);
        if self.is_lead() {
            self.mover = self.best.1;
            let taken = &mut self.taken[usize::from(self.mover) & 3];
            *taken = taken.saturating_add(1);
            self.trick = [None; SEATS];
            self.best = (0, 0);
            self.led = 0;
        }
    }

    /// How high a card is in this trick: trumps above the suit led above the rest, which is 0.
    #[inline]
    fn strength(&self, card: Card) -> u8 {
        let rank = 1 + card.rank();
        let trump = self.trump.is_some_and(|trump| trump.suit() == card.suit());
        if trump {
            16 + rank
        } else if card.suit() == self.led {
            rank
        } else {
            0
        }
    }

    /// The points of the tricks taken; at the end with those for exact bids.
    pub(super) fn points(&self, over: bool) -> BySeat<i32> {
        BySeat::from_fn(SEATS, |seat| {
            let (taken, bid) = (self.taken[seat.index() & 3], self.bids[seat.index() & 3]);
            i32::from(taken) + if over && taken == bid { EXACT } else { 0 }
        })
    }

    /// A word for all that lies open and matters, but for the cards played before the trick under way and what it showed.
    #[inline]
    pub(super) fn table_code(&self) -> u64 {
        let four = |values: [u8; SEATS], bits: u32| {
            values.into_iter().fold(0, |code, value| code << bits | u64::from(value))
        };
        let trump = self.trump.map_or(0, |card| 1 + u64::from(card.place()));
        let trick = four(self.trick.map(|card| card.map_or(0, |card| 1 + card.place())), 7);
        super::mix(four(self.bids, 4) | four(self.taken, 4) << 16 | trick << 32)
            ^ (trump << 16
                | u64::from(self.led) << 12
                | u64::from(self.mover) << 8
                | u64::from(self.decisions))
    }
}
