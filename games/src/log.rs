//! Plies, and the observation log made of what a viewer saw of them.
//!
//! One ply is one decision together with all the chance that follows it, up to the next decision or the end.
//! Ply 0 is the set-up: chance only.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::Game;
use crate::ruleset::{RulesetReference, canonical_sha256};
use crate::seat::Seat;

/// One ply with everything in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply<G: Game> {
    /// 0 for the set-up, then 1, 2, ….
    pub n: u32,
    /// Who moved, and how; `None` only for ply 0.
    pub action: Option<(Seat, G::Move)>,
    /// What chance decided after it, in order.
    pub chance: Vec<G::Chance>,
}

/// One ply as one viewer may know it. `outcome` is the game's [`crate::game::Observed::Outcome`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeenPly<O> {
    /// 0 for the set-up, then 1, 2, ….
    pub n: u32,
    /// The seat that moved; absent for the set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The move as this viewer may read it; absent for the set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// What the ply told this viewer beyond its notation.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub outcome: Option<O>,
}

impl<O: Default + PartialEq> SeenPly<O> {
    /// What somebody saw of `ply`: the move as it may be read, and what the ply told beyond it. An outcome
    /// that is the default one tells nothing and is left out.
    pub fn of<G: Game>(ply: &Ply<G>, notation: Option<String>, outcome: O) -> Self {
        let seat = ply.action.map(|(seat, _)| seat);
        Self { n: ply.n, seat, notation, outcome: Some(outcome).filter(|outcome| *outcome != O::default()) }
    }
}

fn none<T>() -> Option<T> {
    None
}

/// A [`SeenPly`] of any game.
pub type AnySeenPly = SeenPly<serde_json::Value>;

/// Everything that one viewer may know of a game, in order. Hints are computed from it, `GET …/moves` returns it, and `POST
/// /v1/analyses` accepts it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ObservationLog {
    /// The ruleset played.
    pub ruleset: RulesetReference,
    /// The seat that knows it; absent for a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The redacted plies from the set-up on.
    #[schema(value_type = Vec<Object>)]
    pub plies: Vec<AnySeenPly>,
}

impl ObservationLog {
    /// The observation's hash: SHA-256 of the RFC 8785 canonical JSON of the log with its ruleset by reference, whether or
    /// not the options came along.
    pub fn sha256(&self) -> [u8; 32] {
        if self.ruleset.options.is_none() {
            return canonical_sha256(self);
        }
        let ruleset = RulesetReference { options: None, ..self.ruleset.clone() };
        canonical_sha256(&Self { ruleset, ..self.clone() })
    }
}
