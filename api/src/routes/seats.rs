//! Seats: take, leave, secure, and what they wish for themselves.

use super::prelude::*;

use tapis_service::tables::changes::Successor;
use tapis_service::{SeatGrant, bots};

/// Most characters of a ticket or token.
const MAX_TICKET: usize = 512;

/// Take a seat.
///
/// An open seat goes to the first caller, an invited one to the bearer of its ticket (in the body, or as Bearer token), or to whoever is
/// named there, by their login, or by the key with `player`. The game begins when the last free seat is taken; that event has the deal.
///
/// A late player takes a seat back from a bot with the seat's old token in place of a ticket, or as whoever is named there. This works while the game runs
/// and the bot sits there, unless `on_timeout` is `forfeit`. The answer has a new token. The bot still makes the move it owes
/// for the time that was up. The player then has at least 30 seconds in the bank.
#[utoipa::path(
    tag = "seats", operation_id = "joinSeat", security((), ("seat_token" = []), ("api_key" = []), ("login" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("seat" = u8, Path, description = "The seat."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe. Without a ticket, the retry must come from the same caller, known by the player or the login, or else by the address, and the key must be a random UUID, or 16 random bytes in hex or Base64: at least 22 characters.",
            min_length = 1),
    ),
    request_body(content = Option<JoinSeat>, content_type = "application/json"),
    responses(
        (status = 201, description = "Taken.", body = SeatToken),
        StateProblems, BodyProblems, GameProblems, SpaceProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/seats/{seat}", wrap = "from_fn(as_change)")]
pub(super) async fn join_seat(
    (state, request, path, bearer): At<SeatPath>,
    OptionalBody { value: wanted, bytes }: OptionalBody<JoinSeat>,
) -> Answer {
    let attempt = Attempt::of(&request, &bytes)?;
    let grant = join(&state, &request, (&path, &bearer), &wanted, attempt).await?;
    token(&path, grant)
}

/// Gives a seat to whoever asks, and names them there.
///
/// # Errors
/// Those of `joinSeat`.
pub(crate) async fn join(
    state: &AppState,
    request: &HttpRequest,
    (path, bearer): (&SeatPath, &Bearer),
    wanted: &JoinSeat,
    attempt: Attempt<'_>,
) -> Result<SeatGrant, ApiError> {
    ApiError::unless_longer("/ticket", wanted.ticket.as_deref(), MAX_TICKET)?;
    let ticket = wanted.ticket.as_deref().or(bearer.token());
    let person = Namer::named(request, wanted.player.as_deref())?;
    let place = (path.game, path.seat);
    let owner = match ticket {
        Some(ticket) if state.service.is_ticket(place, ticket).await? => KeyOwner::Holder(ticket),
        _ => KeyOwner::Caller(person.as_ref()),
    };
    let retry = attempt.retry(state, request, owner)?;
    // Whoever is named there needs no ticket.
    let own = match (ticket, &person) {
        (None, Some(person)) => state.service.secret_of(path.game, Some(path.seat), person).await?,
        _ => None,
    };
    let (ticket, name) = (ticket.or(own.as_deref()), wanted.name.as_deref());
    Ok(state.service.join(place, ticket, name, person.as_ref(), retry.as_ref()).await?)
}

/// The answer with a seat's token.
fn token(path: &SeatPath, grant: SeatGrant) -> Answer {
    let token = grant.secret.ok_or_else(|| ApiError::internal("a seat without a token"))?;
    let body = SeatToken { seat: path.seat, token, version: grant.version };
    let response = respond::no_store(StatusCode::CREATED, &body, grant.repeated)?;
    Ok(respond::with(response, header::LOCATION, &format!("/v1/games/{}", path.game)))
}

/// Who takes the seat.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct LeaveQuery {
    /// Who takes the seat: `bot` or `invite`.
    #[serde(default)]
    #[param(inline)]
    successor: SuccessorName,
    /// The bot's level; `club` when absent.
    #[param(value_type = Option<tapis_solver::engine::BotLevel>, inline)]
    level: Option<String>,
}

/// Leave a seat.
///
/// A bot takes the seat for good, and the token can still read; or the answer has the ticket of a new invitation. A seat that
/// was left never goes to a stranger. A game that has not begun is aborted when its last player leaves.
///
/// Whoever holds the ticket of an invitation turns it down in the same way: a bot takes the seat, and the ticket opens nothing any
/// more. So a host who need not wait any longer puts a bot there. The game begins if that was the last free seat.
#[utoipa::path(
    tag = "seats", operation_id = "leaveSeat", security(("seat_token" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("seat" = u8, Path, description = "The caller's seat, or the one the ticket invites to."),
        LeaveQuery,
        ("Idempotency-Key" = Option<String>, Header,
            description = "Makes a retry with the old token safe: the answer has the same ticket."),
    ),
    responses(
        (status = 200, description = "Left.", body = LeftSeat),
        QueryProblems, StateProblems, GameProblems, ProblemResponses,
    )
)]
#[delete("/v1/games/{id}/seats/{seat}", wrap = "from_fn(as_change)")]
pub(super) async fn leave_seat(
    (state, request, path, bearer): At<SeatPath>,
    Query(query): Query<LeaveQuery>,
) -> Answer {
    let retry = retry_key_of_holder(&state, &request, &bearer, request.query_string().as_bytes())?;
    let successor = successor(query)?;
    let place = (path.game, path.seat);
    let grant = state.service.leave(place, bearer.token(), successor.clone(), retry.as_ref()).await?;
    let (successor, level) = match successor {
        Successor::Bot(level) => (SuccessorName::Bot, Some(level)),
        Successor::Invite => (SuccessorName::Invite, None),
    };
    let body = LeftSeat { seat: path.seat, successor, level, ticket: grant.secret, version: grant.version };
    respond::no_store(StatusCode::OK, &body, grant.repeated)
}

/// Who is to follow.
fn successor(leaving: LeaveQuery) -> Result<Successor, ApiError> {
    match (leaving.successor, leaving.level) {
        (SuccessorName::Invite, None) => Ok(Successor::Invite),
        (SuccessorName::Invite, Some(_)) => Err(ApiError::query("level", said("only_bot_level"))),
        (SuccessorName::Bot, level) => {
            let level = bots::known_level(level.as_deref().unwrap_or("club"));
            level.map(Successor::Bot).map_err(|detail| ApiError::query("level", detail))
        }
    }
}

/// Replace a seat's token.
///
/// The old token becomes invalid, and whoever follows with it is told so. Whoever is named at the seat needs no old token: it is given to
/// their login, or to the key with `player`, on any device.
#[utoipa::path(
    tag = "seats", operation_id = "rotateSeatToken", security(("seat_token" = []), ("api_key" = []), ("login" = [])),
    params(
        SeatPath,
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry with the old token safe, or one by the same player: for that, a random UUID, or 16 random bytes in hex or Base64: at least 22 characters."),
    ),
    request_body(content = Option<RotateToken>, content_type = "application/json"),
    responses(
        (status = 201, description = "The new token.", body = SeatToken),
        StateProblems, BodyProblems, GameProblems, SpaceProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/seats/{seat}/token", wrap = "from_fn(as_change)")]
pub(super) async fn rotate_seat_token(
    (state, request, path, bearer): At<SeatPath>,
    OptionalBody { value: wanted, bytes }: OptionalBody<RotateToken>,
) -> Answer {
    let place = (path.game, path.seat);
    let person = Namer::named(&request, wanted.player.as_deref())?;
    let (own, retry) = match person.filter(|person| person.player.is_some()) {
        None => (bearer.0.clone(), retry_key_of_holder(&state, &request, &bearer, &bytes)?),
        Some(person) => {
            let retry = retry_key(&state, &request, KeyOwner::Caller(Some(&person)), &bytes)?;
            let own = state.service.secret_at(place, &person).await.map_err(|refusal| match refusal {
                // Whom the key asks for: of another app's people there is nobody here.
                ServiceError::NotYourSeat if wanted.player.is_some() => {
                    ServiceError::NotFound { what: "player" }
                }
                refusal => refusal,
            });
            (Some(own?), retry)
        }
    };
    let grant = state.service.rotate_token(place, own.as_deref(), retry.as_ref()).await?;
    token(&path, grant)
}

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
