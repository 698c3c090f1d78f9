//! Les 7 Blasons: tricks of open hands, powers in the order of play, tokens face up and face down.
//!
//! Rules: `rules/sept-blasons.md`. Hidden are only the families of face-down tokens, known to nobody except, with
//! the variant *curieux*, to those who looked; nobody's hand is secret.

#![expect(missing_docs, reason = "a field whose name says it all needs no words")]

#[cfg(test)]
mod booklet_tests;
mod card;
mod chance;
mod course;
mod document;
mod explain;
mod features;
mod history;
mod knowledge;
mod moves;
mod notation;
mod options;
mod outcome;
mod parts;
mod piece;
mod powers;
mod published;
mod round;
mod rules;
mod shown;
mod state;
mod token;
mod told;
mod trick;

pub use card::{Cards, Character, Family, Power};
pub use chance::Chance;
pub use moves::{Action, Move, Pick};
pub use options::{Deck, Options, Variant};
pub use round::Deal;
pub use state::{Pending, Phase, State};
pub use token::{Place, Token, Tokens};
pub use trick::{LaidCard, Ties, Trick};

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct SeptBlasons {
    options: std::sync::Arc<Options>,
    values: [u8; card::CHARACTERS],
    /// The actions a bourgeoisie card may be activated for, in the order of the variants.
    actions: Vec<Action>,
}

impl SeptBlasons {
    /// Rounds of a game without a tie.
    pub fn rounds(&self) -> u8 {
        self.options.rounds
    }

    fn religieux(&self) -> bool {
        self.options.variants.contains(&Variant::Religieux)
    }
}
