//! Les 7 Blasons, written down again from the rules text alone: slow and plain, one short function a rule.

mod course;
mod deal;
mod document;
mod legal;
mod malandrin;
mod options;
mod play;
pub mod random;
mod score;
mod sets;
pub mod state;
#[cfg(test)]
mod tests;
mod tokens;

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
        legal::listed(self).into_iter().map(Value::from).chain(sets::described(self)).collect()
    }

    fn play(&mut self, notation: &str, chance: &mut Stream) -> Result<PlyOutcome, RulesError> {
        play(self, notation, chance)
    }

    fn document(&self) -> Value {
        document(self)
    }

    fn scores(&self) -> Vec<i64> {
        self.totals.clone()
    }

    fn ranks(&self) -> Vec<i64> {
        ranks(&self.totals)
    }
}
