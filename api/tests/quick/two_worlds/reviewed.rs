//! After the end: what a seat chose is judged alike in deals that it could not tell apart. Only what is made of the true cards may
//! differ.

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use reqwest::Method;
use serde_json::{Value, json};
use tapis_games::erased::StoredPly;
use tapis_games::log::ObservationLog;
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::registry::Registry;

use crate::two_worlds::alike::{choose, observation};
use crate::two_worlds::ears::Ears;
use crate::two_worlds::game::{Game, Played};
use crate::two_worlds::world::World;

/// The seat that looks at its own choices.
const SEAT: Viewer = Viewer::Seat(Seat(0));
/// Choices that are looked at in full.
const LOOKED_AT: usize = 2;

/// One day of Parbourg is soon reviewed; a game of Richelieu, which takes longer, at night (`TAPIS_TWO_WORLDS`).
fn which() -> (&'static str, Value) {
    if std::env::var_os("TAPIS_TWO_WORLDS").is_some() {
        ("richelieu", json!({"players": 2, "variant": "three_rows"}))
    } else {
        ("parbourg", json!({"players": 2, "days": 1, "first_hand": 1, "max_rounds": 1}))
    }
}

async fn create(world: &World, history: Option<Vec<StoredPly>>) -> Game {
    world.prepare(1, history);
    let (game, options) = which();
    let seats = vec![json!({"kind": "mine"}); options["players"].as_u64().unwrap() as usize];
    let body = json!({"game": game, "options": options, "seats": seats, "auto_pass": "off"});
    Game::create(world, 1, &body, &[], &mut Ears::default()).await
}

/// A game of random moves, to its end.
async fn play(world: &World, game: &mut Game, rng: &mut ChaCha8Rng) -> Vec<Played> {
    let mut moves = Vec::new();
    while let Some((seat, legal)) = game.turn(world).await {
        let played = Played { seat, notation: choose(&legal, rng) };
        game.play(world, &played, SEAT, &mut Ears::default()).await;
        moves.push(played);
    }
    moves
}

/// Another history that looked the same to the seat, to the end.
async fn alike(world: &World, game: &Game, rng: &mut ChaCha8Rng) -> Vec<StoredPly> {
    let call = game.call(world, Method::GET, "/moves?include=ruleset", SEAT);
    let log: Value = call.send().await.unwrap().json().await.unwrap();
    let log: ObservationLog = serde_json::from_value(observation(&log)).unwrap();
    let rules = Registry::standard().game(&log.ruleset.game).unwrap();
    let rules = rules.ruleset(&log.ruleset.options.as_ref().unwrap().to_string()).unwrap();
    let mut histories = (0..50).map(|_| rules.sample_history(&log, rng).unwrap());
    histories.find(|history| history[0] != world.last_set_up()).expect("something stays hidden")
}

/// What is told of the choices of the seat, but for what nobody could know.
async fn judged(world: &World, game: &Game) -> Vec<String> {
    let call = game.call(world, Method::POST, "/reviews", SEAT).json(&json!({"effort": "quick"}));
    let begun: Value = call.send().await.unwrap().json().await.unwrap();
    let path = format!("reviews/{}", begun["id"].as_str().unwrap());
    let ask = async |rest: &str| -> Value {
        world.call(Method::GET, &format!("{path}{rest}")).send().await.unwrap().json().await.unwrap()
    };
    let review = loop {
        let job = ask("").await;
        if job.get("progress").is_none() {
            break job["review"].clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let own = |of: &&Value| of["seat"] == 0;
    let decisions: Vec<&Value> = review["decisions"].as_array().unwrap().iter().filter(own).collect();
    let mut told = vec![json!([decisions, review["seats"][0]["choices"]]).to_string()];
    let worst = decisions.iter().filter(|of| of["grade"] != "as_good").chain(&decisions).take(LOOKED_AT);
    for ply in worst.map(|of| &of["ply"]) {
        let mut choice = ask(&format!("/decisions/{ply}")).await;
        choice.as_object_mut().unwrap().remove("hindsight").unwrap();
        let last = choice["moves"].as_array().unwrap().last().unwrap()["notation"].clone();
        told.push(choice.to_string());
        let call = world.call(Method::POST, &format!("{path}/exercises/{ply}")).json(&json!({"move": last}));
        told.push(call.send().await.unwrap().text().await.unwrap());
    }
    told
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_seat_could_not_know_changes_nothing_of_how_it_is_judged() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (here, there) = (World::start(None), World::start(None));
    let mut first = create(&here, None).await;
    let moves = play(&here, &mut first, &mut rng).await;
    let history = alike(&here, &first, &mut rng).await;
    let mut second = create(&there, Some(history)).await;
    for played in &moves {
        second.play(&there, played, SEAT, &mut Ears::default()).await;
    }
    assert!(second.turn(&there).await.is_none(), "the game is over there as well");
    let (here, there) = (judged(&here, &first).await, judged(&there, &second).await);
    assert_eq!(here.len(), 1 + 2 * LOOKED_AT);
    for (one, other) in here.iter().zip(&there) {
        assert_eq!(one, other);
    }
}
