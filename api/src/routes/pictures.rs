//! Pictures of pieces.

use super::prelude::*;

use std::sync::Arc;

use super::rules::POLICY;
use super::rulesets::TEXTS_OF_PIECES;
use crate::pictures::{Drawing, Pictures, Side, Theme};

/// How a piece is drawn.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PictureQuery {
    /// On what page it is seen: a light one, unless it is said.
    #[param(inline, example = "dark")]
    theme: Option<Theme>,
    /// The `pictures_version` of the pieces: with it the picture never changes.
    #[param(max_length = 32, example = "0.1.0")]
    version: Option<String>,
}

/// Get the picture of a piece.
///
/// What is printed on it, as SVG: 100 by 140 for cards, about 100 by 100 for tokens and discs. Words on it, and the `<title>`, are in
/// the requested language, or else in English. It needs nothing from elsewhere, so it can be an image of any page.
#[utoipa::path(
    tag = "rulesets", operation_id = "getPicture", security(()),
    params(
        ("game" = String, Path, description = "The game.", example = "richelieu"),
        ("hash" = String, Path, description = "The ruleset's hash.", pattern = "^[0-9a-f]{64}$",
            example = "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"),
        ("piece" = String, Path, description = "The id of a piece, as in `pieces`.", example = "provence_2"),
        PictureQuery,
    ),
    responses(
        (status = 200, description = "The picture.", body = String, content_type = "image/svg+xml",
            headers(("ETag" = String, description = "By the content."),
                    ("Cache-Control" = String, description = "For ever with the current `version`, else a day."))),
        (status = 304, description = "Not modified: the caller has it."),
        (status = 404, description = "No such ruleset or piece.", body = crate::problem::Problem,
            content_type = "application/problem+json"),
        QueryProblems, ProblemResponses
    )
)]
#[get("/v1/rulesets/{game}/{hash}/pieces/{piece}.svg")]
pub(super) async fn get_picture(
    state: AppState,
    request: HttpRequest,
    path: web::Path<(String, String, String)>,
    query: Query<PictureQuery>,
) -> Answer {
    picture(&state, &request, path.into_inner(), (Side::Face, query.0)).await
}

/// Get the picture of a back.
///
/// What everybody sees of a piece that lies face down, as SVG. Pieces of a kind have the same back.
#[utoipa::path(
    tag = "rulesets", operation_id = "getBack", security(()),
    params(
        ("game" = String, Path, description = "The game.", example = "richelieu"),
        ("hash" = String, Path, description = "The ruleset's hash.", pattern = "^[0-9a-f]{64}$",
            example = "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"),
        ("kind" = String, Path, description = "The kind of the pieces.", example = "card"),
        PictureQuery,
    ),
    responses(
        (status = 200, description = "The picture.", body = String, content_type = "image/svg+xml",
            headers(("ETag" = String, description = "By the content."),
                    ("Cache-Control" = String, description = "For ever with the current `version`, else a day."))),
        (status = 304, description = "Not modified: the caller has it."),
        (status = 404, description = "No such ruleset, or no piece of this kind.", body = crate::problem::Problem,
            content_type = "application/problem+json"),
        QueryProblems, ProblemResponses
    )
)]
#[get("/v1/rulesets/{game}/{hash}/backs/{kind}.svg")]
pub(super) async fn get_back(
    state: AppState,
    request: HttpRequest,
    path: web::Path<(String, String, String)>,
    query: Query<PictureQuery>,
) -> Answer {
    picture(&state, &request, path.into_inner(), (Side::Back, query.0)).await
}

async fn picture(
    state: &AppState,
    request: &HttpRequest,
    (game, hash, name): (String, String, String),
    (side, query): (Side, PictureQuery),
) -> Answer {
    let theme = query.theme.unwrap_or_default();
    if query.version.as_ref().is_some_and(|version| version.chars().nth(MOST_VERSION).is_some()) {
        return Err(ApiError::query("version", said("at_most_characters").with("most", MOST_VERSION)));
    }
    let pictures = pictures(state, &game, &hash, theme, caller(request)).await?;
    let picture = pictures.get(&(side, name)).ok_or(ServiceError::NotFound { what: "piece" })?;
    let is_current = query.version.as_deref() == Some(VERSION);
    let cache = if is_current { respond::FOR_EVER } else { respond::A_DAY };
    let mut response = respond::constant(request, picture, "image/svg+xml", cache)?;
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
    Ok(response)
}

/// Characters of a version.
const MOST_VERSION: usize = 32;

/// Drawings may change with the program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// All pictures of a ruleset, drawn once for all who ask in this language and theme.
async fn pictures(
    state: &AppState,
    game: &str,
    hash: &str,
    theme: Theme,
    caller: Caller,
) -> Result<Arc<Pictures>, ApiError> {
    let language = languages::asked().one();
    let key = (format!("{game}/{hash}"), language, theme);
    if let Some(drawn) = state.pictures.get(&key) {
        return Ok(drawn);
    }
    let rules = state.service.played_ruleset(game, hash, caller).await?;
    let game = game.to_owned();
    let draw = move || {
        serving::long("pictures");
        let pieces = rules.pieces().ok_or(ServiceError::NotFound { what: "drawing" })?;
        let texts = rules.texts().map(|texts| texts.all(TEXTS_OF_PIECES)).unwrap_or_default();
        let drawing = Drawing::new(&game, (&pieces, &texts), language, theme);
        Ok::<_, ServiceError>(Arc::new(drawing.all()))
    };
    let drawn = state.service.answers().make(caller, draw).await??;
    state.pictures.keep(key, drawn.clone(), drawn.values().map(respond::weight).sum());
    Ok(drawn)
}
