//! An independent recount of finished games.
//!
//! Nothing here is shared with the server: the rules, the randomness and the hashes are written again from their
//! published descriptions, so that a replay can be checked from outside. `openapi/outside` holds the same in Python.

use serde_json::Value;

mod canonical;
pub mod fair_deal;
pub mod random;
pub mod rules;
pub mod wire;

pub use canonical::sha256;

use rules::{State, Step, legal_moves, play, ranks, scores};

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
/// commitment, the deal from the seed, at every ply the legal moves, the outcome and the state's hash, and at the end
/// scores and ranks.
///
/// # Errors
/// The first difference.
pub fn recount(replay: &Value) -> Result<State, Difference> {
    let ruleset = &replay["ruleset"];
    same(0, "game", "richelieu", &ruleset["game"])?;
    same(0, "rules version", 1, &ruleset["rules_version"])?;
    let named = serde_json::json!({
        "game": ruleset["game"], "options": ruleset["options"], "rules_version": ruleset["rules_version"],
    });
    same(0, "ruleset hash", sha256(&named), &ruleset["hash"])?;
    let round = fair_deal_of(replay)?;
    let options = wire::options(&ruleset["options"]).map_err(|error| broken("options", error, ruleset))?;
    let mut state = wire::dealt(options, &round["initial"]).map_err(|error| broken("deal", error, round))?;
    same(0, "ply of the set-up", 0, &round["ply"])?;
    same(0, "state hash", sha256(&wire::document(&state)), &round["state_hash"])?;
    let plies = replay["plies"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (number, ply) in (1..).zip(plies) {
        check_ply(&mut state, number, ply)?;
    }
    let last = plies.len() as u32;
    same(last, "end of the game", true, &Value::from(state.step == Step::Over))?;
    same(last, "scores", scores(&state), &replay["scores"])?;
    same(last, "ranks", ranks(&state), &replay["ranks"])?;
    Ok(state)
}

/// The commitment and the deal follow from the seed; answers the only round.
fn fair_deal_of(replay: &Value) -> Result<&Value, Difference> {
    let (seed, nonce) = (bytes(replay, "seed")?, bytes(replay, "nonce")?);
    same(0, "commitment", fair_deal::commitment(&seed, &nonce), &replay["commitment"])?;
    let rounds = replay["rounds"].as_array().map(Vec::as_slice).unwrap_or_default();
    let [round] = rounds else {
        return same(0, "number of rounds", 1, &Value::from(rounds.len())).map(|()| &replay["rounds"]);
    };
    let options = &replay["ruleset"]["options"];
    let expected = wire::deal_from_seed(options, &seed).map_err(|error| broken("options", error, options))?;
    same(0, "deal from the seed", expected, &round["initial"])?;
    Ok(round)
}

fn check_ply(state: &mut State, number: u32, ply: &Value) -> Result<(), Difference> {
    same(number, "number of the ply", number, &ply["n"])?;
    same(number, "seat to move", state.to_move, &ply["seat"])?;
    same(number, "legal moves", legal_moves(state), &ply["legal"])?;
    let seat = state.to_move;
    let notation = ply["notation"].as_str().unwrap_or_default();
    let disc =
        play(state, notation).map_err(|error| Difference { ply: number, ..broken("move", error, ply) })?;
    let found = ply.get("outcome").unwrap_or(&Value::Null);
    same(number, "outcome", wire::outcome(seat, notation, disc, state), found)?;
    same(number, "state hash", sha256(&wire::document(state)), &ply["state_hash"])
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
