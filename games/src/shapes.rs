//! Places in bodies that every game fills with shapes of its own. A document that describes the bodies puts the choice
//! of all games there.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::game::Candidates;
use crate::refusal::Text;
use crate::seat::Seat;
use crate::shown::Pick;

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
    /// The options of a ruleset, complete. One shape a game.
    AnyOptions;
    /// What the caller sees of the position. One shape a game, which `game` names.
    AnyView;
    /// What a ply told its reader beyond its notation. One shape a game.
    AnyOutcome;
}

/// A ply as a viewer saw it.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "describes `tapis_games::log::AnySeenPly` in the document")]
pub struct SeenPly {
    /// 0 for the set-up, then 1, 2, ….
    n: u32,
    /// Who moved; absent for the set-up.
    #[schema(minimum = 0, maximum = 6)]
    seat: Option<u8>,
    /// The move as the viewer may read it; absent for the set-up.
    notation: Option<String>,
    /// What it told the viewer beyond its notation, per game.
    outcome: Option<AnyOutcome>,
}

/// The visible set-up of a short game, as documents show one.
pub fn example_set_up() -> Value {
    let cards = json!([{"cell": "1c01", "region": "anjou", "shields": 2, "symbol": "sword"}]);
    json!({"n": 0, "outcome": {"set_up": {"first_seat": 0, "rows": [cards], "disc_cells": ["1c01"]}}})
}

/// Many moves of one kind in one description, which has no notation: any non-empty set of at most `max` candidates that
/// all belong to the seat to move or to one single other owner. Such a move is written as `kind` and the chosen
/// candidates in the order of `candidates`, with a space before each: `look s0:1 s0:2`.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "describes `tapis_games::game::SetChoice` in the document")]
pub struct SetMove {
    /// The kind of move, the first word of its notation.
    #[schema(example = "look")]
    kind: String,
    /// What there is to choose from.
    choose: SetOfCandidates,
    /// What a button says of it, in the language asked for. In states only.
    text: Option<Text>,
    /// The taps that make such a move: some of `choose`, in any order, then `then`. In states only.
    picks: Option<SetPicks>,
}

/// The taps that make a set-valued move.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "describes `tapis_games::erased::LegalPicks` in the document")]
pub struct SetPicks {
    /// One a candidate.
    choose: Vec<Pick>,
    /// What ends the choice.
    then: Option<Pick>,
}

/// What there is to choose from.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "describes `tapis_games::game::SetChoice` in the document")]
pub struct SetOfCandidates {
    /// The seats before whom candidates lie, ascending.
    owners: Vec<Seat>,
    /// The candidates as they stand in the notation, in the order in which they are written there.
    #[schema(example = json!(["s0:1", "s0:2", "s3:4"]))]
    candidates: Vec<String>,
    /// The same by owner, the owners ascending; absent in replays that an older version of the service wrote.
    #[schema(required = false)]
    by_owner: Vec<Candidates>,
    /// The most that may be chosen.
    #[schema(maximum = 100)]
    max: u8,
}

/// A move that was legal, as a replay lists it: its notation, or the description of many.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "the schema of a type whose fields are described here only")]
pub enum LegalInReplay {
    /// The notation of one move.
    Notation(String),
    /// Many moves.
    Many(Box<SetMove>),
}
