//! Statistics do not stand in the way of anything else.

use crate::common::{Table, TestApp, until};

#[tokio::test]
async fn games_lists_and_readiness_do_not_wait_for_statistics() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let path = table.path("");
    let app = app.restart().await; // no game is in memory
    let sums = app.state.service.statistics(false);
    let taken = || sums.counts().in_flight + sums.counts().queued;
    let held = app.hold(sums).await;
    assert_eq!(held.len(), 2);
    let reads = [
        "series",
        "summary",
        "features",
        "chart.svg?of=seats",
        "series?from=2026-01-01",
        "summary?format=csv",
    ];
    let waiting: Vec<_> = reads
        .iter()
        .cycle()
        .take(12)
        .map(|read| tokio::spawn(app.get(&format!("/v1/stats/richelieu/{read}")).send()))
        .collect();
    until(|| taken() == 14).await;
    app.get("/readyz").send().await.expect(200);
    app.get("/v1/games").send().await.expect(200);
    app.get(&path).token(table.token(0)).send().await.expect(200);
    // One address has its share, and is told when to come back; there is room for others.
    let more: Vec<_> =
        (12..16).map(|_| tokio::spawn(app.get("/v1/stats/richelieu/summary").send())).collect();
    until(|| taken() == 18).await;
    let refused = app.get("/v1/stats/richelieu/summary").send().await;
    refused.problem(429, "share_used");
    assert!(refused.header("retry-after").is_some());
    assert!(waiting.iter().chain(&more).all(|read| !read.is_finished()), "no turn came yet");
    drop(held);
    for read in waiting.into_iter().chain(more) {
        let answer = read.await.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    assert_eq!(taken(), 0);
}
