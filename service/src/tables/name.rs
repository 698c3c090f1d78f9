//! The names that people give themselves, and the ids that front ends give to players.

use tapis_games::locale::{Said, said};
use tapis_games::text;

/// The longest name, in characters as readers count them.
pub const MAX_NAME: usize = 40;

/// Cleans a name, see [`text::clean`].
///
/// # Errors
/// It is empty, too long, or has characters that are not seen or change how others are seen.
pub fn clean(name: &str) -> Result<String, Said> {
    text::clean(name, MAX_NAME).map_err(Said::from)
}

/// Longest id of a player: that of a hash in hex digits.
pub const MAX_PLAYER: usize = 64;
/// Whoever is logged in, in place of an id.
pub const ME: &str = "me";

/// Checks the id of a player. A valid id needs no escaping in a path or on a page.
///
/// # Errors
/// It is empty, too long, has other characters, or is [`ME`].
pub fn check_player(id: &str) -> Result<(), Said> {
    if id == ME {
        return Err(said("player_me"));
    }
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"._~:@|=-".contains(&byte);
    let begins = id.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
    let right = begins && id.len() <= MAX_PLAYER && id.bytes().all(fits);
    right.then_some(()).ok_or_else(|| said("player_id").with("most", MAX_PLAYER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_players_are_harmless() {
        let long = "a".repeat(64);
        let right =
            ["7", "u-17", "auth0|5f7c8ec7c33c6c004bbafe82", "0197f0c5-3a1b-7c2d-8e4f-0123456789ab", &long];
        assert!(right.iter().all(|id| check_player(id).is_ok()));
        let longer = "a".repeat(65);
        let wrong = [
            "", "me", ".", "..", "-a", "a b", "a/b", "a\u{0}", "<b>", "a&b", "a\"", "a'", "é", "a%2F",
            &longer,
        ];
        wrong.iter().for_each(|id| assert!(check_player(id).is_err(), "{id}"));
    }
}
