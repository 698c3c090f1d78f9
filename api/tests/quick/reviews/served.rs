//! What the service played for a person is told apart.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use tapis_review::FinishedGame;
use tapis_solver::registry::Registry;

use crate::common::{Table, TestApp};
use crate::reviews::{adds_up, ended, reviewed};

/// A game of two that is over: seat 0 is late in the middle of it, and a bot plays on.
async fn left_to_a_bot(app: &TestApp) -> Table {
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let clock = json!({"per_move_s": 60});
    let body = json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats, "clock": clock});
    let table = Table::of(app, body).await;
    let mut state = table.play_on(app, 64).await;
    while state["turn"]["seat"] != 0 {
        state = table.play_on(app, 1).await;
    }
    app.fixed.elapsed_ms.fetch_add(60_000, Ordering::SeqCst);
    loop {
        let state = table.see(app, 1).await;
        if state["status"] == "finished" {
            return table;
        }
        match state["legal_moves"][0]["notation"].as_str() {
            Some(first) => drop(table.play(app, 1, first).await),
            None => tokio::time::sleep(Duration::from_millis(2)).await,
        }
    }
}

#[tokio::test]
async fn what_a_bot_played_for_who_was_late_is_not_graded_as_theirs() {
    let app = TestApp::start_with(&["--rate-moves", "0", "--rate-requests", "0"]).await;
    let table = left_to_a_bot(&app).await;
    let replay = app.get(&table.path("/replay")).send().await.expect(200);
    let plies = replay["plies"].as_array().unwrap();
    let by_service: Vec<u64> =
        replay["by_service"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    let of_bot = |ply: &&Value| ply["seat"] == 0 && ply["n"].as_u64().unwrap() >= by_service[0];
    let expected: Vec<u64> = plies.iter().filter(of_bot).map(|ply| ply["n"].as_u64().unwrap()).collect();
    assert_eq!(by_service, expected, "from the first on the bot played all");
    assert!(by_service[0] > 64, "{by_service:?}");
    FinishedGame::verified(&Registry::standard(), &replay).unwrap_or_else(|why| panic!("{why}"));

    let path = reviewed(&app, &table).await;
    let review = ended(&app, &path).await.json()["review"].clone();
    adds_up(&review);
    let decisions = review["decisions"].as_array().unwrap();
    assert!(decisions.iter().all(|of| !by_service.contains(&of["ply"].as_u64().unwrap())), "{decisions:?}");
    let choices = |seat: usize| &review["seats"][seat]["choices"];
    let had_a_choice = |n: &&u64| plies[**n as usize - 1]["legal"].as_array().unwrap().len() > 1;
    assert_eq!(choices(0)["by_service"], by_service.iter().filter(had_a_choice).count());
    assert_eq!(choices(0)["made"], decisions.iter().filter(|of| of["seat"] == 0).count());
    assert!(choices(0)["made"].as_u64().unwrap() > 0 && choices(1).get("by_service").is_none());
    let steps = review["course"].as_array().unwrap().iter().filter(|step| step["by_service"] == true);
    let steps: Vec<u64> = steps.map(|step| step["ply"].as_u64().unwrap()).collect();
    assert_eq!(steps, by_service);
    let bots = by_service[0];
    app.get(&format!("{path}/decisions/{bots}")).send().await.problem(404, "not_found");
    let attempt = app.post(&format!("{path}/exercises/{bots}")).json(&json!({"move": "take 1L"}));
    attempt.send().await.problem(404, "not_found");
}
