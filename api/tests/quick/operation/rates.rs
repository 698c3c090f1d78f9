//! Callers who ask too often.

use serde_json::json;
use tapis_service::pool::Caller;

use crate::common::{Table, TestApp, until};

#[tokio::test]
async fn too_many_requests_are_refused_with_the_time_to_come_back() {
    let app = TestApp::start_with(&["--rate-requests", "3"]).await;
    for left in ["\"requests\";r=2", "\"requests\";r=1", "\"requests\";r=0"] {
        let answer = app.get("/healthz").send().await;
        assert_eq!((answer.status, answer.header("ratelimit")), (200, Some(left)));
        assert_eq!(answer.header("ratelimit-policy"), Some("\"requests\";q=3;w=60"));
    }
    let refused = app.get("/healthz").send().await;
    let problem = refused.problem(429, "rate_limited");
    let seconds: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert_eq!(problem["retry_after_s"], seconds);
    assert!((1..=21).contains(&seconds), "a third of a minute: {seconds}");
    assert_eq!(refused.header("ratelimit"), Some(format!("\"requests\";r=0;t={seconds}").as_str()));
}

#[tokio::test]
async fn moves_hints_and_creations_have_limits_of_their_own() {
    let limits = ["--rate-create", "2", "--rate-moves", "2", "--rate-hints", "1"];
    let app = TestApp::start_with(&limits).await;
    let (table, other) = (Table::two_people(&app).await, Table::two_people(&app).await);
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let third = app.post("/v1/games").json(&json!({"game": "richelieu", "seats": seats})).send().await;
    third.problem(429, "rate_limited");
    table.play(&app, 0, "take 1L").await;
    let answer = table.try_move(&app, 0, "skip").await;
    assert_eq!(answer.header("ratelimit-policy"), Some("\"requests\";q=5000;w=5, \"moves\";q=2;w=60"));
    answer.expect(200);
    // The caller is the machine, not the token: another table does not help.
    other.try_move(&app, 0, "take 1L").await.problem(429, "rate_limited");
    assert_eq!(other.see(&app, 0).await["version"], 1, "nothing was applied");
    let hint =
        || app.post(&other.path("/hints")).token(other.token(0)).json(&json!({"budget": {"iterations": 9}}));
    hint().send().await.expect(200);
    hint().send().await.problem(429, "rate_limited");
    app.post("/v1/analyses/estimate").json(&json!({})).send().await.problem(429, "rate_limited");
    app.get("/readyz").send().await.expect(200);
}

#[tokio::test]
async fn changes_that_are_no_moves_have_a_limit_beside_that_of_creations() {
    let app = TestApp::start_with(&["--rate-create", "2"]).await;
    let table = Table::two_people(&app).await;
    let settings = || {
        let call = app.put(&table.path("/seats/0/settings")).token(table.token(0));
        call.json(&json!({"auto_pass": "off"})).send()
    };
    settings().await.expect(200);
    app.delete(&table.path("/undo")).token(table.token(0)).send().await.problem(409, "undo_refused");
    let refused = settings().await;
    refused.problem(429, "rate_limited");
    assert_eq!(refused.header("ratelimit-policy"), Some("\"requests\";q=5000;w=5, \"changes\";q=2;w=60"));
    app.delete(&table.path("/seats/0/push")).token(table.token(0)).send().await.problem(429, "rate_limited");
    app.post(&table.path("/resign")).token(table.token(0)).send().await.problem(429, "rate_limited");
    table.play(&app, 0, "take 1L").await;
    Table::two_people(&app).await;
}

#[tokio::test]
async fn work_is_limited_beside_requests() {
    let app = TestApp::start_with(&["--rate-work", "1"]).await;
    // Whoever has a millisecond may do more than that once.
    app.post("/v1/games").json(&json!({"game": "x".repeat(200_000)})).send().await;
    let refused = app.get("/v1/rulesets").send().await;
    refused.problem(429, "rate_limited");
    let seconds = refused.header("retry-after").unwrap();
    assert_eq!(refused.header("ratelimit-policy"), Some("\"requests\";q=5000;w=5, \"work\";q=1;w=60"));
    let state = format!(", \"work\";r=0;t={seconds}");
    assert!(refused.header("ratelimit").is_some_and(|said| said.ends_with(&state)), "{state}");
}

/// Whoever the requests of a test come from.
fn here() -> Caller {
    Caller::new(Some([127, 0, 0, 1].into()), 0)
}

#[tokio::test]
async fn whoever_leaves_much_unread_reads_it_before_more_is_sent() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    table.play_on(&app, 500).await;
    let replay = || app.get(&table.path("/replay")).token(table.token(0)).send();
    assert!(replay().await.bytes.len() > 16 << 10);
    until(|| app.state.answers.taken() == 0).await;
    let mut unread = app.state.answers.of(here());
    unread.take_more(4 << 20).unwrap();
    replay().await.problem(429, "share_used");
    app.get("/openapi.json").send().await.expect(200);
    app.get("/v1/games").send().await.expect(200);
    drop(unread);
    replay().await.expect(200);
}

#[tokio::test]
async fn an_address_has_so_many_bytes_of_bodies_under_way() {
    let app = TestApp::start().await;
    let send = |bytes: usize| app.post("/v1/match").json(&json!({"unknown": "x".repeat(bytes)})).send();
    send(3_000).await.problem(422, "invalid_body");
    until(|| app.state.bodies.taken() == 0).await;
    let mut others = app.state.bodies.of(here());
    others.take_more((512 << 10) - 1_000).unwrap();
    send(3_000).await.problem(429, "share_used");
    send(500).await.problem(422, "invalid_body");
    drop(others);
    send(3_000).await.problem(422, "invalid_body");
}

#[tokio::test]
async fn whoever_waits_for_news_has_a_place_as_a_stream_has() {
    let app = TestApp::start_with(&["--max-streams", "8"]).await;
    let table = Table::two_people(&app).await;
    let ask =
        |wait: &str| app.get(&table.path(&format!("/events?after=1&wait={wait}"))).token(table.token(1));
    let waiting = tokio::spawn(ask("30").send());
    until(|| app.state.streams.taken() == 1).await;
    ask("30").send().await.problem(429, "share_used");
    ask("0").send().await.expect(200);
    table.play(&app, 0, "take 1L").await;
    assert_eq!(waiting.await.unwrap().expect(200)["items"][0]["kind"], "ply");
    until(|| app.state.streams.taken() == 0).await;
}

#[tokio::test]
async fn zero_is_no_limit() {
    let app = TestApp::start_with(&["--rate-requests", "0"]).await;
    let answer = app.get("/healthz").send().await;
    assert_eq!((answer.header("ratelimit"), answer.header("ratelimit-policy")), (None, None));
}
