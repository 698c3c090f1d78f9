//! Positions whose values were once claimed wrongly, as an analysis shows them.

use serde_json::Value;

use crate::analyses::analyse;
use crate::common::TestApp;

/// Each file has a request and the exact values of some moves.
const CASES: [&str; 2] = [
    include_str!("../../../../laws/tests/data/false-proof.json"),
    include_str!("../../../../laws/tests/data/zero-width.json"),
];

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
