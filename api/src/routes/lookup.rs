//! What tokens and tickets open.

use super::prelude::*;

/// Most tokens a request.
const MOST: usize = 200;

/// Look up tokens.
///
/// Answers for each of up to 200 tokens and tickets which game and seat it opens, how far the game is and whose turn it is. Use
/// it for a list of "my games", or to show an invitation by its ticket. A token that opens nothing gets an entry that says so;
/// it is no error. Nothing changes, and no ticket is used up. A ticket is valid until it is used. A token is valid until it is
/// replaced, or until its seat is left with an invitation; if a bot took the seat, the token opens what was `left`. Both become
/// invalid when the game is deleted.
#[utoipa::path(
    tag = "seats", operation_id = "lookUpSeats", security((), ("seat_token" = [])),
    request_body(content = SeatLookup, content_type = "application/json"),
    responses(
        (status = 200, description = "What they open.", body = FoundSeats),
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
    let opened = state.service.look_up(tokens, caller(&request)).await?;
    let items = opened.iter().map(|opened| FoundSeat::of(opened.as_ref())).collect();
    respond::ok(&FoundSeats { items })
}
