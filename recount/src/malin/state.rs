//! A position of Le Malin, with everything hidden in it.

use super::card::Card;
use super::options::Options;

/// The ids of the Malheur cards, in the order of the table of effects.
pub const EFFECTS: [&str; 12] = [
    "inversion",
    "boost",
    "drain",
    "swap",
    "void",
    "gift",
    "retake",
    "perjury",
    "curse",
    "evil_eye",
    "barter",
    "parry",
];

/// What is being decided, as it is named on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    /// A contract to announce.
    Bid,
    /// Malheurs after the contracts.
    DealWindow,
    /// A card to lay, or Malheurs before it.
    Play,
    /// Malheurs after the trick.
    AfterWindow,
    /// Nothing: the game has ended.
    Over,
}

/// A card of the trick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Which.
    pub card: Card,
    /// The value said when laying it.
    pub value: i64,
    /// What boosts and drains add; it sticks to the card.
    pub bonus: i64,
}

/// What a waiting Malheur will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The lowest value takes the trick.
    Inversion,
    /// This much to the card before a seat.
    Add(usize, i64),
    /// The cards before two seats change owners.
    Swap(usize, usize),
    /// Nobody takes the trick.
    Void,
    /// If its player takes the trick, it counts for this seat.
    Gift(usize),
    /// Its player lays this card with this value instead.
    Retake(Card, i64),
}

/// A Malheur that acts at the end of the trick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who played it.
    pub seat: usize,
    /// As in the notation, without `malheur `.
    pub written: String,
    /// What it will do.
    pub effect: Effect,
}

/// One position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The ruleset.
    pub options: Options,
    /// The round under way, from 1.
    pub round: usize,
    /// The trick under way, from 1.
    pub trick: usize,
    /// What is being decided.
    pub phase: Phase,
    /// Who dealt.
    pub dealer: usize,
    /// Who leads the trick.
    pub leader: usize,
    /// In the windows: the seat to be asked.
    pub asked: usize,
    /// In the windows: how many seats in a row, up to the asked one, did nothing.
    pub quiet: usize,
    /// The card the wish replaces.
    pub removed: Card,
    /// Cards in hand by seat, in the order of [`Card`].
    pub hands: Vec<Vec<Card>>,
    /// Cards dealt to nobody.
    pub left_over: Vec<Card>,
    /// Contracts by seat, as announced.
    pub announced: Vec<Option<i64>>,
    /// Contracts by seat, as changed since.
    pub contracts: Vec<Option<i64>>,
    /// Tricks taken by seat.
    pub taken: Vec<i64>,
    /// The trick on the table, from the leader on; a place is a seat, whatever is swapped.
    pub laid: Vec<Laid>,
    /// Malheurs that act at the end of the trick, in order of arrival.
    pub waiting: Vec<Waiting>,
    /// Malheur cards by seat, in the order of [`EFFECTS`].
    pub malheurs: Vec<Vec<String>>,
    /// The Malheur pile, its top last.
    pub pile: Vec<String>,
    /// Used Malheur cards, in the order of [`EFFECTS`].
    pub used: Vec<String>,
    /// Points by seat; partners have the same.
    pub points: Vec<i64>,
}

impl State {
    /// The seat to move; none at the end.
    pub fn to_move(&self) -> Option<usize> {
        let players = self.options.players;
        match self.phase {
            Phase::Bid => {
                let announced = self.announced.iter().flatten().count();
                Some((self.dealer + 1 + announced) % players)
            }
            Phase::Play => Some((self.leader + self.laid.len()) % players),
            Phase::DealWindow | Phase::AfterWindow => Some(self.asked),
            Phase::Over => None,
        }
    }

    /// The seat after this one.
    pub fn left_of(&self, seat: usize) -> usize {
        (seat + 1) % self.options.players
    }

    /// Where in the trick the card before `seat` lies.
    pub fn place_of(&self, seat: usize) -> usize {
        (seat + self.options.players - self.leader) % self.options.players
    }

    /// The card before `seat`, if one lies there.
    pub fn laid_by(&self, seat: usize) -> Option<&Laid> {
        self.laid.get(self.place_of(seat))
    }

    /// The seats but this one.
    pub fn others(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.options.players).filter(move |&other| other != seat)
    }
}
