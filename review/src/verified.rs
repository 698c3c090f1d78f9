//! A replay is verified: everything in it is worked out again from its ruleset, seed and moves.

use std::sync::Arc;

use serde::Deserialize as _;
use serde_json::{Value, json};
use tapis_games::erased::{AnyRuleset, AnyTable, PlyRecord, StoredPly};
use tapis_games::game::Turn;
use tapis_games::random::{Seed, Stream};
use tapis_games::ruleset::Fault;
use tapis_games::seat::Seat;
use tapis_solver::registry::Registry;

use crate::game::FinishedGame;
use crate::undone;

/// Why a replay is not believed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unverified {
    /// No game of this program.
    #[error("there is no game '{game}': there are {known}")]
    UnknownGame {
        /// What the replay says.
        game: String,
        /// The games of this program.
        known: String,
    },
    /// Rules of another version.
    #[error("the game was played by version {found} of its rules, and this program knows version {known}")]
    OtherRules {
        /// What the replay says.
        found: Value,
        /// The version of this program.
        known: u32,
    },
    /// Options that the game does not have.
    #[error("the options of the ruleset: {0}")]
    Options(String),
    /// Not what follows from the ruleset, the seed and the moves.
    #[error(transparent)]
    Differs(#[from] Difference),
}

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

impl FinishedGame {
    /// The game of `replay`, an answer of `GET /v1/games/{id}/replay`. Worked out again and compared are the ruleset's hash, the
    /// commitment, every deal and draw from the seed, at every ply the legal moves, the outcome and the hash of the state, at the end
    /// scores and ranks, and what was taken back. What the service played for people is taken from the replay: nothing proves it.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verified(games: &Registry, replay: &Value) -> Result<Self, Unverified> {
        let ruleset = ruleset(games, &replay["ruleset"])?;
        let (seed, nonce) = (bytes(replay, "seed")?, bytes(replay, "nonce")?);
        let (seed, commitment) = (Seed(seed), Seed(seed).commitment(&nonce));
        same(0, "commitment", commitment.as_str(), &replay["commitment"])?;
        let table = played(&*ruleset, &seed, plies(replay))?;
        let log: Vec<StoredPly> = table.plies().iter().map(|ply| (*ply.stored).clone()).collect();
        compare(&*ruleset, &log, replay)?;
        end(&*table, replay)?;
        undone::check(&*ruleset, &seed, &*table, &replay["undone"])?;
        let by_service = by_service(replay)?;
        Ok(Self::new(ruleset, log, commitment).by_service(&by_service))
    }
}

fn ruleset(games: &Registry, named: &Value) -> Result<Arc<dyn AnyRuleset>, Unverified> {
    let name = named["game"].as_str().unwrap_or_default();
    let game = games
        .game(name)
        .ok_or_else(|| Unverified::UnknownGame { game: name.to_owned(), known: games.ids() })?;
    if named["rules_version"] != json!(game.rules_version()) {
        let (found, known) = (named["rules_version"].clone(), game.rules_version());
        return Err(Unverified::OtherRules { found, known });
    }
    let first = |faults: Vec<Fault>| faults.first().map(ToString::to_string).unwrap_or_default();
    let ruleset =
        game.hashed(&named["options"].to_string()).map_err(|faults| Unverified::Options(first(faults)))?;
    same(0, "hash of the ruleset", ruleset.ruleset().hash.as_str(), &named["hash"])?;
    Ok(ruleset)
}

fn plies(replay: &Value) -> &[Value] {
    replay["plies"].as_array().map_or(&[], Vec::as_slice)
}

/// The plies that the service played for people, each of which stands.
fn by_service(replay: &Value) -> Result<Vec<u32>, Difference> {
    let said = &replay["by_service"];
    if said.is_null() {
        return Ok(Vec::new());
    }
    let last = plies(replay).len() as u32;
    let read = Vec::<u32>::deserialize(said).ok().filter(|said| said.iter().all(|n| (1..=last).contains(n)));
    read.ok_or_else(|| {
        let wanted = json!(format!("numbers of plies, from 1 to {last}"));
        differs(0, "plies that the service played", wanted, said)
    })
}

/// Plays the moves, with the chance that follows from the seed.
fn played(ruleset: &dyn AnyRuleset, seed: &Seed, plies: &[Value]) -> Result<Box<dyn AnyTable>, Difference> {
    let mut table = ruleset.deal(seed);
    for (n, ply) in (1..).zip(plies) {
        step(&mut *table, seed, n, ply)?;
    }
    Ok(table)
}

/// Plays a ply of a replay, the `n`th, as the seat that it names.
pub(crate) fn step<'a>(
    table: &'a mut dyn AnyTable,
    seed: &Seed,
    n: u32,
    ply: &Value,
) -> Result<&'a PlyRecord, Difference> {
    let Turn::Player(seat) = table.turn() else {
        return Err(differs(n, "end of the game", json!("no more plies"), ply));
    };
    same(n, "seat to move", seat.0, &ply["seat"])?;
    let notation = ply["notation"].as_str().unwrap_or_default();
    let mut rng = seed.stream(Stream::Chance(n));
    let made = table.play(seat, notation, &mut rng);
    made.map_err(|error| differs(n, "move", json!(error.to_string()), &ply["notation"]))
}

/// Compares the deals and plies with those of the game that was played again.
fn compare(ruleset: &dyn AnyRuleset, log: &[StoredPly], replay: &Value) -> Result<(), Difference> {
    let again =
        ruleset.replay(log).map_err(|error| differs(error.ply, "ply", json!(error.reason), &Value::Null))?;
    let rounds = replay["rounds"].as_array().map_or(&[][..], Vec::as_slice);
    for (n, round) in again.rounds.iter().enumerate() {
        let found = rounds.get(n).unwrap_or(&Value::Null);
        members(round.ply, "deal", &json!(round), found)?;
    }
    same(again.plies.len() as u32, "number of rounds", again.rounds.len(), &json!(rounds.len()))?;
    again
        .plies
        .iter()
        .zip(plies(replay))
        .try_for_each(|(ply, found)| members(ply.n, "ply", &json!(ply), found))
}

/// Compares the members of two objects.
pub(crate) fn members(
    ply: u32,
    what: &'static str,
    expected: &Value,
    found: &Value,
) -> Result<(), Difference> {
    if expected == found {
        return Ok(());
    }
    let known = [("initial", "deal from the seed"), ("n", "number of the ply"), ("legal", "legal moves")];
    let known = known.into_iter().chain([("outcome", "outcome"), ("state_hash", "hash of the state")]);
    for (name, what) in known {
        same(ply, what, expected[name].clone(), &found[name])?;
    }
    Err(differs(ply, what, expected.clone(), found))
}

fn end(table: &dyn AnyTable, replay: &Value) -> Result<(), Difference> {
    let last = plies(replay).len() as u32;
    let Some(payoffs) = table.payoffs() else {
        let left = match table.turn() {
            Turn::Player(Seat(seat)) => format!("a move of seat {seat}"),
            _ => "another ply".to_owned(),
        };
        return Err(differs(last, "end of the game", json!(left), &json!("no more plies")));
    };
    same(last, "scores", json!(payoffs.scores), &replay["scores"])?;
    same(last, "ranks", json!(payoffs.ranks), &replay["ranks"])
}

pub(crate) fn same(
    ply: u32,
    what: &'static str,
    expected: impl Into<Value>,
    found: &Value,
) -> Result<(), Difference> {
    let expected = expected.into();
    if expected == *found { Ok(()) } else { Err(differs(ply, what, expected, found)) }
}

pub(crate) fn differs(ply: u32, what: &'static str, expected: Value, found: &Value) -> Difference {
    Difference { ply, what, expected, found: found.clone() }
}

/// 32 bytes in hex.
fn bytes(replay: &Value, what: &'static str) -> Result<[u8; 32], Difference> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(replay[what].as_str().unwrap_or_default(), &mut bytes)
        .map_err(|_| differs(0, what, json!("64 hex digits"), &replay[what]))?;
    Ok(bytes)
}
