//! `POST /v1/games` and `POST /v1/match`.

use super::prelude::*;

use tapis_games::seat::MAX_SEATS;
use tapis_service::retry::RetryKey;
use tapis_service::tables::{Person, name};
use tapis_service::{CreateGame, MadeGame, WantedKind, WantedMatch};

use super::webhook::check_address;

/// Create a game.
///
/// The answer has the tokens of the creator's seats and the tickets of invited ones. A retry with the same `Idempotency-Key`
/// and body gets the same answer. The game begins at once if no seat is open or invited, otherwise when the last of these is
/// taken. Nobody sees the deal before that, but `deal_commitment` commits to it from now on.
#[utoipa::path(
    tag = "games", operation_id = "createGame", security((), ("seat_token" = []), ("api_key" = []), ("login" = [])),
    params(
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry by the same caller safe, known by the login or by the player at the first seat of kind `mine`, or else by the address: a random UUID, or 16 random bytes in hex or Base64: at least 22 characters.", min_length = 22),
        IncludeQuery,
    ),
    request_body(content = CreateGame, content_type = "application/json"),
    responses(
        (status = 201, description = "Created.", body = CreatedGame,
            headers(
                ("Location" = String, description = "The game."),
                ("Link" = String, description = "`rel=\"describedby\"`: the ruleset with its options."),
            )),
        BodyProblems, PlayerProblems, SpaceProblems, ProblemResponses,
    )
)]
#[post("/v1/games", wrap = "from_fn(as_creation)")]
pub(super) async fn create_game(
    state: AppState,
    request: HttpRequest,
    _: Bearer,
    query: Query<IncludeQuery>,
    Body { value: wanted, bytes }: Body<CreateGame>,
) -> Answer {
    let attempt = Attempt::of(&request, &bytes)?;
    let created = create(&state, &request, wanted, attempt).await?;
    let (snapshot, repeated) = (created.snapshot.clone(), created.repeated);
    let body = CreatedGame::of(created, query.0.include);
    let response = respond::no_store(StatusCode::CREATED, &body, repeated)?;
    let response = respond::described(response, snapshot.info.ruleset());
    Ok(respond::with(response, header::LOCATION, &format!("/v1/games/{}", body.id)))
}

/// Creates a game whose players are named and whose front end is told.
///
/// # Errors
/// Those of `createGame`.
pub(crate) async fn create(
    state: &AppState,
    request: &HttpRequest,
    mut wanted: CreateGame,
    attempt: Attempt<'_>,
) -> Result<MadeGame, ApiError> {
    let namer = Namer::of(request);
    let person = name_players(namer.as_ref(), &mut wanted)?;
    let retry = attempt.retry(state, request, KeyOwner::Caller(person.as_ref()))?;
    check_webhook(state, namer.as_ref(), wanted.webhook_url.as_deref(), retry.as_ref()).await?;
    let account = state.quotas.of(account(request));
    let (key, caller) = (namer.as_ref().map(Namer::key), caller_address(request));
    Ok(state.service.create(&wanted, key.as_deref(), caller, retry.as_ref(), &account).await?)
}

/// Refuses an address of the game's own to which nothing can be sent, or of nobody who has a secret to sign with.
async fn check_webhook(
    state: &AppState,
    namer: Option<&Namer>,
    url: Option<&str>,
    retry: Option<&RetryKey>,
) -> Result<(), ApiError> {
    let Some(url) = url else { return Ok(()) };
    check_address("/webhook_url", url, state.settings.webhooks.to_private_networks)?;
    let namer = namer.filter(|namer| namer.has_key()).ok_or(ApiError::KeyRequired)?;
    match state.service.webhook(namer.key()).await {
        Err(ServiceError::NotFound { .. }) => match retry {
            // What was answered is answered again, whatever was deleted since.
            Some(retry) if state.service.was_created(retry).await? => Ok(()),
            _ => Err(ServiceError::field("/webhook_url", said("webhook_of_key")).into()),
        },
        found => Ok(found.map(drop)?),
    }
}

/// Refuses players whom the request may not name. Whoever is logged in and not named has the first seat of the creator that names nobody.
/// Answers for whom the request is, as far as it says so.
fn name_players(namer: Option<&Namer>, wanted: &mut CreateGame) -> Result<Option<Person>, ApiError> {
    let may = |player: &str| namer.is_some_and(|namer| namer.names(player));
    // What is no id at all is told with everything else that is wrong.
    if wanted.players().any(|(_, player)| name::check_player(player).is_ok() && !may(player)) {
        return Err(ApiError::KeyRequired);
    }
    let me = namer.and_then(Namer::me).filter(|me| wanted.players().all(|(_, player)| player != *me));
    let mut mine = wanted.seats.iter_mut().take(MAX_SEATS).filter(|seat| seat.kind == WantedKind::Mine);
    if let Some(me) = me
        && let Some(seat) = mine.find(|seat| seat.player.is_none())
    {
        seat.player = Some(me.to_owned());
    }
    let mut mine = wanted.seats.iter().filter(|seat| seat.kind == WantedKind::Mine);
    let player = mine.find_map(|seat| seat.player.clone());
    Ok(namer.map(|namer| Person { key: namer.key(), player }))
}

/// Play with whoever wants the same.
///
/// The answer is a seat and its token: at the table that has waited longest for somebody who wants the same game, options, clock
/// and hints, and where all ratings are as near as each of them wishes (`within`), or else at a new one, where you wait for others. The game begins when its last seat is taken. Follow its events
/// meanwhile, or read the game with the token: whoever was not seen for 30 seconds is joined by nobody until they are seen again.
/// Leave the seat if you no longer want to wait.
///
/// A person waits at one table: whoever waits already gets that seat again, whatever they ask for now, so nobody is brought
/// together with themselves. A person is the `player` of the key, the login, or else the `Idempotency-Key`: keep it as long as you
/// wait. Without any of these a person is the address, the newest request alone waits, and callers of one address do not meet.
#[utoipa::path(
    tag = "games", operation_id = "matchPlayers", security((), ("api_key" = []), ("login" = [])),
    params(
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry by the same caller safe, known by the player or the login, or else by the address: a random UUID, or 16 random bytes in hex or Base64: at least 22 characters.", min_length = 22),
    ),
    request_body(content = WantedMatch, content_type = "application/json"),
    responses(
        (status = 200, description = "A seat.", body = MatchedGame,
            headers(
                ("Location" = String, description = "The game."),
                ("Link" = String, description = "`rel=\"describedby\"`: the ruleset with its options."),
            )),
        BodyProblems, PlayerProblems, SpaceProblems, ProblemResponses,
    )
)]
#[post("/v1/match", wrap = "from_fn(as_creation)")]
pub(super) async fn match_players(
    state: AppState,
    request: HttpRequest,
    Body { value: wanted, bytes }: Body<WantedMatch>,
) -> Answer {
    let person = Namer::named(&request, wanted.player.as_deref())?;
    let retry = retry_key(&state, &request, KeyOwner::Caller(person.as_ref()), &bytes)?;
    let account = state.quotas.of(account(&request));
    let caller = caller_address(&request);
    let matched =
        state.service.find_match(&wanted, person.as_ref(), caller, retry.as_ref(), &account).await?;
    let (snapshot, repeated) = (matched.snapshot.clone(), matched.repeated);
    let body = MatchedGame::of(matched);
    let response = respond::no_store(StatusCode::OK, &body, repeated)?;
    let response = respond::described(response, snapshot.info.ruleset());
    Ok(respond::with(response, header::LOCATION, &format!("/v1/games/{}", body.id)))
}
