//! `POST /v1/match`.

use super::prelude::*;

use tapis_service::WantedMatch;

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
