//! Parbourg: four days of four challenges, won with bets, events, buildings and the henchman of the day.
//!
//! Rules: `rules/parbourg.md`. [`course`] is the course of the game, [`effects`] the vocabulary of the cards.

#![expect(missing_docs, reason = "a field whose name says it all needs no words")]

mod card;
mod chance;
mod course;
mod deck;
mod document;
mod effects;
mod explain;
mod features;
mod knowledge;
mod legal;
mod moves;
mod notation;
mod options;
mod outcome;
mod parts;
mod published;
mod rules;
mod shown;
mod state;
mod trace;

use std::sync::Arc;

use crate::prelude::*;

pub use card::{Card, CardSet, Colour};
pub use chance::{Chance, Deal};
pub use deck::{
    CardData, CardInfo, ColourNames, Deck, Henchman, HenchmanData, Kind, LineFault, Played, Values, read_deck,
};
pub use effects::{Effect, Power};
pub use knowledge::Knowledge;
pub use moves::{Move, Pick, Target};
pub use options::{Options, Windows};
pub use outcome::Outcome;
pub use state::{LaidCard, Phase, Random, State, UsedCard};

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Parbourg {
    options: Arc<Options>,
    deck: Arc<Played>,
}

impl Parbourg {
    /// The deck as it is played.
    pub fn deck(&self) -> &Played {
        &self.deck
    }

    /// All seats as a mask.
    fn everybody(&self) -> u8 {
        ((1u16 << self.seats()) - 1) as u8
    }

    fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.seats()).filter(move |&other| other != seat)
    }

    fn holders_only(&self) -> bool {
        self.options.windows == Windows::Holders
    }
}
