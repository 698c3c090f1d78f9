//! The quotas of a day are counted by all nodes of a database, and go on after a restart.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;
use tempfile::TempDir;

use crate::common::TestApp;
use crate::server;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A service that lets an address create so many games a day; all have one secret.
async fn start(directory: &Arc<TempDir>, url: Option<&str>, games_a_day: &str) -> TestApp {
    let secret = "07".repeat(32);
    let arguments = ["--secret", &secret, "--games-a-day", games_a_day];
    TestApp::start_in(Arc::clone(directory), &arguments, |store| match url {
        Some(url) => tapis_db::open(url).unwrap(),
        None => store,
    })
    .await
}

/// Creates so many games; answers the statuses.
async fn create(app: &TestApp, games: usize) -> Vec<u16> {
    let bot = json!({"kind": "bot", "level": "random"});
    let body = json!({"game": "richelieu", "seats": [bot, bot]});
    let mut statuses = Vec::new();
    for _ in 0..games {
        statuses.push(app.post("/v1/games").json(&body).send().await.status);
    }
    statuses
}

/// Tells the store what was taken, and learns what it knows. A service does so by itself every two seconds.
async fn exchange(app: &TestApp) {
    app.state.quotas.exchange(&app.state.service).await.unwrap();
}

async fn goes_on_after_a_restart(url: Option<&str>) {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let mut app = start(&directory, url, "4").await;
    assert_eq!(create(&app, 4).await, [201; 4]);
    app.stop().await;
    let app = start(&directory, url, "4").await;
    // No request waits for the store: the first shows who it is that asks.
    assert_eq!(create(&app, 1).await, [201]);
    exchange(&app).await;
    assert_eq!(create(&app, 2).await, [429, 429]);
}

#[tokio::test]
async fn a_quota_goes_on_after_a_restart() {
    goes_on_after_a_restart(None).await;
}

#[tokio::test]
async fn a_quota_goes_on_after_a_restart_on_postgresql() {
    goes_on_after_a_restart(Some(&server::shared().database())).await;
}

#[tokio::test]
async fn nodes_share_a_quota() {
    let (url, directory) = (server::shared().database(), Arc::new(tempfile::tempdir().unwrap()));
    let one = start(&directory, Some(&url), "6").await;
    let other = start(&directory, Some(&url), "6").await;
    assert_eq!(create(&one, 2).await, [201; 2]);
    exchange(&one).await;
    assert_eq!(create(&other, 1).await, [201]);
    exchange(&other).await;
    assert_eq!(create(&other, 4).await, [201, 201, 201, 429]);
    exchange(&other).await;
    // It knows of two, and learns with the third that all are gone.
    assert_eq!(create(&one, 1).await, [201]);
    exchange(&one).await;
    assert_eq!(create(&one, 1).await, [429]);
}

#[tokio::test]
async fn memory_decides_while_the_quotas_cannot_be_reached() {
    let (url, directory) = (server::shared().database(), Arc::new(tempfile::tempdir().unwrap()));
    let one = start(&directory, Some(&url), "4").await;
    server::shared().sql(&url, "ALTER TABLE quotas RENAME TO elsewhere");
    assert_eq!(create(&one, 2).await, [201; 2]);
    assert!(one.state.quotas.exchange(&one.state.service).await.is_err());
    assert_eq!(create(&one, 3).await, [201, 201, 429], "counted as ever, and no fault of the caller's");
    server::shared().sql(&url, "ALTER TABLE elsewhere RENAME TO quotas");
    exchange(&one).await;
    let other = start(&directory, Some(&url), "4").await;
    assert_eq!(create(&other, 1).await, [201]);
    exchange(&other).await;
    assert_eq!(create(&other, 1).await, [429], "it was told of all of them later");
}

#[tokio::test]
async fn no_request_waits_for_locked_quotas() {
    let (url, directory) = (server::shared().database(), Arc::new(tempfile::tempdir().unwrap()));
    let app = start(&directory, Some(&url), "2").await;
    let held = server::shared().hold(&url, "LOCK TABLE quotas IN ACCESS EXCLUSIVE MODE");
    assert_eq!(create(&app, 3).await, [201, 201, 429]);
    drop(held);
    exchange(&app).await;
    assert_eq!(server::shared().sql(&url, "SELECT count(*) FROM quotas"), "1");
}

#[tokio::test]
async fn quotas_are_forgotten_when_they_are_whole_and_name_nobody() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let mut app = start(&directory, None, "2").await;
    assert_eq!(create(&app, 1).await, [201]);
    exchange(&app).await;
    let purge = || app.state.service.purge_quotas().unwrap();
    assert_eq!(purge(), 0);
    app.fixed.elapsed_ms.store(DAY_MS, Ordering::SeqCst);
    assert_eq!([purge(), purge()], [1, 0]);
    let id = |app: &TestApp, what, caller| app.state.service.quota_id(what, caller);
    let ids = [("new_games", "key a"), ("new_games", "key b"), ("new_rulesets", "key a")]
        .map(|(what, caller)| id(&app, what, caller));
    assert!(ids[0] != ids[1] && ids[0] != ids[2] && ids[1] != ids[2]);
    app.stop().await;
    let other = TestApp::start_with(&["--secret", &"08".repeat(32)]).await;
    assert_ne!(id(&other, "new_games", "key a"), ids[0], "only who has the secret finds a caller");
}
