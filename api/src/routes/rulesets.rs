//! The games and their rulesets.

use super::prelude::*;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tapis_games::refusal::Text;
use tapis_games::shown::Pieces;

use super::pictures::VERSION;
use crate::pictures::{Drawing, Theme};
use tapis_service::FieldError;
use tapis_service::catalogue::{GameAbout, RulesetList};

pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .service(list_rulesets)
        .service(get_ruleset)
        // Before `/{hash}`.
        .service(super::rules::get_rules)
        .service(get_ruleset_by_hash)
        .service(get_pieces)
        .service(super::pictures::get_picture)
        .service(super::pictures::get_back)
        .service(store_ruleset)
        .service(validate_ruleset);
}

/// Options of a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"options": {"variant": "three_rows", "players": 3}}))]
pub struct OptionsBody {
    /// The options; missing ones take their defaults.
    #[serde(default = "no_options")]
    #[schema(value_type = tapis_games::shapes::AnyOptions)]
    pub options: Value,
}

fn no_options() -> Value {
    json!({})
}

/// Whether options make a ruleset.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Validation {
    /// Whether they do.
    pub valid: bool,
    /// The ruleset they make: options complete and sorted, decks expanded, with its hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<Ruleset>,
    /// Everything wrong with them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FieldError>,
}

/// List the games.
///
/// Every game the service plays, with its number of players and the hash of its default ruleset.
#[utoipa::path(
    tag = "rulesets", operation_id = "listRulesets", security(()),
    responses(
        (status = 200, description = "The games.", body = RulesetList, example = json!({"items": [{
            "game": "richelieu", "title": "Richelieu", "rules_version": 1, "players": {"min": 2, "max": 4},
            "text": {"en": "Take cards from the ends of the rows.", "fr": "Prenez des cartes aux bouts des rangées."},
            "default_hash": EXAMPLE_HASH
        }]})),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        ProblemResponses
    )
)]
#[get("/v1/rulesets")]
async fn list_rulesets(state: AppState, request: HttpRequest) -> Answer {
    let list = state.service.catalogue().list().in_languages(languages::asked());
    respond::constant(&request, list, "application/json", respond::CHECKED)
}

/// Describe a game.
///
/// Players, options as a JSON Schema with their defaults, variants, deck data, forms of notation, the features that
/// statistics count, and what hints can be asked for.
#[utoipa::path(
    tag = "rulesets", operation_id = "getRuleset", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu")),
    responses(
        (status = 200, description = "The game.", body = GameAbout, example = json!(example!("game"))),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        NoSuchGame, ProblemResponses
    )
)]
#[get("/v1/rulesets/{game}")]
async fn get_ruleset(state: AppState, game: web::Path<String>, request: HttpRequest) -> Answer {
    let documents = state.service.catalogue().game(&game).ok_or_else(no_game)?;
    let about = documents.in_languages(languages::asked());
    respond::constant(&request, about, "application/json", respond::CHECKED)
}

/// Get one ruleset with all its options.
///
/// States, logs and hints refer to their ruleset by game, version and hash; its options are here. A ruleset never changes under
/// its hash, so you may cache it for ever. Rulesets of a rules version that is no longer supported stay readable.
#[utoipa::path(
    tag = "rulesets", operation_id = "getRulesetByHash", security(()),
    params(
        ("game" = String, Path, description = "The game's id.", example = "richelieu"),
        ("hash" = String, Path, description = "The ruleset's hash.", pattern = "^[0-9a-f]{64}$", example = json!(EXAMPLE_HASH)),
    ),
    responses(
        (status = 200, description = "The ruleset.", body = Ruleset,
            headers(
                ("ETag" = String, description = "The hash."),
                ("Cache-Control" = String, description = "For ever: it never changes."),
            ),
            example = json!(example!("ruleset"))),
        (status = 304, description = "Not modified: the caller has it."),
        NoSuchGame, ProblemResponses
    )
)]
#[get("/v1/rulesets/{game}/{hash}")]
async fn get_ruleset_by_hash(
    state: AppState,
    path: web::Path<(String, String)>,
    request: HttpRequest,
) -> Answer {
    let (game, hash) = path.into_inner();
    let caller = caller(&request);
    let key = ("ruleset", format!("{game}/{hash}"), Languages::All);
    let make = async {
        let ruleset = state.service.ruleset(&game, &hash, caller).await?;
        Ok::<_, ApiError>(move || {
            let mut document =
                Document::of_bytes(serde_json::to_vec(&ruleset).map_err(ServiceError::internal)?);
            document.hash = ruleset.hash;
            Ok::<_, ServiceError>(document)
        })
    };
    let ruleset = respond::kept((&state, caller), key, make).await?;
    respond::constant(&request, &ruleset, "application/json", respond::FOR_EVER)
}

/// The things to draw, and their names.
#[derive(Serialize, ToSchema)]
pub struct PiecesOfRuleset {
    #[serde(flatten)]
    pieces: Pieces,
    /// The names of things, and what each phase asks for, by key: `noun-` and the id of a piece, of its kind or of what is
    /// printed on it, `effect-`, `zone-`, `counter-`, `mark-`, `phase-`, `button-`, `row-` and the kind. Empty for games
    /// without texts.
    texts: BTreeMap<String, Text>,
    /// The main colour of the pieces that have one, as `#rrggbb`, by id.
    #[schema(example = json!({"provence_2": "#a14b00"}))]
    colours: BTreeMap<String, &'static str>,
    /// The version of the pictures: `…/pieces/{piece}.svg?version=` and `…/backs/{kind}.svg?version=` with it never change.
    #[schema(example = "0.1.0")]
    pictures_version: &'static str,
}

/// Get the pieces to draw.
///
/// The pieces, zones, counters, marks, phases, buttons and milestones that layouts, steps and picks of this ruleset can name,
/// with their names in the requested languages. The pieces of a hash never change; their names may change with the version of
/// the program.
#[utoipa::path(
    tag = "rulesets", operation_id = "getPieces", security(()),
    params(
        ("game" = String, Path, description = "The game.", example = "richelieu"),
        ("hash" = String, Path, description = "The ruleset's hash.", pattern = "^[0-9a-f]{64}$", example = json!(EXAMPLE_HASH)),
    ),
    responses(
        (status = 200, description = "The pieces and their names.", body = PiecesOfRuleset,
            headers(("ETag" = String, description = "By the content."),
                    ("Cache-Control" = String, description = "A day: a later version of the program may change the texts.")),
            example = json!(example!("pieces"))),
        (status = 304, description = "Not modified: the caller has it."),
        (status = 404, description = "No such ruleset, or its game does not say how to draw it.", body = crate::problem::Problem,
            content_type = "application/problem+json"),
        ProblemResponses,
    )
)]
#[get("/v1/rulesets/{game}/{hash}/pieces")]
async fn get_pieces(state: AppState, request: HttpRequest, path: web::Path<(String, String)>) -> Answer {
    let (game, hash) = path.into_inner();
    let (caller, languages) = (caller(&request), languages::asked());
    let key = ("pieces", format!("{game}/{hash}"), languages);
    let make = async {
        let rules = state.service.played_ruleset(&game, &hash, caller).await?;
        Ok::<_, ApiError>(move || {
            serving::long("pieces");
            let pieces = rules.pieces().ok_or(ServiceError::NotFound { what: "drawing" })?;
            let texts = rules.texts().map(|texts| texts.all(TEXTS_OF_PIECES)).unwrap_or_default();
            let game = &rules.ruleset().game;
            let colours = Drawing::new(game, (&pieces, &texts), Language::English, Theme::Light).colours();
            let pieces = PiecesOfRuleset { pieces, texts, colours, pictures_version: VERSION };
            let body = languages.writing(|| serde_json::to_vec(&pieces));
            body.map(Document::of_bytes).map_err(ServiceError::internal)
        })
    };
    let pieces = respond::kept((&state, caller), key, make).await?;
    respond::constant(&request, &pieces, "application/json", respond::A_DAY)
}

/// What the keys of texts about things begin with.
pub(super) const TEXTS_OF_PIECES: &[&str] =
    &["noun-", "effect-", "zone-", "counter-", "mark-", "phase-", "button-", "row-"];

/// Store a ruleset.
///
/// Stores a designer's options or deck under the hash of their normal form. Games and statistics then refer to the ruleset by
/// this hash. The request is idempotent: the same options always give the same hash.
#[utoipa::path(
    tag = "rulesets", operation_id = "storeRuleset", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu")),
    request_body(content = OptionsBody, description = "The options."),
    responses(
        (status = 200, description = "The ruleset in normal form.", body = Ruleset, example = json!(example!("ruleset"))),
        NoSuchGame, BodyProblems, SpaceProblems, ProblemResponses
    )
)]
#[put("/v1/rulesets/{game}/custom")]
async fn store_ruleset((state, game, request): OfGame, body: Body<OptionsBody>) -> Answer {
    let caller = caller(&request);
    let ruleset = normalised(&state, &game, &body, caller).await?.map_err(ServiceError::Invalid)?;
    state.service.store_ruleset(&ruleset, caller, &state.quotas.of(account(&request))).await?;
    Ok(HttpResponse::Ok().json(ruleset))
}

/// Check options.
///
/// Answers the ruleset in normal form with its hash, or every fault with its JSON pointer (and its line, if the body has
/// several). Nothing is stored.
#[utoipa::path(
    tag = "rulesets", operation_id = "validateRuleset", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu")),
    request_body(content = Option<OptionsBody>, description = "The options."),
    responses(
        (status = 200, description = "Whether the options make a ruleset.", body = Validation, examples(
            ("valid" = (value = json!({"valid": true, "ruleset": example!("ruleset")}))),
            ("faults" = (value = json!({"valid": false, "faults": [
                {"pointer": "/options/players", "detail": "9; 2 to 4 is right, 2 is usual",
                 "text": {"en": "9; 2 to 4 is right, 2 is usual", "fr": "9\u{202f}; il faut de 2 à 4, d’ordinaire 2"}}
            ]})))
        )),
        NoSuchGame, BodyProblems, ProblemResponses
    )
)]
#[post("/v1/rulesets/{game}/validation")]
async fn validate_ruleset((state, game, request): OfGame, body: OptionalBody<OptionsBody>) -> Answer {
    let validation = match normalised(&state, &game, &body, caller(&request)).await? {
        Ok(ruleset) => Validation { valid: true, ruleset: Some(ruleset), faults: Vec::new() },
        Err(faults) => {
            let language = languages::asked().one();
            let faults = faults.into_iter().map(|fault| fault.detailed_in(language)).collect();
            Validation { valid: false, ruleset: None, faults }
        }
    };
    let body = languages::json(&validation).map_err(ApiError::internal)?;
    Ok(HttpResponse::Ok().content_type("application/json").body(body))
}

fn no_game() -> ServiceError {
    ServiceError::NotFound { what: "game_played" }
}

const EXAMPLE_HASH: &str = "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988";

/// The ruleset that the options make, or every fault with its pointer into the body and its line.
async fn normalised<const EMPTY: bool>(
    state: &AppState,
    game: &str,
    body: &Body<OptionsBody, EMPTY>,
    caller: Caller,
) -> Result<Result<Ruleset, Vec<FieldError>>, ApiError> {
    let faults = match state.service.read_options(game, &body.value.options, caller).await? {
        Ok(ruleset) => return Ok(Ok(ruleset)),
        Err(faults) => faults,
    };
    // Each is looked for in the whole text.
    let text = body.bytes.clone();
    let located = move || faults.into_iter().map(|fault| fault.in_text(&text)).collect::<Vec<_>>();
    Ok(Err(state.service.answers().make(caller, located).await?))
}
