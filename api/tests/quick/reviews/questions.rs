//! One choice in full, and tried again.

use serde_json::{Value, json};

use crate::common::{Answer, TestApp};
use crate::reviews::{ended, of_bots, reviewed};

async fn attempt(app: &TestApp, path: &str, ply: &Value, mv: &Value) -> Answer {
    app.post(&format!("{path}/exercises/{ply}")).json(&json!({"move": mv})).send().await
}

#[tokio::test]
async fn a_choice_has_the_numbers_of_the_review_and_another_try_its_verdict() {
    let app = TestApp::start().await;
    let table = of_bots(&app).await;
    let path = reviewed(&app, &table).await;
    let review = ended(&app, &path).await.json()["review"].clone();
    let decisions = review["decisions"].as_array().unwrap();
    let lost = |of: &Value| of["behind"]["mean"].as_f64().unwrap();
    let worst = decisions.iter().max_by(|one, other| lost(one).total_cmp(&lost(other))).unwrap();
    let ply = &worst["ply"];
    let choice = app.get(&format!("{path}/decisions/{ply}")).send().await;
    assert_eq!(choice.header("cache-control"), Some("no-store"));
    let shown = choice.expect(200);
    assert_eq!(&shown["decision"], worst);
    assert_eq!(shown["moves"].as_array().unwrap().len() as u64, worst["moves"].as_u64().unwrap());
    assert_eq!(
        (&shown["moves"][0]["notation"], &shown["why_not"]["notation"]),
        (&worst["best"], &worst["notation"])
    );
    assert!(!shown.to_string().contains("Seat "), "the seats have names: {shown}");
    assert_eq!(shown["hindsight"].as_array().unwrap().len(), shown["moves"].as_array().unwrap().len());
    assert_eq!(
        app.get(&format!("{path}/decisions/{ply}")).send().await.bytes,
        choice.bytes,
        "the same again"
    );

    let last = shown["moves"].as_array().unwrap().last().unwrap()["notation"].as_str().unwrap();
    let query: String = form_urlencoded::byte_serialize(last.as_bytes()).collect();
    let why = app.get(&format!("{path}/decisions/{ply}?why={query}")).send().await.expect(200);
    assert_eq!(why["why_not"]["notation"], last);
    let refused = app.get(&format!("{path}/decisions/{ply}?why=none")).send().await;
    assert_eq!(refused.problem(422, "invalid_query")["errors"][0]["pointer"], "/why");

    let right = attempt(&app, &path, ply, &worst["best"]).await.expect(200);
    assert_eq!((&right["verdict"], &right["notation"]), (&json!("right"), &worst["best"]));
    let played = attempt(&app, &path, ply, &worst["notation"]).await.expect(200);
    assert_eq!(played["behind"], worst["behind"]);
    // What is no fault may still seem to lose something.
    let is_open = worst["grade"] == "as_good" && played["verdict"] == "not_shown";
    assert!(played["verdict"] == worst["grade"] || is_open, "{played} {worst}");
    assert!(played["line"].is_array());
    let refused = attempt(&app, &path, ply, &json!("none")).await.problem(422, "invalid_body");
    assert_eq!(refused["errors"][0]["pointer"], "/move");
    for nowhere in ["0", "9999", "x"] {
        app.get(&format!("{path}/decisions/{nowhere}")).send().await.problem(404, "not_found");
        app.get("/v1/reviews/rev_none/decisions/1").send().await.problem(404, "not_found");
    }
}
