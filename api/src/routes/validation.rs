//! Why a move would be refused.

use super::prelude::*;

use super::moves::wanted;

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
