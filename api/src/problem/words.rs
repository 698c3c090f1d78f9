//! What is told of a refusal.

use std::fmt;

use tapis_games::locale::{Args, COMMON_EN, COMMON_FR, Language, Texts};
use tapis_games::refusal::Text;
use tapis_games::seat::Viewer;
use tapis_service::{FieldError, ServiceError, TokenFault};

use super::{ApiError, BearerFault, KeyFault, Kind, LoginFault, PresentedKeyFault};
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
        let mut text = self.words();
        match self {
            Self::InvalidQuery(errors) => return FieldError::summary(errors),
            Self::Unreadable(detail) | Self::BadRequest(detail) | Self::InvalidHeader { detail, .. } => {
                text.add(&detail.text());
            }
            _ => {}
        }
        text
    }

    fn words(&self) -> Text {
        match self {
            Self::Unreadable(_) => say("unreadable_body", &[]),
            Self::DuplicateKey { pointer, key } => {
                say("duplicate_key", &[("pointer", pointer.as_str().into()), ("key", key.as_str().into())])
            }
            Self::TooDeep { limit } => say("too_deep", &[("limit", (*limit).into())]),
            Self::TooLarge { limit } => say("body_too_large", &[("limit", (*limit).into())]),
            Self::BodyTimeout { limit_ms } => say("body_timeout", &[("limit", (*limit_ms).into())]),
            Self::UnsupportedMediaType => say("unsupported_media_type", &[]),
            Self::EncodedBody => say("encoded_body", &[]),
            Self::InvalidQuery(_) => say("invalid_query", &[]),
            Self::InvalidHeader { header, .. } => say("invalid_header", &[("header", (*header).into())]),
            Self::BadRequest(_) => say("bad_request", &[]),
            Self::MethodNotAllowed { allow } => {
                say("method_not_allowed", &[("allow", allow.as_str().into())])
            }
            Self::CallGone { instead } => say("call_gone", &[("instead", (*instead).into())]),
            Self::NotAcceptable { types } => say("not_acceptable", &[("types", types.join(", ").into())]),
            Self::BadBearer(BearerFault::NotBearer) => say("bearer-not_bearer", &[]),
            Self::BadBearer(BearerFault::Repeated) => say("bearer-repeated", &[]),
            Self::BadBearer(BearerFault::Malformed) => say("bearer-malformed", &[]),
            Self::UnknownPosition { asked, newest, .. } => {
                say("unknown_position", &[("asked", (*asked).into()), ("newest", (*newest).into())])
            }
            Self::BadKey(KeyFault::Form) => say("key-form", &[]),
            Self::BadKey(KeyFault::Short { length }) => say("key-short", &[("length", (*length).into())]),
            Self::BadPresentedKey(PresentedKeyFault::Unknown) => say("unknown_key", &[]),
            Self::BadPresentedKey(PresentedKeyFault::Revoked) => say("revoked_key", &[]),
            Self::BadLogin(fault) => say(login(*fault), &[]),
            Self::KeyRequired => say("key_required", &[]),
            Self::KeyScope { name, wanted: None } => say("key_for_admin", &[("name", name.as_str().into())]),
            Self::KeyScope { name, wanted: Some(scope) } => {
                say("key_scope", &[("name", name.as_str().into()), ("scope", scope.as_str().into())])
            }
            Self::AdminTokenRequired => say("admin_token_required", &[]),
            Self::RateLimited { retry_after_s } => say("rate_limited", &[("n", (*retry_after_s).into())]),
            Self::Service(error) => of_service(error),
        }
    }
}

/// A refusal of the service, with the headers by which callers of this front end say things.
fn of_service(error: &ServiceError) -> Text {
    match error {
        ServiceError::TokenRequired => say("token_required", &[]),
        ServiceError::KeyReused => say("key_reused", &[]),
        ServiceError::VersionRequired => say("version_required", &[("example", "{\"version\": 17}".into())]),
        ServiceError::ForeignState { named, version, seat } => {
            let tag = etag(*version, Viewer::Seat(*seat));
            say("foreign_state", &[("named", named.as_str().into()), ("tag", tag.into())])
        }
        ServiceError::BadToken(TokenFault::TicketOnly { seat }) => {
            say("ticket_only", &[("seat", (*seat).into())])
        }
        ServiceError::Internal(_) => say("internal", &[]),
        other => other.text(),
    }
}

/// The key of what is told of a login.
fn login(fault: LoginFault) -> &'static str {
    match fault {
        LoginFault::Form => "login-form",
        LoginFault::TooLong => "login-too_long",
        LoginFault::UnknownKey => "login-unknown_key",
        LoginFault::Signature => "login-signature",
        LoginFault::Issuer => "login-issuer",
        LoginFault::Audience => "login-audience",
        LoginFault::Expired => "login-expired",
        LoginFault::Early => "login-early",
        LoginFault::Claims => "login-claims",
        LoginFault::Subject => "login-subject",
        LoginFault::NoKeys => "login-no_keys",
    }
}

fn say(key: &str, args: Args<'_>) -> Text {
    TEXTS.both(&format!("refusal-{key}"), args)
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().en)
    }
}

impl std::error::Error for ApiError {}

#[cfg(test)]
mod tests {
    use tapis_games::locale::Uses;

    use super::*;

    #[test]
    fn every_refusal_has_words_in_both_languages_and_no_words_are_left_over() {
        let keys = Kind::ALL.iter().map(|kind| format!("title-{}", kind.code())).collect();
        let uses = Uses { keys, sources: vec![include_str!("words.rs")] };
        assert_eq!(TEXTS.faults(1, &uses), [""; 0]);
    }
}
