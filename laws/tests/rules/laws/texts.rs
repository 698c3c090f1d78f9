//! Texts of the games: whole in both languages, and read as sentences do.

use serde_json::{Value, json};
use tapis_games::malin::Malin;
use tapis_games::richelieu::Richelieu;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_testkit::texts::faults;

/// Rulesets whose decks have every card there may be: any region, with and without a symbol, of one shield and of two.
fn every_card() -> [Value; 2] {
    let regions = [
        "bourgogne",
        "bretagne",
        "champagne",
        "normandie",
        "languedoc",
        "provence",
        "anjou",
        "bourbon",
        "auvergne",
    ];
    let symbols = [None, Some("sword"), Some("cross"), Some("tower")];
    let card = |n: usize| {
        let mut card = json!({"region": regions[n % 9], "shields": 1 + n / 9 % 2});
        if let Some(symbol) = symbols[n / 18 % 4] {
            card["symbol"] = symbol.into();
        }
        card
    };
    [0, 36].map(|from| json!({"deck": (from..from + 48).map(card).collect::<Vec<_>>()}))
}

#[test]
fn richelieu() {
    let [one, other] = every_card().map(|options| options.to_string());
    let always = r#"{"players": 3, "move_marker": "always", "taken_discs": "public"}"#;
    assert_eq!(
        faults::<Richelieu>(
            &["{}", always, &one, &other],
            0..2,
            &[
                include_str!("../../../../games/src/richelieu/explain.rs"),
                include_str!("../../../../solver/src/heuristics/richelieu/table.rs")
            ]
        ),
        [""; 0]
    );
}

#[test]
fn malin() {
    let options = [
        "{}",
        r#"{"malheurs": true}"#,
        r#"{"players": 3, "points": 6, "twins": "fixed", "wish": "removed_card"}"#,
        r#"{"players": 6, "teams": true, "malheurs": true, "twins": "fixed"}"#,
    ];
    assert_eq!(
        faults::<Malin>(
            &options,
            0..12,
            &[
                r#""bucket-with" "bucket-in_turn""#,
                include_str!("../../../../games/src/malin/explain.rs"),
                include_str!("../../../../solver/src/heuristics/malin/table.rs")
            ]
        ),
        [""; 0]
    );
}

#[test]
fn sept_blasons() {
    let options = [
        "{}",
        r#"{"players": 3, "variants": ["consultent"]}"#,
        r#"{"players": 7, "variants": ["curieux", "religieux"], "magistrat_may_target_self": true}"#,
        r#"{"players": 5, "variants": ["consultent", "se_servent", "curieux", "religieux"]}"#,
    ];
    assert_eq!(
        faults::<SeptBlasons>(
            &options,
            // In these games every rare move of a variant is made.
            265..270,
            &[
                // What is counted by character is called by these in the lab.
                r#""at" "with_at" "noun-bourgeois" "noun-bourgeoise" "noun-intendant" "noun-magistrat" "noun-malandrin"
                "noun-manant" "noun-menetrier" "noun-religieux""#,
                include_str!("../../../../games/src/sept_blasons/explain.rs"),
                include_str!("../../../../solver/src/heuristics/sept_blasons/table.rs")
            ]
        ),
        [""; 0]
    );
}
