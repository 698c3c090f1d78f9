//! Taking back a move, and giving up.

use super::prelude::*;

use tapis_service::{AskUndo, Resigned};

/// Take back a move.
///
/// Goes back to the caller's last decision, past the bots' replies. Other people at the table are asked. They consent with the
/// same call, and refuse with `DELETE` or by playing on. Chance, a disclosure and the end of the game can never be taken back,
/// even by consent. The game counts as assisted from then on.
#[utoipa::path(
    tag = "play", operation_id = "undoMove", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("If-Match" = Option<String>, Header, description = "The `ETag` the decision is based on. It is checked if it is sent, like a `version` in the body."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe."),
    ),
    request_body(content = Option<UndoRequest>, content_type = "application/json", description = "Optional.",
        example = json!({"version": 18})),
    responses(
        (status = 200, description = "Taken back: the game now.", body = GameState),
        (status = 202, description = "The others are asked: the game now.", body = GameState),
        StaleProblems, StateProblems, BodyProblems, GameProblems, SpaceProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/undo", wrap = "from_fn(as_change)")]
pub(super) async fn undo_move(
    (state, request, path, bearer): At<GamePath>,
    ask: Decided<UndoRequest, true>,
) -> Answer {
    let player = state.service.player(path.0, bearer.token()).await?.from(caller(&request));
    let expects = ask.expects(player.seat());
    let asked = state.service.undo(&player, AskUndo { retry: ask.retry, expects }).await?;
    // While others are asked it is not done.
    let status = if asked.snapshot.undo.is_some() { StatusCode::ACCEPTED } else { StatusCode::OK };
    respond::state(status, &asked.snapshot, Viewer::Seat(player.seat()), asked.repeated)
}

/// Refuse to take back a move.
///
/// Refuses the request of another seat, or withdraws the caller's own.
#[utoipa::path(
    tag = "play", operation_id = "refuseUndo", security(("seat_token" = [])),
    params(("id" = String, Path, description = "The game.", format = Uuid)),
    responses(
        (status = 200, description = "Refused or withdrawn: the game now.", body = GameState),
        StateProblems, GameProblems, ProblemResponses,
    )
)]
#[delete("/v1/games/{id}/undo", wrap = "from_fn(as_change)")]
pub(super) async fn refuse_undo_request((state, _request, path, bearer): At<GamePath>) -> Answer {
    let player = state.service.player(path.0, bearer.token()).await?;
    let snapshot = state.service.refuse_undo(&player).await?;
    respond::state(StatusCode::OK, &snapshot, Viewer::Seat(player.seat()), false)
}

/// Resign.
///
/// With two seats the game ends and the other seat wins, with the scores as they are; such a game counts in no statistics. With
/// more seats a bot plays on, as after `leaveSeat`, and the token can only read. `result.resigned` names the seats that
/// resigned. Refused while the game waits for players, and when it is over.
#[utoipa::path(
    tag = "seats", operation_id = "resignGame", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe."),
    ),
    responses(
        (status = 200, description = "Resigned.", body = Resigned),
        StateProblems, BodyProblems, GameProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/resign", wrap = "from_fn(as_change)")]
pub(super) async fn resign_game(
    (state, request, path, bearer): At<GamePath>,
    body: OptionalBody<EmptyBody>,
) -> Answer {
    let retry = retry_key_of_holder(&state, &request, &bearer, &body.bytes)?;
    let (resigned, repeated) = state.service.resign(path.0, bearer.token(), retry.as_ref()).await?;
    respond::no_store(StatusCode::OK, &resigned, repeated)
}
