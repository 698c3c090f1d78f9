//! Shares hold: beside one address that asks for all it can, a person at another plays, gets hints, and is answered.

use futures_util::future::join_all;
use serde_json::{Value, json};
use tapis_solver::engine::BotLevel;

use crate::common::{Gate, Table, TestApp, until};

/// The address that floods, `127.0.0.2`.
const GREEDY: u8 = 2;

async fn post(app: &TestApp, path: &str, body: &Value) -> u16 {
    app.post_from(GREEDY, path).json(body).send().await.status
}

fn game(seats: &[&str], first_seat: usize) -> Value {
    let seat = |kind: &&str| match *kind {
        "mine" => json!({"kind": "mine"}),
        level => json!({"kind": "bot", "level": level}),
    };
    let seats: Vec<Value> = seats.iter().map(seat).collect();
    json!({"game": "richelieu", "options": {"players": seats.len(), "first_seat": first_seat}, "seats": seats})
}

/// A service whose experts and long searches are held, with the flood of one address in it: games of experts, games against
/// experts, analyses of ten minutes, an experiment.
async fn flooded(gate: &Gate) -> TestApp {
    gate.hold_bots(BotLevel::Expert);
    gate.let_pass(1_000);
    let arguments = ["--bot-threads", "1", "--solver-threads", "1"];
    let app = TestApp::start_from(&arguments, |sources| gate.sources(sources)).await;
    let (alone, against) = (game(&["expert"; 4], 0), game(&["mine", "expert"], 1));
    let games = (0..12).map(|n| post(&app, "/v1/games", if n % 2 == 0 { &alone } else { &against }));
    assert_eq!(join_all(games).await, [201; 12]);
    let table = Table::two_people(&app).await;
    let mut long = app.get(&table.path("/moves")).token(table.token(0)).send().await.expect(200);
    for (ms, status) in [(600_000, 202), (30_000, 202), (600_000, 202)] {
        (long["budget"], long["wait_ms"]) = (json!({"ms": ms}), json!(0));
        assert_eq!(post(&app, "/v1/analyses", &long).await, status);
    }
    // By day so many that they outlast the games beside them: of games without an end a slow machine would play all the more.
    let games = if std::env::var_os("TAPIS_SHARED_GAMES").is_some() { 100_000 } else { 200 };
    let arm = json!({"name": "a", "seats": ["greedy"]});
    let plan = json!({"game": "richelieu", "arms": [arm], "games": games, "metric": "length"});
    app.post("/v1/experiments").admin().json(&plan).send().await.expect(202);
    until(|| gate.choices() >= 2 && gate.begun() == 2).await;
    app
}

#[tokio::test]
async fn a_person_plays_beside_the_searches_of_a_flood() {
    let gate = Gate::default();
    let app = flooded(&gate).await;
    let body = game(&["mine", "greedy", "greedy", "greedy"], 0);
    let table = Table::of(&app, body).await;
    let mut state = table.see(&app, 0).await;
    for _ in 0..5 {
        let (notation, version) = (&state["legal_moves"][0]["notation"], &state["version"]);
        let call = app.post(&table.path("/moves")).token(table.token(0));
        let call = call.if_match(&format!("\"v{version}-s0\""));
        state = call.json(&json!({"move": notation, "wait_ms": 10_000})).send().await.expect(200);
        assert_eq!(state["turn"]["seat"], 0, "all three have replied: {state}");
        let hint = json!({"budget": {"ms": 300}});
        app.post(&table.path("/hints")).token(table.token(0)).json(&hint).send().await.expect(200);
        app.get("/readyz").send().await.expect(200);
    }
    assert!(app.state.service.load().bots_waiting >= 2, "the experts' games still wait");
    assert_eq!(app.state.service.load().searches.finished, 5, "and so do the long analyses");
    gate.open();
}

/// Games of bots that start together: `TAPIS_SHARED_GAMES`.
fn together() -> u8 {
    std::env::var("TAPIS_SHARED_GAMES").map_or(6, |text| text.parse().unwrap())
}

#[tokio::test]
async fn games_of_bots_started_together_all_end_beside_held_ones() {
    let gate = Gate::default();
    let app = flooded(&gate).await;
    let quick = game(&["greedy", "random"], 0);
    let created =
        join_all((0..together()).map(|n| app.post_from(3 + n % 2, "/v1/games").json(&quick).send())).await;
    let ids: Vec<String> =
        created.iter().map(|answer| answer.expect(201)["id"].as_str().unwrap().to_owned()).collect();
    for id in &ids {
        let path = format!("/v1/games/{id}");
        while app.get(&path).send().await.expect(200)["status"] != "finished" {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
    gate.open();
}
