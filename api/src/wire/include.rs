//! What an answer brings along that others only refer to.

use serde::Deserialize;
use tapis_games::ruleset::{Ruleset, RulesetReference};
use utoipa::{IntoParams, ToSchema};

/// What an answer brings along.
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

/// The query parameter that asks for it.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct IncludeQuery {
    /// `ruleset` brings the options of the ruleset along, which otherwise lie at `/v1/rulesets/{game}/{hash}`.
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
