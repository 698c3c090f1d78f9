//! `POST /v1/games`.

use super::prelude::*;

use tapis_games::seat::MAX_SEATS;
use tapis_service::retry::RetryKey;
use tapis_service::tables::name;
use tapis_service::{CreateGame, WantedKind};

use super::webhook::check_address;

/// Create a game.
///
/// The answer has the tokens of the creator's seats and the tickets of invited ones. A retry with the same `Idempotency-Key`
/// and body gets the same answer. The game begins at once if no seat is open or invited, otherwise when the last of these is
/// taken. Nobody sees the deal before that, but `deal_commitment` commits to it from now on.
#[utoipa::path(
    tag = "games", operation_id = "createGame", security((), ("seat_token" = []), ("api_key" = [])),
    params(
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry by the same caller safe, known by the login, or else by the address: a random UUID, or 16 random bytes in hex or Base64: at least 22 characters.", min_length = 22),
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
    Body { value: mut wanted, bytes }: Body<CreateGame>,
) -> Answer {
    let retry = retry_key(&state, &request, KeyOwner::Caller, &bytes)?;
    let namer = Namer::of(&request);
    name_players(namer.as_ref(), &mut wanted)?;
    check_webhook(&state, namer.as_ref(), wanted.webhook_url.as_deref(), retry.as_ref()).await?;
    let account = state.quotas.of(account(&request));
    let (key, caller) = (namer.as_ref().map(Namer::key), caller_address(&request));
    let created = state.service.create(&wanted, key.as_deref(), caller, retry.as_ref(), &account).await?;
    let (snapshot, repeated) = (created.snapshot.clone(), created.repeated);
    let body = CreatedGame::of(created, query.0.include);
    let response = respond::no_store(StatusCode::CREATED, &body, repeated)?;
    let response = respond::described(response, snapshot.info.ruleset());
    Ok(respond::with(response, header::LOCATION, &format!("/v1/games/{}", body.id)))
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
    let Some(Namer::Key(key)) = namer else { return Err(ApiError::KeyRequired) };
    match state.service.webhook(key.clone()).await {
        Err(ServiceError::NotFound { .. }) => match retry {
            // What was answered is answered again, whatever was deleted since.
            Some(retry) if state.service.was_created(retry).await? => Ok(()),
            _ => Err(ServiceError::field("/webhook_url", said("webhook_of_key")).into()),
        },
        found => Ok(found.map(drop)?),
    }
}

/// Refuses players whom the request may not name. Whoever is logged in and names nobody has the first seat of the creator.
fn name_players(namer: Option<&Namer>, wanted: &mut CreateGame) -> Result<(), ApiError> {
    let may = |player: &str| namer.is_some_and(|namer| namer.names(player));
    // What is no id at all is told with everything else that is wrong.
    if wanted.players().any(|(_, player)| name::check_player(player).is_ok() && !may(player)) {
        return Err(ApiError::KeyRequired);
    }
    let names_nobody = wanted.players().next().is_none();
    if let Some(Namer::Login(own)) = namer
        && names_nobody
    {
        let mine = wanted.seats.iter_mut().take(MAX_SEATS).find(|seat| seat.kind == WantedKind::Mine);
        mine.into_iter().for_each(|seat| seat.player = Some(own.clone()));
    }
    Ok(())
}
