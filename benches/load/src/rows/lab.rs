//! B7, B8 and B9: how fast the lab plays, and whether people feel it.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;
use serde_json::json;
use tapis_db::sqlite::{SqliteOptions, SqliteStore};
use tapis_games::erased::{AnyRuleset, TypedRuleset};
use tapis_games::game::{Published, Turn};
use tapis_games::malin::Malin;
use tapis_games::parbourg::Parbourg;
use tapis_games::richelieu::Richelieu;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_service::lab::Simulation;
use tapis_service::sources::{Clock, Sources};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;
use tapis_solver::simulation::deal_seed;

use super::movers::{Movers, compare};
use crate::bench::Bench;
use crate::client::{Connection, request};
use crate::host::Server;
use crate::report::{Goal, Row};

const GAMES: [&str; 4] = ["richelieu", "sept-blasons", "malin", "parbourg"];
/// The bots of B8: as strong as `club` is quick enough for a small run.
const SEARCHING: &str = "solver:200";

/// B7: games of random bots with all their facts stored, against bare playouts of the same ruleset on the same threads.
pub(super) fn simulated_games(bench: &Bench) -> Result<Vec<Row>> {
    let directory = bench.folder()?;
    GAMES.iter().map(|game| simulated(bench, directory.path(), game)).collect()
}

fn simulated(bench: &Bench, directory: &Path, game: &str) -> Result<Row> {
    let lab = Lab::new(&directory.join(format!("{game}.db")), game, "random")?;
    let (mut pairs, mut games) = (Vec::new(), 0);
    for round in 0..=bench.rounds {
        let ours = rate(bench.time, |chunk| {
            games += chunk;
            lab.play(games)
        })?;
        let mut first = 0;
        let bare = rate(bench.time, |chunk| {
            let seeds = first..first + chunk;
            first += chunk;
            let moves: Result<Vec<u64>> =
                seeds.into_par_iter().map(|seed| bare_playout(&*lab.ruleset, seed)).collect();
            ensure!(moves?.iter().all(|moves| *moves > 0), "a game without a move");
            Ok(())
        })?;
        if round > 0 {
            pairs.push((ours, bare));
        }
    }
    let recorded = lab.simulation.recorded(&lab.store)?;
    ensure!(recorded == games, "{recorded} of {games} games recorded");
    Ok(Row {
        id: "B7",
        work: format!("simulated games of {game}, random bots, facts stored, against bare playouts"),
        unit: "/s",
        pairs,
        goal: Goal::AtLeast(0.3),
    })
}

/// B8: games of searching bots, recorded in the lab, against the same in memory alone.
pub(super) fn searches(bench: &Bench) -> Result<Vec<Row>> {
    let directory = bench.folder()?;
    let lab = Lab::new(&directory.path().join("lab.db"), "richelieu", SEARCHING)?;
    let registry = Registry::standard();
    let game = registry.game("richelieu").context("Richelieu is registered")?;
    let bots: Vec<Bot> = vec![SEARCHING.parse()?; lab.ruleset.seats()];
    let (mut pairs, mut games, mut first) = (Vec::new(), 0, 0);
    for round in 0..=bench.rounds {
        let ours = rate(bench.time, |chunk| {
            games += chunk;
            lab.play(games)
        })?;
        let memory = rate(bench.time, |chunk| {
            first += chunk;
            let played: Result<Vec<_>, _> = (first - chunk..first)
                .into_par_iter()
                .map(|deal| {
                    let seeds = deal_seed([7; 32], deal).into();
                    game.simulate(&*lab.ruleset, &bots, seeds, &Control::default())
                })
                .collect();
            ensure!(played?.iter().all(|game| game.length > 0), "a game without a ply");
            Ok(())
        })?;
        if round > 0 {
            pairs.push((ours, memory));
        }
    }
    Ok(vec![Row {
        id: "B8",
        work: format!("games of Richelieu, {SEARCHING} against itself, recorded, against played in memory"),
        unit: "/s",
        pairs,
        goal: Goal::AtLeast(0.95),
    }])
}

/// B9: people move while an experiment runs, against idle.
pub(super) async fn moves_beside_an_experiment(bench: &Bench) -> Result<Vec<Row>> {
    let directory = bench.folder()?;
    let service = bench.host.service(directory.path(), &[])?;
    let mut movers = Movers::new()?;
    let mut pairs = Vec::new();
    for round in 0..=bench.rounds {
        let idle = movers.sample(bench, &*service).await?;
        let experiment = begin(&*service, round).await?;
        let beside = movers.sample(bench, &*service).await?;
        end(&*service, &experiment).await?;
        let pair = compare("B9", &beside, &idle, "an experiment");
        if round > 0 {
            pairs.push(pair);
        }
    }
    movers.check(&*service).await?;
    Ok(vec![Row {
        id: "B9",
        work: "p99 of a move beside a running experiment, against idle".to_owned(),
        unit: "ms",
        pairs,
        goal: Goal::AtMost(1.5),
    }])
}

/// Starts an experiment without an end, waits until it is played, and answers its path.
async fn begin(service: &dyn Server, round: usize) -> Result<String> {
    let mut connection = Connection::open(service.address()).await?;
    let arms = json!([{"name": "greedy", "seats": ["greedy"]}, {"name": "random", "seats": ["random"]}]);
    let plan = json!({"game": "parbourg", "arms": arms, "games": 100_000_000, "metric": "length", "seed": format!("B9 {round}")});
    let ask = request("POST", "/v1/experiments", "", &plan.to_string());
    let report = connection.ask(&ask).await?.json(202)?;
    let path = format!("/v1/experiments/{}", report["id"].as_str().context("an experiment without an id")?);
    let look = request("GET", &path, "", "");
    while connection.ask(&look).await?.json(200)?["progress"]["games"] == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Ok(path)
}

/// Ends an experiment, which must have been played all the while.
async fn end(service: &dyn Server, path: &str) -> Result<()> {
    let mut connection = Connection::open(service.address()).await?;
    let report = connection.ask(&request("GET", path, "", "")).await?.json(200)?;
    ensure!(report["state"] == "running", "{}", report["state"]);
    connection.ask(&request("DELETE", path, "", "")).await?.expect(204)
}

/// A simulation with its store.
struct Lab {
    simulation: Simulation,
    ruleset: Arc<dyn AnyRuleset>,
    store: SqliteStore,
    clock: Arc<dyn Clock>,
}

impl Lab {
    fn new(database: &Path, game: &str, bot: &str) -> Result<Self> {
        let registry = Registry::standard();
        let ruleset = registry.game(game).context("the game is registered")?.ruleset("{}");
        let Ok(ruleset) = ruleset else { bail!("{game} has a default ruleset") };
        let simulation = Simulation::new(&registry, Arc::clone(&ruleset), &[bot.parse()?], [7; 32])?;
        let store = SqliteStore::open(database, SqliteOptions::default())?;
        Ok(Self { simulation, ruleset, store, clock: Sources::system(registry).clock })
    }

    /// Plays what is missing of so many games.
    fn play(&self, games: u64) -> Result<()> {
        let recorded = self.simulation.run(games, &self.store, &*self.clock, &Control::default(), &|_| {})?;
        ensure!(recorded >= games, "{recorded} of {games} games");
        Ok(())
    }
}

/// How many games a second `play` plays, in chunks that double until the time is over.
fn rate(time: Duration, mut play: impl FnMut(u64) -> Result<()>) -> Result<f64> {
    let (began, mut games, mut chunk) = (Instant::now(), 0, 8);
    while began.elapsed() < time {
        play(chunk)?;
        games += chunk;
        chunk = (chunk * 2).min(4_096);
    }
    Ok(games as f64 / began.elapsed().as_secs_f64())
}

/// A random game without anything beside it; answers its moves.
fn bare_playout(ruleset: &dyn AnyRuleset, seed: u64) -> Result<u64> {
    let rules = ruleset.as_any();
    if let Some(game) = rules.downcast_ref::<TypedRuleset<Richelieu>>() {
        return random_game(game.rules(), seed);
    }
    if let Some(game) = rules.downcast_ref::<TypedRuleset<SeptBlasons>>() {
        return random_game(game.rules(), seed);
    }
    if let Some(game) = rules.downcast_ref::<TypedRuleset<Malin>>() {
        return random_game(game.rules(), seed);
    }
    match rules.downcast_ref::<TypedRuleset<Parbourg>>() {
        Some(game) => random_game(game.rules(), seed),
        None => bail!("a game that is not one of the four"),
    }
}

fn random_game<G: Published>(rules: &G, seed: u64) -> Result<u64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut state, mut moves) = (rules.start(), 0);
    loop {
        match rules.turn(&state) {
            Turn::Over => return Ok(moves),
            Turn::Chance => {
                let outcome = rules.sample_chance(&state, &mut rng);
                rules.resolve(&mut state, &outcome)?;
            }
            Turn::Player(_) => {
                let mv = rules.random_move(&state, &mut rng).context("a seat to move has a move")?;
                rules.play_unchecked(&mut state, mv);
                moves += 1;
            }
        }
    }
}
