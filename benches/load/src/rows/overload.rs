//! H1 of the reliability table: moves beside ten times the hints that can be searched.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use futures_util::future::{join, try_join_all};

use super::movers::{Movers, compare};
use crate::bench::Bench;
use crate::client::{Connection, hint_of, request};
use crate::host::Server;
use crate::report::{Goal, Row};
use crate::script::{Script, scripts};
use crate::table::Table;

/// Searches at a time in this row, and clients that each want one all the time.
const SEARCHES: usize = 1;
const ASKING: usize = 10 * SEARCHES;

/// Hints given, and refused for the time being.
#[derive(Default)]
struct HintCounts {
    given: AtomicUsize,
    refused: AtomicUsize,
}

/// H1r.
pub(super) async fn moves_beside_hints(bench: &Bench) -> Result<Vec<Row>> {
    let directory = bench.folder()?;
    let arguments = ["--solver-threads", "1", "--solver-queue", "4"];
    let service = bench.host.service(directory.path(), &arguments)?;
    let scripts: Arc<[_]> = scripts("richelieu", "{}", 64)?.into();
    let mut movers = Movers::new()?;
    let asked = HintCounts::default();
    let mut pairs = Vec::new();
    for round in 0..=bench.rounds {
        let idle = movers.sample(&*service, bench.time).await?;
        let beside = {
            let stop = AtomicBool::new(false);
            let measured = async {
                let sample = movers.sample(&*service, bench.time).await;
                stop.store(true, Relaxed);
                sample
            };
            let (sample, hints) = join(measured, hints(&*service, &scripts, &stop, &asked)).await;
            hints?;
            sample?
        };
        let pair = compare("H1r", &beside, &idle, "hints");
        if round > 0 {
            pairs.push(pair);
        }
    }
    movers.check(&*service).await?;
    let (given, refused) = (asked.given.load(Relaxed), asked.refused.load(Relaxed));
    ensure!(given > 0 && refused > 0, "{given} given, {refused} refused: that was no overload");
    Ok(vec![Row {
        id: "H1r",
        work: format!(
            "p99 of a move beside 10 × the hints that can be searched ({given} given, {refused} sent away), against idle"
        ),
        unit: "ms",
        pairs,
        goal: Goal::AtMost(2.0),
    }])
}

/// Clients who ask for hints until it stops.
async fn hints(
    service: &dyn Server,
    scripts: &[Arc<Script>],
    stop: &AtomicBool,
    asked: &HintCounts,
) -> Result<()> {
    let asking = scripts.iter().take(ASKING).map(|script| ask(service, script, stop, asked));
    try_join_all(asking).await?;
    Ok(())
}

/// Asks for half a second of search again and again; who is sent away comes back when told.
async fn ask(
    service: &dyn Server,
    script: &Arc<Script>,
    stop: &AtomicBool,
    asked: &HintCounts,
) -> Result<()> {
    let mut connection = Connection::open(service.address()).await?;
    let table = Table::create(&mut connection, script).await?;
    let bearer = table.bearer(table.turn().context("a game without a move")?);
    while !stop.load(Relaxed) {
        let body = hint_of(500);
        let request = request("POST", &format!("{}/hints", table.path), &bearer, &body);
        let answer = connection.ask(&request).await?;
        if answer.status == 503 {
            let seconds: u64 = answer.header("retry-after").context("no Retry-After")?.parse()?;
            asked.refused.fetch_add(1, Relaxed);
            wait(Duration::from_secs(seconds), stop).await;
        } else {
            ensure!(answer.json(200)?["moves"].is_array(), "a hint without moves");
            asked.given.fetch_add(1, Relaxed);
        }
    }
    Ok(())
}

/// Waits so long, or until it stops.
async fn wait(time: Duration, stop: &AtomicBool) {
    let until = tokio::time::Instant::now() + time;
    while tokio::time::Instant::now() < until && !stop.load(Relaxed) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
