//! Answers in the languages that are asked for.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::ServiceRequest;
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::middleware::Next;
use tapis_games::locale::Languages;

use super::response::answered_by;
use super::{Back, problems};
use crate::languages;
use crate::paths::routed_path;

/// Tells everything inside which languages are asked for, and caches that they were.
///
/// # Errors
/// Those of the inner service, which are told in these languages.
pub async fn in_languages<B: MessageBody + 'static>(request: ServiceRequest, next: Next<B>) -> Back<BoxBody> {
    // What cannot be read is refused inside, by `acceptable`: where the caller's allowance was asked.
    let asked = languages::of(request.request()).unwrap_or_default();
    let chosen = languages::are_chosen(routed_path(request.request()));
    let answer = async {
        next.call(request)
            .await
            .map(|response| problems::problem_document(response.map_into_boxed_body()))
            .map(problems::for_people)
    };
    match languages::answering(asked, answer).await {
        Ok(mut response) => {
            if chosen {
                put_on(response.headers_mut(), asked);
            }
            Ok(response)
        }
        Err(error) => Err(answered_by(error, move |error| {
            let mut response = languages::answering_now(asked, || error.error_response());
            put_on(response.headers_mut(), asked);
            response
        })),
    }
}

/// One of several answers at the same address.
fn put_on(headers: &mut HeaderMap, languages: Languages) {
    let varies = |value: &HeaderValue| value.to_str().is_ok_and(|names| names.contains("Accept-Language"));
    if !headers.get_all(header::VARY).any(varies) {
        headers.append(header::VARY, HeaderValue::from_static("Accept-Language"));
    }
    if let Languages::One(language) = languages
        && headers.contains_key(header::CONTENT_TYPE)
        // What there is in one language alone says so itself.
        && !headers.contains_key(header::CONTENT_LANGUAGE)
    {
        headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.code()));
    }
}
