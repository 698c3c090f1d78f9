//! The observation log: what a viewer saw of the [plies](crate::game::Ply) of a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::SeenPly;
use crate::ruleset::{RulesetReference, canonical_sha256};
use crate::seat::Seat;

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
    #[schema(value_type = Vec<crate::shapes::SeenPly>)]
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
