//! Hints for a seat.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, post};
use serde::Deserialize;
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::request::{Belief, Budget, Concept, Objective, SolverKind};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::extract::{Bearer, GamePath, IfMatch, Unread, read_json, wants_event_stream};
use crate::hints::{Ask, AskFields, Bounds, BudgetForm, HintBody, HintLevel};
use crate::problem::{ApiError, BodyProblems, GameProblems, HintProblems, ProblemResponses};
use crate::retry::Retry;
use crate::sessions::Session;
use crate::state::AppState;

mod answer;
mod events;
mod example;
mod giving;

pub(super) use example::example_hint;

use giving::Giving;

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(create_hint);
}

/// What to search, and how much of the answer to give. `{}` asks for a full hint at the default budget.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"budget": {"iterations": 20000}, "level": "full"}))]
pub struct HintRequest {
    /// Which family of solver; `auto` when absent.
    #[serde(default)]
    pub solver: Option<SolverKind>,
    /// How much work; 20000 iterations when absent.
    #[serde(default)]
    #[schema(value_type = Option<BudgetForm>)]
    pub budget: Option<Budget>,
    /// What to maximise; the game's default when absent.
    #[serde(default)]
    pub objective: Option<Objective>,
    /// The solution concept where three or more play; `maxn` when absent.
    #[serde(default)]
    pub concept: Option<Concept>,
    /// How likely sampled worlds are taken to be; `weighed` when absent.
    #[serde(default)]
    pub belief: Option<Belief>,
    /// How much of the answer; `full` when absent.
    #[serde(default)]
    pub level: Option<HintLevel>,
    /// Seed of the sampling, 1 to 64 hex digits; derived from the observation when absent.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 64, pattern = "^[0-9a-fA-F]+$")]
    pub seed: Option<String>,
}

/// Give a hint.
///
/// For the caller's seat, on its turn, from what that seat has observed and nothing else. With
/// `Accept: text/event-stream` improving answers come as `partial` events, the last one as `final` (or `problem`).
/// Going away stops the search. A hint counts when it is given; a game in which one was given is an assisted one.
/// Everything but `timing` is reproducible for a budget in iterations.
#[utoipa::path(
    tag = "hints", operation_id = "createHint", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the state the hint is wanted for."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe: it is not counted again."),
        ("Accept" = Option<String>, Header, description = "`text/event-stream` for improving answers."),
    ),
    request_body(content = HintRequest, description = "What to search."),
    responses(
        (status = 200, description = "The hint.", headers(
            ("Idempotency-Replayed" = Option<String>, description = "`true` when this is the answer to a retry.")),
            content((HintBody = "application/json", example = json!(example_hint())),
                (String = "text/event-stream", example = json!(example::STREAM)))),
        HintProblems, BodyProblems, GameProblems, ProblemResponses
    )
)]
#[post("/v1/games/{id}/hints")]
async fn create_hint(
    state: AppState,
    request: HttpRequest,
    path: GamePath,
    bearer: Bearer,
    body: Unread,
) -> Result<HttpResponse, ApiError> {
    let game = state.sessions.open(path.0).await?;
    let session = game.session();
    let seat = session.caller(&state.tokens, &bearer)?.seat()?;
    let bytes = body.bytes().await?;
    let streaming = wants_event_stream(&request);
    let retry = Retry::of_bearer(&state, &request, &bearer, &bytes)?;
    let turn = match &retry {
        Some(retry) => Some(state.meter.turn(&retry.id()).await),
        None => None,
    };
    if let Some(done) = retry.as_ref().map(|retry| retry.done(&state)).transpose()?.flatten() {
        return answer::given_before(&state, &request, streaming, &done);
    }
    state.meter.check(session.info.hints, path.0, seat)?;
    let ask = wanted(&state, &request, &session, seat, &bytes)?;
    Giving::new(state, game, session, seat, retry, turn, ask.level).give(&request, &ask, streaming).await
}

/// Checks version, fields and turn, in this order.
fn wanted(
    state: &AppState,
    request: &HttpRequest,
    session: &Session,
    seat: Seat,
    bytes: &[u8],
) -> Result<Ask, ApiError> {
    let etag = session.etag(Viewer::Seat(seat));
    if request.headers().contains_key(header::IF_MATCH) && !IfMatch::of(request)?.allows(&etag) {
        return Err(ApiError::StaleVersion { version: session.version(), etag });
    }
    let HintRequest { solver, budget, objective, concept, belief, level, seed } = read_json(bytes)?;
    let fields = AskFields { solver, budget, objective, concept, belief, level, seed };
    let bounds = Bounds { max_ms: state.settings.solver.max_ms };
    let ask = fields.check(bounds).map_err(ApiError::InvalidBody)?;
    session.running()?;
    match session.turn() {
        Some(mover) if mover == seat => Ok(ask),
        turn => Err(ApiError::NotYourTurn { turn: turn.map(|seat| seat.0) }),
    }
}
