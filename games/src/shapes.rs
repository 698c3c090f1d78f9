//! Places in bodies that every game fills with shapes of its own. A document that describes the bodies has objects there; their
//! JSON Schemas are in the description of each game.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::game::Candidates;
use crate::refusal::Text;
use crate::seat::Seat;
use crate::shown::{Pick, PickStep};

macro_rules! per_game {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize, ToSchema)]
        #[serde(transparent)]
        #[schema(value_type = Object)]
        pub struct $name(pub Value);
    )*};
}

per_game! {
    /// The options of a ruleset. Their JSON Schema is `options` of `getRuleset`.
    AnyOptions;
    /// What a ply told its reader beyond its notation. It depends on the game of the ruleset.
    AnyOutcome;
    /// What a kind of move needs to be told apart from others of its kind. Its JSON Schema is in `moves` of `getRuleset`.
    AnyMoveArgs;
}

/// A ply as a viewer saw it.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "describes `tapis_games::log::AnySeenPly` in the document")]
pub struct SeenPly {
    /// 0 for the set-up, then 1, 2, ….
    n: u32,
    /// The seat that moved; absent for the set-up.
    #[schema(minimum = 0, maximum = 6)]
    seat: Option<u8>,
    /// The move as the viewer may read it; absent for the set-up.
    notation: Option<String>,
    /// What it told the viewer beyond its notation; the schema depends on the game.
    outcome: Option<AnyOutcome>,
}

/// The visible set-up of a short game, as documents show one.
pub fn example_set_up() -> Value {
    let cards = json!([{"cell": "1c01", "region": "anjou", "shields": 2, "symbol": "sword"}]);
    json!({"n": 0, "outcome": {"set_up": {"first_seat": 0, "rows": [cards], "disc_cells": ["1c01"]}}})
}

/// One entry for many moves of one kind, without a notation: any non-empty set of at most `max` candidates that belong to the
/// seat to move and at most one other owner. To write such a move, put `kind` first and then the chosen candidates in the order
/// of `candidates`, separated by spaces: `look s0:1 s0:2`.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "describes `tapis_games::game::SetChoice` in the document")]
pub struct SetMove {
    /// The kind of move, the first word of its notation.
    #[schema(example = "look")]
    kind: String,
    /// The candidates to choose from.
    choose: SetOfCandidates,
    /// The label of a button for it, in the requested language. Only in states.
    text: Option<Text>,
    /// The taps that make such a move: some of `choose`, in any order, then `then`. Only in states.
    picks: Option<SetPicks>,
}

/// The taps that make a set-valued move.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "describes `tapis_games::erased::LegalPicks` in the document")]
pub struct SetPicks {
    /// The tap of each candidate.
    choose: Vec<Pick>,
    /// The tap that ends the choice.
    then: Option<Pick>,
}

/// The candidates to choose from.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "describes `tapis_games::game::SetChoice` in the document")]
pub struct SetOfCandidates {
    /// The seats that own candidates, ascending.
    owners: Vec<Seat>,
    /// The candidates as the notation writes them, in its order.
    #[schema(example = json!(["s0:1", "s0:2", "s3:4"]))]
    candidates: Vec<String>,
    /// The same by owner, the owners ascending.
    by_owner: Vec<Candidates>,
    /// The maximum number to choose.
    #[schema(maximum = 100)]
    max: u8,
}

/// A legal move.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = LegalMove)]
#[allow(dead_code, reason = "describes `tapis_games::erased::ShownMove` in the document")]
pub enum SeenLegalMove {
    /// One move.
    One(Box<OneMove>),
    /// Many moves.
    Many(Box<SetMove>),
}

/// One legal move: its notation and its parts.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "describes `tapis_games::erased::ShownMove` in the document")]
pub struct OneMove {
    /// What to send as `move`.
    #[schema(example = "take 2L")]
    notation: String,
    /// The kind of move, the first word of its notation.
    #[schema(example = "take")]
    kind: String,
    /// The parts of the move.
    args: AnyMoveArgs,
    /// The label of a button for it, in the requested language. Only in states.
    text: Option<Text>,
    /// The taps that make the move, step by step; the taps of one step may come in any order. Only in states, and absent for games
    /// that do not say how to draw them.
    picks: Option<Vec<PickStep<'static>>>,
}

/// A move that was legal, as a replay lists it: its notation, or one entry for many moves.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "the schema of a type whose fields are described here only")]
pub enum LegalInReplay {
    /// The notation of one move.
    Notation(String),
    /// Many moves.
    Many(Box<SetMove>),
}
