//! `POST /v1/games`: from the wish to the stored game.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, post};
use tapis_db::StoreError;
use tapis_db::model::{GameId, SeatKind, SeatRecord, Secret, Visibility};
use tapis_games::erased::AnyRuleset;
use tapis_games::random::Seed;
use tapis_games::registry;
use tapis_games::seat::{MAX_SEATS, Seat};

use super::respond::{self, Told};
use crate::bots;
use crate::extract::{Bearer, Unread, read_json};
use crate::problem::{ApiError, BodyProblems, FieldError, ProblemResponses};
use crate::retry::{Done, Retry};
use crate::rulesets::NoRuleset;
use crate::sessions::changes::{Creation, create};
use crate::sessions::{Session, TokenKind, name};
use crate::state::{AppState, answered};
use crate::wire::{CreateGame, CreatedGame, CreatedSeat, SeatWanted, WantedKind};

/// Create a game.
///
/// The answer has the tokens of the creator's seats and the tickets of invited ones. A retry with the same
/// `Idempotency-Key` and body gets the same answer. The game begins at once when no seat is open or invited.
#[utoipa::path(
    tag = "games", operation_id = "createGame", security((), ("seat_token" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe.", min_length = 16)),
    request_body(content = CreateGame, content_type = "application/json"),
    responses(
        (status = 201, description = "Created.", body = CreatedGame,
            headers(("Location" = String, description = "The game."))),
        BodyProblems, ProblemResponses,
    )
)]
#[post("/v1/games")]
pub(super) async fn create_game(
    state: AppState,
    request: HttpRequest,
    bearer: Bearer,
    body: Unread,
) -> Result<HttpResponse, ApiError> {
    let bytes = body.bytes().await?;
    let retry = Retry::of_bearer(&state, &request, &bearer, &bytes)?;
    let wish: CreateGame = read_json(&bytes)?;
    if let Some(done) = retry.as_ref().map(|retry| retry.done(&state)).transpose()?.flatten() {
        return created_before(&state, &done, &wish).await;
    }
    let rules = rules(&state, &wish)?;
    let creation = creation(&state, &wish, rules)?;
    let id = creation.id;
    let record = retry.as_ref().map(|retry| retry.record(StatusCode::CREATED, id, 1, None));
    let (game, session) = create(creation, &*state.sources.dealer, record)?;
    match (answered(|reply| state.store.create_game_then(game, reply)).await, retry) {
        (Ok(_), _) => {
            metrics::counter!("tapis_games_created_total").increment(1);
            let game = state.sessions.adopt(session);
            created(&state, &game.session(), &wish, Told::Now)
        }
        (Err(StoreError::KeyUsed(first)), Some(retry)) => {
            created_before(&state, &retry.same(*first)?, &wish).await
        }
        (Err(error), _) => Err(error.into()),
    }
}

/// The answer to a retry: everything in it follows from the game's id and the request.
async fn created_before(state: &AppState, done: &Done, wish: &CreateGame) -> Result<HttpResponse, ApiError> {
    let id = done.0.game.ok_or_else(|| ApiError::internal("a stored answer has no game"))?;
    let game = state.sessions.open(id).await?;
    created(state, &game.session(), wish, Told::Before)
}

fn created(
    state: &AppState,
    session: &Session,
    wish: &CreateGame,
    told: Told,
) -> Result<HttpResponse, ApiError> {
    let id = session.info.id;
    let kept = Seat::all(wish.seats.len()).zip(&wish.seats).filter_map(|(seat, wanted)| {
        let (kind, token) = match wanted.kind {
            WantedKind::Mine => (TokenKind::Seat, true),
            WantedKind::Invite => (TokenKind::Invite, false),
            WantedKind::Open | WantedKind::Bot => return None,
        };
        let secret = Some(state.tokens.derive(kind, id, seat, 0));
        let (token, ticket) = if token { (secret, None) } else { (None, secret) };
        Some(CreatedSeat { seat, kind: wanted.kind, token, ticket })
    });
    let body = CreatedGame {
        id: id.to_string(),
        version: 1,
        ruleset: session.info.ruleset.clone(),
        seats: kept.collect(),
        deal_commitment: session.info.commitment.clone(),
    };
    let response = respond::unkept(StatusCode::CREATED, &body, told)?;
    Ok(respond::with(response, header::LOCATION, &format!("/v1/games/{id}")))
}

fn rules(state: &AppState, wish: &CreateGame) -> Result<Arc<dyn AnyRuleset>, ApiError> {
    let found = match (&wish.game, &wish.options, &wish.ruleset) {
        (_, Some(_), Some(_)) => {
            return Err(ApiError::field("/options", "give either options or the hash of a ruleset"));
        }
        (game, None, Some(hash)) => {
            let rules =
                state.rulesets.by_hash(hash, &*state.store).map_err(|error| refusal(error, "/ruleset"))?;
            if game.as_ref().is_some_and(|game| *game != rules.ruleset().game) {
                return Err(ApiError::field(
                    "/game",
                    format!("the ruleset is one of {}", rules.ruleset().game),
                ));
            }
            return Ok(rules);
        }
        (Some(game), options, None) => {
            let options = options.as_ref().map_or_else(|| "{}".to_owned(), ToString::to_string);
            state.rulesets.by_options(game, &options)
        }
        (None, _, None) => {
            return Err(ApiError::field("/game", "name a game, or give the hash of a ruleset"));
        }
    };
    found.map_err(|error| refusal(error, "/options"))
}

fn refusal(error: NoRuleset, pointer: &str) -> ApiError {
    match error {
        NoRuleset::UnknownGame(_) => {
            let known = registry::games().iter().map(|game| game.id()).collect::<Vec<_>>().join(", ");
            ApiError::field("/game", format!("there is no such game; the games are {known}"))
        }
        NoRuleset::Faults(faults) => {
            let within = |fault: tapis_games::ruleset::Fault| {
                FieldError::new(format!("{pointer}{}", fault.pointer), fault.detail)
            };
            ApiError::InvalidBody(faults.into_iter().map(within).collect())
        }
        NoRuleset::UnknownHash | NoRuleset::Retired { .. } => ApiError::field(pointer, error.to_string()),
        NoRuleset::Store(error) => error.into(),
        NoRuleset::Damaged(_) => ApiError::internal(error),
    }
}

fn creation(state: &AppState, wish: &CreateGame, rules: Arc<dyn AnyRuleset>) -> Result<Creation, ApiError> {
    let seats = seats(&wish.seats, rules.seats())?;
    let visibility = Visibility::from(wish.visibility);
    let open = wish.seats.iter().position(|seat| seat.kind == WantedKind::Open);
    if let (Some(open), Visibility::Private) = (open, visibility) {
        let detail = "nobody could find an open seat of a private game; invite somebody";
        return Err(ApiError::field(format!("/seats/{open}/kind"), detail));
    }
    let chosen = practice_seed(wish)?;
    let bots = seats.iter().any(|seat| seat.kind == SeatKind::Bot);
    if bots && !state.bots.has_room() {
        return Err(ApiError::Busy { what: "the table of bots", retry_after_s: 2 });
    }
    let entropy = || state.sources.entropy.bytes().map_err(ApiError::internal);
    let seed = match chosen {
        Some(seed) => seed.0,
        None => entropy()?,
    };
    Ok(Creation {
        id: GameId::from_u128(state.sources.ids.next().as_u128()),
        rules,
        seats,
        visibility,
        hints: wish.hints,
        practice: chosen.is_some(),
        seed: Secret(seed),
        nonce: Secret(entropy()?),
        at: state.sources.clock.now().into(),
    })
}

fn practice_seed(wish: &CreateGame) -> Result<Option<Seed>, ApiError> {
    let Some(practice) = &wish.practice else { return Ok(None) };
    let strangers = |seat: &SeatWanted| matches!(seat.kind, WantedKind::Open | WantedKind::Invite);
    if wish.seats.iter().any(strangers) {
        let detail = "a chosen seed tells the deal: no open or invited seats";
        return Err(ApiError::field("/practice", detail));
    }
    let seed = Seed::from_hex(&practice.seed);
    seed.map(Some).ok_or_else(|| ApiError::field("/practice/seed", "a seed is written as 64 hex digits"))
}

fn seats(wanted: &[SeatWanted], players: usize) -> Result<Vec<SeatRecord>, ApiError> {
    let mut faults = Vec::new();
    if wanted.len() != players {
        let detail = format!("the ruleset has {players} players, so {players} seats, not {}", wanted.len());
        faults.push(FieldError::new("/seats", detail));
    }
    let records = wanted.iter().take(MAX_SEATS).enumerate().map(|(n, wanted)| {
        let (name, level) = (name_of(wanted), level_of(wanted));
        for (field, fault) in [("name", name.as_ref().err()), ("level", level.as_ref().err())] {
            faults.extend(fault.map(|detail| FieldError::new(format!("/seats/{n}/{field}"), detail.clone())));
        }
        SeatRecord {
            kind: match wanted.kind {
                WantedKind::Mine => SeatKind::Human,
                WantedKind::Invite => SeatKind::Invite,
                WantedKind::Open => SeatKind::Open,
                WantedKind::Bot => SeatKind::Bot,
            },
            name: name.ok().flatten(),
            level: level.ok().flatten(),
            generation: 0,
            left: false,
            settings: None,
        }
    });
    let records = records.collect();
    if faults.is_empty() { Ok(records) } else { Err(ApiError::InvalidBody(faults)) }
}

fn name_of(wanted: &SeatWanted) -> Result<Option<String>, String> {
    match (&wanted.name, wanted.kind) {
        (None, _) => Ok(None),
        (Some(given), WantedKind::Mine | WantedKind::Bot) => name::clean(given).map(Some),
        (Some(_), _) => Err("whoever takes the seat says the name".to_owned()),
    }
}

fn level_of(wanted: &SeatWanted) -> Result<Option<String>, String> {
    match (&wanted.level, wanted.kind) {
        (Some(level), WantedKind::Bot) => known_level(level).map(Some),
        (None, WantedKind::Bot) => Err(format!("a bot has a level: {}", level_names())),
        (Some(_), _) => Err("only a bot has a level".to_owned()),
        (None, _) => Ok(None),
    }
}

/// The name of a known level.
pub(super) fn known_level(level: &str) -> Result<String, String> {
    if bots::level_of(level).is_none() {
        return Err(format!("the levels are {}", level_names()));
    }
    Ok(level.to_owned())
}

fn level_names() -> String {
    bots::LEVELS.map(bots::level_name).join(", ")
}
