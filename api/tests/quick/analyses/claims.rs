//! Positions whose values were once claimed wrongly, as an analysis shows them.

use serde_json::{Value, json};

use crate::analyses::{analyse, log, quick, with};
use crate::common::{Table, TestApp};

/// Each file has a request and the exact values of some moves.
const CASES: [&str; 2] = [
    include_str!("../../../../laws/tests/data/false-proof.json"),
    include_str!("../../../../laws/tests/data/zero-width.json"),
];

/// Nothing is claimed that does not hold: a comparison with running games would miss the second of these observations, and all that are
/// asked at home. So there is none, and whoever rates games or plays them reads that.
#[tokio::test]
async fn a_game_without_hints_keeps_nobody_from_asking_and_the_documents_say_so() {
    let app = TestApp::start().await;
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let game = json!({"game": "richelieu", "options": {"first_seat": 0}, "hints": "off", "seats": seats});
    let table = Table::of(&app, game).await;
    let seen = with(&log(&app, &table, 0).await, quick());
    let other = with(&seen, json!({"ruleset": {"game": "richelieu"}}));
    for observation in [seen, other] {
        let answer = analyse(&app, &observation).await.expect(200);
        assert!(answer["moves"].as_array().is_some_and(|moves| !moves.is_empty()), "{answer}");
    }
    let document = app.get("/openapi.json").send().await.expect(200);
    let told = document["paths"]["/v1/analyses"]["post"]["description"].as_str().unwrap();
    assert!(told.contains("`hints` of a game keep none of its players from asking here"), "{told}");
    let ratings = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ratings.md");
    assert!(std::fs::read_to_string(ratings).unwrap().contains("## Help from outside"));
}

#[tokio::test]
async fn what_has_no_width_is_exact() {
    let app = TestApp::start().await;
    for case in CASES {
        let case: Value = serde_json::from_str(case).unwrap();
        let answer = analyse(&app, &case["request"]).await.expect(200);
        let known = |notation: &Value| {
            let truth = case["true"].as_array().unwrap();
            truth.iter().find(|known| known[0] == *notation).map(|known| known[1].as_f64().unwrap())
        };
        for advice in answer["moves"].as_array().unwrap() {
            let [value, low, high] = ["value", "low", "high"].map(|name| advice[name].as_f64().unwrap());
            if let Some(exact) = known(&advice["notation"]) {
                assert!(low <= exact && exact <= high, "{exact} is outside of {advice}");
                assert!(low < high || (value - exact).abs() < 1e-9, "{advice} is worth {exact}");
            }
        }
    }
}
