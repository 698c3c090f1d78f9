//! Why a move would be refused, without sending it.

use serde_json::{Value, json};

use crate::common::{Answer, Table, TestApp};

async fn validate(app: &TestApp, table: &Table, seat: usize, body: &Value) -> Answer {
    app.post(&table.path("/moves/validation")).token(table.token(seat)).json(body).send().await
}

/// Moves that are not legal at the start of a game, by who asks.
fn refused() -> Vec<(usize, Value)> {
    vec![
        (0, json!({"move": "take 9X"})),
        (0, json!({"move": "skip"})),
        (0, json!({"move": "take 2L pay reserve"})),
        (0, json!({"picks": []})),
        (0, json!({"picks": ["!stop"]})),
        (0, json!({"picks": ["grid#1c01", "grid#1c01"]})),
        (0, json!({"kind": "take", "args": {"row": 77}})),
        (1, json!({"move": "take 1L"})),
        (1, json!({"picks": ["grid#1c01"]})),
    ]
}

#[tokio::test]
async fn a_refusal_is_that_of_the_move_and_nothing_is_played() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    for (seat, body) in refused() {
        let verdict = validate(&app, &table, seat, &body).await.expect(200);
        assert_eq!((&verdict["legal"], verdict.get("notation")), (&json!(false), None), "{body}");
        let call = app.post(&table.path("/moves")).token(table.token(seat)).if_match("*");
        let played = call.json(&body).send().await;
        assert_eq!(verdict["problem"], played.json(), "{body}");
        assert_eq!(verdict["problem"]["status"], played.status, "{body}");
    }
    for seat in [0, 1] {
        assert_eq!(table.see(&app, seat).await["version"], 1);
    }
}

#[tokio::test]
async fn a_legal_move_is_called_so_whichever_way_it_is_named() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let state = table.see(&app, 0).await;
    for legal in state["legal_moves"].as_array().unwrap() {
        let notation = &legal["notation"];
        let steps = legal["picks"].as_array().unwrap().iter();
        let taps: Vec<&Value> = steps
            .flat_map(|step| step.as_array().into_iter().flatten().chain(step.as_str().map(|_| step)))
            .collect();
        let parts = json!({"kind": legal["kind"], "args": legal["args"], "version": 1});
        for body in [json!({"move": notation, "wait_ms": 100}), json!({"picks": taps}), parts] {
            let verdict = validate(&app, &table, 0, &body).await.expect(200);
            assert_eq!(verdict, json!({"legal": true, "notation": notation}), "{body}");
        }
    }
    assert_eq!(table.see(&app, 0).await, state, "nothing was played");
}

#[tokio::test]
async fn a_pick_that_does_not_fit_is_named_with_what_would() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let verdict = validate(&app, &table, 0, &json!({"picks": ["!stop"]})).await.expect(200);
    let problem = &verdict["problem"];
    assert_eq!(problem["errors"][0]["pointer"], "/picks/0");
    let first = table.see(&app, 0).await["legal_moves"][0]["picks"][0].clone();
    let first = first.as_str().or(first[0].as_str()).unwrap().to_owned();
    assert!(problem["possible"].as_array().unwrap().contains(&json!(first)), "{problem}");
    for language in ["en", "fr"] {
        assert!(!problem["text"][language].as_str().unwrap().is_empty());
    }
    let missing = validate(&app, &table, 0, &json!({"picks": []})).await.expect(200);
    assert_ne!(missing["problem"]["text"], problem["text"], "something is missing, nothing is wrong");
    // What lies dark says its rule.
    let between = validate(&app, &table, 0, &json!({"picks": ["table#1c05"]})).await.expect(200);
    let said =
        ["/code", "/errors/0/pointer", "/reason", "/rule_href"].map(|at| between["problem"].pointer(at));
    let href = "/v1/rulesets/richelieu/rules#a-turn";
    let wanted = ["invalid_body", "/picks/0", "not_the_marker_step", href].map(|text| json!(text));
    assert_eq!(said, wanted.each_ref().map(Some));
    assert_eq!(between["problem"]["detail"], between["problem"]["text"]["en"]);
}

#[tokio::test]
async fn who_may_ask_and_of_what() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let path = table.path("/moves/validation");
    let body = json!({"move": "take 1L"});
    app.post(&path).json(&body).send().await.problem(401, "token_required");
    let call = || app.post(&path).token(table.token(0));
    call().json(&json!({"move": "take 1L", "version": 2})).send().await.problem(412, "stale_version");
    call().if_match("\"v9-s0\"").json(&body).send().await.problem(412, "stale_version");
    call().if_match("\"v1-s1\"").json(&body).send().await.problem(412, "foreign_etag");
    call().json(&json!({})).send().await.problem(422, "invalid_body");
    call().json(&json!({"move": "take 1L", "hint": true})).send().await.problem(422, "invalid_body");
    let waiting = Table::create(&app, json!({}), json!([{"kind": "mine"}, {"kind": "open"}])).await;
    let verdict = validate(&app, &waiting, 0, &body).await.expect(200);
    assert_eq!(verdict["problem"]["code"], "game_waiting");
}
