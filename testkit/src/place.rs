//! Where a check stands, so that a panic of the rules is told with the game and the ply.

use std::cell::{Cell, RefCell};

thread_local! {
    static GAME: RefCell<String> = const { RefCell::new(String::new()) };
    static PLY: Cell<Option<usize>> = const { Cell::new(None) };
}

/// From here on it is this game, in words.
pub(crate) fn game(game: String) {
    GAME.set(game);
    PLY.set(None);
}

/// From here on it is this ply of it, or none that is known.
pub(crate) fn ply(ply: Option<usize>) {
    PLY.set(ply);
}

/// The text of a panic with where it was: checks say it themselves, rules do not.
pub(crate) fn told(panic: &str) -> String {
    GAME.with_borrow(|game| match PLY.get() {
        _ if game.is_empty() || panic.contains(game.as_str()) => panic.to_owned(),
        _ if panic.starts_with("ply ") => format!("{game}, {panic}"),
        Some(ply) => format!("{game}, ply {ply}: the rules panic: {panic}"),
        None => format!("{game}: the rules panic: {panic}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_does_not_say_where_it_is_told_with_it() {
        assert_eq!(told("no game"), "no game");
        game("g {}, seed 1, game 2".to_owned());
        assert_eq!(told("index out of bounds"), "g {}, seed 1, game 2: the rules panic: index out of bounds");
        ply(Some(300));
        assert_eq!(told("overflow"), "g {}, seed 1, game 2, ply 300: the rules panic: overflow");
        assert_eq!(told("ply 4: no move"), "g {}, seed 1, game 2, ply 4: no move");
        let own = "assertion failed: g {}, seed 1, game 2, ply 3: not ascending";
        assert_eq!(told(own), own);
    }
}
