//! An independent recount of finished games.
//!
//! Nothing here is shared with the server: the rules, the randomness and the hashes are written again from their
//! published descriptions, so that a replay can be checked from outside. Each game has its folder.

use serde_json::{Value, json};

mod canonical;
pub mod fair_deal;
pub mod malin;
pub mod parbourg;
pub mod random;
mod read;
pub mod richelieu;
pub mod sept_blasons;
mod table;

pub use canonical::sha256;
pub use table::{PlyOutcome, Table, deal};

use fair_deal::Stream;

/// The stream of a seed that deals.
const DEAL_STREAM: u64 = 0;
/// Chance in ply *n* has this stream, *n* further on.
const CHANCE_STREAM: u64 = 1 << 32;

/// What the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RulesError(pub String);

/// The first thing a replay says otherwise than the rules.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("ply {ply}: {what}: expected {expected}, found {found}")]
pub struct Difference {
    /// The ply, 0 for the set-up.
    pub ply: u32,
    /// What differs.
    pub what: &'static str,
    /// What the rules give.
    pub expected: Value,
    /// What the replay says.
    pub found: Value,
}

/// Works everything in `replay` out again, the answer of `GET /v1/games/{id}/replay`: the ruleset's hash, the
/// commitment, every deal and draw from the seed, at every ply the legal moves, the outcome and the state's hash, at the
/// end scores and ranks, and the plies that were taken back.
///
/// # Errors
/// The first difference.
pub fn recount(replay: &Value) -> Result<(), Difference> {
    let seed = promised(replay)?;
    let (initial, table) = dealt(replay, &seed)?;
    let mut course = Course { replay, seed, table, rounds: 0 };
    course.round(0, &initial)?;
    let plies = list(&replay["plies"]);
    for (number, ply) in (1..).zip(plies) {
        course.ply(number, ply)?;
    }
    course.end(plies.len() as u32)?;
    undone(replay, &seed)
}

fn dealt(replay: &Value, seed: &[u8; 32]) -> Result<(Value, Box<dyn Table>), Difference> {
    let ruleset = &replay["ruleset"];
    let game = ruleset["game"].as_str().unwrap_or_default();
    let version = ruleset["rules_version"].as_u64().unwrap_or_default();
    deal(game, version, &ruleset["options"], &mut Stream::new(seed, DEAL_STREAM))
        .map_err(|error| broken("deal", error, ruleset))
}

/// Plays what was taken back where it stood. From the last backwards: what stood before follows from what stood after.
fn undone(replay: &Value, seed: &[u8; 32]) -> Result<(), Difference> {
    let mut line: Vec<&Value> = list(&replay["plies"]).iter().collect();
    for taken in list(&replay["undone"]).iter().rev() {
        let plies = list(&taken["plies"]);
        let first = plies.first().and_then(|ply| ply["n"].as_u64()).unwrap_or_default() as usize;
        same(0, "first ply taken back", true, &Value::from((1..=line.len() + 1).contains(&first)))?;
        same(first as u32, "seat that took back", plies[0]["seat"].clone(), &taken["by"])?;
        line.truncate(first - 1);
        line.extend(plies);
        let (_, mut table) = dealt(replay, seed)?;
        for (number, ply) in (1..).zip(&line) {
            same(number, "number of the ply", number, &ply["n"])?;
            same(number, "seat to move", table.turn(), &ply["seat"])?;
            play(&mut *table, seed, number, ply)?;
            same(number, "state hash", sha256(&table.document()), &ply["state_hash"])?;
        }
        same(line.len() as u32, "goes on after what was taken back", true, &table.turn().is_some().into())?;
    }
    Ok(())
}

fn play(table: &mut dyn Table, seed: &[u8; 32], number: u32, ply: &Value) -> Result<PlyOutcome, Difference> {
    let mut chance = Stream::new(seed, CHANCE_STREAM + u64::from(number));
    let played = table.play(ply["notation"].as_str().unwrap_or_default(), &mut chance);
    played.map_err(|error| Difference { ply: number, ..broken("move", error, ply) })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The ruleset's name and the commitment hold; answers the seed.
fn promised(replay: &Value) -> Result<[u8; 32], Difference> {
    let ruleset = &replay["ruleset"];
    let named = json!({"game": ruleset["game"], "options": ruleset["options"], "rules_version": ruleset["rules_version"]});
    same(0, "ruleset hash", sha256(&named), &ruleset["hash"])?;
    let (seed, nonce) = (bytes(replay, "seed")?, bytes(replay, "nonce")?);
    same(0, "commitment", fair_deal::commitment(&seed, &nonce), &replay["commitment"])?;
    Ok(seed)
}

/// A replay under recount.
struct Course<'a> {
    replay: &'a Value,
    seed: [u8; 32],
    table: Box<dyn Table>,
    rounds: usize,
}

impl Course<'_> {
    /// The round that ply `number` began with the deal `initial`.
    fn round(&mut self, number: u32, initial: &Value) -> Result<(), Difference> {
        let round = &self.replay["rounds"][self.rounds];
        same(number, "deal from the seed", initial.clone(), &round["initial"])?;
        same(number, "ply of the deal", number, &round["ply"])?;
        same(number, "state hash of the deal", self.state_hash(), &round["state_hash"])?;
        self.rounds += 1;
        Ok(())
    }

    fn ply(&mut self, number: u32, ply: &Value) -> Result<(), Difference> {
        same(number, "number of the ply", number, &ply["n"])?;
        same(number, "seat to move", self.table.turn(), &ply["seat"])?;
        same(number, "legal moves", self.table.legal(), &ply["legal"])?;
        let told = play(&mut *self.table, &self.seed, number, ply)?;
        same(number, "outcome", told.outcome, ply.get("outcome").unwrap_or(&Value::Null))?;
        same(number, "state hash", self.state_hash(), &ply["state_hash"])?;
        told.deal.map_or(Ok(()), |deal| self.round(number, &deal))
    }

    fn end(&self, last: u32) -> Result<(), Difference> {
        same(last, "end of the game", true, &Value::from(self.table.turn().is_none()))?;
        let rounds = self.replay["rounds"].as_array().map_or(0, Vec::len);
        same(last, "number of rounds", self.rounds, &Value::from(rounds))?;
        same(last, "scores", self.table.scores(), &self.replay["scores"])?;
        same(last, "ranks", self.table.ranks(), &self.replay["ranks"])
    }

    fn state_hash(&self) -> String {
        sha256(&self.table.document())
    }
}

fn same(ply: u32, what: &'static str, expected: impl Into<Value>, found: &Value) -> Result<(), Difference> {
    let expected = expected.into();
    if expected == *found { Ok(()) } else { Err(Difference { ply, what, expected, found: found.clone() }) }
}

fn broken(what: &'static str, error: impl ToString, found: &Value) -> Difference {
    Difference { ply: 0, what, expected: Value::from(error.to_string()), found: found.clone() }
}

/// 32 bytes in hex.
fn bytes(replay: &Value, what: &'static str) -> Result<[u8; 32], Difference> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(replay[what].as_str().unwrap_or_default(), &mut bytes)
        .map_err(|_| broken(what, "64 hex digits", &replay[what]))?;
    Ok(bytes)
}
