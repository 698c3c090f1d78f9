//! How many bytes states with layouts and events with steps have, their texts in one language. `--nocapture` prints the table.

use serde_json::{Value, json};
use tapis_api::wire::{GameEvent, StateParts, state_body};
use tapis_games::locale::{Language, Languages};
use tapis_games::seat::{Seat, Viewer};
use tapis_service::tables::{Beside, GameStatus, Snapshot};

use crate::common::TestApp;

/// Most bytes of the median state of a game of four.
const STATE: usize = 5_000;
/// Most bytes of the median event, and of all but one in ten.
const EVENT: [usize; 2] = [620, 1_250];
/// Of a game's versions every so manyth is looked at, more where more games are: earlier ones are played again for it.
fn step() -> usize {
    if levels().len() == 1 { 112 } else { 7 }
}

/// The games of each ruleset, by how good their bots are: `TAPIS_SIZED_GAMES`.
fn levels() -> &'static [&'static str] {
    let games = std::env::var("TAPIS_SIZED_GAMES").map_or(1, |text| text.parse().unwrap());
    &["greedy", "random"][..games]
}

async fn small(game: &str) {
    let app = TestApp::start_with(&["--tune", "bot_slot_ms=0"]).await;
    println!("| game, bots | states | median B | 95 % | most | events | median B | 90 % | most |");
    for level in levels() {
        let snapshot = finished(&app, game, level).await;
        let (states, events) = (states(&snapshot), events(&snapshot));
        println!("| {game}, {level} | {} | {} |", row(&states, 95), row(&events, 90));
        assert!(share(&states, 50) <= STATE, "{game}: the median state has {} B", share(&states, 50));
        for (percent, most) in [50, 90].into_iter().zip(EVENT) {
            let size = share(&events, percent);
            assert!(size <= most, "{game}: {percent} % of events have up to {size} B");
        }
    }
}

#[tokio::test]
async fn states_and_events_of_richelieu_are_small() {
    small("richelieu").await;
}

#[tokio::test]
async fn states_and_events_of_les_7_blasons_are_small() {
    small("sept-blasons").await;
}

#[tokio::test]
async fn states_and_events_of_le_malin_are_small() {
    small("malin").await;
}

#[tokio::test]
async fn states_and_events_of_parbourg_are_small() {
    small("parbourg").await;
}

/// A game of four bots, played to its end.
async fn finished(app: &TestApp, game: &str, level: &str) -> std::sync::Arc<Snapshot> {
    let bots = vec![json!({"kind": "bot", "level": level}); 4];
    let practice = json!({"seed": "5".repeat(64)});
    let body = json!({"game": game, "options": {"players": 4}, "practice": practice, "seats": bots});
    let created = app.post("/v1/games").json(&body).send().await.expect(201);
    let id = created["id"].as_str().unwrap().parse().unwrap();
    let live = app.state.service.live_games().open(id).await.unwrap();
    let mut news = live.news();
    while live.snapshot().status != GameStatus::Finished {
        news.changed().await.unwrap();
    }
    live.snapshot()
}

/// The sizes of the states the four seats saw, ascending.
fn states(snapshot: &Snapshot) -> Vec<usize> {
    let mut sizes = Vec::new();
    for version in (1..=snapshot.version()).step_by(step()) {
        let then = snapshot.at(version).unwrap();
        let body = |seat| {
            let body =
                state_body(&then, Viewer::Seat(seat), Beside::default(), StateParts::default()).unwrap();
            size(serde_json::from_slice(&body).unwrap())
        };
        sizes.extend(Seat::all(4).map(body));
    }
    sizes.sort_unstable();
    sizes
}

/// The sizes of the events after the set-up, ascending.
fn events(snapshot: &Snapshot) -> Vec<usize> {
    let of_seat = |seat| GameEvent::after(snapshot, 1, Viewer::Seat(seat));
    let size_of = |event: GameEvent| size(serde_json::to_value(&event).unwrap());
    // By day as two of them see it.
    let mut sizes = Seat::all(2 * levels().len()).flat_map(of_seat).map(size_of).collect::<Vec<_>>();
    sizes.sort_unstable();
    sizes
}

/// The bytes of a body that is asked for in English.
fn size(mut body: Value) -> usize {
    Languages::One(Language::English).leave(&mut body);
    body.to_string().len()
}

/// The least size that `percent` of the sizes do not exceed.
fn share(ascending: &[usize], percent: usize) -> usize {
    ascending[(ascending.len() * percent / 100).min(ascending.len() - 1)]
}

fn row(ascending: &[usize], percent: usize) -> String {
    let most = ascending.last().copied().unwrap_or_default();
    format!("{} | {} | {} | {most}", ascending.len(), share(ascending, 50), share(ascending, percent))
}
