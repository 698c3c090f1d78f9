//! What is told of a refusal.

use std::fmt;

use tapis_games::locale::{Arg, COMMON_EN, COMMON_FR, Language, Texts};
use tapis_games::refusal::Text;
use tapis_games::seat::Viewer;
use tapis_service::{FieldError, Reason, ServiceError, TokenFault};

use super::{ApiError, BearerFault, KeyFault, Kind, LoginFault};
use crate::etag::etag;

static TEXTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../../text/en/refusals.ftl")],
    fr: &[COMMON_FR, include_str!("../../text/fr/refusals.ftl")],
};

impl Kind {
    /// A title that is the same every time, in every language.
    pub fn title(self) -> Text {
        TEXTS.both(&format!("title-{}", self.code()), &[])
    }
}

/// What a page says at an address where nothing is: its title, why that may be, and the way back.
pub fn lost(language: Language) -> [String; 3] {
    ["lost-title", "lost-text", "lost-back"].map(|key| TEXTS.say(language, key, &[]))
}

impl ApiError {
    /// What is wrong and what would be right, in every language.
    pub fn text(&self) -> Text {
        match self {
            Self::InvalidQuery(errors) => FieldError::summary(errors),
            Self::Unreadable(detail) | Self::BadRequest(detail) | Self::InvalidHeader { detail, .. } => {
                let mut text = self.reason().text_in(&TEXTS);
                text.add(&detail.text());
                text
            }
            Self::Service(error) if !says_http(error) => error.text(),
            _ => self.reason().text_in(&TEXTS),
        }
    }

    /// The kind of problem: the one that the reason is of.
    pub fn kind(&self) -> Kind {
        let code = match self {
            Self::Service(error) => error.code(),
            _ => self.reason().code(),
        };
        Kind::of(code).unwrap_or(Kind::Internal)
    }

    fn reason(&self) -> Reason {
        match self {
            Self::Unreadable(_) => "unreadable_body".into(),
            Self::DuplicateKey { pointer, key } => {
                let args = [("pointer", pointer.as_str().into()), ("key", key.as_str().into())];
                Reason::new("duplicate_key", args)
            }
            Self::TooDeep { limit } => with("too_deep", "limit", *limit),
            Self::TooLarge { limit } => with("body_too_large", "limit", *limit),
            Self::BodyTimeout { limit_ms } => with("body_timeout", "limit", *limit_ms),
            Self::UnsupportedMediaType => "unsupported_media_type".into(),
            Self::EncodedBody => "unsupported_media_type-encoded".into(),
            Self::InvalidQuery(_) => "invalid_query".into(),
            Self::InvalidHeader { header, .. } => with("invalid_header", "header", *header),
            Self::BadRequest(_) => "bad_request".into(),
            Self::MethodNotAllowed { allow } => with("method_not_allowed", "allow", allow.as_str()),
            Self::NoSuchPath { nearest: None } => "not_found-path".into(),
            Self::NoSuchPath { nearest: Some(path) } => with("not_found-path_near", "path", path.as_str()),
            Self::CallGone { instead } => with("not_found-call_gone", "instead", *instead),
            Self::NotAcceptable { types } => with("not_acceptable", "types", types.join(", ")),
            Self::BadBearer(BearerFault::NotBearer) => "unknown_token-not_bearer".into(),
            Self::BadBearer(BearerFault::Repeated) => "unknown_token-repeated".into(),
            Self::BadBearer(BearerFault::Malformed) => "unknown_token-malformed".into(),
            Self::UnknownPosition { asked, newest, .. } => {
                let args = [("asked", (*asked).into()), ("newest", (*newest).into())];
                Reason::new("unknown_position", args)
            }
            Self::BadKey(KeyFault::Form) => "invalid_idempotency_key-form".into(),
            Self::BadKey(KeyFault::Short { length }) => {
                with("invalid_idempotency_key-short", "length", *length)
            }
            Self::UnknownKey => "unknown_key".into(),
            Self::RevokedKey => "unknown_key-revoked".into(),
            Self::BadLogin(LoginFault::NoKeys) => "login_unavailable".into(),
            Self::BadLogin(fault) => <&'static str>::from(fault).into(),
            Self::KeyRequired => "key_required".into(),
            Self::KeyScope { name, wanted: None } => with("key_scope-admin", "name", name.as_str()),
            Self::KeyScope { name, wanted: Some(scope) } => {
                let args = [("name", name.as_str().into()), ("scope", <&str>::from(scope).into())];
                Reason::new("key_scope", args)
            }
            Self::AdminTokenRequired => "token_required-admin".into(),
            Self::RateLimited { retry_after_s } => with("rate_limited", "n", *retry_after_s),
            Self::Service(ServiceError::VersionRequired) => {
                with("version_required", "example", "{\"version\": 17}")
            }
            Self::Service(ServiceError::ForeignState { named, version, seat }) => {
                let tag = etag(*version, Viewer::Seat(*seat));
                Reason::new("foreign_etag", [("named", named.as_str().into()), ("tag", tag.into())])
            }
            Self::Service(error) => error.reason(),
        }
    }
}

/// A reason with one thing filled in.
fn with(key: &'static str, name: &'static str, arg: impl Into<Arg>) -> Reason {
    Reason::new(key, [(name, arg.into())])
}

/// Whether a refusal of the service is told in words of HTTP: of headers and members of bodies.
fn says_http(error: &ServiceError) -> bool {
    use ServiceError::{BadToken, ForeignState, Internal, KeyReused, TokenRequired, VersionRequired};
    matches!(
        error,
        TokenRequired
            | KeyReused
            | VersionRequired
            | ForeignState { .. }
            | BadToken(TokenFault::TicketOnly { .. })
            | Internal(_)
    )
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().en)
    }
}

impl std::error::Error for ApiError {}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;
    use tapis_games::locale::Uses;

    use super::*;

    #[test]
    fn every_refusal_has_words_in_both_languages_and_no_words_are_left_over() {
        let titles = Kind::ALL.iter().map(|kind| format!("title-{}", kind.code()));
        let logins = LoginFault::VARIANTS.iter().filter(|fault| **fault != LoginFault::NoKeys);
        let logins = logins.map(|fault| format!("refusal-{}", <&str>::from(fault)));
        let sources = vec![include_str!("words.rs"), include_str!("../../../common/src/error.rs")];
        let uses = Uses { keys: titles.chain(logins).collect(), sources };
        assert_eq!(TEXTS.faults(1, &uses), [""; 0]);
    }

    #[test]
    fn every_text_of_a_refusal_is_named_after_its_problem() {
        let texts = [
            include_str!("../../text/en/refusals.ftl"),
            include_str!("../../../common/text/en/refusals.ftl"),
        ];
        let keys =
            texts.iter().flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("refusal-"));
        // What is told beside a refusal: faults of members, and what people at a table do wrong.
        let beside = ["fault", "faults", "picks", "no_such_kind"];
        for key in keys.filter_map(|line| line.split_once(" =").map(|(key, _)| key)) {
            let code = key.split('-').next().unwrap();
            assert!(Kind::of(code).is_some() || beside.contains(&code), "{key}");
        }
    }
}
