//! What a caller says it knows of a game: the state that its wish was decided on.

use actix_web::HttpRequest;
use serde::Deserialize;
use serde_json::Value;
use tapis_games::seat::{Seat, Viewer};
use tapis_service::tables::Snapshot;

use crate::extract::IfMatch;
use crate::problem::ApiError;
use crate::wire::etag;

/// The version a caller knows: by `If-Match`, by `version` in the body, by both, or by neither.
pub(super) struct KnownVersion {
    condition: Option<IfMatch>,
    named: Option<Value>,
}

impl KnownVersion {
    /// What a request says that may say nothing. The body is read for its version alone: whatever else is in it is looked at
    /// after the version.
    ///
    /// # Errors
    /// `If-Match` cannot be read.
    pub(super) fn of(request: &HttpRequest, body: &[u8]) -> Result<Self, ApiError> {
        #[derive(Deserialize)]
        struct Named {
            version: Option<Value>,
        }
        let named = serde_json::from_slice::<Named>(body).ok().and_then(|named| named.version);
        Ok(Self { condition: IfMatch::if_any(request)?, named })
    }

    /// What a request says that must say something.
    ///
    /// # Errors
    /// It says nothing (428), or `If-Match` cannot be read.
    pub(super) fn required(request: &HttpRequest, body: &[u8]) -> Result<Self, ApiError> {
        let known = Self::of(request, body)?;
        if known.condition.is_none() && known.named.is_none() {
            return Err(ApiError::VersionRequired);
        }
        Ok(known)
    }

    /// Whether that is the newest version, as `seat` sees it.
    ///
    /// # Errors
    /// It is not, or the `version` is no number.
    pub(super) fn check(&self, snapshot: &Snapshot, seat: Seat) -> Result<(), ApiError> {
        let version = snapshot.version();
        let etag = etag(version, Viewer::Seat(seat));
        if let Some(condition) = self.condition.as_ref().filter(|condition| !condition.allows(&etag)) {
            return Err(mismatch(condition, seat, version, etag));
        }
        let Some(named) = &self.named else { return Ok(()) };
        match named.as_u64() {
            Some(known) if known == version => Ok(()),
            Some(known) => Err(ApiError::StaleVersion { known, version, etag }),
            None => Err(ApiError::field("/version", "a version of the game: a whole number from 1 on")),
        }
    }
}

/// Why none of the tags is the current one: they name other versions, or no state that this seat can have seen.
fn mismatch(condition: &IfMatch, seat: Seat, version: u64, etag: String) -> ApiError {
    let own = format!("-s{}\"", seat.0);
    let known = |tag: &String| tag.strip_prefix("\"v")?.strip_suffix(&own)?.parse::<u64>().ok();
    match condition.tags().iter().filter_map(known).max() {
        Some(known) => ApiError::StaleVersion { known, version, etag },
        None => {
            let sent = condition.tags().first().cloned().unwrap_or_default();
            ApiError::ForeignTag { sent, version, etag }
        }
    }
}
