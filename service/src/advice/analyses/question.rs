//! Reads a posted observation: a position to search, or a list of what is wrong with it.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tapis_db::Store;
use tapis_games::erased::{AnyRuleset, ShownMove};
use tapis_games::game::Turn;
use tapis_games::locale::Texts;
use tapis_games::locale::{Said, said};
use tapis_games::log::{AnySeenPly, ObservationLog};
use tapis_games::seat::Seat;
use tapis_solver::request::{Belief, Budget, Concept, Objective, SolverKind};
use utoipa::ToSchema;

use crate::advice::hints::{HintLevel, HintRequest, SearchQuestion};
use crate::rulesets::{RulesetError, Rulesets};
use crate::sources::Engines;
use crate::{FieldError, ServiceError};
use tapis_games::shapes::example_set_up;

/// How long the creator of an analysis waits when it does not say.
const DEFAULT_WAIT_MS: u64 = 2_000;
/// Longest wait.
const MAX_WAIT_MS: u64 = 10_000;

/// The ruleset of a posted observation, as the log names it. Leave out `options` if the service knows the ruleset of `hash`.
/// Leave out `hash` and `rules_version` if you give the options.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AskedRuleset, example = json!({"game": "richelieu", "options": {"open_discs": true}}))]
pub struct RulesetChoice {
    /// The game's id.
    pub game: String,
    /// The version of the rules.
    pub rules_version: Option<u32>,
    /// The options; missing ones take their defaults.
    #[schema(value_type = Option<tapis_games::shapes::AnyOptions>)]
    pub options: Option<Value>,
    /// The hash that the options must have.
    pub hash: Option<String>,
}

/// An observation with a question about it: the answer of `GET /v1/games/{id}/moves` with solver fields added.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(example_request()))]
pub struct AnalysisRequest {
    /// The ruleset.
    pub ruleset: RulesetChoice,
    /// The seat to advise. It must be its turn.
    #[serde(default)]
    #[schema(value_type = u8, minimum = 0, maximum = 6)]
    pub seat: Option<Seat>,
    /// What the seat saw, from the set-up on.
    #[schema(value_type = Vec<tapis_games::shapes::SeenPly>)]
    pub plies: Vec<AnySeenPly>,
    /// The family of solvers; `auto` when absent.
    pub solver: Option<SolverKind>,
    /// The search budget; 20000 iterations when absent.
    pub budget: Option<Budget>,
    /// What to maximise; the share of the win when absent.
    pub objective: Option<Objective>,
    /// The solution concept for three or more seats; `maxn` when absent.
    pub concept: Option<Concept>,
    /// How sampled worlds are weighted; `weighed` when absent.
    pub belief: Option<Belief>,
    /// How much of the answer to give; `full` when absent.
    pub level: Option<HintLevel>,
    /// Seed of the sampling, 1 to 64 hex digits; derived from the observation when absent.
    #[schema(min_length = 1, max_length = 64, pattern = "^[0-9a-fA-F]+$")]
    pub seed: Option<String>,
    /// How many milliseconds to wait for the answer before the analysis becomes a job; 2000 when absent.
    #[schema(minimum = 0, maximum = 10_000)]
    pub wait_ms: Option<u64>,
}

impl AnalysisRequest {
    /// How long to wait for the answer.
    ///
    /// # Errors
    /// Too long.
    pub fn wait(&self) -> Result<Duration, ServiceError> {
        match self.wait_ms.unwrap_or(DEFAULT_WAIT_MS) {
            ms if ms <= MAX_WAIT_MS => Ok(Duration::from_millis(ms)),
            _ => Err(ServiceError::field(
                "/wait_ms",
                said("from_to").with("least", 0).with("most", MAX_WAIT_MS),
            )),
        }
    }

    /// What to search, as a hint asks it.
    pub(crate) fn search(&self) -> HintRequest {
        let Self { solver, budget, objective, concept, belief, level, .. } = *self;
        let seed = self.seed.clone();
        HintRequest { solver, budget, objective, concept, belief, level, seed, ..HintRequest::default() }
    }
}

fn example_request() -> Value {
    json!({
        "ruleset": {"game": "richelieu", "options": {"open_discs": true}},
        "seat": 0,
        "plies": [example_set_up()],
        "budget": {"ms": 5000},
        "wait_ms": 0
    })
}

/// A position as a seat knows it, with what the seat may do.
pub(crate) struct PostedPosition {
    /// The question to a solver.
    pub question: SearchQuestion,
    /// The legal moves.
    pub legal_moves: Vec<ShownMove>,
    /// The texts of the game.
    pub texts: Option<&'static Texts>,
}

/// Checks a posted observation. Plays the whole log: not for a worker thread.
///
/// # Errors
/// What is wrong, with its pointer.
pub(crate) fn read(
    asked: AnalysisRequest,
    rulesets: &Rulesets,
    store: &dyn Store,
    engines: &dyn Engines,
) -> Result<PostedPosition, ServiceError> {
    let AnalysisRequest { ruleset, seat, plies, .. } = asked;
    let rules = find(ruleset, rulesets, store)?;
    let Some(seat) = seat else {
        return Err(ServiceError::field("/seat", said("seat_to_advise")));
    };
    let log = ObservationLog { ruleset: rules.ruleset().reference(), seat: Some(seat), plies };
    let followed = rules.follow(&log).map_err(|fault| {
        let pointer = match fault.ply {
            Some(ply) => format!("/plies/{ply}"),
            None if fault.refusal.code == "no_such_seat" => "/seat".to_owned(),
            None => "/plies".to_owned(),
        };
        ServiceError::Invalid(vec![FieldError::in_words(pointer, fault.refusal.coded())])
    })?;
    match followed.turn {
        Turn::Player(mover) if mover == seat => {}
        Turn::Player(mover) => {
            return Err(ServiceError::field("/seat", said("turn_of").with("seat", mover.0)));
        }
        Turn::Chance | Turn::Over => {
            return Err(ServiceError::field("/plies", said("over_after")));
        }
    }
    let engine =
        engines.engine(&*rules).ok_or_else(|| ServiceError::internal("a ruleset without an engine"))?;
    let question = SearchQuestion { log: Arc::new(log), engine };
    Ok(PostedPosition {
        question,
        legal_moves: followed.legal_moves.into_iter().map(ShownMove::from).collect(),
        texts: rules.texts(),
    })
}

fn find(
    asked: RulesetChoice,
    rulesets: &Rulesets,
    store: &dyn Store,
) -> Result<Arc<dyn AnyRuleset>, ServiceError> {
    let fault = |place: &str, detail: Said| ServiceError::field(format!("/ruleset/{place}"), detail);
    let rules = match (&asked.options, &asked.hash) {
        (None, Some(hash)) => rulesets.by_hash(hash, store),
        (options, _) => {
            let options = options.as_ref().map_or_else(|| "{}".to_owned(), Value::to_string);
            rulesets.by_options(&asked.game, &options)
        }
    };
    let rules = rules.map_err(|error| match error {
        RulesetError::UnknownGame(_) => fault("game", error.said()),
        RulesetError::UnknownHash => fault("hash", error.said()),
        RulesetError::Retired { .. } => fault("rules_version", error.said()),
        other => other.into_error("/ruleset/options"),
    })?;
    let found = rules.ruleset();
    if asked.game != found.game {
        return Err(fault("game", said("hash_ruleset_of").with("game", &found.game)));
    }
    if asked.rules_version.is_some_and(|version| version != found.rules_version) {
        return Err(fault("rules_version", said("plays_version").with("played", found.rules_version)));
    }
    if asked.hash.is_some_and(|hash| hash != found.hash) {
        return Err(fault("hash", said("options_of").with("hash", &found.hash)));
    }
    Ok(rules)
}
