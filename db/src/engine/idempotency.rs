//! The seal of an idempotency record.

use super::seal::Seal;
use super::stored;
use crate::error::Result;
use crate::model::{Digest, IdempotencyRecord};

/// The hash over all of it.
pub(crate) fn seal(record: &IdempotencyRecord) -> Result<Digest> {
    let game = record.game.map(|id| id.to_string());
    Ok(Seal::new("idempotency")
        .text(&record.scope)
        .text(&record.key)
        .blob(&record.fingerprint.0)
        .int(record.status.into())
        .optional_text(game.as_deref())
        .optional_int(record.version.map(stored).transpose()?)
        .optional_text(record.response.as_ref().map(|json| json.as_str()))
        .text(&record.expires_at.to_string())
        .finish())
}
