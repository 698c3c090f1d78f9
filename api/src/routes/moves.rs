//! Moves: play one, read the log.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, get, post};
use tapis_games::log::ObservationLog;
use tapis_games::seat::Viewer;
use tapis_service::tables::changes::play;
use tapis_service::tables::{Decision, LiveGame, RetryOutcome, Snapshot};

use super::analyses::example_set_up;
use super::known_version::KnownVersion;
use super::respond::{self, AnswerKind};
use crate::extract::{Bearer, GamePath, Query, UnreadBody, read_json, retry_key_of_holder, wants_minimal};
use crate::problem::{ApiError, BodyProblems, GameProblems, MoveProblems, ProblemResponses};
use crate::state::AppState;
use crate::wire::{GameState, IncludeQuery, MoveRequest, etag};

/// Longest wait for the bots' replies.
const MAX_WAIT_MS: u64 = 10_000;

/// Play a move.
///
/// Checked in this order: token, `Idempotency-Key`, version (`If-Match`, or `version` in the body), syntax, turn and rules. The move is stored
/// durably before the answer, which is the game after the move and after the bots' replies that came within `wait_ms`; or
/// its `ETag` alone, to who prefers that because the events tell the rest.
#[utoipa::path(
    tag = "play", operation_id = "playMove", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the state the move was decided on, also as a proxy that \
            compresses has made it (`W/\"v17-s0\"`); `*` for any. May be left out where the body has a `version`."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe."),
        ("Prefer" = Option<String>, Header, example = "return=minimal",
            description = "`return=minimal` (RFC 7240): no body. Other preferences are passed over."),
    ),
    request_body(content = MoveRequest, content_type = "application/json"),
    responses(
        (status = 200, description = "The game after the move.", body = GameState,
            headers(
                ("ETag" = String, description = "Version and seat, as in `\"v18-s0\"`."),
                ("Idempotency-Replayed" = Option<String>, description = "`true` when this is the answer to a retry."),
            )),
        (status = 204, description = "Played, to who prefers `return=minimal`.",
            headers(
                ("ETag" = String, description = "Version and seat, as in `\"v18-s0\"`."),
                ("Preference-Applied" = String, description = "`return=minimal`."),
                ("Idempotency-Replayed" = Option<String>, description = "`true` when this is the answer to a retry."),
            )),
        MoveProblems, BodyProblems, GameProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/moves")]
pub(super) async fn play_move(
    state: AppState,
    request: HttpRequest,
    path: GamePath,
    bearer: Bearer,
    body: UnreadBody,
) -> Result<HttpResponse, ApiError> {
    let service = &state.service;
    let game = service.live_games.open(path.0).await?;
    let seat = game.snapshot().caller(&service.tokens, bearer.token())?.seat()?;
    let bytes = body.bytes().await?;
    let retry = retry_key_of_holder(&state, &request, &bearer, &bytes)?;
    let decide = |game: &LiveGame, snapshot: &Snapshot| {
        // Only now can nobody replace the token or play.
        let seat = snapshot.caller(&service.tokens, bearer.token())?.seat()?;
        KnownVersion::required(&request, &bytes)?.check(snapshot, seat)?;
        let wanted = read_move(&bytes)?;
        let change = play(snapshot, seat, &wanted.notation, service.now(), game.is_assisted())?;
        Ok::<_, ApiError>(Decision::new(change, StatusCode::OK.as_u16()))
    };
    let (made, version, answered) = match service.live_games.change(path.0, retry.as_ref(), decide).await? {
        RetryOutcome::Done { snapshot, version, .. } => {
            metrics::counter!("tapis_moves_total").increment(1);
            (snapshot, version, AnswerKind::First)
        }
        RetryOutcome::Repeated(first) => (game.snapshot(), first.version()?, AnswerKind::Again),
    };
    let wait = Duration::from_millis(read_move(&bytes)?.wait_ms);
    let snapshot = if wait.is_zero() { made } else { game.replies(wait, &state.stopping).await };
    let shown = snapshot.answering(version, !wait.is_zero());
    if wants_minimal(&request) {
        return Ok(respond::done(&etag(shown, Viewer::Seat(seat)), answered));
    }
    let snapshot = snapshot.at_version(shown).await?;
    respond::state(StatusCode::OK, &snapshot, Viewer::Seat(seat), answered)
}

fn read_move(bytes: &[u8]) -> Result<MoveRequest, ApiError> {
    let wanted: MoveRequest = read_json(bytes)?;
    if wanted.wait_ms > MAX_WAIT_MS {
        return Err(ApiError::field("/wait_ms", format!("at most {MAX_WAIT_MS}")));
    }
    Ok(wanted)
}

/// Read the log.
///
/// The observation log: the ruleset, the caller's seat and every ply that stands as the caller may know it. It is what
/// hints are computed from and what analyses accept.
#[utoipa::path(
    tag = "play", operation_id = "listMoves", security((), ("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` the caller has."),
        IncludeQuery,
    ),
    responses(
        (status = 200, description = "The log as the caller may know it.", body = ObservationLog,
            headers(("ETag" = String, description = "Version and seat, as in `\"v17-s0\"`.")),
            example = json!({"ruleset": {"game": "richelieu", "rules_version": 1, "hash": "…"}, "seat": 0,
                "plies": [example_set_up(), {"n": 1, "seat": 0, "notation": "take 1L"}]})),
        (status = 422, description = "A parameter is not what is expected.", body = crate::problem::Problem,
            content_type = "application/problem+json"),
        (status = 304, description = "The caller has this version."),
        GameProblems, ProblemResponses,
    )
)]
#[get("/v1/games/{id}/moves")]
pub(super) async fn list_moves(
    state: AppState,
    request: HttpRequest,
    path: GamePath,
    bearer: Bearer,
    query: Result<Query<IncludeQuery>, ApiError>,
) -> Result<HttpResponse, ApiError> {
    let snapshot = state.service.live_games.open(path.0).await?.snapshot();
    let viewer = snapshot.caller(&state.service.tokens, bearer.token())?.viewer();
    let include = query?.0.include;
    let response = respond::conditional(&request, &etag(snapshot.version(), viewer), || {
        let ruleset = include.ruleset(snapshot.info.ruleset());
        let log = ObservationLog { ruleset, ..snapshot.observation_log(viewer) };
        Ok(serde_json::to_vec(&log).map_err(ApiError::internal)?.into())
    })?;
    Ok(respond::described(response, snapshot.info.ruleset()))
}
