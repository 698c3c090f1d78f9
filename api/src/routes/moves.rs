//! Moves: play one, read the log.

use std::sync::Arc;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, get, post};
use tapis_db::StoreError;
use tapis_games::log::ObservationLog;
use tapis_games::seat::{Seat, Viewer};
use tokio::time::Instant;

use super::respond::{self, Told};
use crate::extract::{Bearer, GamePath, IfMatch, Unread, read_json, wants_minimal};
use crate::problem::{ApiError, BodyProblems, GameProblems, MoveProblems, ProblemResponses};
use crate::retry::{Done, Retry};
use crate::sessions::changes::{Change, play};
use crate::sessions::event::Happened;
use crate::sessions::{CommitError, LiveGame, Session, etag};
use crate::state::AppState;
use crate::wire::{GameState, MoveRequest};

/// Longest wait for the bots' replies.
const MAX_WAIT_MS: u64 = 10_000;

/// Play a move.
///
/// Checked in this order: token, `Idempotency-Key`, version (`If-Match`), syntax, turn and rules. The move is stored
/// durably before the answer, which is the game after the move and after the bots' replies that came within `wait_ms`; or
/// its `ETag` alone, to who prefers that because the events tell the rest.
#[utoipa::path(
    tag = "play", operation_id = "playMove", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-Match" = String, Header, description = "The `ETag` of the state the move was decided on."),
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
    body: Unread,
) -> Result<HttpResponse, ApiError> {
    let game = state.sessions.open(path.0).await?;
    let before = game.session();
    let seat = before.caller(&state.tokens, &bearer)?.seat()?;
    let bytes = body.bytes().await?;
    let retry = Retry::of_bearer(&state, &request, &bearer, &bytes)?;
    let writing = state.sessions.write(path.0).await?;
    let session = writing.session();
    // Only now can nobody replace the token or play.
    let seat =
        if session.seats_as(&before) { seat } else { session.caller(&state.tokens, &bearer)?.seat()? };
    let minimal = wants_minimal(&request);
    let (change, wait_ms) = match prepare(&state, &request, &game, &session, seat, &bytes) {
        Ok(prepared) => prepared,
        Err(refusal) => {
            // A key that was used goes before every refusal. Where there is none, the writer meets such a key.
            drop(writing);
            let done =
                retry.as_ref().map(|retry| retry.done(&state)).transpose()?.flatten().ok_or(refusal)?;
            let asker = Asker { seat, wait_ms: wanted(&bytes)?.wait_ms, minimal };
            return played_before(&state, &game, asker, &done).await;
        }
    };
    let asker = Asker { seat, wait_ms, minimal };
    let version = session.version() + 1;
    let record = retry.as_ref().map(|retry| retry.record(StatusCode::OK, path.0, version, None));
    match (state.sessions.commit(writing, change, record).await, retry) {
        (Ok(session), _) => {
            metrics::counter!("tapis_moves_total").increment(1);
            answer(&state, &game, session, version, asker, Told::Now).await
        }
        (Err(CommitError::Store(StoreError::KeyUsed(first))), Some(retry)) => {
            played_before(&state, &game, asker, &retry.same(*first)?).await
        }
        (Err(error), _) => Err(error.into()),
    }
}

/// Plays the move on a fork of the session; answers how long its replies are waited for, too.
fn prepare(
    state: &AppState,
    request: &HttpRequest,
    game: &LiveGame,
    session: &Session,
    seat: Seat,
    bytes: &[u8],
) -> Result<(Change, u64), ApiError> {
    let etag = session.etag(Viewer::Seat(seat));
    if !IfMatch::of(request)?.allows(&etag) {
        return Err(ApiError::StaleVersion { version: session.version(), etag });
    }
    let wanted = wanted(bytes)?;
    let at = state.sources.clock.now().into();
    let change = play(session, seat, &wanted.notation, at, game.is_assisted())?;
    Ok((change, wanted.wait_ms))
}

fn wanted(bytes: &[u8]) -> Result<MoveRequest, ApiError> {
    let wanted: MoveRequest = read_json(bytes)?;
    if wanted.wait_ms > MAX_WAIT_MS {
        return Err(ApiError::field("/wait_ms", format!("at most {MAX_WAIT_MS}")));
    }
    Ok(wanted)
}

/// Who wants an answer, and what kind of.
#[derive(Clone, Copy)]
struct Asker {
    seat: Seat,
    /// How long the bots' replies are waited for.
    wait_ms: u64,
    /// Whether the entity tag is enough.
    minimal: bool,
}

/// The answer to a retry: the state at the version the first try made, with the bots' replies if it waited for them.
async fn played_before(
    state: &AppState,
    game: &Arc<LiveGame>,
    asker: Asker,
    done: &Done,
) -> Result<HttpResponse, ApiError> {
    answer(state, game, game.session(), done.version()?, asker, Told::Before).await
}

async fn answer(
    state: &AppState,
    game: &Arc<LiveGame>,
    session: Arc<Session>,
    version: u64,
    Asker { seat, wait_ms, minimal }: Asker,
    told: Told,
) -> Result<HttpResponse, ApiError> {
    let session = if wait_ms == 0 { session } else { replies(state, game, wait_ms).await };
    let shown = shown_version(&session, version, wait_ms > 0);
    if minimal {
        return Ok(respond::done(&etag(shown, Viewer::Seat(seat)), told));
    }
    if shown == session.version() {
        return respond::state(StatusCode::OK, &session, Viewer::Seat(seat), told);
    }
    let rebuilt = tokio::task::spawn_blocking(move || session.at(shown)).await;
    let rebuilt = rebuilt.map_err(ApiError::internal)??;
    respond::state(StatusCode::OK, &rebuilt, Viewer::Seat(seat), told)
}

/// Waits until no bot is to move, at most `wait_ms`.
async fn replies(state: &AppState, game: &Arc<LiveGame>, wait_ms: u64) -> Arc<Session> {
    let until = Instant::now() + Duration::from_millis(wait_ms);
    let mut news = game.news();
    loop {
        news.mark_unchanged();
        let session = game.session();
        if session.bot_to_move().is_none() {
            return session;
        }
        tokio::select! {
            changed = news.changed() => if changed.is_err() { return game.session() },
            () = tokio::time::sleep_until(until) => return game.session(),
            () = state.stopping.cancelled() => return game.session(),
        }
    }
}

/// The version a move's answer shows: the one the move made, with the end when it ended the game, and with the bots'
/// replies that follow it without a break when the caller waited for them.
fn shown_version(session: &Session, made: u64, with_replies: bool) -> u64 {
    let later = session.entries().since(made as usize);
    let belongs = later.take_while(|entry| match entry.happened {
        Happened::End => true,
        Happened::Ply { .. } => with_replies && entry.seat.is_some_and(|seat| session.is_bot(seat)),
        _ => false,
    });
    made + belongs.count() as u64
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
    ),
    responses(
        (status = 200, description = "The log as the caller may know it.", body = ObservationLog,
            headers(("ETag" = String, description = "Version and seat, as in `\"v17-s0\"`.")),
            example = json!({"ruleset": {"game": "richelieu", "rules_version": 1, "options": {}, "hash": "…"}, "seat": 0,
                "plies": [{"n": 0, "outcome": {"first_seat": 0}}, {"n": 1, "seat": 0, "notation": "take 1L"}]})),
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
) -> Result<HttpResponse, ApiError> {
    let session = state.sessions.open(path.0).await?.session();
    let viewer = session.caller(&state.tokens, &bearer)?.viewer();
    respond::conditional(&request, &session.etag(viewer), || {
        let body = serde_json::to_vec(&session.observation_log(viewer)).map_err(ApiError::internal)?;
        Ok(body.into())
    })
}
