//! What the games do, on record: perft counts in `tests/data` (those of Richelieu beside its own tests), playthroughs
//! with everything each seat sees in `tests/golden`. After a change that is
//! meant, `cargo xtask bless` (or `TAPIS_BLESS=1`) writes the files anew; the difference is then part of the change.

use std::path::{Path, PathBuf};

use tapis_games::game::Published;
use tapis_games::malin::Malin;
use tapis_games::parbourg::Parbourg;
use tapis_games::richelieu::Richelieu;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_games::testing::connect_four::ConnectFour;
use tapis_games::testing::dice_race::DiceRace;
use tapis_games::testing::finesse::Finesse;
use tapis_games::testing::golden::playthrough;
use tapis_games::testing::kuhn::Kuhn;
use tapis_games::testing::perft::{Count, counts};

/// `name: Game, options as JSON, [(seed, plies, depth), …];` — counts in `tests/data/<name>.perft`.
macro_rules! perft {
    ($($name:ident: $game:ty, $options:expr, $positions:expr;)*) => {
        mod perft {
            use super::*;
            $(#[test]
            fn $name() {
                let positions = $positions.map(|(seed, plies, depth)| Count { seed, plies, depth });
                let counts = counts(&ruleset::<$game>($options), &positions);
                let head = format!("# {} {}: lines of 0, 1, 2, … moves\n", <$game>::ID, $options);
                on_record(Path::new("data").join(concat!(stringify!($name), ".perft")), &(head + &counts));
            })*
        }
    };
}

/// `name: Game, options as JSON, seed;` — the playthrough in `tests/golden/<name>.txt`.
macro_rules! golden {
    ($($name:ident: $game:ty, $options:expr, $seed:expr;)*) => {
        mod golden {
            use super::*;
            $(#[test]
            fn $name() {
                let text = playthrough(&ruleset::<$game>($options), $seed);
                let head = format!("# options {}\n", $options);
                on_record(Path::new("golden").join(concat!(stringify!($name), ".txt")), &(head + &text));
            })*
        }
    };
}

perft! {
    connect_four: ConnectFour, "{}", [(0, 0, 7), (1, 12, 6), (6, 14, 6)];
    dice_race: DiceRace, "{}", [(0, 0, 6), (1, 3, 8)];
    kuhn: Kuhn, "{}", [(0, 0, 3)];
    finesse: Finesse, "{}", [(0, 0, 5), (1, 2, 10)];
    sept_blasons: SeptBlasons, "{}", [(0, 0, 4), (1, 20, 4), (2, 90, 5)];
    sept_blasons_three: SeptBlasons, r#"{"players": 3, "variants": ["religieux", "se_servent"]}"#, [(0, 0, 3), (1, 60, 4)];
    malin: Malin, "{}", [(0, 0, 4), (1, 4, 3), (2, 30, 4), (3, 36, 4)];
    malin_three: Malin, r#"{"players": 3, "wish": "removed_card"}"#, [(0, 0, 4), (1, 3, 4), (2, 15, 9)];
    malin_malheurs: Malin, r#"{"players": 3, "malheurs": true}"#, [(0, 0, 3), (1, 3, 4), (2, 12, 4), (3, 40, 4)];
    malin_teams: Malin, r#"{"players": 6, "teams": true, "twins": "fixed"}"#, [(0, 0, 4), (1, 30, 6)];
    parbourg: Parbourg, r#"{"players": 2}"#, [(0, 0, 4), (1, 40, 4), (2, 150, 4)];
}

golden! {
    connect_four: ConnectFour, "{}", 1;
    dice_race: DiceRace, "{}", 1;
    kuhn: Kuhn, "{}", 3;
    finesse: Finesse, "{}", 1;
    parbourg: Parbourg, "{}", 1;
    richelieu: Richelieu, "{}", 1;
    richelieu_open: Richelieu, r#"{"open_discs": true, "variant": "three_rows"}"#, 2;
    richelieu_four: Richelieu, r#"{"players": 4, "move_marker": "always"}"#, 3;
    sept_blasons: SeptBlasons, "{}", 1;
    sept_blasons_variants: SeptBlasons, r#"{"players": 3, "variants": ["consultent", "se_servent", "curieux", "religieux"]}"#, 2;
    malin: Malin, r#"{"points": 6}"#, 1;
    malin_malheurs: Malin, r#"{"players": 3, "points": 6, "malheurs": true}"#, 2;
    malin_fixed: Malin, r#"{"players": 5, "points": 6, "twins": "fixed", "wish": "removed_card", "ties": "last"}"#, 3;
    malin_teams: Malin, r#"{"players": 6, "points": 6, "teams": true, "malheurs": true}"#, 4;
}

fn ruleset<G: Published>(options: &str) -> G {
    let options = serde_json::from_str(options).expect("options");
    G::new(options).map_err(|faults| format!("{faults:?}")).expect("a ruleset")
}

/// Compares with the file under `tests`, or writes it when `TAPIS_BLESS` is set.
fn on_record(file: PathBuf, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    if std::env::var_os("TAPIS_BLESS").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&path, text).expect("the file can be written");
        return;
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
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
