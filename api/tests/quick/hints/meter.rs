//! What is counted, and what is not.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::json;

use crate::common::{Gate, Table, TestApp, until};
use crate::hints::{another, ask, hint, quick, table_with};

async fn is_assisted(app: &TestApp, table: &Table) -> bool {
    app.state.service.live_games().open(table.id.parse().unwrap()).await.unwrap().is_assisted()
}

fn hints_used(app: &TestApp, table: &Table) -> Vec<u32> {
    let game = app.state.service.store().load_game(table.id.parse().unwrap()).unwrap();
    game.hints_at.iter().map(|given| given.len() as u32).collect()
}

#[tokio::test]
async fn metered_hints_run_out_for_each_seat_alone() {
    let app = TestApp::start().await;
    let table = table_with(&app, "metered:2").await;
    for _ in 0..2 {
        hint(&app, &table, &quick()).await.expect(200);
        turn_of(&app, &table, 0).await;
    }
    for _ in 0..2 {
        hint(&app, &table, &quick()).await.problem(403, "hints_used");
    }
    assert_eq!(hints_used(&app, &table), [2, 0]);
    turn_of(&app, &table, 1).await;
    ask(&app, &table, 1).json(&quick()).send().await.expect(200);
    assert_eq!(hints_used(&app, &table), [2, 1]);
}

/// Plays on to the next turn of a seat.
async fn turn_of(app: &TestApp, table: &Table, seat: u64) {
    while table.play_on(app, 1).await["turn"]["seat"] != seat {}
}

/// Levels, seeds and budgets: whatever is asked about one version.
#[tokio::test]
async fn a_version_is_charged_once() {
    let app = TestApp::start().await;
    let table = table_with(&app, "metered:1").await;
    for level in ["nudge", "candidates", "move", "full"] {
        let body = json!({"level": level, "budget": {"iterations": 64}});
        hint(&app, &table, &body).await.expect(200);
    }
    hint(&app, &table, &another(7)).await.expect(200);
    assert_eq!(hints_used(&app, &table), [1, 0]);
    turn_of(&app, &table, 0).await;
    hint(&app, &table, &quick()).await.problem(403, "hints_used");
}

/// Everybody sees that a game is assisted, each seat how many hints it has left; a state with other counts is another state.
#[tokio::test]
async fn a_state_says_what_is_left() {
    let app = TestApp::start().await;
    let table = table_with(&app, "metered:2").await;
    let see = async |app: &TestApp, seat: usize| {
        let answer = app.get(&table.path("")).token(table.token(seat)).send().await;
        let etag = answer.header("etag").unwrap().to_owned();
        let state = answer.expect(200);
        (state["assisted"] == true, state["you"]["hints_left"].as_u64().unwrap(), etag)
    };
    let before = see(&app, 0).await;
    assert_eq!((before.0, before.1), (false, 2));
    hint(&app, &table, &quick()).await.expect(200);
    let after = see(&app, 0).await;
    assert_eq!((after.0, after.1), (true, 1));
    let known =
        app.get(&table.path("")).token(table.token(0)).header("If-None-Match", &before.2).send().await;
    assert_eq!(known.expect(200)["you"]["hints_left"], 1, "it is not what was known");
    let app = app.restart().await;
    assert_eq!(see(&app, 0).await, after);
    assert_eq!(see(&app, 1).await.1, 2, "each seat has its own");
    let spectator = app.get(&table.path("")).send().await.expect(200);
    assert_eq!((&spectator["assisted"], spectator.get("you")), (&json!(true), None));
    // Decided before the hint, on the same version.
    let notation = table.see(&app, 0).await["legal_moves"][0]["notation"].clone();
    let call = app.post(&table.path("/moves")).token(table.token(0)).if_match(&before.2);
    call.json(&json!({"move": notation})).send().await.expect(200);
    let free = table_with(&app, "free").await;
    assert_eq!(free.see(&app, 0).await["you"].get("hints_left"), None);
}

#[tokio::test]
async fn the_count_survives_a_restart() {
    let app = TestApp::start().await;
    let table = table_with(&app, "metered:2").await;
    hint(&app, &table, &quick()).await.expect(200);
    let app = app.restart().await;
    assert!(is_assisted(&app, &table).await);
    turn_of(&app, &table, 0).await;
    hint(&app, &table, &quick()).await.expect(200);
    let app = app.restart().await;
    turn_of(&app, &table, 0).await;
    hint(&app, &table, &quick()).await.problem(403, "hints_used");
    assert_eq!(hints_used(&app, &table), [2, 0]);
}

#[tokio::test]
async fn parallel_requests_about_a_version_are_one_hint() {
    let app = TestApp::start().await;
    let table = table_with(&app, "metered:3").await;
    let same = join_all((0..6).map(async |_| hint(&app, &table, &quick()).await.expect(200))).await;
    assert!(same.iter().all(|hint| *hint == same[0]), "one search, timing included");
    let others = join_all((1..6).map(async |n| hint(&app, &table, &another(n)).await.expect(200))).await;
    assert!(others.iter().all(|hint| hint["version"] == 1));
    assert_eq!(hints_used(&app, &table), [1, 0]);
}

#[tokio::test]
async fn a_free_hint_is_counted_while_its_search_ends_a_metered_one_afterwards() {
    let gate = Gate::default();
    let app =
        TestApp::start_from(&["--solver-threads", "2", "--tune", "solver_threads_per_search=1"], |sources| {
            gate.sources(sources)
        })
        .await;
    let (free, metered) = (table_with(&app, "free").await, table_with(&app, "metered:2").await);
    let timed = json!({"budget": {"ms": 100}});
    let mut waiting = Vec::new();
    for (n, table) in [&metered, &free].into_iter().enumerate() {
        waiting.push(tokio::spawn(ask(&app, table, 0).json(&timed).send()));
        until(|| app.state.service.load().hints.in_flight == n + 1).await;
    }
    // The time of the metered one was up before.
    until(|| hints_used(&app, &free) == [1, 0]).await;
    assert_eq!(hints_used(&app, &metered), [0, 0]);
    waiting.iter().for_each(tokio::task::JoinHandle::abort);
    until(|| app.state.service.load().hints.in_flight == 0).await;
    assert_eq!([&free, &metered].map(|table| hints_used(&app, table)), [[1, 0], [0, 0]]);
    gate.open();
    ask(&app, &metered, 0).json(&timed).send().await.expect(200);
    assert_eq!(hints_used(&app, &metered), [1, 0]);
}

#[tokio::test]
async fn free_hints_make_a_game_an_assisted_one() {
    let app = TestApp::start().await;
    let table = table_with(&app, "free").await;
    assert!(!is_assisted(&app, &table).await);
    for _ in 0..3 {
        hint(&app, &table, &quick()).await.expect(200);
    }
    assert!(is_assisted(&app, &table).await);
    assert_eq!(hints_used(&app, &table), [1, 0]);
    assert!(app.state.service.store().load_game(table.id.parse().unwrap()).unwrap().summary.assisted);
    assert_eq!(table.see(&app, 0).await["version"], 1, "a hint makes no version");
}

#[tokio::test]
async fn a_hint_nobody_got_is_not_counted() {
    let gate = Gate::opened();
    let app = TestApp::start_from(&[], |sources| gate.sources(sources)).await;
    let table = table_with(&app, "metered:1").await;
    gate.panic(true);
    hint(&app, &table, &quick()).await.problem(500, "internal");
    gate.panic(false);
    gate.close();
    let waiting = tokio::spawn(ask(&app, &table, 0).json(&quick()).send());
    until(|| app.state.service.load().hints.in_flight == 1).await;
    waiting.abort();
    until(|| app.state.service.load().hints.in_flight == 0).await;
    assert_eq!(hints_used(&app, &table), [0, 0]);
    assert!(!is_assisted(&app, &table).await);
    gate.open();
    hint(&app, &table, &quick()).await.expect(200);
    turn_of(&app, &table, 0).await;
    hint(&app, &table, &quick()).await.problem(403, "hints_used");
}

#[tokio::test]
async fn a_retry_gets_the_first_answer_and_is_not_counted() {
    let app = TestApp::start().await;
    let table = table_with(&app, "metered:1").await;
    let keyed = || ask(&app, &table, 0).key("hint-1");
    let first = keyed().json(&quick()).send().await;
    first.expect(200);
    assert_eq!(first.header("idempotency-replayed"), None);
    table.play(&app, 0, "take 1L").await;
    let again = keyed().json(&quick()).send().await;
    assert_eq!((again.status, &again.bytes), (200, &first.bytes), "timing included");
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    keyed().json(&json!({"level": "move"})).send().await.problem(422, "idempotency_key_reused");
    hint(&app, &table, &quick()).await.problem(403, "hints_used");
    let app = app.restart().await;
    let later = ask(&app, &table, 0).key("hint-1").json(&quick()).send().await;
    assert_eq!(later.bytes, first.bytes);
    assert_eq!(hints_used(&app, &table), [1, 0]);
}

#[tokio::test]
async fn parallel_retries_are_one_hint() {
    let app = Arc::new(TestApp::start().await);
    let table = table_with(&app, "metered:1").await;
    let body = json!({"budget": {"iterations": 64}});
    let answers = join_all((0..8).map(|_| ask(&app, &table, 0).key("twice").json(&body).send())).await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.bytes == answers[0].bytes));
    let replayed = answers.iter().filter(|answer| answer.header("idempotency-replayed").is_some()).count();
    assert_eq!((replayed, hints_used(&app, &table)), (7, vec![1, 0]));
}

/// What is kept for retries takes space: nobody fills the disk with it.
#[tokio::test]
async fn a_caller_has_so_many_hints_kept_a_day_and_is_given_more() {
    let app = TestApp::start_with(&["--tune", "kept_hints_a_day=1"]).await;
    let table = table_with(&app, "metered:1").await;
    let again = async |key: &str| {
        ask(&app, &table, 0).key(key).json(&quick()).send().await.expect(200);
        let again = ask(&app, &table, 0).key(key).json(&quick()).send().await;
        again.expect(200);
        again.header("idempotency-replayed").is_some()
    };
    assert!(again("hint-1").await);
    assert!(!again("hint-2").await, "it was searched again");
    assert_eq!(hints_used(&app, &table), [1, 0], "hints about one version count once");
}
