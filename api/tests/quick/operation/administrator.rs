//! The administrator is who has the admin token, and nobody else: whatever a request says of where it comes from.

use std::os::unix::fs::PermissionsExt;

use reqwest::Method;
use serde_json::json;
use tapis_api::settings::Settings;
use tapis_api::startup::Application;
use tapis_service::sources::Sources;
use tapis_solver::registry::Registry;

use crate::common::{Call, TestApp};

/// A call of every resource that is for the administrator.
fn calls(app: &TestApp) -> Vec<Call> {
    let of_one = ["", "/export", "/games/0/0", "/report"];
    let mut paths: Vec<String> = of_one.map(|rest| format!("/v1/experiments/exp_none{rest}")).into();
    paths.extend(["/v1/stats/richelieu/facts/seats.csv", "/metrics", "/v1/experiments"].map(str::to_owned));
    let mut calls: Vec<Call> = paths.iter().map(|path| app.get(path)).collect();
    calls.push(app.post("/v1/experiments").json(&json!({})));
    calls.push(app.call(Method::DELETE, "/v1/experiments/exp_none"));
    calls
}

/// What a proxy with nothing but `proxy_pass` sends, what one that forwards the host sends, and what callers may make up.
const FROM_HERE: [&[(&str, &str)]; 7] = [
    &[],
    &[("Host", "127.0.0.1:8080"), ("Connection", "close")],
    &[("Host", "localhost")],
    &[("Host", "[::1]:8080"), ("Origin", "http://localhost:8080")],
    &[("X-Forwarded-For", "127.0.0.1"), ("X-Real-IP", "127.0.0.1")],
    &[("Forwarded", "for=127.0.0.1;host=localhost")],
    &[("Via", "1.1 proxy"), ("Origin", "null")],
];

#[tokio::test]
async fn no_header_and_no_address_makes_an_administrator() {
    let app = TestApp::start().await;
    for headers in FROM_HERE {
        for call in calls(&app) {
            let call = headers.iter().fold(call, |call, (name, value)| call.header(name, value));
            let refused = call.send().await;
            let detail = refused.problem(401, "token_required")["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains("TAPIS_ADMIN_TOKEN") && detail.contains("tapis admin"), "{detail}");
            assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
        }
        for call in calls(&app) {
            call.token("somebody-else-s-token").send().await.problem(401, "unknown_token");
        }
    }
    // Everybody's resources are everybody's.
    app.get("/v1/games").header("Host", "tapis.example").send().await.expect(200);
}

#[tokio::test]
async fn with_the_token_it_may_be_anybody_from_anywhere() {
    let app = TestApp::start().await;
    for call in calls(&app) {
        let call = call.header("Host", "tapis.example").header("Via", "1.1 proxy").admin();
        let answer = call.send().await;
        assert!([200, 404, 422].contains(&answer.status), "{}: {}", answer.status, answer.text());
    }
}

/// The token of a service that is started and stopped.
fn token_of(arguments: &[&str]) -> String {
    let settings = Settings::from_args(["--port", "0"].into_iter().chain(arguments.iter().copied())).unwrap();
    let application = Application::build(settings, Sources::system(Registry::standard())).unwrap();
    let token = application.state().admin.exposed().to_owned();
    application.state().service.close().unwrap();
    token
}

#[tokio::test]
async fn the_first_start_makes_a_token_that_stays() {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", directory.path().join("a.db").display());
    let file = directory.path().join("a.db.admin");
    let first = token_of(&["--database", &url]);
    assert_eq!(first.len(), 64, "32 bytes nobody guesses");
    assert_eq!(std::fs::read_to_string(&file).unwrap().trim(), first);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(token_of(&["--database", &url]), first);
    assert_eq!(token_of(&["--database", &url, "--admin-token", "one-that-was-given"]), "one-that-was-given");
    let memory = || token_of(&["--database", "sqlite::memory:"]);
    assert_ne!(memory(), memory());
    // A file that others may read, or with nothing in it that can be a token, is refused.
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
    let refused = |url: &str| {
        let settings = Settings::from_args(["--port", "0", "--database", url]).unwrap();
        match Application::build(settings, Sources::system(Registry::standard())) {
            Ok(_) => panic!("it starts"),
            Err(error) => error.to_string(),
        }
    };
    assert!(refused(&url).contains("a.db.admin can be read by others"));
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    std::fs::write(&file, "s3cret\n").unwrap();
    let said = refused(&url);
    assert!(said.contains("at least 16") && !said.contains("s3cret"), "{said}");
    // As editors write it.
    std::fs::write(&file, "\u{feff}one-of-the-operator\r\n").unwrap();
    assert_eq!(token_of(&["--database", &url]), "one-of-the-operator");
    std::fs::write(&file, b"\xff\xfeo\0n\0e\0").unwrap();
    assert!(refused(&url).contains("it is UTF-16"), "{}", refused(&url));
}
