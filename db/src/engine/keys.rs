//! What a key may be called, and its seal.

use super::invalid;
use super::seal::Seal;
use crate::error::Result;
use crate::model::{ApiKey, Digest};

/// Most characters of a name.
const MAX_NAME: usize = 64;

/// Refuses what cannot be a name: it is a label of metrics and a word of commands.
pub(crate) fn check(key: &ApiKey) -> Result<()> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    let name = &key.name;
    if name.is_empty() || name.len() > MAX_NAME || !name.bytes().all(plain) || name.starts_with('-') {
        return Err(invalid(format!(
            "a key's name has 1 to {MAX_NAME} letters, digits, dots, underscores and hyphens, and does not begin with a hyphen"
        )));
    }
    Ok(())
}

/// The hash over all of a key's row.
pub(crate) fn seal(key: &ApiKey) -> Digest {
    let ApiKey { name, hash, scope, rates, created_at, revoked_at } = key;
    let revoked_at = revoked_at.map(|time| time.to_string());
    Seal::new("api key")
        .text(name)
        .blob(&hash.0)
        .text(scope.as_str())
        .optional_int(rates.requests.map(i64::from))
        .optional_int(rates.create.map(i64::from))
        .optional_int(rates.moves.map(i64::from))
        .optional_int(rates.hints.map(i64::from))
        .text(&created_at.to_string())
        .optional_text(revoked_at.as_deref())
        .finish()
}
