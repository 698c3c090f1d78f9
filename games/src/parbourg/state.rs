//! The position.

use arrayvec::ArrayVec;

use super::card::{Card, CardSet, Colour};
use super::deck::MAX_HENCHMEN;
use super::moves::Target;
use crate::seat::Seat;

pub const SEATS: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LaidCard {
    /// Before whom.
    pub seat: Seat,
    pub card: Card,
    /// Whether it lies face down.
    pub hidden: bool,
    /// Whether its bet counts twice.
    pub doubled: bool,
}

/// A card used, waiting to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UsedCard {
    /// The seat that used it.
    pub seat: Seat,
    pub card: Card,
    /// What it is aimed at.
    pub target: Target,
    /// Whether the card lies as a bet.
    pub laid: bool,
    /// Seats still to be asked for a counter, as a mask.
    pub to_ask: u8,
}

/// What is decided next, response windows and chance inside a ply apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Phase {
    #[default]
    Deal,
    /// The henchmen of a new day are shuffled.
    Henchmen,
    /// So many seats have drawn a henchman.
    Drawing(u8),
    /// A seat keeps one of two henchmen.
    Keep(Seat, u8, u8),
    /// The start of the day.
    Alchemy,
    /// A seat chooses which of two scores counts.
    Number(Seat),
    /// The next challenge is revealed.
    Reveal,
    /// The next turn begins.
    NextTurn,
    /// A turn.
    Turn,
    /// The window after a turn.
    Window,
    Over,
}

/// What chance decides inside an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Random {
    /// The card that a thief takes from a victim.
    Steal {
        /// Who takes it.
        thief: Seat,
        /// Whose it was.
        victim: Seat,
    },
    /// So many cards that a seat discards one by one.
    Discard {
        /// Whose they are.
        seat: Seat,
        /// How many are left.
        left: u8,
    },
}

/// A position with everything hidden in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    pub phase: Phase,
    /// The day, from 1; 0 before the deal.
    pub day: u8,
    /// The challenge of the day, from 0.
    pub challenge: u8,
    /// Who draws a henchman first.
    pub first: Seat,
    /// The day's tokens in order.
    pub tokens: [Colour; 4],
    pub spare: [u8; 4],
    /// Tokens won, by seat and colour.
    pub won: [[u8; 4]; SEATS],
    pub hands: [CardSet; SEATS],
    pub buildings: [CardSet; SEATS],
    pub discard: CardSet,
    /// The pile, its top last.
    pub pile: Vec<Card>,
    /// Action cards of the challenge in the order in which they were laid.
    pub table: Vec<LaidCard>,
    /// Henchmen by place, the one whose score counts first.
    pub henchmen: [ArrayVec<u8, 2>; SEATS],
    /// The henchmen's pile, its top last.
    pub henchman_pile: ArrayVec<u8, MAX_HENCHMEN>,
    /// The order of this round.
    pub order: ArrayVec<Seat, SEATS>,
    /// How many of `order` have had their turn.
    pub at: u8,
    /// The round of turns or of alchemy, from 1.
    pub round: u16,
    /// Who has or had the turn.
    pub mover: Seat,
    /// Who decides, where somebody does.
    pub asked: Seat,
    /// Seats still to be asked in the window after a turn, as a mask.
    pub to_ask: u8,
    /// Who stands, as a mask.
    pub standing: u8,
    /// Who cannot be chosen, as a mask.
    pub shielded: u8,
    pub skips: [u8; SEATS],
    /// Most action cards each seat may have before it.
    pub limits: [u8; SEATS],
    pub bonus: [u16; SEATS],
    /// Bonuses of the day, by colour.
    pub day_bonus: [[u16; 4]; SEATS],
    /// Action cards used in the turn.
    pub actions: u8,
    /// Whether a building was laid in the turn.
    pub built: bool,
    /// Whether the turn can end only by lying down.
    pub last: bool,
    /// Who has passed at the start of the day since the last alchemy card, as a mask.
    pub passed: u8,
    /// Cards used and not yet settled, the first one at the bottom.
    pub chain: Vec<UsedCard>,
    /// The card whose effect is being carried out, if it is to be discarded.
    pub used: Option<Card>,
    /// Cards still due, in order.
    pub due: ArrayVec<(Seat, u8), { SEATS + 1 }>,
    pub random: Option<Random>,
    /// For each seat, and last for the public, the cards known to be in other hands.
    pub known: [CardSet; SEATS + 1],
}

impl State {
    /// The position before the deal.
    pub fn start(spare: u8) -> Self {
        Self { tokens: Colour::ALL, spare: [spare; 4], limits: [u8::MAX; SEATS], ..Self::default() }
    }

    /// The name of what is being decided.
    pub(super) fn deciding(&self) -> &'static str {
        match self.phase {
            _ if !self.chain.is_empty() => "response",
            Phase::Keep(..) => "keep_henchman",
            Phase::Alchemy => "alchemy",
            Phase::Number(_) => "choose_initiative",
            Phase::Turn => "turn",
            Phase::Window => "window",
            Phase::Over => "over",
            Phase::Deal | Phase::Henchmen | Phase::Drawing(_) | Phase::Reveal | Phase::NextTurn => "chance",
        }
    }

    pub fn stands(&self, seat: Seat) -> bool {
        self.standing >> seat.0 & 1 == 1
    }

    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    /// The action cards before `seat`, in the order in which they were laid.
    pub fn row(&self, seat: Seat) -> impl Iterator<Item = &LaidCard> {
        self.table.iter().filter(move |laid| laid.seat == seat)
    }

    /// Where on the table the card that `pick` names lies. `using` is the card in use, which may name itself.
    pub(super) fn place(&self, seat: Seat, pick: Pick, using: Option<Card>) -> Option<usize> {
        let mut row = self.table.iter().enumerate().filter(|(_, laid)| laid.seat == seat);
        let found = match pick {
            Pick::Card(card) => {
                row.find(|(_, laid)| laid.card == card && (!laid.hidden || using == Some(card)))
            }
            Pick::Down(place) => row.nth(usize::from(place).wrapping_sub(1)).filter(|(_, laid)| laid.hidden),
        };
        found.map(|(at, _)| at)
    }

    /// How a laid card is named as a target.
    pub(super) fn picks(&self, seat: Seat) -> impl Iterator<Item = (Pick, &LaidCard)> {
        self.row(seat)
            .zip(1..)
            .map(|(laid, place)| (if laid.hidden { Pick::Down(place) } else { Pick::Card(laid.card) }, laid))
    }

    /// The colour of the challenge under way, at the end of the game of the last one.
    pub fn colour(&self) -> Colour {
        self.tokens[usize::from(self.challenge.min(3))]
    }

    /// A card left every hand: nobody knows it in one any more.
    pub(super) fn in_the_open(&mut self, card: Card) {
        self.known.iter_mut().for_each(|known| known.remove(card));
    }

    /// Everybody saw `card` come into the hand of `seat`.
    pub(super) fn seen_coming(&mut self, seat: Seat, card: Card) {
        let others = self.known.iter_mut().enumerate().filter(|(knower, _)| *knower != seat.index());
        others.for_each(|(_, known)| known.insert(card));
    }
}

pub(super) use super::moves::Pick;
