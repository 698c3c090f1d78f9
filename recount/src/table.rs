//! What the driver asks of a game's rules.

use serde_json::Value;

use crate::RulesError;
use crate::fair_deal::Stream;
use crate::{malin, parbourg, richelieu, sept_blasons};

/// One position of a game, with everything hidden in it.
pub trait Table {
    /// The seat to move; `None` at the end.
    fn turn(&self) -> Option<usize>;

    /// All legal moves in canonical order, as a replay lists them.
    fn legal(&self) -> Vec<Value>;

    /// Plays a legal move and whatever follows from it without a decision; `chance` is the ply's own stream.
    ///
    /// # Errors
    /// The move is not legal.
    fn play(&mut self, notation: &str, chance: &mut Stream) -> Result<PlyOutcome, RulesError>;

    /// The full state as the game's document describes it.
    fn document(&self) -> Value;

    /// Points by seat.
    fn scores(&self) -> Vec<i64>;

    /// Ranks by seat, 1 is best.
    fn ranks(&self) -> Vec<i64>;
}

/// What a ply told, everything shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlyOutcome {
    /// The ply's `outcome`, null if the notation says it all.
    pub outcome: Value,
    /// The deal of the round that begins with the ply.
    pub deal: Option<Value>,
}

/// Deals `game` by the rules of `version` with complete `options`; answers the deal as a replay writes it, and the table.
///
/// # Errors
/// No such game or version of its rules, or options it does not know.
pub fn deal(
    game: &str,
    version: u64,
    options: &Value,
    chance: &mut Stream,
) -> Result<(Value, Box<dyn Table>), RulesError> {
    match (game, version) {
        ("richelieu", 1) => richelieu::table(options, chance),
        ("sept-blasons", 1) => sept_blasons::table(options, chance),
        ("malin", 1) => malin::table(options, chance),
        ("parbourg", 2) => parbourg::table(options, chance),
        _ => Err(RulesError(format!("there is no recount of '{game}' by version {version} of its rules"))),
    }
}
