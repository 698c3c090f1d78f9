//! Moves: play one, check one, read the log.

use super::prelude::*;

use std::time::Duration;

use serde_json::json;
use tapis_games::log::ObservationLog;
use tapis_games::shapes::example_set_up;
use tapis_service::{AskedMove, Look, PlayMove, WantedMove};

use crate::etag::etag;
use crate::places::Place;

/// Longest wait for the bots' replies.
const MAX_WAIT_MS: u64 = 10_000;
/// Most taps of a move.
const MAX_PICKS: usize = 64;
/// Most characters of a notation, and of the name of a kind.
const MAX_NOTATION: usize = 4096;
const MAX_KIND: usize = 64;

/// Play a move.
///
/// Reads the request first. Then checks in this order: token, `Idempotency-Key`, version (`If-Match`, or `version` in the body),
/// notation, turn and rules. The move is durable before the answer is sent. The answer is the game after the move and after the
/// bots' replies that came within `wait_ms`. With `Prefer: return=minimal` the answer is only the `ETag`; read the rest from the
/// events.
#[utoipa::path(
    tag = "play", operation_id = "playMove", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the state the move was decided on; `*` for any version. A weak tag (`W/\"v17-s0\"`), as compressing proxies write it, is accepted too. May be left out if the body has a `version`."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe."),
        ("Prefer" = Option<String>, Header, example = "return=minimal",
            description = "`return=minimal` (RFC 7240): no body. Other preferences are ignored."),
    ),
    request_body(content = MoveRequest, content_type = "application/json"),
    responses(
        (status = 200, description = "The game after the move.", body = GameState,
            headers(
                ("ETag" = String, description = "Version and seat, as in `\"v18-s0\"`."),
                ("Idempotency-Replayed" = Option<String>, description = "`true` when this is the answer to a retry."),
            )),
        (status = 204, description = "Played; the caller prefers `return=minimal`.",
            headers(
                ("ETag" = String, description = "Version and seat, as in `\"v18-s0\"`."),
                ("Preference-Applied" = String, description = "`return=minimal`."),
                ("Idempotency-Replayed" = Option<String>, description = "`true` when this is the answer to a retry."),
            )),
        MoveProblems, BodyProblems, GameProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/moves", wrap = "from_fn(as_move)")]
pub(super) async fn play_move(
    (state, request, path, bearer): At<GamePath>,
    ask: Decided<MoveRequest>,
) -> Answer {
    let player = state.service.mover(path.0, bearer.token()).await?.from(caller(&request));
    let expects = ask.expects(player.seat());
    let mut wanted = wanted(ask.body)?;
    let _place = place_to_wait(&state, &request, &mut wanted);
    let played = state.service.play(&player, PlayMove { retry: ask.retry, expects, wanted }).await?;
    let (viewer, repeated) = (Viewer::Seat(player.seat()), played.repeated);
    if wants_minimal(&request) {
        return Ok(respond::done(&etag(played.version(), viewer), repeated));
    }
    respond::state(StatusCode::OK, &*played.snapshot().await?, viewer, repeated)
}

/// A place to wait at for the bots' replies. Without one, the move is played and answered at once.
pub(crate) fn place_to_wait(
    state: &AppState,
    request: &HttpRequest,
    wanted: &mut WantedMove,
) -> Option<Place> {
    let place = if wanted.wait.is_zero() { None } else { state.streams.take(caller(request)).ok() };
    if place.is_none() {
        wanted.wait = Duration::ZERO;
    }
    place
}

/// The move that a body names.
pub(crate) fn wanted(body: MoveRequest) -> Result<WantedMove, ApiError> {
    if body.wait_ms > MAX_WAIT_MS {
        return Err(ApiError::field("/wait_ms", said("at_most").with("most", MAX_WAIT_MS)));
    }
    ApiError::unless_longer("/move", body.notation.as_deref(), MAX_NOTATION)?;
    ApiError::unless_longer("/kind", body.kind.as_deref(), MAX_KIND)?;
    if body.picks.as_ref().is_some_and(|picks| picks.len() > MAX_PICKS) {
        return Err(ApiError::field("/picks", said("at_most").with("most", MAX_PICKS)));
    }
    // Generated clients fill in what is empty by itself.
    let says = (body.notation.is_some(), body.picks.is_some(), body.kind.is_some());
    let picks = body.picks.filter(|picks| !picks.is_empty() || !(says.0 || says.2));
    let args = body.args.filter(|args| *args != json!({}) || !(says.0 || says.1));
    let what = match (body.notation, picks, body.kind, args) {
        (Some(notation), None, None, None) => AskedMove::Notation(notation),
        (None, Some(picks), None, None) => AskedMove::Picks(picks),
        (None, None, Some(kind), args) => AskedMove::Parts(kind, args.unwrap_or_else(|| json!({}))),
        (None, None, None, None) => {
            return Err(ApiError::field("/move", said("said_move")));
        }
        _ => return Err(ApiError::field("", said("said_move_once"))),
    };
    Ok(WantedMove { what, wait: Duration::from_millis(body.wait_ms) })
}

/// Read the log.
///
/// The observation log: the ruleset, the caller's seat, and every ply that stands, as the caller may know it. Hints are
/// computed from it, and analyses accept it. A player who took over a seat sees earlier plies only as everybody does; hints
/// know everything that the seat has seen.
#[utoipa::path(
    tag = "play", operation_id = "listMoves", security((), ("seat_token" = []), ("login" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` that the caller has."),
        IncludeQuery,
    ),
    responses(
        (status = 200, description = "The log as the caller may know it.", body = ObservationLog,
            headers(("ETag" = String, description = "Version and seat, as in `\"v17-s0\"`.")),
            example = json!({"ruleset": {"game": "richelieu", "rules_version": 1, "hash": "…"}, "seat": 0,
                "plies": [example_set_up(), {"n": 1, "seat": 0, "notation": "take 1L"}]})),
        (status = 304, description = "Not modified: the caller has this version."),
        QueryProblems, GameProblems, ProblemResponses,
    )
)]
#[get("/v1/games/{id}/moves")]
pub(super) async fn list_moves(
    (state, request, path, bearer): At<GamePath>,
    Query(IncludeQuery { include }): Query<IncludeQuery>,
) -> Answer {
    let Look { snapshot, viewer, .. } = state.service.look(path.0, bearer.token()).await?;
    let response = respond::conditional(&request, &etag(snapshot.version(), viewer), || {
        let ruleset = include.ruleset(snapshot.info.ruleset());
        let log = ObservationLog { ruleset, ..snapshot.own_log(viewer) };
        Ok(languages::json(&log).map_err(ApiError::internal)?.into())
    })?;
    Ok(respond::described(response, snapshot.info.ruleset()))
}

/// Check a move.
///
/// Checks a move as `playMove` would, without playing it. The answer is `legal` and the notation, or the `problem` with which
/// `playMove` would refuse the move: the rule, a text in both languages, which of `picks` does not fit, and what would be
/// `possible` in its place. Nothing changes and nobody is told; `wait_ms` is ignored. Counts as a move for the rate limit.
#[utoipa::path(
    tag = "play", operation_id = "validateMove", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the state the question is about. It is checked if it is sent, like a `version` in the body."),
    ),
    request_body(content = MoveRequest, content_type = "application/json"),
    responses(
        (status = 200, description = "Whether the move is legal, and why not.", body = MoveVerdict),
        StaleProblems, BodyProblems, GameProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/moves/validation", wrap = "from_fn(as_move)")]
pub(super) async fn validate_move(
    (state, request, path, bearer): At<GamePath>,
    ask: Decided<MoveRequest>,
) -> Answer {
    let player = state.service.player(path.0, bearer.token()).await?.from(caller(&request));
    let expects = ask.expects(player.seat());
    let verdict = state.service.validate(&player, &expects, wanted(ask.body)?.what).await?;
    respond::ok(&MoveVerdict::from(verdict))
}
