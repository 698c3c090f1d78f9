//! Every game under every law of the contract: more games than `tests/rules` has, and tables at which they are long.

use tapis_games::malin::Malin;
use tapis_games::parbourg::Parbourg;
use tapis_games::richelieu::Richelieu;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_testkit::conformance;

conformance! {
    richelieu: Richelieu, "{}", 4;
    richelieu_open: Richelieu, r#"{"open_discs": true}"#, 2;
    richelieu_public: Richelieu, r#"{"taken_discs": "public", "move_marker": "always"}"#, 2;
    richelieu_three: Richelieu, r#"{"players": 3, "variant": "three_rows"}"#, 3;
    richelieu_four: Richelieu, r#"{"players": 4, "second_card": "visible_at_start", "first_seat": 2}"#, 2;
    sept_blasons: SeptBlasons, "{}", 2;
    sept_blasons_five: SeptBlasons, r#"{"players": 5, "variants": ["curieux", "religieux"]}"#, 1;
    malin: Malin, "{}", 2;
    malin_three: Malin, r#"{"players": 3, "wish": "removed_card"}"#, 1;
    malin_fixed: Malin, r#"{"players": 5, "points": 6, "twins": "fixed", "ties": "last"}"#, 1;
    malin_malheurs: Malin, r#"{"malheurs": true}"#, 1;
    malin_malheurs_three: Malin, r#"{"players": 3, "points": 6, "malheurs": true, "twins": "fixed"}"#, 2;
    malin_malheurs_five: Malin, r#"{"players": 5, "points": 6, "malheurs": true}"#, 1;
    malin_teams: Malin, r#"{"players": 6, "teams": true, "malheurs": true}"#, 1;
    parbourg: Parbourg, "{}", 1;
    parbourg_two: Parbourg, r#"{"players": 2}"#, 1;
    parbourg_four: Parbourg, r#"{"players": 4, "windows": "holders"}"#, 1;
    parbourg_five: Parbourg, r#"{"players": 5}"#, 1;
    parbourg_six: Parbourg, r#"{"players": 6, "windows": "holders"}"#, 1;
}
