//! Browsers that are told of a seat while its page is closed.

use super::prelude::*;

use crate::outgoing::MOST_BYTES;
use crate::push::read;
use crate::push_keys::PushKeys;

/// Get what browsers subscribe with.
///
/// The public key of this service, which all its nodes and starts share.
#[utoipa::path(
    tag = "operation", operation_id = "getPush", security(()),
    responses((status = 200, description = "The key.", body = PushView), ProblemResponses)
)]
#[get("/v1/push")]
pub(super) async fn get_push(state: AppState) -> Answer {
    respond::ok(&PushView { public_key: keys(&state)?.public() })
}

/// What browsers are told with. Where the store did not take it at the start there is none.
fn keys(state: &AppState) -> Result<&PushKeys, ApiError> {
    state.push.as_ref().ok_or_else(|| ServiceError::StoreUnavailable.into())
}

/// Subscribe a browser to a seat.
///
/// From now on the browser gets a message (Web Push) when it is the seat's turn, when another seat asks to take back a move, when
/// a bot takes the seat because its time was up, and when the game is over; but not while somebody follows the game's stream from the seat.
/// Messages are in the language of this request. They are encrypted for the browser, and a newer one replaces an older one. The
/// same request again changes nothing. A seat has up to four browsers: a fifth takes the place of the oldest. All this ends when
/// the player leaves the seat or replaces its token, when the game is over, and when the push service no longer knows the browser.
#[utoipa::path(
    tag = "seats", operation_id = "putPush", security(("seat_token" = [])),
    params(SeatPath),
    request_body(content = PutPush, content_type = "application/json"),
    responses(
        (status = 204, description = "The browser is told."),
        StateProblems, BodyProblems, GameProblems, SpaceProblems, ProblemResponses,
    )
)]
#[put("/v1/games/{id}/seats/{seat}/push", wrap = "from_fn(as_change)")]
pub(super) async fn put_push((state, request, path, bearer): At<SeatPath>, body: Body<PutPush>) -> Answer {
    let creator = state.creator(account(&request).as_ref());
    let browser = read(body.value, (creator, languages::asked().one()), &state.settings)?;
    keys(&state)?;
    state.service.subscribe((path.game, path.seat), bearer.token(), browser).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Which browser is meant.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct PushQuery {
    /// The endpoint of the browser; all browsers of the seat when absent.
    #[param(max_length = 2048)]
    endpoint: Option<String>,
}

/// Unsubscribe a browser.
///
/// One that was not subscribed changes nothing.
#[utoipa::path(
    tag = "seats", operation_id = "deletePush", security(("seat_token" = [])),
    params(SeatPath, PushQuery),
    responses(
        (status = 204, description = "It is told no more."),
        QueryProblems, GameProblems, ProblemResponses,
    )
)]
#[delete("/v1/games/{id}/seats/{seat}/push", wrap = "from_fn(as_change)")]
pub(super) async fn delete_push(
    (state, _request, path, bearer): At<SeatPath>,
    Query(PushQuery { endpoint }): Query<PushQuery>,
) -> Answer {
    if endpoint.as_ref().is_some_and(|endpoint| endpoint.len() > MOST_BYTES) {
        return Err(ApiError::query("endpoint", said("at_most_bytes").with("most", MOST_BYTES)));
    }
    state.service.unsubscribe((path.game, path.seat), bearer.token(), endpoint.as_deref()).await?;
    Ok(HttpResponse::NoContent().finish())
}
