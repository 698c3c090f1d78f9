//! Le Malin et ses petits malheurs: announce how many tricks you will take, and take exactly so many.
//!
//! Rules: `rules/malin.md`.

#![expect(missing_docs, reason = "a field whose name says it all needs no words")]

mod card;
mod chance;
mod course;
#[cfg(test)]
mod course_tests;
mod document;
mod draw;
mod explain;
mod features;
mod knowledge;
mod legal;
mod malheur;
mod moves;
mod notation;
mod options;
mod outcome;
mod parts;
mod piece;
mod published;
mod round;
mod rules;
mod shown;
mod state;
mod told;

pub use card::{Card, Hand};
pub use chance::Chance;
pub use malheur::{Change, Kind, Malheur, MalheurCard};
pub use moves::{Move, ValuedCard};
pub use options::{Options, Ties, Twins, Wish};
pub use outcome::Outcome;
pub use round::Deal;
pub use state::{Phase, State};

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Malin {
    options: std::sync::Arc<Options>,
}

impl Malin {
    /// The high twin's value where twins have fixed values.
    #[inline]
    pub fn fixed_twins(&self) -> Option<u8> {
        (self.options.twins == Twins::Fixed).then(|| self.highest())
    }
}
