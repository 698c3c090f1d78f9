//! How much memory the service uses after many games: row H6 of `benches/README.md`.
//!
//! `cargo run --release -p tapis-service --example memory -- 20000` plays so many games of random bots, a quarter of each
//! ruleset, through the service on a database of its own, and prints what is left in memory.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tapis_service::charge::Uncounted;
use tapis_service::settings::{AdviceSettings, BotSettings};
use tapis_service::sources::Sources;
use tapis_service::tables::{LiveGame, ServerSecret};
use tapis_service::{CreateGame, Service, ServiceSettings};
use tapis_solver::registry::Registry;

/// Games under way at once.
const UNDER_WAY: usize = 256;
const GAMES: [&str; 4] = ["richelieu", "sept-blasons", "malin", "parbourg"];

fn settings() -> ServiceSettings {
    let keep = Duration::from_secs(60);
    let advice = AdviceSettings {
        threads: 1,
        threads_per_search: 1,
        queue: 1,
        queue_ms: 1_000,
        max_ms: 1_000,
        analysis_threads: 1,
        analysis_max_ms: 1_000,
        analyses: 1,
        analysis_keep: keep,
    };
    let bots = BotSettings { threads: 64, queue: 20_000, pace_ms: 0, slot: Duration::ZERO };
    let space = tapis_service::space::Space { database: tapis_db::DatabaseUrl::Memory, reserve: 0 };
    ServiceSettings { advice, bots, space, cache_bytes: 256 << 20, answers: 1 }
}

/// The resident memory of this process in MB.
fn resident() -> Result<u64, Box<dyn std::error::Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
    let kib: u64 = line.split_whitespace().nth(1).ok_or("no number")?.parse()?;
    Ok(kib * 1024 / 1_000_000)
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games: usize = std::env::args().nth(1).map_or(Ok(2_000), |text| text.parse())?;
    let directory = tempfile::tempdir()?;
    let url = format!("sqlite:{}", directory.path().join("tapis.db").display());
    let store = tapis_db::open(&url)?;
    let service = Arc::new(Service::start(
        store,
        &settings(),
        Sources::system(Registry::standard()),
        ServerSecret([1; 32]),
    )?);
    let began = Instant::now();
    let mut under_way = Vec::new();
    println!("{} MB before the first game", resident()?);
    for n in 0..games {
        let game = GAMES[n % GAMES.len()];
        let bots = vec![json!({"kind": "bot", "level": "random"}); 3];
        let options = json!({"players": 3});
        let wanted: CreateGame =
            serde_json::from_value(json!({"game": game, "options": options, "seats": bots}))?;
        let created = service.create(&wanted, None, None, None, &Uncounted).await?;
        under_way.push(service.live_games().open(created.snapshot.info.id).await?);
        while under_way.len() >= UNDER_WAY {
            tokio::time::sleep(Duration::from_millis(5)).await;
            under_way.retain(goes_on);
        }
        if (n + 1) % 2_000 == 0 {
            println!("{} games, {:?}, {} MB", n + 1, began.elapsed(), resident()?);
        }
    }
    while !under_way.is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
        under_way.retain(goes_on);
    }
    println!("{games} games in {:?}: {} MB, {:?}", began.elapsed(), resident()?, service.load().games);
    service.begin_to_stop();
    tokio::task::spawn_blocking(move || service.close()).await??;
    let bytes = std::fs::metadata(directory.path().join("tapis.db"))?.len();
    println!("{} kB a game on disk", bytes / 1_000 / games.max(1) as u64);
    Ok(())
}

/// Whether the game is not over.
fn goes_on(game: &Arc<LiveGame>) -> bool {
    game.snapshot().unfinished().is_ok()
}
