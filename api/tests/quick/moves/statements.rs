//! What a move costs the database, from the request on.

use std::sync::Arc;

use crate::common::{Table, TestApp};
use crate::server;

/// How often the heads of games were looked for: once by every statement about a game.
fn looked_for(url: &str) -> u64 {
    // A connection says what it did when it ends.
    let others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    server::shared().until(url, others, "0");
    let sql = "SELECT seq_scan + idx_scan FROM pg_stat_user_tables WHERE relname = 'heads'";
    server::shared().sql(url, sql).parse().unwrap()
}

#[tokio::test]
async fn a_move_over_http_is_one_statement_where_the_game_is_known() {
    let url = server::shared().database();
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let mut app = TestApp::start_in(directory, &[], |_| tapis_db::open(&url).unwrap()).await;
    let table = Table::two_people(&app).await;
    let (mut state, mut moves, mut looks) = (table.see(&app, 0).await, 0, 1);
    while moves < 24 {
        let seat = state["turn"]["seat"].as_u64().unwrap() as usize;
        if state["legal_moves"].is_null() {
            state = table.see(&app, seat).await;
            looks += 1;
        }
        let notation = state["legal_moves"][0]["notation"].as_str().unwrap();
        let etag = format!("\"v{}-s{seat}\"", state["version"]);
        let call = app
            .post(&table.path("/moves"))
            .token(table.token(seat))
            .if_match(&etag)
            .key(&format!("move-{moves}"));
        state = call.json(&serde_json::json!({"move": notation})).send().await.expect(200);
        moves += 1;
    }
    app.stop().await;
    let of_moves = looked_for(&url) - looks;
    // The start looks for unfinished games, three times, and on a new database for the newest event, once.
    assert!((moves..=moves + 5).contains(&of_moves), "{of_moves} for {moves} moves");
}
