//! Health, unknown paths, wrong methods, headers of every answer.

mod common;

use common::TestApp;

#[tokio::test]
async fn alive_and_ready() {
    let app = TestApp::start().await;
    assert_eq!(app.get("/healthz").send().await.expect(200)["status"], "ok");
    assert_eq!(app.get("/readyz").send().await.expect(200)["status"], "ok");
    app.state.stopping.cancel();
    app.get("/readyz").send().await.problem(503, "shutting_down");
}

#[tokio::test]
async fn unknown_paths_and_wrong_methods_are_problems() {
    let app = TestApp::start().await;
    app.get("/nothing").send().await.problem(404, "not_found");
    let answer = app.post("/healthz").send().await;
    answer.problem(405, "method_not_allowed");
    assert_eq!(answer.header("allow"), Some("GET"));
}

#[tokio::test]
async fn request_ids_come_back() {
    let app = TestApp::start().await;
    let answer = app.get("/healthz").header("X-Request-Id", "walk-1").send().await;
    assert_eq!(answer.header("x-request-id"), Some("walk-1"));
    let answer = app.get("/nothing").header("X-Request-Id", "not sound!").send().await;
    let id = answer.header("x-request-id").unwrap();
    assert_eq!(id.len(), 36);
}
