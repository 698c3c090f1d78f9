//! A position of Parbourg, with everything hidden in it.

use std::collections::BTreeSet;

use super::card::{Card, Effect, Kind};
use super::options::Options;

/// Challenges a day, and days.
pub const CHALLENGES: usize = 4;

/// What is being decided; that an answer to a card is waited for is written in [`State::answering`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    /// Which of two henchmen to keep (Cimetière).
    KeepHenchman,
    /// Alchemy, at the start of the day.
    Alchemy,
    /// Which of two henchmen counts (Dédoublement).
    ChooseInitiative,
    /// A turn in a challenge.
    Turn,
    /// Ephemeral cards after a turn.
    Window,
    /// Nothing: the game has ended.
    Over,
}

/// A laid action card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Its id.
    pub card: u32,
    /// How many had been laid before in the game.
    pub nth: usize,
    /// Face down.
    pub hidden: bool,
    /// Its bet counts twice.
    pub doubled: bool,
}

/// A card that is used and has not acted yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// By whom.
    pub seat: usize,
    /// Its id.
    pub card: u32,
    /// The targets as in the notation.
    pub targets: String,
    /// Whether it lies before its user, to stay there.
    pub laid: bool,
}

/// What lies before a player and is held by one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// Cards in hand.
    pub hand: BTreeSet<u32>,
    /// Scores of the henchmen, the one that counts first.
    pub henchmen: Vec<i64>,
    /// Henchmen to choose from.
    pub choice: Vec<i64>,
    /// Not lying.
    pub standing: bool,
    /// Cannot be chosen.
    pub shielded: bool,
    /// Turns to be skipped.
    pub skips: usize,
    /// The most action cards that may lie before the seat.
    pub limit: Option<usize>,
    /// Action cards in the order in which they were laid.
    pub laid: Vec<Laid>,
    /// Buildings in the order in which they were built.
    pub buildings: Vec<u32>,
    /// Of events, for the challenge.
    pub bonus: i64,
    /// Of alchemy, for the day, by colour.
    pub day_bonus: [i64; 4],
    /// Tokens by colour.
    pub won: [i64; 4],
}

/// One position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The ruleset.
    pub options: Options,
    /// From 1.
    pub day: usize,
    /// The challenge of the day, from 1; 5 at the end of the game.
    pub challenge: usize,
    /// What is being decided.
    pub phase: Phase,
    /// Who draws a henchman first.
    pub first: usize,
    /// The day's tokens in order.
    pub tokens: [usize; CHALLENGES],
    /// Spare tokens by colour.
    pub spare: [i64; 4],
    /// The seats in the order of this round.
    pub order: Vec<usize>,
    /// How many of them have been asked or had their turn.
    pub done: usize,
    /// Of turns or of alchemy, from 1.
    pub round: usize,
    /// Who has or last had the turn, seat 0 before the first one.
    pub mover: usize,
    /// Action cards used in this turn.
    pub actions: usize,
    /// A building was laid in this turn.
    pub built: bool,
    /// This turn ends only by lying down.
    pub last: bool,
    /// Who has passed at the start of the day since the last alchemy card, in the order of the passes; who was asked twice
    /// stands here twice.
    pub passes: Vec<usize>,
    /// In the window after a turn, and for alchemy: who is asked.
    pub asked: usize,
    /// And who will be.
    pub to_ask: Vec<usize>,
    /// Action cards laid so far.
    pub laid: usize,
    /// Cards that have not acted yet, the first one first.
    pub chain: Vec<Used>,
    /// Who is asked for a Contre against the last of them.
    pub answering: Option<usize>,
    /// And who will be.
    pub to_answer: Vec<usize>,
    /// By seat.
    pub seats: Vec<Seat>,
    /// Cards in the order in which they are drawn.
    pub pile: Vec<u32>,
    /// Discarded cards.
    pub discard: BTreeSet<u32>,
    /// Henchmen in the order in which they are drawn.
    pub henchman_pile: Vec<i64>,
    /// By seat the cards it knows to be in other hands, beyond those everybody knows.
    pub known: Vec<BTreeSet<u32>>,
    /// Cards everybody knows to be in a hand.
    pub known_to_all: BTreeSet<u32>,
}

impl State {
    /// The seat to move; none at the end.
    pub fn to_move(&self) -> Option<usize> {
        match self.phase {
            Phase::Over => None,
            _ if self.answering.is_some() => self.answering,
            Phase::KeepHenchman => self.seats.iter().position(|seat| !seat.choice.is_empty()),
            Phase::Alchemy | Phase::ChooseInitiative | Phase::Window => Some(self.asked),
            Phase::Turn => Some(self.mover),
        }
    }

    /// Whether the start of the day is over: all have passed since the last alchemy card.
    pub fn all_passed(&self) -> bool {
        (0..self.options.players).all(|seat| self.passes.contains(&seat))
    }

    /// The card with this id.
    pub fn card(&self, id: u32) -> &Card {
        self.options.card(id)
    }

    /// The cards in the seat's hand of this kind, ascending.
    pub fn held(&self, seat: usize, kinds: &[Kind]) -> Vec<u32> {
        self.seats[seat].hand.iter().copied().filter(|&id| kinds.contains(&self.card(id).kind)).collect()
    }

    /// The sum of the numbers of the powers called `name` of the seat's henchmen.
    pub fn power(&self, seat: usize, name: &str) -> i64 {
        self.powers(seat).filter(|power| power.name == name).map(|power| power.n).sum()
    }

    /// The powers of the seat's henchmen.
    pub fn powers(&self, seat: usize) -> impl Iterator<Item = &Effect> {
        self.seats[seat].henchmen.iter().map(|&score| &self.options.henchman(score).power)
    }

    /// The effects of the seat's buildings.
    pub fn buildings(&self, seat: usize) -> impl Iterator<Item = &Effect> {
        self.seats[seat].buildings.iter().map(|&id| &self.card(id).effect)
    }

    /// Whether the seat has a building with this effect.
    pub fn has_building(&self, seat: usize, name: &str) -> bool {
        self.buildings(seat).any(|effect| effect.name == name)
    }

    /// Whether one of the card's colours is on one of the seat's henchmen.
    pub fn has_colour(&self, seat: usize, card: u32) -> bool {
        let colours = &self.card(card).colours;
        let mut henchmen = self.seats[seat].henchmen.iter().map(|&score| self.options.henchman(score));
        henchmen.any(|henchman| henchman.colours.iter().any(|colour| colours.contains(colour)))
    }

    /// The seats by the initiative scores that count, lowest first.
    pub fn by_initiative(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.options.players).collect();
        order.sort_by_key(|&seat| self.seats[seat].henchmen.first());
        order
    }

    /// The other standing seats, in the order of this round from the next one.
    pub fn others_standing(&self, seat: usize) -> Vec<usize> {
        let at = self.order.iter().position(|&other| other == seat).unwrap_or_default();
        let after = self.order.iter().cycle().skip(at + 1).take(self.order.len() - 1);
        after.copied().filter(|&other| self.seats[other].standing).collect()
    }

    /// How many seats stand.
    pub fn standing(&self) -> usize {
        self.seats.iter().filter(|seat| seat.standing).count()
    }
}
