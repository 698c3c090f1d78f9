//! Le Malin et ses petits malheurs, written down again from the rules text alone.

mod card;
mod course;
mod deal;
mod document;
mod legal;
mod malheur;
mod options;
mod pile;
mod play;
pub mod random;
mod score;
pub mod state;
#[cfg(test)]
mod tests;

pub use deal::start;
pub use document::document;
pub use options::Options;
pub use play::play;

use serde_json::Value;

use crate::RulesError;
use crate::fair_deal::Stream;
use crate::table::{PlyOutcome, Table, ranks};
use state::State;

impl Table for State {
    fn turn(&self) -> Option<usize> {
        self.to_move()
    }

    fn legal(&self) -> Vec<Value> {
        legal::legal_moves(self).into_iter().map(Value::from).collect()
    }

    fn play(&mut self, notation: &str, chance: &mut Stream) -> Result<PlyOutcome, RulesError> {
        play(self, notation, chance)
    }

    fn document(&self) -> Value {
        document(self)
    }

    fn scores(&self) -> Vec<i64> {
        self.points.clone()
    }

    fn ranks(&self) -> Vec<i64> {
        // Of a team both count.
        ranks(&self.points)
    }
}
