//! What tokens and tickets open.

use super::prelude::*;

use tapis_service::{Followed, TOGETHER};

use super::together;

/// Most tokens a request.
const MOST: usize = TOGETHER;

/// Look up tokens.
///
/// Answers for each of up to 200 tokens and tickets which game and seat it opens, how far the game is and whose turn it is. Use
/// it for a list of "my games", or to show an invitation by its ticket. A token that opens nothing gets an entry that says so;
/// it is no error. Nothing changes, and no ticket is used up. A ticket is valid until it is used. A token is valid until it is
/// replaced, or until its seat is left with an invitation; if a bot took the seat, the token opens what was `left`. Both become
/// invalid when the game is deleted.
///
/// With `Accept: text/event-stream` alone all these games are followed by one stream, as `streamPlayerEvents` does for a player: for a
/// lobby without accounts. Send `Last-Event-ID` to go on where it broke, with the tokens there are by then. What opens nothing is passed
/// over, and a seat whose token is replaced is told no more. Where nothing is left to be told the stream ends, and the answer to the
/// next request is 204.
#[utoipa::path(
    tag = "seats", operation_id = "lookUpSeats", security((), ("seat_token" = [])),
    params(
        ("Accept" = Option<String>, Header, description = "`text/event-stream` to follow the games."),
        ("Last-Event-ID" = Option<String>, Header, description = "The `id` of the last event that the caller has, for a stream."),
    ),
    request_body(content = SeatLookup, content_type = "application/json"),
    responses(
        (status = 200, description = "What they open, or a stream of events.", content(
            (FoundSeats = "application/json"),
            (String = "text/event-stream", example = json!(together::EXAMPLE)),
        )),
        (status = 204, description = "Nothing can come of these games any more, where a stream was asked for."),
        BodyProblems, ProblemResponses,
    )
)]
#[post("/v1/seats/lookup")]
pub(super) async fn look_up_seats(
    state: AppState,
    request: HttpRequest,
    _: Bearer,
    Body { value: SeatLookup { tokens }, .. }: Body<SeatLookup>,
) -> Answer {
    if tokens.len() > MOST {
        return Err(ServiceError::field("/tokens", said("at_most_tokens").with("most", MOST)).into());
    }
    if wants_events_alone(&request) {
        return together::stream(state, &request, Followed::Tokens(tokens), None).await;
    }
    let opened = state.service.look_up(tokens, caller(&request)).await?;
    let items = opened.iter().map(|opened| FoundSeat::of(opened.as_ref())).collect();
    respond::ok(&FoundSeats { items })
}
