//! What the games do, on record: see [`tapis_testkit::record`].

use tapis_games::malin::Malin;
use tapis_games::parbourg::Parbourg;
use tapis_games::richelieu::Richelieu;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_testkit::{recorded_games, recorded_perft};

recorded_perft! {
    sept_blasons: SeptBlasons, "{}", [(0, 0, 4), (1, 20, 4), (2, 90, 5)];
    sept_blasons_three: SeptBlasons, r#"{"players": 3, "variants": ["religieux", "se_servent"]}"#, [(0, 0, 3), (1, 60, 4)];
    malin: Malin, "{}", [(0, 0, 4), (1, 4, 3), (2, 30, 4), (3, 36, 4)];
    malin_three: Malin, r#"{"players": 3, "wish": "removed_card"}"#, [(0, 0, 4), (1, 3, 4), (2, 15, 9)];
    malin_malheurs: Malin, r#"{"players": 3, "malheurs": true}"#, [(0, 0, 3), (1, 3, 4), (2, 12, 4), (3, 40, 4)];
    malin_teams: Malin, r#"{"players": 6, "teams": true, "twins": "fixed"}"#, [(0, 0, 4), (1, 30, 6)];
    parbourg: Parbourg, r#"{"players": 2}"#, [(0, 0, 4), (1, 40, 4), (2, 150, 4)];
}

recorded_games! {
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
