//! Hints for a seat.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, post};
use serde::Deserialize;
use tapis_games::seat::Seat;
use tapis_solver::control::Control;
use tapis_solver::request::{Belief, Budget, Concept, Objective, SolverKind};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use tapis_service::advice::hints::{
    Bounds, BudgetForm, HintBody, HintDelivery, HintLevel, SearchFields, SearchRequest, improvements,
};
use tapis_service::advice::pool::Caller;
use tapis_service::tables::Snapshot;
use tapis_service::{ServiceError, retry::FirstResponse};

use super::known_version::KnownVersion;
use crate::extract::{
    Bearer, GamePath, UnreadBody, caller_address, read_json, replayed, retry_key_of_holder,
    wants_event_stream,
};
use crate::problem::{ApiError, BodyProblems, GameProblems, HintProblems, ProblemResponses};
use crate::state::AppState;

mod events;
mod example;

pub(super) use example::example_hint;

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
    body: UnreadBody,
) -> Result<HttpResponse, ApiError> {
    let service = &state.service;
    let game = service.live_games.open(path.0).await?;
    let snapshot = game.snapshot();
    let seat = snapshot.caller(&service.tokens, bearer.token())?.seat()?;
    let bytes = body.bytes().await?;
    let retry = retry_key_of_holder(&state, &request, &bearer, &bytes)?;
    let turn = match &retry {
        Some(retry) => Some(service.meter.turn(&retry.id()).await),
        None => None,
    };
    if let Some(first) = retry.as_ref().map(|retry| retry.first_try(&*service.store)).transpose()?.flatten() {
        return given_before(&state, &request, &first);
    }
    service.meter.check(snapshot.info.hints, path.0, seat)?;
    let ask = wanted(&state, &request, &snapshot, seat, &bytes)?;
    let (store, meter, now) = (service.store.clone(), service.meter.clone(), service.now());
    deliver(&state, &request, &ask, HintDelivery { store, meter, game, snapshot, seat, retry, turn, now })
        .await
}

/// Searches, counts the hint and answers.
async fn deliver(
    state: &AppState,
    request: &HttpRequest,
    ask: &SearchRequest,
    delivery: HintDelivery,
) -> Result<HttpResponse, ApiError> {
    let engine = state.service.sources.engines.engine(&**delivery.snapshot.rules()?);
    let engine = engine.ok_or_else(|| ApiError::internal("a ruleset without an engine"))?;
    let who = (delivery.snapshot.info.id.as_u128() as u64).wrapping_add(u64::from(delivery.seat.0));
    let caller = Caller::new(caller_address(request), who);
    let mut control = Control::default();
    let improving = wants_event_stream(request).then(|| improvements(&mut control));
    let searching = delivery.search(engine, &state.service.solving, caller, ask, control)?;
    match improving {
        None => Ok(whole(delivery.answer(ask, searching).await?)),
        Some(improving) => {
            let stream = delivery.stream(ask.level, improving, searching).await?;
            Ok(events::respond(request, state.settings.server.heartbeat(), events::of_search(stream)))
        }
    }
}

/// A hint as a whole answer.
fn whole(text: String) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, "Authorization, Accept"))
        .content_type("application/json")
        .body(text)
}

/// The hint that was given to the same request before.
fn given_before(
    state: &AppState,
    request: &HttpRequest,
    first: &FirstResponse,
) -> Result<HttpResponse, ApiError> {
    let kept = first.0.response.as_ref().map(|text| text.as_str().to_owned());
    let text = kept.ok_or_else(|| ApiError::internal("a kept hint has no text"))?;
    let mut response = if wants_event_stream(request) {
        events::respond(request, state.settings.server.heartbeat(), events::only(text))
    } else {
        whole(text)
    };
    let (name, value) = replayed();
    response.headers_mut().insert(name, value);
    Ok(response)
}

/// Checks version, fields and turn, in this order.
fn wanted(
    state: &AppState,
    request: &HttpRequest,
    snapshot: &Snapshot,
    seat: Seat,
    bytes: &[u8],
) -> Result<SearchRequest, ApiError> {
    KnownVersion::of(request, b"{}")?.check(snapshot, seat)?;
    let HintRequest { solver, budget, objective, concept, belief, level, seed } = read_json(bytes)?;
    let fields = SearchFields { solver, budget, objective, concept, belief, level, seed };
    let bounds = Bounds { max_ms: state.settings.solver.max_ms };
    let ask = fields.check(bounds).map_err(ServiceError::Invalid)?;
    snapshot.running()?;
    match snapshot.turn() {
        Some(mover) if mover == seat => Ok(ask),
        turn => Err(ServiceError::NotYourTurn { turn: turn.map(|seat| seat.0) }.into()),
    }
}
