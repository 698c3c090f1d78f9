//! The languages of an answer: those of `?lang=`, else the one that `Accept-Language` likes best, else all.

use actix_web::HttpRequest;
use actix_web::http::header::{self, AcceptLanguage, Header, Preference, Quality};
use serde::Serialize;
use tapis_games::locale::{Language, Languages, Said, said};

use crate::paths::routed_path;

/// What the query parameter is called.
pub const PARAMETER: &str = "lang";

tokio::task_local! {
    /// Those of the request at hand: a refusal is written where the request is not known any more.
    static ASKED: Languages;
}

/// Those that the request at hand asks for; all outside of a request.
pub fn asked() -> Languages {
    ASKED.try_with(|languages| *languages).unwrap_or_default()
}

/// Does something for a request that asks for these languages.
pub async fn answering<T>(languages: Languages, answer: impl Future<Output = T>) -> T {
    ASKED.scope(languages, answer).await
}

/// As [`answering`], what takes no time.
pub fn answering_now<T>(languages: Languages, answer: impl FnOnce() -> T) -> T {
    ASKED.sync_scope(languages, answer)
}

/// The JSON of a body, its texts in the languages that are asked for.
///
/// # Errors
/// It has none: a fault of this program.
pub fn json<T: Serialize>(body: &T) -> Result<Vec<u8>, serde_json::Error> {
    asked().writing(|| serde_json::to_vec(body))
}

/// Whether answers at this path, as the router reads it, have texts that a caller chooses the language of.
pub fn are_chosen(path: &str) -> bool {
    path.starts_with("/v1/") || path == "/mcp"
}

/// The languages that a request asks for.
///
/// # Errors
/// `lang` is there twice, or is none of those there are.
pub fn of(request: &HttpRequest) -> Result<Languages, Said> {
    if !are_chosen(routed_path(request)) {
        return Ok(Languages::All);
    }
    let query = form_urlencoded::parse(request.query_string().as_bytes());
    let mut wanted = query.filter(|(name, _)| name == PARAMETER);
    match (wanted.next(), wanted.next()) {
        (None, _) => Ok(liked(request)),
        (Some((_, code)), None) => code.parse().map_err(|_| {
            let code: String = code.chars().take(20).collect();
            said("none_of").with("name", code).with("known", "en, fr, all")
        }),
        (Some(_), Some(_)) => Err(said("twice")),
    }
}

/// The language of a page for people.
pub fn of_page(request: &HttpRequest) -> Language {
    liked(request).one()
}

/// What `Accept-Language` likes best of the languages there are (RFC 9110, 12.5.4); all where it likes none of them, or any.
fn liked(request: &HttpRequest) -> Languages {
    if !request.headers().contains_key(header::ACCEPT_LANGUAGE) {
        return Languages::All;
    }
    let mut liked = AcceptLanguage::parse(request).map(|liked| liked.0).unwrap_or_default();
    liked.retain(|tag| tag.quality > Quality::ZERO);
    // Stable: of those liked alike the first.
    liked.sort_by_key(|tag| std::cmp::Reverse(tag.quality));
    let known = liked.iter().find_map(|tag| match &tag.item {
        Preference::Any => Some(Languages::All),
        Preference::Specific(tag) => tag.primary_language().parse::<Language>().ok().map(Languages::One),
    });
    known.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn asked_by(uri: &str, accept: Option<&str>) -> Result<&'static str, Said> {
        let request = TestRequest::with_uri(uri);
        let request = accept
            .into_iter()
            .fold(request, |request, accept| request.insert_header((header::ACCEPT_LANGUAGE, accept)));
        of(&request.to_http_request()).map(Languages::code)
    }

    #[test]
    fn the_parameter_goes_before_the_header_and_both_before_all() {
        for (uri, accept, expected) in [
            ("/v1/games", None, "all"),
            ("/v1/games?lang=fr", None, "fr"),
            ("/v1/games?limit=1&lang=all", Some("fr"), "all"),
            ("/v1/games", Some("fr-CA, en;q=0.9"), "fr"),
            ("/v1/games", Some("de, en;q=0.2, fr;q=0.3"), "fr"),
            ("/v1/games", Some("en, fr"), "en"),
            ("/v1/games", Some("fr;q=0, en;q=0.1"), "en"),
            ("/v1/games", Some("de"), "all"),
            ("/v1/games", Some("*"), "all"),
            ("/v1/games", Some("de, *;q=0.5, fr;q=0.1"), "all"),
            ("/v1/games", Some("=nonsense="), "all"),
            ("/%761/game%73?lang=fr", None, "fr"),
            ("/table", Some("fr"), "all"),
        ] {
            assert_eq!(asked_by(uri, accept).ok(), Some(expected), "{uri} {accept:?}");
        }
    }

    #[test]
    fn a_parameter_that_names_no_language_is_refused() {
        for (uri, detail) in [
            ("/v1/games?lang=de", "`de` is none of them: en, fr, all"),
            ("/v1/games?lang=", "`` is none of them: en, fr, all"),
            ("/v1/games?lang=en&lang=en", "it is there twice"),
        ] {
            assert_eq!(asked_by(uri, None).unwrap_err().to_string(), detail, "{uri}");
        }
    }
}
