//! What a seat wishes for itself.

use super::prelude::*;

/// Read the settings of a seat.
///
/// The settings of the caller's seat. Nobody else can read them.
#[utoipa::path(
    tag = "seats", operation_id = "getSeatSettings", security(("seat_token" = []), ("login" = [])),
    params(SeatPath),
    responses(
        (status = 200, description = "The settings.", body = SeatSettings),
        GameProblems, ProblemResponses,
    )
)]
#[get("/v1/games/{id}/seats/{seat}/settings")]
pub(super) async fn get_seat_settings((state, _request, path, bearer): At<SeatPath>) -> Answer {
    let auto_pass = state.service.auto_pass((path.game, path.seat), bearer.token()).await?;
    respond::ok(&SeatSettings { auto_pass })
}

/// Replace the settings of a seat.
///
/// `auto_pass` says when the service passes for the seat in windows, where a seat may use something or pass (the windows of
/// Parbourg and Le Malin, the start of a day). An automatic pass looks exactly like a pass by hand in logs, events and replays,
/// and nothing reveals that there is a setting. A change takes effect at once, even in an open window. It makes no version, and
/// ends when the player leaves the seat. While somebody asks to take back a move, the service does not pass. In a game with
/// other people, an automatic pass comes at the pace of the bots. With `no_choice` it comes only if the seat has nothing to
/// use: anyone who knows the setting can infer from a longer pause that you could have acted. `windows` answers every window
/// alike and reveals nothing.
#[utoipa::path(
    tag = "seats", operation_id = "putSeatSettings", security(("seat_token" = [])),
    params(SeatPath),
    request_body(content = SeatSettings, content_type = "application/json"),
    responses(
        (status = 200, description = "The new settings.", body = SeatSettings),
        StateProblems, BodyProblems, GameProblems, SpaceProblems, ProblemResponses,
    )
)]
#[put("/v1/games/{id}/seats/{seat}/settings", wrap = "from_fn(as_change)")]
pub(super) async fn put_seat_settings(
    (state, _request, path, bearer): At<SeatPath>,
    body: Body<SeatSettings>,
) -> Answer {
    let place = (path.game, path.seat);
    let auto_pass = state.service.set_auto_pass(place, bearer.token(), body.value.auto_pass).await?;
    respond::ok(&SeatSettings { auto_pass })
}
