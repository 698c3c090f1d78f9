//! What a game does, on record in files beside its tests: perft counts in `data`, playthroughs in `golden`.
//!
//! After a change that is meant, `cargo xtask bless` (or `TAPIS_BLESS=1`) writes the files anew; the difference is then
//! part of the change.

use std::path::Path;

use tapis_games::game::Published;

use crate::golden::playthrough;
use crate::perft::counts;
use crate::ruleset;

/// `name: Game, options as JSON, [(seed, plies, depth), …];` — a test of that name against `tests/data/<name>.perft`.
#[macro_export]
macro_rules! recorded_perft {
    ($($name:ident: $game:ty, $options:expr, $positions:expr;)*) => {
        mod perft {
            use super::*;
            $(#[test]
            fn $name() {
                let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/", stringify!($name), ".perft");
                $crate::record::perft::<$game>(file, $options, &$positions);
            })*
        }
    };
}

/// `name: Game, options as JSON, seed;` — a test of that name against the playthrough `tests/golden/<name>.txt`.
#[macro_export]
macro_rules! recorded_games {
    ($($name:ident: $game:ty, $options:expr, $seed:expr;)*) => {
        mod golden {
            use super::*;
            $(#[test]
            fn $name() {
                let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/", stringify!($name), ".txt");
                $crate::record::game::<$game>(file, $options, $seed);
            })*
        }
    };
}

/// Counts the lines of moves from each position, given as `(seed, plies, depth)`, and compares with the file.
pub fn perft<G: Published>(path: &str, options: &str, positions: &[(u8, u32, u32)]) {
    let counts = counts(&ruleset::<G>(options), positions);
    agrees(path, &format!("# {} {options}: lines of 0, 1, 2, … moves\n{counts}", G::ID));
}

/// Plays the game of the seed of `seed` bytes and compares it with the file.
pub fn game<G: Published>(path: &str, options: &str, seed: u8) {
    let text = playthrough(&ruleset::<G>(options), seed);
    agrees(path, &format!("# options {options}\n{text}"));
}

/// Compares `text` with the file at `path`, or writes it there when `TAPIS_BLESS` is set.
///
/// # Panics
/// The file has another text: says the first line that differs.
pub fn agrees(path: impl AsRef<Path>, text: &str) {
    let path = path.as_ref();
    if std::env::var_os("TAPIS_BLESS").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
        return;
    }
    let recorded = std::fs::read_to_string(path).unwrap_or_default();
    let differing = recorded.lines().zip(text.lines()).position(|(old, new)| old != new);
    let line = differing.unwrap_or(recorded.lines().count().min(text.lines().count()));
    assert!(
        recorded == text,
        "{} differs from line {} on:\n recorded: {}\n      now: {}\nIf that is meant: cargo xtask bless",
        path.display(),
        line + 1,
        recorded.lines().nth(line).unwrap_or("(end)"),
        text.lines().nth(line).unwrap_or("(end)")
    );
}
