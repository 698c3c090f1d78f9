//! Games of the lab, counted as all others.

use std::sync::Arc;

use serde_json::json;
use tapis_db::{DatabaseUrl, Store};
use tapis_lab::{LabError, Simulation};
use tapis_solver::bots::Bot;
use tapis_solver::control::{Cancel, Control};
use tapis_solver::registry::Registry;
use tapis_solver::simulation::SimulationError;

use crate::common::TestApp;

fn simulation(game: &str, bots: &str) -> Simulation {
    let games = Registry::standard();
    let ruleset = games.game(game).unwrap().ruleset("{}").unwrap();
    let bots: Vec<Bot> = bots.split(',').map(|bot| bot.parse().unwrap()).collect();
    Simulation::new(&games, ruleset, &bots, [7; 32]).unwrap()
}

fn memory() -> Arc<dyn Store> {
    "sqlite::memory:".parse::<DatabaseUrl>().unwrap().open().unwrap()
}

/// Plays up to `games` games on so many threads.
fn play(app: &TestApp, simulation: &Simulation, store: &dyn Store, games: u64, threads: usize) -> u64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let clock = &*app.state.service.sources().clock;
    pool.install(|| simulation.run(games, store, clock, &Control::default(), &|_| {})).unwrap()
}

#[tokio::test]
async fn simulated_games_are_read_over_http() {
    let app = TestApp::start().await;
    let simulation = simulation("richelieu", "greedy,random");
    assert_eq!(play(&app, &simulation, &**app.state.service.store(), 39, 2), 40, "whole deals");
    let path = format!("/v1/stats/richelieu/summary?source={}", simulation.source());
    let found = app.get(&path).send().await.expect(200);
    assert_eq!(found["games"], 40);
    let lineups: Vec<_> = found["lineups"].as_array().unwrap().iter().map(|of| &of["lineup"]).collect();
    assert_eq!(lineups, [&json!("greedy,random"), &json!("random,greedy")], "every deal in both seatings");
    assert_eq!(found["lineups"][0]["games"], 20);
    let mut figures = found.clone();
    assert_eq!(figures.as_object_mut().unwrap().remove("sources").unwrap()[0]["games"], 40);
    let summary = simulation.question().summary(&**app.state.service.store()).unwrap();
    assert_eq!(serde_json::to_value(summary).unwrap(), figures);
    let players = simulation.players(&**app.state.service.store(), 0.95).unwrap();
    assert_eq!(
        players.iter().map(|(name, share)| (&**name, share.n)).collect::<Vec<_>>(),
        [("greedy", 40), ("random", 40)]
    );
    assert!(players[0].1.value > players[1].1.value);
    let features = app.get(&path.replace("summary", "features")).send().await.expect(200);
    assert!(!features["features"].as_array().unwrap().is_empty());
}

/// Threads, interruptions and repetitions change nothing: the results say the same to the last byte.
#[tokio::test]
async fn the_same_simulation_says_the_same() {
    let app = TestApp::start().await;
    for game in ["richelieu", "sept-blasons", "malin", "parbourg"] {
        let simulation = simulation(game, "random");
        assert_eq!(simulation.seatings(), 1, "alike in every seat");
        let (whole, parts) = (memory(), memory());
        assert_eq!(play(&app, &simulation, &*whole, 30, 2), 30);
        for games in [11, 30, 20] {
            play(&app, &simulation, &*parts, games, 1);
        }
        let said = |store: &Arc<dyn Store>| {
            let population = simulation.population();
            let features = store.features(&population, None).unwrap();
            assert!(store.verify_rollups().unwrap() && !features.is_empty());
            (simulation.question().summary(&**store).unwrap(), features)
        };
        assert_eq!(said(&whole), said(&parts), "{game}");
    }
}

#[tokio::test]
async fn a_cancelled_simulation_keeps_what_it_has() {
    let app = TestApp::start().await;
    let simulation = simulation("richelieu", "random");
    let (store, cancel) = (memory(), Cancel::default());
    let control = Control { cancel: cancel.clone(), ..Control::default() };
    let clock = &*app.state.service.sources().clock;
    let progress = |recorded| {
        if recorded > 0 {
            cancel.cancel()
        }
    };
    let error = simulation.run(1_000_000, &*store, clock, &control, &progress).unwrap_err();
    assert!(matches!(error, LabError::Game(SimulationError::Cancelled)), "{error}");
    let recorded = simulation.recorded(&*store).unwrap();
    assert!(recorded > 0 && recorded < 1_000_000);
    assert_eq!(play(&app, &simulation, &*store, recorded + 5, 2), recorded + 5);
}
