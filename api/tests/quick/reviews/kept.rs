//! A review goes with its game, and says which hints there were.

use std::sync::Arc;

use serde_json::json;
use tapis_db::DatabaseUrl;
use tapis_db::model::Prune;

use crate::common::{Table, TestApp};
use crate::reviews::{ended, reviewed};

#[tokio::test]
async fn a_review_says_which_moves_were_helped_and_is_deleted_with_its_game() {
    let mut app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let hint =
        app.post(&table.path("/hints")).token(table.token(0)).json(&json!({"budget": {"iterations": 10}}));
    hint.send().await.expect(200);
    table.play_on(&app, 1_000).await;
    let path = reviewed(&app, &table).await;
    let review = ended(&app, &path).await.json();
    assert_eq!((&review["hints_used"], &review["helped"]), (&json!([1, 0]), &json!([1])));
    app.stop().await;
    let database = DatabaseUrl::Sqlite(app.directory.path().join("tapis.db"));
    let before = app.state.service.now().plus_millis(1_000_000);
    let (pruned, _) =
        database.prune(Prune { before, unfinished: false, experiments: false, rulesets: false }).unwrap();
    assert_eq!(pruned.games, 1);
    let app = TestApp::start_in(Arc::clone(&app.directory), &[], |store| store).await;
    app.get(&path).send().await.problem(404, "not_found");
}
