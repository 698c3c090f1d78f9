//! A posted observation becomes a question here, or a list of what is wrong with it.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use tapis_db::Store;
use tapis_games::erased::{AnyRuleset, LegalMove};
use tapis_games::game::Turn;
use tapis_games::log::{AnySeenPly, ObservationLog};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use crate::hints::Question;
use crate::problem::{ApiError, FieldError};
use crate::rulesets::{NoRuleset, Rulesets};
use crate::sources::Engines;
#[allow(unused_imports, reason = "named in a schema only")]
use crate::wire::AnyOptions;

/// The ruleset of a posted observation, as the log names it. `options` may be left out when `hash` names a ruleset
/// the service knows, `hash` and `rules_version` when the options are given.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "richelieu", "options": {"open_discs": true}}))]
pub struct AskedRuleset {
    /// The game's id.
    pub game: String,
    /// The version of the rules.
    #[serde(default)]
    pub rules_version: Option<u32>,
    /// The options; missing ones take their defaults.
    #[serde(default)]
    #[schema(value_type = Option<AnyOptions>)]
    pub options: Option<Value>,
    /// The hash they must have.
    #[serde(default)]
    pub hash: Option<String>,
}

/// A question with what its seat may do.
pub struct Posed {
    /// The question.
    pub question: Question,
    /// The legal moves.
    pub legal_moves: Vec<LegalMove>,
}

/// Checks a posted observation. Plays the whole log: not for a worker thread.
///
/// # Errors
/// What is wrong, with its pointer.
pub fn pose(
    ruleset: AskedRuleset,
    seat: Option<Seat>,
    plies: Vec<AnySeenPly>,
    (rulesets, store, engines): (&Rulesets, &dyn Store, &dyn Engines),
) -> Result<Posed, ApiError> {
    let rules = find(ruleset, rulesets, store)?;
    let Some(seat) = seat else {
        return Err(ApiError::field("/seat", "the seat to advise; a spectator has nothing to decide"));
    };
    let log = ObservationLog { ruleset: rules.ruleset().clone(), seat: Some(seat), plies };
    let followed = rules.follow(&log).map_err(|fault| {
        let pointer = match fault.ply {
            Some(ply) => format!("/plies/{ply}"),
            None if fault.refusal.code == "no_such_seat" => "/seat".to_owned(),
            None => "/plies".to_owned(),
        };
        ApiError::field(pointer, format!("{}: {}", fault.refusal.code, fault.refusal.text.en))
    })?;
    match followed.turn {
        Turn::Player(mover) if mover == seat => {}
        Turn::Player(mover) => {
            return Err(ApiError::field(
                "/seat",
                format!("after these plies it is the turn of seat {}", mover.0),
            ));
        }
        Turn::Chance | Turn::Over => {
            return Err(ApiError::field("/plies", "after these plies the game is over"));
        }
    }
    let engine = engines.engine(&rules).ok_or_else(|| ApiError::internal("a ruleset without an engine"))?;
    let question = Question { log: Arc::new(log), engine };
    Ok(Posed { question, legal_moves: followed.legal_moves })
}

fn find(
    asked: AskedRuleset,
    rulesets: &Rulesets,
    store: &dyn Store,
) -> Result<Arc<dyn AnyRuleset>, ApiError> {
    let fault = |place: &str, detail: String| ApiError::field(format!("/ruleset/{place}"), detail);
    let rules = match (&asked.options, &asked.hash) {
        (None, Some(hash)) => rulesets.by_hash(hash, store),
        (options, _) => {
            let options = options.as_ref().map_or_else(|| "{}".to_owned(), Value::to_string);
            rulesets.by_options(&asked.game, &options)
        }
    };
    let rules = rules.map_err(|error| match error {
        NoRuleset::UnknownGame(_) => fault("game", error.to_string()),
        NoRuleset::UnknownHash => fault("hash", error.to_string()),
        NoRuleset::Retired { .. } => fault("rules_version", error.to_string()),
        NoRuleset::Faults(faults) => {
            let at = |fault: tapis_games::ruleset::Fault| {
                FieldError::new(format!("/ruleset/options{}", fault.pointer), fault.detail)
            };
            ApiError::InvalidBody(faults.into_iter().map(at).collect())
        }
        NoRuleset::Store(error) => error.into(),
        NoRuleset::Damaged(_) => ApiError::internal(error),
    })?;
    let found = rules.ruleset();
    if asked.game != found.game {
        return Err(fault("game", format!("the ruleset of this hash is one of {}", found.game)));
    }
    if asked.rules_version.is_some_and(|version| version != found.rules_version) {
        return Err(fault("rules_version", format!("this program plays version {}", found.rules_version)));
    }
    if asked.hash.is_some_and(|hash| hash != found.hash) {
        return Err(fault("hash", format!("the options are those of {}", found.hash)));
    }
    Ok(rules)
}
