//! What an answer brings along that others only refer to.

use serde::Deserialize;
use tapis_games::ruleset::{Ruleset, RulesetReference};
use tapis_service::tables::Presence;
use utoipa::{IntoParams, ToSchema};

/// A part that an answer may include.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Include {
    /// Nothing: rulesets are given by reference.
    #[default]
    #[serde(skip)]
    Nothing,
    /// The options of the ruleset.
    Ruleset,
}

/// A part that events may include.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventInclude {
    /// The legal moves.
    LegalMoves,
}

/// What a state has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateParts {
    /// What it brings along.
    pub include: Include,
    /// Whether there is a newer one, so that nothing can be played.
    pub past: bool,
    /// Who follows the game now.
    pub presence: Option<Presence>,
    /// Whether it is seen from a seat that need not be the caller's.
    pub from_seat: bool,
}

/// Which state, and what it has.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StateQuery {
    /// `ruleset` includes the options of the ruleset, which are otherwise at `/v1/rulesets/{game}/{hash}`.
    #[serde(default)]
    #[param(inline, example = "ruleset")]
    pub include: Include,
    /// The game as it was at this version, without legal moves unless `seat` is given, to start an animation or to step through the
    /// game. A player has the seat's view only from the version at which they took the seat.
    #[param(minimum = 1, example = 17)]
    pub version: Option<u64>,
    /// Only when the game is finished: what this seat saw and, on its turn, could do, for everybody who may see the replay. `you` is
    /// absent then.
    #[param(minimum = 0, example = 1)]
    pub seat: Option<u8>,
}

/// The query parameter that asks for it.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct IncludeQuery {
    /// `ruleset` includes the options of the ruleset, which are otherwise at `/v1/rulesets/{game}/{hash}`.
    #[serde(default)]
    #[param(inline, example = "ruleset")]
    pub include: Include,
}

impl Include {
    /// The ruleset as it is shown.
    pub fn ruleset(self, ruleset: &Ruleset) -> RulesetReference {
        let options = (self == Self::Ruleset).then(|| ruleset.options.clone());
        RulesetReference { options, ..ruleset.reference() }
    }
}
