//! Keys of front ends and designers.

use reqwest::Method;
use serde_json::json;
use tapis_api::keys::hash;
use tapis_db::model::{ApiKey, ExperimentState, KeyRates, KeyScope, Time};

use crate::common::{Call, TestApp, until};

const ADMIN: &str = "an-administrator-s-token";

/// Stores a key and has the service look it up, as housekeeping does; answers its text.
fn add(app: &TestApp, name: &str, scope: KeyScope, rates: KeyRates) -> String {
    let text = format!("tapis_{scope}_of_{name}");
    let created_at: Time = "2026-03-01T12:00:00Z".parse().unwrap();
    let key = ApiKey { name: name.to_owned(), hash: hash(&text), scope, rates, created_at, revoked_at: None };
    app.state.service.store().add_key(key).unwrap();
    refresh(app);
    text
}

fn refresh(app: &TestApp) {
    app.state.keys.refresh(&**app.state.service.store(), &app.state.settings.limits).unwrap();
}

fn with(call: Call, key: &str) -> Call {
    call.header("Tapis-Key", key)
}

#[tokio::test]
async fn requests_are_counted_by_the_key_and_not_by_the_address() {
    let app = TestApp::start_with(&["--rate-requests", "1"]).await;
    let rates = KeyRates { requests: Some(3), ..KeyRates::default() };
    let (one, other) =
        (add(&app, "rates-one", KeyScope::Play, rates), add(&app, "rates-two", KeyScope::Play, rates));
    app.get("/healthz").send().await.expect(200);
    app.get("/healthz").send().await.problem(429, "rate_limited");
    for left in ["\"requests\";r=2", "\"requests\";r=1", "\"requests\";r=0"] {
        let answer = with(app.get("/healthz"), &one).send().await;
        assert_eq!((answer.status, answer.header("ratelimit")), (200, Some(left)));
        assert_eq!(answer.header("ratelimit-policy"), Some("\"requests\";q=3;w=60"));
    }
    with(app.get("/healthz"), &one).send().await.problem(429, "rate_limited");
    // Another look at the keys forgets nothing.
    refresh(&app);
    with(app.get("/healthz"), &one).send().await.problem(429, "rate_limited");
    with(app.get("/healthz"), &other).send().await.expect(200);
}

#[tokio::test]
async fn games_a_day_are_counted_by_the_key() {
    let app = TestApp::start_with(&["--games-a-day", "1"]).await;
    let key = add(&app, "quota", KeyScope::Play, KeyRates::default());
    let game = json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}]});
    let create = || app.post("/v1/games").json(&game);
    create().send().await.expect(201);
    create().send().await.problem(429, "quota_used");
    with(create(), &key).send().await.expect(201);
    with(create(), &key).send().await.problem(429, "quota_used");
}

#[tokio::test]
async fn a_key_that_is_none_is_refused_in_words() {
    let app = TestApp::start_with(&["--rate-requests", "6"]).await;
    let key = add(&app, "revoked", KeyScope::Play, KeyRates::default());
    for wrong in ["tapis_play_0", "", "\u{e9}", &key.to_uppercase()] {
        let refused = with(app.get("/v1/games"), wrong).send().await;
        let problem = refused.problem(401, "unknown_key");
        assert!(problem["detail"].as_str().unwrap().contains("tapis keys add"), "{problem}");
        assert!(problem["text"]["fr"].as_str().unwrap().contains("n’est pas une clé"), "{problem}");
        assert_eq!(refused.header("www-authenticate"), Some("Tapis-Key"));
    }
    with(with(app.get("/v1/games"), &key), &key).send().await.problem(401, "unknown_key");
    with(app.get("/v1/games"), &key).send().await.expect(200);
    let at: Time = "2026-03-02T12:00:00Z".parse().unwrap();
    assert_eq!(app.state.service.store().revoke_key("revoked", at), Ok(true));
    refresh(&app);
    let problem = with(app.get("/v1/games"), &key).send().await.problem(401, "unknown_key");
    assert!(problem["detail"].as_str().unwrap().contains("was revoked"), "{problem}");
    // Guesses are counted for the address.
    with(app.get("/v1/games"), "tapis_play_0").send().await.problem(429, "rate_limited");
}

#[tokio::test]
async fn a_key_of_a_designer_opens_experiments_and_nothing_else() {
    let app = TestApp::start_with(&["--admin-token", ADMIN]).await;
    let lab = add(&app, "designer", KeyScope::Lab, KeyRates::default());
    let play = add(&app, "player", KeyScope::Play, KeyRates::default());
    let list = || app.get("/v1/experiments");
    with(list(), &lab).send().await.expect(200);
    with(app.post("/v1/experiments"), &lab).json(&json!({})).send().await.problem(422, "invalid_body");
    let of_one = ["", "/export", "/games/0/0"];
    for rest in of_one {
        let answer = with(app.get(&format!("/v1/experiments/exp_none{rest}")), &lab).send().await;
        assert_eq!(answer.status, 404, "{rest}: {}", answer.text());
    }
    let cancelled = with(app.call(Method::DELETE, "/v1/experiments/exp_none"), &lab).send().await;
    cancelled.problem(404, "not_found");
    let problem = with(app.get("/metrics"), &lab).send().await.problem(403, "key_scope");
    assert!(problem["detail"].as_str().unwrap().contains("the admin token"), "{problem}");
    let problem = with(list(), &play).send().await.problem(403, "key_scope");
    assert!(problem["detail"].as_str().unwrap().contains("a key of scope lab"), "{problem}");
    list().send().await.problem(401, "token_required");
    // Beside the admin token a key counts requests, no more.
    with(app.get("/metrics"), &play).token(ADMIN).send().await;
    with(list(), &play).token(ADMIN).send().await.expect(200);
    with(list(), &play).token("another-token-of-somebody").send().await.problem(401, "unknown_token");
}

#[tokio::test]
async fn an_experiment_is_cancelled_with_the_key_that_asked_for_it_and_with_no_other() {
    let app = TestApp::start_with(&["--admin-token", ADMIN, "--tune", "lab_threads=1"]).await;
    let [one, other] = ["one", "other"].map(|name| add(&app, name, KeyScope::Lab, KeyRates::default()));
    let arms = json!([{"name": "a", "seats": ["random"]}, {"name": "b", "seats": ["greedy", "random"]}]);
    let plan = json!({"game": "richelieu", "arms": arms, "games": 200_000, "metric": "win_share:random"});
    let ask = |key: &str| with(app.post("/v1/experiments"), key).json(&plan).send();
    let asked = ask(&one).await.expect(202);
    let id = asked["id"].as_str().unwrap();
    let cancel = |key: &str| with(app.call(Method::DELETE, &format!("/v1/experiments/{id}")), key);
    // Who asks for what is asked for already is told of it.
    ask(&other).await.expect(202);
    let refused = cancel(&other).send().await.problem(403, "key_scope");
    assert!(refused["detail"].as_str().unwrap().contains("the key that asked for it"), "{refused}");
    let running = ExperimentState::Running;
    until(|| app.state.laboratory.follow(id).is_some_and(|report| report.borrow().state == running)).await;
    cancel(&one).send().await.expect(204);
    // It is theirs who take it up again.
    ask(&other).await.expect(202);
    cancel(&one).send().await.problem(403, "key_scope");
    cancel(&one).token(ADMIN).send().await.expect(204);
}

#[tokio::test]
async fn metrics_count_by_the_name_and_know_no_key() {
    let app = TestApp::start().await;
    let rates = KeyRates { requests: Some(2), ..KeyRates::default() };
    let key = add(&app, "measured", KeyScope::Play, rates);
    for status in [200, 200, 429] {
        assert_eq!(with(app.get("/healthz"), &key).send().await.status, status);
    }
    let text = app.get("/metrics").admin().send().await.text();
    for line in [
        "tapis_key_requests_total{key=\"measured\"} 3",
        "tapis_key_refusals_total{key=\"measured\",reason=\"rate\"} 1",
        "tapis_key_refusals_total{key=\"measured\",reason=\"revoked\"} 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    assert!(!text.contains(&key));
}
