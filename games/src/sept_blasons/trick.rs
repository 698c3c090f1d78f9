//! The trick on the table: cards in order of play, stolen values and powers, the winner.

use super::card::{CHARACTERS, Character, Power};
use super::moves::Action;
use crate::seat::{MAX_SEATS, Seat};

/// How equal highest values are treated.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = SeptBlasonsTies)]
pub enum Ties {
    /// Equal highest values cancel and the next lower one wins, unless it is shared as well.
    #[default]
    OneStep,
    /// Every shared value cancels; the highest single one wins.
    Cascade,
}

/// A card of the trick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LaidCard {
    pub character: Character,
    /// What was activated with it.
    pub action: Option<Action>,
    /// The place (in order of play) whose card has this card's printed value now.
    holder: u8,
    /// Who uses the card's power.
    pub actor: Seat,
}

/// The cards of a trick by place in the order of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Trick {
    leader: Seat,
    seats: u8,
    len: u8,
    laid: [LaidCard; MAX_SEATS],
}

impl Trick {
    /// An empty trick led by `leader` at a table of `seats`.
    pub fn new(leader: Seat, seats: usize) -> Self {
        let empty = LaidCard { character: Character(0), action: None, holder: 0, actor: leader };
        Self { leader, seats: seats as u8, len: 0, laid: [empty; MAX_SEATS] }
    }

    pub fn leader(&self) -> Seat {
        self.leader
    }

    /// The cards laid so far, in order of play.
    pub fn laid(&self) -> &[LaidCard] {
        &self.laid[..usize::from(self.len)]
    }

    /// Whether every seat has played.
    pub fn is_full(&self) -> bool {
        self.len == self.seats
    }

    /// The seat at a place in the order of play.
    pub fn seat(&self, place: usize) -> Seat {
        Seat(((usize::from(self.leader.0) + place) % usize::from(self.seats.max(1))) as u8)
    }

    /// The place of a seat in the order of play.
    pub fn place(&self, seat: Seat) -> usize {
        (seat.index() + usize::from(self.seats) - self.leader.index()) % usize::from(self.seats.max(1))
    }

    /// The card a seat laid.
    pub fn card_of(&self, seat: Seat) -> Option<&LaidCard> {
        self.laid().get(self.place(seat))
    }

    pub fn lay(&mut self, character: Character, action: Option<Action>) {
        let place = usize::from(self.len);
        let actor = self.seat(place);
        if let Some(laid) = self.laid.get_mut(place) {
            *laid = LaidCard { character, action, holder: place as u8, actor };
            self.len += 1;
        }
    }

    /// Passes the printed value of the card `from` laid to the malandrin `to` laid.
    pub fn rob_value(&mut self, from: Seat, to: Seat) {
        let (from, to) = (self.place(from), self.place(to));
        self.laid[from].holder = to as u8;
    }

    /// Lets `actor` use the power of the card `of` laid.
    pub fn take_power(&mut self, of: Seat, actor: Seat) {
        let place = self.place(of);
        self.laid[place].actor = actor;
    }

    /// The malandrin's choices at `place`: seats whose value can be taken, and seats whose power can be.
    pub fn malandrin_choices(&self, place: usize, religieux: bool) -> (u8, u8) {
        let (mut values, mut powers) = (0, 0);
        for (at, laid) in self.laid().iter().enumerate() {
            let bit = 1 << self.seat(at).0;
            if laid.character != Character::MALANDRIN {
                values |= bit;
            }
            if at > place && laid.character.power(religieux).is_some() {
                powers |= bit;
            }
        }
        (values, powers)
    }

    /// Everything in the trick as bits: two tricks of one table have the same words only if they are the same.
    pub fn words(&self) -> [u64; 2] {
        let mut words = [u64::from(self.leader.0) << 56 | u64::from(self.len) << 60, 0];
        for (place, laid) in self.laid().iter().enumerate() {
            let action = laid.action.map_or(0, |action| action as u64 + 1);
            let card = u64::from(laid.character.0) | action << 3 | u64::from(laid.holder) << 5;
            words[place / 4] |= (card | u64::from(laid.actor.0) << 8) << (11 * (place % 4));
        }
        words
    }

    /// The power to use at `place` and who uses it.
    pub fn power_at(&self, place: usize, religieux: bool) -> Option<(Power, Seat)> {
        let laid = self.laid().get(place)?;
        Some((laid.character.power(religieux)?, laid.actor))
    }

    /// The value of each laid card now, 0 for `*`, by place; `printed` are the values by character.
    pub fn values(&self, printed: &[u8; CHARACTERS]) -> [u8; MAX_SEATS] {
        let mut values = [0; MAX_SEATS];
        for laid in self.laid() {
            if laid.character != Character::MALANDRIN {
                values[usize::from(laid.holder)] = printed[usize::from(laid.character.0 & 7)];
            }
        }
        values
    }

    pub fn winner(&self, ties: Ties, printed: &[u8; CHARACTERS]) -> Option<Seat> {
        let values = &self.values(printed)[..usize::from(self.len)];
        let mut below = u8::MAX;
        for step in 0.. {
            let level = *values.iter().filter(|&&value| value < below).max()?;
            let mut at_level = (0..values.len()).filter(|&place| values[place] == level);
            let (first, second) = (at_level.next(), at_level.next());
            if second.is_none() {
                return first.map(|place| self.seat(place));
            }
            if ties == Ties::OneStep && step == 1 {
                return None;
            }
            below = level;
        }
        None
    }
}
