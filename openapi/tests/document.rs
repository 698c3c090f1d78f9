//! The committed document is what the handlers say.

use tapis_openapi::{committed, generated};

/// What belongs to a single game is served by the description of the game.
#[test]
fn the_document_has_nothing_of_single_games() {
    let document: serde_json::Value =
        serde_json::from_str(&generated().expect("it can be written")).expect("it is JSON");
    let names: Vec<_> = document["components"]["schemas"].as_object().expect("schemas").keys().collect();
    let games = ["Richelieu", "SeptBlasons", "Malin", "Parbourg"];
    let of_games: Vec<_> =
        names.iter().filter(|name| games.iter().any(|game| name.starts_with(game))).collect();
    assert!(of_games.is_empty(), "{of_games:?}");
    assert!(names.len() > 150, "{}", names.len());
}

#[test]
fn the_committed_document_is_fresh() {
    let generated = generated().expect("it can be written");
    if std::env::var_os("TAPIS_BLESS").is_some() {
        std::fs::write(committed(), &generated).expect("it can be written");
    }
    let committed = std::fs::read_to_string(committed()).unwrap_or_default();
    let common = committed.lines().zip(generated.lines()).take_while(|(old, new)| old == new).count();
    assert!(
        committed == generated,
        "openapi/openapi.json is not what the handlers say, from line {} on; run `cargo xtask bless`",
        common + 1,
    );
}

/// Where the document said less than the service asks.
#[test]
fn the_document_is_as_strict_as_the_service() {
    let document: serde_json::Value =
        serde_json::from_str(&generated().expect("it can be written")).expect("it is JSON");
    let parameter = |path: &str, name: &str| {
        let parameters = document["paths"][path]["get"]["parameters"].as_array().expect("parameters");
        let mut all = parameters.iter().map(|one| match one["$ref"].as_str() {
            Some(reference) => document.pointer(&reference[1..]).expect(reference),
            None => one,
        });
        all.find(|one| one["name"] == name).expect(name)["schema"].clone()
    };
    assert_eq!(parameter("/v1/games", "cursor")["minLength"], 48);
    for path in ["/v1/stats/{game}/summary", "/v1/stats/{game}/features"] {
        assert_eq!(parameter(path, "source")["pattern"], "^(played|bots|practice|experiment:.+)$");
    }
}
