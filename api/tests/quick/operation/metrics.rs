//! Numbers for operators.

use serde_json::json;

use crate::common::{Table, TestApp};

const TOKEN: &str = "an-administrator-s-token";

/// The value of a metric, labels included in its name.
fn value(text: &str, name: &str) -> Option<f64> {
    let line = text.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')));
    line.map(|line| line.rsplit(' ').next().unwrap().parse().unwrap())
}

#[tokio::test]
async fn they_count_what_happens() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    table.play(&app, 0, "take 1L").await;
    let hint = app.post(&table.path("/hints")).token(table.token(0));
    hint.json(&json!({"budget": {"iterations": 100}})).send().await.expect(200);
    app.get("/nothing").send().await.problem(404, "not_found");
    app.get("/readyz").send().await.expect(200);
    let answer = app.get("/metrics").admin().send().await;
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let text = answer.text();
    // Other tests of this process are counted too.
    for name in [
        "tapis_games_created_total",
        "tapis_moves_total",
        "tapis_store_commits_total",
        "tapis_solver_searches_total{pool=\"hints\"}",
        "tapis_http_seconds_count{method=\"GET\",route=\"/v1/games/{id}\",status=\"200\"}",
        "tapis_http_seconds_count{method=\"POST\",route=\"/v1/games/{id}/moves\",status=\"200\"}",
        "tapis_http_seconds_count{method=\"GET\",route=\"none\",status=\"404\"}",
        "tapis_http_seconds_bucket{method=\"POST\",route=\"/v1/games\",status=\"201\",le=\"+Inf\"}",
        "tapis_refusals_total{code=\"not_found\"}",
        "tapis_ready",
        "tapis_database_seconds_count{part=\"writer\"}",
        concat!("tapis_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}"),
    ] {
        assert!(value(&text, name).is_some_and(|value| value >= 1.0), "{name} in\n{text}");
    }
    for secret in [table.id.as_str(), table.token(0), "/nothing"] {
        assert!(!text.contains(secret), "{secret}");
    }
}

/// A balancer may ask something else, or nobody.
#[tokio::test]
async fn whether_a_node_is_ready_is_told_though_nobody_asks() {
    let app = TestApp::start().await;
    let mut said = None;
    for _ in 0..1_000 {
        said = value(&app.get("/metrics").admin().send().await.text(), "tapis_ready");
        if said == Some(1.0) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("it says {said:?}");
}

#[tokio::test]
async fn they_are_the_administrator_s() {
    let app = TestApp::start_with(&["--admin-token", TOKEN]).await;
    let answer = app.get("/metrics").send().await;
    answer.problem(401, "token_required");
    assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
    app.get("/metrics").token("another-token-of-somebody").send().await.problem(401, "unknown_token");
    let table = Table::two_people(&app).await;
    app.get("/metrics").token(table.token(0)).send().await.problem(401, "unknown_token");
    let text = app.get("/metrics").token(TOKEN).send().await.text();
    assert!(value(&text, "tapis_games_created_total").is_some() && !text.contains(TOKEN));
    // The administrator is nobody at a table.
    app.get(&table.path("")).token(TOKEN).send().await.problem(401, "unknown_token");
}
