//! What a key may be called.

use super::invalid;
use crate::error::Result;
use crate::model::ApiKey;

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
