//! Who calls without a token, as generated clients do.

use serde_json::json;

use crate::common::{ADMIN, Call, Table, TestApp};

#[tokio::test]
async fn a_scheme_without_a_token_is_nobody() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let moved = json!({"move": "stop", "version": 1});
    for scheme in ["", "Bearer", "Bearer ", "bearer  "] {
        let with = |call: Call| call.header("Authorization", scheme);
        with(app.get("/v1/rulesets")).send().await.expect(200);
        with(app.post("/v1/games"))
            .json(&json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "open"}]}))
            .send()
            .await
            .expect(201);
        let state = with(app.get(&table.path(""))).send().await.expect(200);
        assert!(state["you"].is_null(), "{state}");
        let refused = with(app.post(&table.path("/moves"))).json(&moved).send().await;
        refused.problem(401, "token_required");
        assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
        with(app.get("/metrics")).send().await.problem(401, "token_required");
    }
    for wrong in ["Basic", "Basic YTpi", "Bearer a b"] {
        app.get("/v1/rulesets/richelieu").header("Authorization", wrong).send().await.expect(200);
        app.get(&table.path("")).header("Authorization", wrong).send().await.problem(401, "unknown_token");
    }
    assert_eq!(app.get("/metrics").token(ADMIN).send().await.status, 200);
}
