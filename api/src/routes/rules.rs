//! The rules of a game, where refusals say they can be read.

use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, web};
use pulldown_cmark::{Options, Parser, html};

use super::respond::public;
use crate::problem::{ApiError, NoSuchGame, ProblemResponses};
use crate::state::AppState;
use tapis_service::ServiceError;
use tapis_service::catalogue::Document;

/// The page has nothing but its text and style.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// Read the rules of a game.
///
/// A page for browsers, with an anchor for each section: the `rule_href` of a refused move leads to one of them.
#[utoipa::path(
    tag = "rulesets", operation_id = "getRules", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu")),
    responses(
        (status = 200, description = "The page.", body = String, content_type = "text/html"),
        (status = 304, description = "What `If-None-Match` names is still current."),
        NoSuchGame, ProblemResponses
    )
)]
#[get("/v1/rulesets/{game}/rules")]
pub(super) async fn get_rules(
    state: AppState,
    game: web::Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let game =
        state.service.rulesets().games().game(&game).ok_or(ServiceError::NotFound { what: "game_played" })?;
    let text = game.rules_text().ok_or(ServiceError::NotFound { what: "rules_text" })?;
    let page = include_str!("rules.html").replace("{{title}}", game.about().title);
    let page = Document::of_bytes(page.replace("{{text}}", &written(text)).into_bytes());
    let mut response = public(&request, &page, "text/html; charset=utf-8", None)?;
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
    Ok(response)
}

/// The HTML of a Markdown text, each heading with its anchor.
fn written(text: &str) -> String {
    let with_anchor = |line: &str| match line.trim_start_matches('#') {
        title if title.len() < line.len() && title.starts_with(' ') => {
            format!("{line} {{#{}}}\n", anchor(title.trim()))
        }
        _ => format!("{line}\n"),
    };
    let text: String = text.lines().map(with_anchor).collect();
    let options = Options::ENABLE_HEADING_ATTRIBUTES | Options::ENABLE_TABLES;
    let mut page = String::with_capacity(2 * text.len());
    html::push_html(&mut page, Parser::new_ext(&text, options));
    page
}

/// The anchor of a heading as forges make it: lower case, hyphens for spaces, no other punctuation.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_anchors_and_tables_are_tables() {
        let page = written("# A game\n\n## Card kinds, [S]\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n");
        assert!(page.contains("<h2 id=\"card-kinds-s\">Card kinds, [S]</h2>"), "{page}");
        assert!(page.contains("<h1 id=\"a-game\">") && page.contains("<td>1</td>"), "{page}");
    }
}
