//! Query parameters.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

use crate::languages;
use crate::problem::ApiError;
use tapis_games::locale::{missing, unread};

/// Query parameters, read into a type that denies unknown fields. `lang` is every request's, and none of theirs.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(parse(request.query_string()))
    }
}

/// Reads the text of a query.
///
/// # Errors
/// A parameter is missing, unknown or wrong.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<Query<T>, ApiError> {
    // Each pair is written anew: the deserialiser takes the parser only.
    let mut own = form_urlencoded::Serializer::new(String::new());
    own.extend_pairs(
        form_urlencoded::parse(text.as_bytes()).filter(|(name, _)| name != languages::PARAMETER),
    );
    let own = own.finish();
    let reader = serde_urlencoded::Deserializer::new(form_urlencoded::parse(own.as_bytes()));
    serde_path_to_error::deserialize(reader).map(Query).map_err(misread)
}

fn misread(error: serde_path_to_error::Error<serde_urlencoded::de::Error>) -> ApiError {
    let why = error.inner().to_string();
    // What is missing, or there twice, lies in no value.
    let named = why.strip_prefix("duplicate field `").and_then(|rest| rest.strip_suffix('`'));
    let of_path = error.path().iter().find_map(|segment| match segment {
        Segment::Map { key } => Some(key.as_str()),
        _ => None,
    });
    let name = missing(&why).or(named).or(of_path).unwrap_or_default();
    ApiError::query(name, unread(&why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only parsed")]
    struct Example {
        needed: u8,
        limit: Option<u64>,
        open: Option<bool>,
        who: Option<Who>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Who {
        Bot,
        Invite,
    }

    #[test]
    fn every_fault_names_its_parameter_in_plain_words() {
        let cases = [
            ("limit=1", "/needed", "it is missing"),
            ("needed=1&limit=x", "/limit", "a whole number is expected"),
            ("needed=1&limit=", "/limit", "a whole number is expected"),
            ("needed=300", "/needed", "the number is too large"),
            ("needed=1&open=yes", "/open", "true or false is expected"),
            ("needed=1&who=ghost", "/who", "`ghost` is none of them: bot, invite"),
            ("needed=1&limit=1&limit=2", "/limit", "it is there twice"),
            ("needed=1&colour=red", "/colour", "`colour` is unknown: needed, limit, open, who"),
        ];
        for (text, pointer, detail) in cases {
            let Err(ApiError::InvalidQuery(faults)) = parse::<Example>(text) else {
                panic!("{text} is taken")
            };
            assert_eq!((faults[0].pointer.as_str(), faults[0].detail.as_str()), (pointer, detail), "{text}");
        }
        assert_eq!(parse::<Example>("needed=1&lang=fr&limit=2").unwrap().0.limit, Some(2));
    }
}
