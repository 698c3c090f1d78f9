//! Legal moves as the document shows them.

use serde::Serialize;
use tapis_games::game::Candidates;
use tapis_games::seat::Seat;
use utoipa::ToSchema;

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
    Many(SetMove),
}
