//! Richelieu.

mod legal;
mod play;
pub mod random;
pub mod rules;
mod score;
#[cfg(test)]
mod tests;
pub mod wire;

pub use legal::legal_moves;
pub use play::play;
pub use score::{ranks, scores};

use serde_json::Value;

use crate::RulesError;
use crate::fair_deal::Stream;
use crate::table::{PlyOutcome, Table};
use rules::{State, Step};

/// Deals by the seed's stream of the set-up; answers the position, and the deal as a replay writes it.
///
/// # Errors
/// The options are not those of the game.
pub fn start(options: &Value, chance: &mut Stream) -> Result<(State, Value), RulesError> {
    let initial = wire::deal_from_seed(options, chance)?;
    Ok((wire::dealt(wire::options(options)?, &initial)?, initial))
}

impl Table for State {
    fn turn(&self) -> Option<usize> {
        (self.step != Step::Over).then_some(self.to_move)
    }

    fn legal(&self) -> Vec<Value> {
        legal_moves(self).into_iter().map(Value::from).collect()
    }

    fn play(&mut self, notation: &str, _chance: &mut Stream) -> Result<PlyOutcome, RulesError> {
        let seat = self.to_move;
        let disc = play(self, notation)?;
        Ok(wire::outcome(seat, notation, disc, self))
    }

    fn document(&self) -> Value {
        wire::document(self)
    }

    fn scores(&self) -> Vec<i64> {
        scores(self)
    }

    fn ranks(&self) -> Vec<i64> {
        ranks(self)
    }
}
