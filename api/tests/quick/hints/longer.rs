//! Thinking longer goes on with the search of the position.

use serde_json::{Value, json};

use crate::common::{Table, TestApp};
use crate::hints::{ask, hint, table_with, timeless};

fn lines(iterations: u64) -> Value {
    json!({"budget": {"iterations": iterations}})
}

fn nodes(app: &TestApp) -> u64 {
    app.state.service.load().hints.nodes
}

fn kept(app: &TestApp) -> (usize, usize) {
    app.state.service.load().kept_searches
}

#[tokio::test]
async fn more_lines_are_added_to_those_before() {
    let app = TestApp::start().await;
    let table = table_with(&app, "metered:1").await;
    hint(&app, &table, &lines(300)).await.expect(200);
    assert_eq!((nodes(&app), kept(&app).0), (300, 1));
    let longer = hint(&app, &table, &lines(900)).await.expect(200);
    assert_eq!(nodes(&app), 900, "600 more");
    assert_eq!(longer["timing"]["nodes"], 900);
    let fewer = hint(&app, &table, &lines(200)).await.expect(200);
    assert_eq!(fewer["timing"]["nodes"], 200, "an answer of its own");
    let before = nodes(&app);
    hint(&app, &table, &lines(1_000)).await.expect(200);
    assert_eq!(nodes(&app) - before, 100, "the longest search stays");
    let timed = hint(&app, &table, &json!({"budget": {"ms": 1}})).await.expect(200);
    assert!(timed["timing"]["nodes"].as_u64() >= Some(1_000), "time goes on with lines: {timed}");

    let mut log = app.get(&table.path("/moves")).token(table.token(0)).send().await.expect(200);
    log.as_object_mut().unwrap().extend(lines(900).as_object().unwrap().clone());
    let alone = app.post("/v1/analyses").json(&log).send().await.expect(200);
    // An analysis knows seats, and nobody who sits there.
    let seats = |text: String| text.replace("Player ", "Seat ").replace("Joueur ", "Place ");
    let bare = |hint: Value| {
        let mut hint: Value = serde_json::from_str(&seats(timeless(hint).to_string())).unwrap();
        hint.as_object_mut().unwrap().retain(|member, _| member != "version" && member != "text");
        hint
    };
    assert_eq!(bare(longer), bare(alone), "as if it had been one search");
}

#[tokio::test]
async fn time_counts_from_the_beginning_of_the_search() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let first = hint(&app, &table, &json!({"budget": {"ms": 100}})).await.expect(200);
    let longer = hint(&app, &table, &json!({"budget": {"ms": 250}})).await.expect(200);
    let of = |hint: &Value, member: &str| hint["timing"][member].as_u64().unwrap();
    assert_eq!(of(&longer, "nodes"), nodes(&app), "all lines of both");
    assert!(of(&longer, "nodes") >= of(&first, "nodes"));
    assert!(of(&longer, "elapsed_ms") >= of(&first, "elapsed_ms"));
}

#[tokio::test]
async fn a_search_goes_when_the_game_goes_on() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let first = hint(&app, &table, &lines(300)).await.expect(200);
    let (searches, bytes) = kept(&app);
    assert!(searches == 1 && bytes > 10_000, "{bytes}");
    app.state.service.tidy_searches();
    assert_eq!(kept(&app).0, 1, "the game stands there");
    table.play(&app, 0, first["move"].as_str().unwrap()).await;
    app.state.service.tidy_searches();
    assert_eq!(kept(&app), (0, 0));
    while table.play_on(&app, 1).await["turn"]["seat"] != 1 {}
    let before = nodes(&app);
    ask(&app, &table, 1).json(&lines(200)).send().await.expect(200);
    assert_eq!(nodes(&app) - before, 200, "another seat begins anew");
}

#[tokio::test]
async fn only_so_many_searches_are_kept() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    for seed in 1..=18 {
        let body = json!({"budget": {"iterations": 100}, "seed": format!("{seed:x}")});
        hint(&app, &table, &body).await.expect(200);
    }
    assert_eq!(kept(&app).0, 16);
}
