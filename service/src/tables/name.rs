//! Names people give themselves.

use tapis_games::locale::Said;
use tapis_games::text;

/// Longest name, in characters as readers count them.
pub const MAX_NAME: usize = 40;

/// Cleans a name, see [`text::clean`].
///
/// # Errors
/// It is empty, too long, or has characters that are not seen or change how others are seen.
pub fn clean(name: &str) -> Result<String, Said> {
    text::clean(name, MAX_NAME).map_err(Said::from)
}
