//! Every law of what is shown, on many random games of each game. `TAPIS_SHOWN_GAMES` is their number a game.

use tapis_games::game::Published;
use tapis_games::malin::Malin;
use tapis_games::parbourg::Parbourg;
use tapis_games::richelieu::Richelieu;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_testkit::conformance::conform_drawn;
use tapis_testkit::ruleset;

fn drawn<G: Published>(options: &[&str]) {
    conform_drawn(&options.iter().map(|options| ruleset::<G>(options)).collect::<Vec<_>>());
}

#[test]
fn richelieu() {
    let other = r#"{"players": 4, "second_card": "visible_at_start", "taken_discs": "public", "move_marker": "always"}"#;
    drawn::<Richelieu>(&["{}", r#"{"players": 3, "variant": "three_rows"}"#, other]);
}

#[test]
fn sept_blasons() {
    drawn::<SeptBlasons>(&[
        r#"{"players": 3}"#,
        "{}",
        r#"{"players": 5, "variants": ["curieux", "religieux"]}"#,
    ]);
}

#[test]
fn malin() {
    let teams = r#"{"players": 6, "teams": true, "malheurs": true}"#;
    drawn::<Malin>(&[
        r#"{"malheurs": true}"#,
        r#"{"players": 3, "points": 6}"#,
        teams,
        r#"{"players": 5, "points": 6}"#,
    ]);
}

#[test]
fn parbourg() {
    drawn::<Parbourg>(&[r#"{"players": 2}"#, "{}", r#"{"players": 4, "windows": "holders"}"#]);
}
