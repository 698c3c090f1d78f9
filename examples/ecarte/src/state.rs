//! A position, and what can be read from it.

use tapis_games::playing_card::{Card, Cards, PIQUET};
use tapis_games::prelude::*;

/// Cards of a hand as dealt, and tricks.
pub const HAND: u8 = 5;

/// What is decided next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
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
/// Lists are by seat. Members stand in canonical order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// Who dealt this hand.
    pub dealer: Seat,
    /// How many cards were discarded.
    pub discarded: [u8; 2],
    /// Which they are.
    pub discards: [Cards; 2],
    /// The cards in hand.
    pub hands: [Cards; 2],
    /// Who has announced the king of trumps.
    pub king: Option<Seat>,
    /// Cards that a seat has shown not to hold, as it announced no king, or did not follow, beat or trump.
    pub lacks: [Cards; 2],
    /// The card that leads the trick under way.
    pub led: Option<Card>,
    /// The card that answers the one led, as long as the trick lies complete: within a ply.
    #[serde(skip)]
    pub answer: Option<Card>,
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

/// How strong a card is in its suit, 0 (the seven) to 7 (the king): the ace comes after the jack.
pub fn strength(card: Card) -> u8 {
    [0, 0, 0, 0, 0, 0, 1, 2, 3, 5, 6, 7, 4][usize::from(card.rank())]
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

    /// The king of trumps.
    pub fn trump_king(&self) -> Card {
        Card::new(self.trump(), Card::KING)
    }

    /// Cards left in the stock, of 21 after a deal.
    pub fn stock(&self) -> u8 {
        21_u8.saturating_sub(self.discarded[0] + self.discarded[1])
    }

    /// All cards that lie nowhere in this position: the stock, and where cards are hidden also those.
    pub fn unseen(&self) -> Cards {
        let seen = [self.hands, self.discards, self.played].into_iter().flatten();
        seen.chain(self.turned.map(Cards::from)).fold(PIQUET, Cards::without)
    }

    /// The mover's hand.
    pub fn hand(&self) -> Cards {
        self.hands[self.mover.index() & 1]
    }

    /// How many cards the mover draws.
    pub fn due(&self) -> u32 {
        u32::from(HAND).saturating_sub(self.hand().len())
    }

    /// The hands as they were before the play.
    pub fn before_play(&self) -> [Cards; 2] {
        [0, 1].map(|at| self.hands[at] | self.played[at])
    }

    /// What may be played to the card led, from the first class of which the hand has any: what beats it in its suit, its
    /// suit, trumps, anything.
    pub fn classes(&self, led: Card) -> [Cards; 4] {
        let [suit, trumps] = [led.suit(), self.trump()].map(|suit| PIQUET & Cards::suited(suit));
        let beats = suit.iter().filter(|&card| strength(card) > strength(led)).collect();
        [beats, suit, trumps, PIQUET]
    }

    /// The cards the mover may play.
    pub fn playable(&self) -> Cards {
        let classes = self.led.map_or([PIQUET; 4], |led| self.classes(led));
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

    /// The position without the cards hidden from `viewer`; everybody knows where an announced king is.
    pub fn seen_by(&self, viewer: Viewer) -> Self {
        let mut seen = *self;
        for seat in Seat::all(2).filter(|&seat| !viewer.knows_as(seat)) {
            let shown = if self.king == Some(seat) { self.trump_king().into() } else { Cards::default() };
            seen.hands[seat.index()] = self.hands[seat.index()] & shown;
            seen.discards[seat.index()] = Cards::default();
        }
        seen
    }
}
