//! B7, B8 and B9: how fast the lab plays, and whether people feel it.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use rayon::prelude::*;
use serde_json::json;
use tapis_db::sqlite::{SqliteOptions, SqliteStore};
use tapis_games::erased::AnyRuleset;
use tapis_lab::Simulation;
use tapis_service::sources::{Clock, Sources};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;
use tapis_solver::simulation::deal_seed;

use super::movers::{Movers, compare};
use crate::bench::Bench;
use crate::client::{Connection, request};
use crate::host::{AS_ADMIN, Server};
use crate::report::{Goal, Row};

const GAMES: [&str; 4] = ["richelieu", "sept-blasons", "malin", "parbourg"];
/// The bots of B8: as strong as `club` is quick enough for a small run.
const SEARCHING: &str = "solver:200";

/// B7: games of greedy bots with all their facts stored, against the same played in memory on the same threads. Designers wait for
/// play: nobody simulates random bots for an answer.
pub(super) fn simulated_games(bench: &Bench) -> Result<Vec<Row>> {
    let directory = bench.folder()?;
    let row = |game: &&str| {
        let pairs =
            recorded_against_memory(bench, &directory.path().join(format!("{game}.db")), game, "greedy")?;
        Ok(Row {
            id: "B7",
            work: format!(
                "simulated games of {game}, greedy bots, facts stored, against the same unrecorded"
            ),
            unit: "/s",
            pairs,
            goal: Goal::AtLeast(0.8),
        })
    };
    GAMES.iter().map(row).collect()
}

/// B8: games of searching bots, recorded in the lab, against the same in memory alone.
pub(super) fn searches(bench: &Bench) -> Result<Vec<Row>> {
    let directory = bench.folder()?;
    let pairs = recorded_against_memory(bench, &directory.path().join("lab.db"), "richelieu", SEARCHING)?;
    Ok(vec![Row {
        id: "B8",
        work: format!("games of Richelieu, {SEARCHING} against itself, recorded, against played in memory"),
        unit: "/s",
        pairs,
        goal: Goal::AtLeast(0.95),
    }])
}

/// Games a second of one bot in all seats: recorded in the lab, and played in memory alone; the first round is left out.
fn recorded_against_memory(bench: &Bench, database: &Path, game: &str, bot: &str) -> Result<Vec<(f64, f64)>> {
    let lab = Lab::new(database, game, bot)?;
    let registry = Registry::standard();
    let registered = registry.game(game).context("the game is registered")?;
    let bots: Vec<Bot> = vec![bot.parse()?; lab.ruleset.seats()];
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
                    registered.simulate(&*lab.ruleset, &bots, seeds, &Control::default())
                })
                .collect();
            ensure!(played?.iter().all(|game| game.length > 0), "a game without a ply");
            Ok(())
        })?;
        if round > 0 {
            pairs.push((ours, memory));
        }
    }
    let recorded = lab.simulation.recorded(&lab.store)?;
    ensure!(recorded == games, "{recorded} of {games} games recorded");
    Ok(pairs)
}

/// B9: people move while an experiment runs, against idle.
pub(super) async fn moves_beside_an_experiment(bench: &Bench) -> Result<Vec<Row>> {
    let directory = bench.folder()?;
    let service = bench.host.service(directory.path(), &[])?;
    let mut movers = Movers::new()?;
    let mut pairs = Vec::new();
    for round in 0..=bench.rounds {
        let idle = movers.sample(&*service, bench.time).await?;
        let experiment = begin(&*service, round).await?;
        let beside = movers.sample(&*service, bench.time).await?;
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
    let plan = json!({"game": "parbourg", "arms": arms, "games": 2_000_000, "metric": "length", "seed": format!("B9 {round}")});
    let ask = request("POST", "/v1/experiments", AS_ADMIN, &plan.to_string());
    let report = connection.ask(&ask).await?.json(202)?;
    let path = format!("/v1/experiments/{}", report["id"].as_str().context("an experiment without an id")?);
    let look = request("GET", &path, AS_ADMIN, "");
    while connection.ask(&look).await?.json(200)?["progress"]["games"] == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Ok(path)
}

/// Ends an experiment, which must have been played all the while.
async fn end(service: &dyn Server, path: &str) -> Result<()> {
    let mut connection = Connection::open(service.address()).await?;
    let report = connection.ask(&request("GET", path, AS_ADMIN, "")).await?.json(200)?;
    ensure!(report["state"] == "running", "{}", report["state"]);
    connection.ask(&request("DELETE", path, AS_ADMIN, "")).await?.expect(204)
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
