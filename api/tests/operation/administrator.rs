//! Who is the administrator where there is no admin token: whoever works on the server's own machine, and nobody else.

use reqwest::Method;
use serde_json::json;

use crate::common::{Call, TestApp};

/// A call of every resource that is for the administrator.
fn calls(app: &TestApp) -> Vec<Call> {
    let of_one = ["", "/comparison", "/events", "/export", "/games", "/games/0/0"];
    let mut paths: Vec<String> = of_one.map(|rest| format!("/v1/experiments/exp_none{rest}")).into();
    paths.extend(["/metrics".to_owned(), "/v1/experiments".to_owned()]);
    let mut calls: Vec<Call> = paths.iter().map(|path| app.get(path)).collect();
    calls.push(app.post("/v1/experiments").json(&json!({})));
    calls.push(app.call(Method::DELETE, "/v1/experiments/exp_none"));
    calls
}

#[tokio::test]
async fn without_a_token_only_who_works_on_this_machine_is_one() {
    let app = TestApp::start().await;
    for host in ["localhost", "LocalHost:8080", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8080"] {
        let answer = app.get("/metrics").header("Host", host).send().await;
        assert_eq!(answer.status, 200, "{host}: {}", answer.text());
    }
    let own = app.get("/v1/experiments").header("Origin", &app.base).send().await;
    assert_eq!(own.status, 200, "the service's own page");
    for call in calls(&app) {
        let answer = call.send().await;
        assert!([200, 404, 422].contains(&answer.status), "{}: {}", answer.status, answer.text());
    }
}

#[tokio::test]
async fn a_page_whose_name_was_made_to_lead_here_is_refused() {
    let app = TestApp::start().await;
    for host in
        ["evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.7"]
    {
        for call in calls(&app) {
            let refused = call.header("Host", host).send().await.problem(403, "admin_from_elsewhere");
            let detail = refused["detail"].as_str().unwrap();
            assert!(detail.contains("the Host header") && detail.contains("TAPIS_ADMIN_TOKEN"), "{detail}");
            assert!(!detail.contains("evil"), "{detail}");
        }
    }
    // Everybody's resources have any name.
    app.get("/v1/games").header("Host", "evil.example").send().await.expect(200);
}

#[tokio::test]
async fn what_came_through_a_proxy_or_from_another_page_is_refused() {
    let app = TestApp::start().await;
    for (name, value) in [
        ("Forwarded", "for=127.0.0.1"),
        ("X-Forwarded-For", "127.0.0.1"),
        ("X-Forwarded-For", ""),
        ("X-Forwarded-Host", "localhost"),
        ("X-Forwarded-Proto", "http"),
        ("X-Real-IP", "127.0.0.1"),
        ("Via", "1.1 proxy"),
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
    ] {
        for call in calls(&app) {
            call.header(name, value).send().await.problem(403, "admin_from_elsewhere");
        }
    }
}

#[tokio::test]
async fn with_a_token_it_may_be_anybody_who_has_it() {
    let app = TestApp::start_with(&["--admin-token", "an-administrator-s-token"]).await;
    let elsewhere = || app.get("/metrics").header("Host", "tapis.example").header("Via", "1.1 proxy");
    elsewhere().send().await.problem(401, "token_required");
    assert_eq!(elsewhere().token("an-administrator-s-token").send().await.status, 200);
}
