//! A position, and what can be read from it.

use serde::Serialize;
use tapis_games::seat::{Seat, Viewer};
use utoipa::ToSchema;

use crate::cards::{Card, Cards, PACK, suited};

/// Cards of a hand as dealt.
pub const HAND: u8 = 5;
/// Cards left for exchanges after a deal.
pub const STOCK: u8 = 21;

/// What is decided next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EcartePhase)]
pub enum Phase {
    /// Chance deals a hand.
    #[default]
    Deal,
    /// The elder hand asks for an exchange, or stands.
    Propose,
    /// The dealer grants it, or refuses.
    Answer,
    /// A seat discards.
    Discard,
    /// Chance replaces what the seat has discarded.
    Draw,
    /// A seat plays a card.
    Play,
    /// The game has ended.
    Over,
}

/// A position with everything hidden in it; without the cards hidden from a viewer it is what that viewer sees.
/// Members stand in canonical order. Lists are by seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[schema(as = EcarteState)]
pub struct State {
    /// Who dealt this hand.
    pub dealer: Seat,
    /// How many cards each seat has discarded.
    pub discarded: [u8; 2],
    /// Which they are.
    pub discards: [Cards; 2],
    /// The cards in hand.
    pub hands: [Cards; 2],
    /// Who has announced the king of trumps.
    pub king: Option<Seat>,
    /// Cards each seat has shown not to hold, by not announcing the king or by not following, beating or trumping.
    pub lacks: [Cards; 2],
    /// The card that leads the trick under way.
    pub led: Option<Card>,
    /// Points made in this hand.
    pub made: [u8; 2],
    /// Whose decision it is, or whose cards chance replaces.
    pub mover: Seat,
    /// What is decided next.
    pub phase: Phase,
    /// The cards played in this hand.
    pub played: [Cards; 2],
    /// Points of the game.
    pub points: [u8; 2],
    /// The hand, from 1; 0 before the first deal.
    pub round: u8,
    /// Tricks taken.
    pub taken: [u8; 2],
    /// The card turned up for trumps.
    pub turned: Option<Card>,
    /// Who let the hand be played without an exchange, and loses two points with it.
    pub vulnerable: Option<Seat>,
}

impl State {
    /// Who speaks and leads first.
    pub fn elder(&self) -> Seat {
        self.dealer.next(2)
    }

    /// The trump suit.
    pub fn trump(&self) -> u8 {
        self.turned.map_or(0, Card::suit)
    }

    /// Cards left in the stock for exchanges.
    pub fn stock(&self) -> u8 {
        self.discarded.iter().fold(STOCK, |left, &count| left.saturating_sub(count))
    }

    /// All cards that lie nowhere in this position: the stock; of what a viewer sees, also what is hidden from it.
    pub fn unseen(&self) -> Cards {
        let places = [self.hands, self.discards, self.played];
        let seen =
            places.iter().flatten().fold(self.turned.map_or(Cards::default(), Cards::from), |a, &b| a | b);
        PACK.without(seen)
    }

    /// The mover's hand.
    pub fn hand(&self) -> Cards {
        self.hands[self.mover.index() & 1]
    }

    /// What may be played to the card led, from the first class of which the hand has any: cards that beat it in its suit,
    /// its suit, trumps, anything.
    pub fn classes(&self, led: Card) -> [Cards; 4] {
        [led.stronger(), suited(led.suit()), suited(self.trump()), PACK]
    }

    /// The cards the mover may play.
    pub fn playable(&self) -> Cards {
        let classes = self.led.map_or([PACK; 4], |led| self.classes(led));
        classes
            .map(|class| class & self.hand())
            .into_iter()
            .find(|cards| !cards.is_empty())
            .unwrap_or_default()
    }

    /// Whether the mover may discard so many cards.
    pub fn may_discard(&self, count: u32) -> bool {
        let least = u32::from(self.mover == self.elder());
        (least..=u32::from(self.stock())).contains(&count)
    }

    /// The position without the cards hidden from `viewer`.
    pub fn seen_by(&self, viewer: Viewer) -> Self {
        let mut seen = *self;
        for seat in Seat::all(2).filter(|&seat| !viewer.knows_as(seat)) {
            seen.hands[seat.index()] = Cards::default();
            seen.discards[seat.index()] = Cards::default();
        }
        seen
    }
}
