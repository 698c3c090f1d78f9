//! Searches nobody waits for, too many searches, and searches that fail.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tapis_games::seat::Viewer;

use crate::common::{Gate, Table, TestApp, until};
use crate::hints::{another, ask, hint, quick};

async fn gated(gate: &Gate, arguments: &[&str]) -> TestApp {
    TestApp::start_from(arguments, |sources| gate.sources(sources)).await
}

/// A question whose price is that of a long search, which waits for its turn for seconds. The gate makes it short.
fn patient(number: usize) -> Value {
    json!({"budget": {"iterations": 50_000}, "seed": format!("{number:x}")})
}

/// So many clients go away: `TAPIS_DISCONNECTS`.
#[tokio::test]
async fn going_away_stops_the_search_and_returns_the_permit() {
    let rounds: u64 = std::env::var("TAPIS_DISCONNECTS").map_or(5, |text| text.parse().unwrap());
    let gate = Gate::default();
    let app = gated(&gate, &["--solver-threads", "1"]).await;
    let table = Table::two_people(&app).await;
    let mut longest = Duration::ZERO;
    for round in 1..=rounds {
        let waiting = tokio::spawn(ask(&app, &table, 0).json(&quick()).send());
        let before = app.state.service.load().hints.nodes;
        until(|| app.state.service.load().hints.nodes > before).await;
        let left = Instant::now();
        waiting.abort();
        until(|| app.state.service.load().hints.in_flight == 0).await;
        longest = longest.max(left.elapsed());
        assert_eq!(app.state.service.load().hints.cancelled, round);
    }
    println!("disconnects: {rounds}, the permit back after {longest:?} at most");
    let stopped_at = app.state.service.load().hints.nodes;
    gate.open();
    hint(&app, &table, &quick()).await.expect(200);
    let counts = app.state.service.load().hints;
    assert_eq!((counts.nodes, counts.in_flight, counts.permits), (stopped_at, 0, 1));
}

#[tokio::test]
async fn going_away_stops_the_solver_itself() {
    let app = TestApp::start_with(&["--solver-threads", "1"]).await;
    let table = Table::two_people(&app).await;
    // A number of playouts: a time ends early where the best move is clear.
    let long = json!({"solver": "sampling", "budget": {"iterations": 100_000}});
    let waiting = tokio::spawn(ask(&app, &table, 0).json(&long).send());
    until(|| app.state.service.load().searches.nodes > 0).await;
    waiting.abort();
    until(|| app.state.service.load().searches.in_flight == 0).await;
    let stopped_at = app.state.service.load().searches.nodes;
    hint(&app, &table, &quick()).await.expect(200);
    let counts = app.state.service.load().searches;
    assert_eq!((counts.cancelled, counts.in_flight, counts.overrun), (1, 0, 0));
    assert!(counts.nodes - stopped_at <= 400, "only the second search went on: {stopped_at} {counts:?}");
}

#[tokio::test]
async fn going_away_while_waiting_frees_the_place() {
    let gate = Gate::default();
    let app = gated(&gate, &["--solver-threads", "1"]).await;
    let table = Table::two_people(&app).await;
    let first = tokio::spawn(ask(&app, &table, 0).json(&quick()).send());
    until(|| app.state.service.load().hints.in_flight == 1).await;
    let second = tokio::spawn(ask(&app, &table, 0).json(&another(2)).send());
    until(|| app.state.service.load().hints.queued == 1).await;
    second.abort();
    until(|| app.state.service.load().hints.queued == 0).await;
    gate.open();
    first.await.unwrap().expect(200);
    assert_eq!(gate.begun(), 1, "the second never began");
}

#[tokio::test]
async fn with_64_hints_in_flight_everything_else_is_served() {
    let gate = Gate::default();
    let app = gated(&gate, &["--solver-threads", "1"]).await;
    let (table, other) = (Table::two_people(&app).await, Table::two_people(&app).await);
    let hints = tokio::spawn(join_all((0..64).map(|n| ask(&app, &table, 0).json(&another(n)).send())));
    let busy = || {
        let counts = app.state.service.load().hints;
        (counts.in_flight + counts.queued, counts.turned_away as usize)
    };
    // Each waits a second and a half for its turn: on a busy machine some are sent away.
    until(|| busy().0 + busy().1 >= 64).await;
    for _ in 0..20 {
        table.see(&app, 0).await;
    }
    let end = other.play_on(&app, 20).await;
    assert_eq!(end["version"], 21);
    app.get("/healthz").send().await.expect(200);
    assert!(
        gate.begun() == 1 && !hints.is_finished(),
        "all that was served while the first search had not ended"
    );
    gate.open();
    let statuses: Vec<u16> = hints.await.unwrap().iter().map(|answer| answer.status).collect();
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&200), "{statuses:?}");
    assert_eq!(busy().0, 0);
}

#[tokio::test]
async fn a_full_queue_is_a_503_with_a_time_to_come_back() {
    let gate = Gate::default();
    let app = gated(&gate, &["--solver-threads", "1", "--tune", "solver_queue=1"]).await;
    let table = Table::two_people(&app).await;
    let first = tokio::spawn(ask(&app, &table, 0).json(&patient(1)).send());
    until(|| app.state.service.load().searches.in_flight == 1).await;
    let second = tokio::spawn(ask(&app, &table, 0).json(&patient(2)).send());
    until(|| app.state.service.load().searches.queued == 1).await;
    let refused = hint(&app, &table, &patient(3)).await;
    let retry_after: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&retry_after));
    assert_eq!(refused.problem(503, "busy")["retry_after_s"], retry_after);
    gate.open();
    first.await.unwrap().expect(200);
    second.await.unwrap().expect(200);
    hint(&app, &table, &quick()).await.expect(200);
}

#[tokio::test]
async fn a_greedy_seat_gives_way_to_another() {
    let gate = Gate::default();
    let app = gated(&gate, &["--solver-threads", "1", "--tune", "solver_queue=2"]).await;
    let (greedy, modest) = (Table::two_people(&app).await, Table::two_people(&app).await);
    let mut waiting = Vec::new();
    for n in 0..3 {
        waiting.push(tokio::spawn(ask(&app, &greedy, 0).json(&another(n)).send()));
        until(|| {
            let counts = app.state.service.load().hints;
            counts.in_flight + counts.queued == n + 1
        })
        .await;
    }
    let asked = tokio::spawn(ask(&app, &modest, 0).json(&quick()).send());
    let displaced = waiting.pop().unwrap();
    displaced.await.unwrap().problem(503, "busy");
    gate.open();
    asked.await.unwrap().expect(200);
    for answer in waiting {
        answer.await.unwrap().expect(200);
    }
}

#[tokio::test]
async fn a_panic_in_a_solver_is_one_failed_request() {
    let gate = Gate::opened();
    let app = gated(&gate, &["--solver-threads", "1"]).await;
    let table = Table::two_people(&app).await;
    gate.panic(true);
    let problem = hint(&app, &table, &quick()).await.problem(500, "internal");
    assert!(!problem.to_string().contains("bug in a solver"));
    gate.panic(false);
    hint(&app, &table, &quick()).await.expect(200);
    let counts = app.state.service.load().hints;
    assert_eq!((counts.failed, counts.in_flight), (1, 0));
}

#[tokio::test]
async fn stopping_the_service_cancels_searches() {
    let gate = Gate::default();
    let mut app = gated(&gate, &["--solver-threads", "1"]).await;
    let table = Table::two_people(&app).await;
    let running = tokio::spawn(ask(&app, &table, 0).json(&patient(1)).send());
    until(|| app.state.service.load().searches.in_flight == 1).await;
    let waiting = tokio::spawn(ask(&app, &table, 0).json(&patient(2)).send());
    until(|| app.state.service.load().searches.queued == 1).await;
    app.stop().await;
    let counts = app.state.service.load().searches;
    assert_eq!((counts.in_flight, counts.queued, counts.cancelled), (0, 0, 1));
    assert_eq!(running.await.unwrap().status, 200, "what was found so far is still answered");
    waiting.await.unwrap().problem(503, "shutting_down");
}

#[tokio::test]
async fn a_game_that_ended_meanwhile_gives_no_hint() {
    let gate = Gate::default();
    let app = gated(&gate, &["--solver-threads", "1"]).await;
    let options = json!({"first_seat": 0, "variant": "three_rows"});
    let table = Table::create(&app, options, json!([{"kind": "mine"}, {"kind": "mine"}])).await;
    let asked = tokio::spawn(ask(&app, &table, 0).json(&quick()).send());
    until(|| app.state.service.load().hints.in_flight == 1).await;
    let end = table.play_on(&app, 400).await;
    assert_eq!(end["status"], "finished");
    gate.open();
    asked.await.unwrap().problem(409, "game_over");
    let snapshot = app.state.service.live_games().open(table.id.parse().unwrap()).await.unwrap().snapshot();
    assert_eq!(snapshot.turn(), None);
    assert!(snapshot.legal_moves(Viewer::Spectator).is_none());
}
