//! What the driver asks of a game's rules.

use serde_json::{Map, Value};

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

impl PlyOutcome {
    /// What was told beyond the notation, and the deal of the round that begins.
    pub(crate) fn new(told: Map<String, Value>, deal: Option<Value>) -> Self {
        Self { outcome: if told.is_empty() { Value::Null } else { Value::Object(told) }, deal }
    }
}

/// The words of a notation, which must be one of the `legal` ones.
pub(crate) fn words<'a>(notation: &'a str, legal: &[String]) -> Result<Vec<&'a str>, RulesError> {
    if !legal.iter().any(|legal| legal == notation) {
        return Err(RulesError(format!("'{notation}' is not legal here")));
    }
    Ok(notation.split(' ').collect())
}

/// Ranks by seat, 1 for the highest key; equal keys share a rank.
pub(crate) fn ranks<K: PartialOrd>(keys: &[K]) -> Vec<i64> {
    keys.iter().map(|own| 1 + keys.iter().filter(|other| *other > own).count() as i64).collect()
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
    Ok(match (game, version) {
        ("richelieu", 1) => boxed(richelieu::start(options, chance)?),
        ("sept-blasons", 1) => boxed(sept_blasons::start(sept_blasons::Options::read(options)?, chance)),
        ("malin", 1) => boxed(malin::start(malin::Options::read(options)?, chance)),
        ("parbourg", 2) => boxed(parbourg::start(parbourg::Options::read(options)?, chance)),
        _ => {
            let why = format!("there is no recount of '{game}' by version {version} of its rules");
            return Err(RulesError(why));
        }
    })
}

fn boxed<T: Table + 'static>((state, initial): (T, Value)) -> (Value, Box<dyn Table>) {
    (initial, Box::new(state))
}
