//! Reads a posted observation: a position to search, or a list of what is wrong with it.

use std::sync::Arc;

use serde_json::Value;
use tapis_db::Store;
use tapis_games::erased::{AnyRuleset, LegalMove};
use tapis_games::game::Turn;
use tapis_games::log::{AnySeenPly, ObservationLog};
use tapis_games::seat::Seat;

use crate::ServiceError;
use crate::advice::hints::Question;
use crate::rulesets::{RulesetError, Rulesets};
use crate::sources::Engines;

/// Which ruleset an observation was made under. `options` may be left out when `hash` names a ruleset the service
/// knows; `hash` and `rules_version` may be left out when the options are given.
#[derive(Clone, Debug)]
pub struct RulesetChoice {
    /// The game's id.
    pub game: String,
    /// The version of the rules.
    pub rules_version: Option<u32>,
    /// The options; missing ones take their defaults.
    pub options: Option<Value>,
    /// The hash they must have.
    pub hash: Option<String>,
}

/// An observation that somebody posts.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The ruleset.
    pub ruleset: RulesetChoice,
    /// The seat to advise.
    pub seat: Option<Seat>,
    /// What the seat saw, from the set-up on.
    pub plies: Vec<AnySeenPly>,
}

/// A position as a seat knows it, with what the seat may do.
pub struct Position {
    /// The question to a solver.
    pub question: Question,
    /// The legal moves.
    pub legal_moves: Vec<LegalMove>,
}

/// Checks a posted observation. Plays the whole log: not for a worker thread.
///
/// # Errors
/// What is wrong, with its pointer.
pub fn read(
    observation: Observation,
    rulesets: &Rulesets,
    store: &dyn Store,
    engines: &dyn Engines,
) -> Result<Position, ServiceError> {
    let Observation { ruleset, seat, plies } = observation;
    let rules = find(ruleset, rulesets, store)?;
    let Some(seat) = seat else {
        return Err(ServiceError::field("/seat", "the seat to advise; a spectator has nothing to decide"));
    };
    let log = ObservationLog { ruleset: rules.ruleset().reference(), seat: Some(seat), plies };
    let followed = rules.follow(&log).map_err(|fault| {
        let pointer = match fault.ply {
            Some(ply) => format!("/plies/{ply}"),
            None if fault.refusal.code == "no_such_seat" => "/seat".to_owned(),
            None => "/plies".to_owned(),
        };
        ServiceError::field(pointer, format!("{}: {}", fault.refusal.code, fault.refusal.text.en))
    })?;
    match followed.turn {
        Turn::Player(mover) if mover == seat => {}
        Turn::Player(mover) => {
            return Err(ServiceError::field(
                "/seat",
                format!("after these plies it is the turn of seat {}", mover.0),
            ));
        }
        Turn::Chance | Turn::Over => {
            return Err(ServiceError::field("/plies", "after these plies the game is over"));
        }
    }
    let engine =
        engines.engine(&*rules).ok_or_else(|| ServiceError::internal("a ruleset without an engine"))?;
    let question = Question { log: Arc::new(log), engine };
    Ok(Position { question, legal_moves: followed.legal_moves })
}

fn find(
    asked: RulesetChoice,
    rulesets: &Rulesets,
    store: &dyn Store,
) -> Result<Arc<dyn AnyRuleset>, ServiceError> {
    let fault = |place: &str, detail: String| ServiceError::field(format!("/ruleset/{place}"), detail);
    let rules = match (&asked.options, &asked.hash) {
        (None, Some(hash)) => rulesets.by_hash(hash, store),
        (options, _) => {
            let options = options.as_ref().map_or_else(|| "{}".to_owned(), Value::to_string);
            rulesets.by_options(&asked.game, &options)
        }
    };
    let rules = rules.map_err(|error| match error {
        RulesetError::UnknownGame(_) => fault("game", error.to_string()),
        RulesetError::UnknownHash => fault("hash", error.to_string()),
        RulesetError::Retired { .. } => fault("rules_version", error.to_string()),
        other => other.into_error("/ruleset/options"),
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
