//! What can be read from the time a bot takes: nothing. A bot with one move finds it at once, one with several searches; both
//! reply at the same time. That the scheduled instants are the same is compared exactly in `service/src/bots/schedule.rs`; here real
//! delays are ranked, on a machine that has nothing else to do.
//!
//! `TAPIS_DELAYS` is the number of turns of each kind that are timed. From 1,100 on the ranks of the two kinds may differ by
//! 0.05 at most.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tapis_games::erased::AnyRuleset;
use tapis_games::log::ObservationLog;
use tapis_service::sources::{Engines, Sources};
use tapis_solver::answer::{Answer, Estimate};
use tapis_solver::bots::Grades;
use tapis_solver::control::Control;
use tapis_solver::engine::{BotLevel, Engine, HintError};
use tapis_solver::registry::Registry;
use tapis_solver::request::Request;

use crate::common::{Table, TestApp};

/// Games of each kind at once.
const GAMES: usize = 24;
/// Cells of discs in two orders: two rulesets whose games are alike.
const CELLS: [[&str; 8]; 2] = [
    ["1c05", "1c08", "2c04", "2c09", "3c03", "3c10", "4c02", "4c12"],
    ["1c05", "1c08", "2c04", "2c09", "3c03", "3c10", "4c02", "4c11"],
];
/// What a search takes where there is one: as long as a slot allows, and so long that it shows on a busy machine where no
/// slot hides it.
const HIDDEN_SEARCH: Duration = Duration::from_millis(2);
const SHOWN_SEARCH: Duration = Duration::from_millis(25);
/// The slot of a `club` bot with the unit of the test, 12 ms.
const SLOT: Duration = Duration::from_millis(120);

/// Engines that search in games with the first of [`CELLS`], and know their move at once in others.
struct Uneven {
    search: Duration,
}

struct UnevenEngine {
    real: Arc<dyn Engine>,
    search: Duration,
}

impl Engines for Uneven {
    fn engine(&self, ruleset: &dyn AnyRuleset) -> Option<Arc<dyn Engine>> {
        let searches = ruleset.ruleset().options["disc_cells"] == json!(CELLS[0]);
        let search = if searches { self.search } else { Duration::ZERO };
        Some(Arc::new(UnevenEngine { real: Registry::standard().engine(ruleset)?, search }))
    }
}

impl Engine for UnevenEngine {
    fn hint(&self, log: &ObservationLog, request: &Request, control: &Control) -> Result<Answer, HintError> {
        self.real.hint(log, request, control)
    }

    fn more(
        &self,
        _: &ObservationLog,
        _: &Request,
        answer: Answer,
        _: &Control,
    ) -> Result<Answer, HintError> {
        Ok(answer)
    }

    fn estimate(&self, log: &ObservationLog, request: &Request) -> Result<Estimate, HintError> {
        self.real.estimate(log, request)
    }

    fn grades(&self) -> Grades {
        self.real.grades()
    }

    fn choose(
        &self,
        _: BotLevel,
        log: &ObservationLog,
        seed: [u8; 32],
        control: &Control,
    ) -> Result<String, HintError> {
        std::thread::sleep(self.search);
        self.real.choose(BotLevel::Random, log, seed, control)
    }
}

/// Plays a game against a club bot and times its turns, until there are enough or the game is over: time for each of the
/// bot's plies, in seconds.
async fn delays(app: &TestApp, cells: [&str; 8], turns: usize) -> Vec<f64> {
    let options = json!({"first_seat": 0, "disc_cells": cells});
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "club"}]);
    let table = Table::create(app, options, seats).await;
    let mut state = table.see(app, 0).await;
    let mut delays = Vec::new();
    while delays.len() < turns && state["turn"]["seat"] == 0 {
        let notation = &state["legal_moves"][0]["notation"];
        let version = state["version"].as_u64().unwrap();
        let call = app.post(&table.path("/moves")).token(table.token(0));
        let call = call.if_match(&format!("\"v{version}-s0\""));
        let begun = Instant::now();
        state = call.json(&json!({"move": notation, "wait_ms": 10_000})).send().await.expect(200);
        let time = begun.elapsed().as_secs_f64();
        let plies = state["version"].as_u64().unwrap() - version - 1;
        if plies > 0 {
            delays.push(time / plies as f64);
        }
    }
    delays
}

/// A service whose engines are uneven.
async fn uneven(slot_ms: &str, search: Duration) -> TestApp {
    let unlimited = ["--rate-moves", "0", "--rate-create", "0", "--rate-requests", "0"];
    let slot = format!("bot_slot_ms={slot_ms}");
    let arguments = [&["--tune", &slot][..], &unlimited].concat();
    TestApp::start_from(&arguments, |sources| Sources { engines: Arc::new(Uneven { search }), ..sources })
        .await
}

/// So many turns of each kind, of many games at once. Games begin spread over a slot, and of two that begin together each
/// kind is first as often as the other: who waits for whom in this process then tells nothing about the kind.
async fn timed_side_by_side(app: &TestApp, turns: usize) -> [Vec<f64>; 2] {
    let mut timed = [vec![], vec![]];
    while timed.iter().any(|timed| timed.len() < turns) {
        let games = (0..2 * GAMES).map(|n| async move {
            tokio::time::sleep(SLOT * (n / 2) as u32 / GAMES as u32).await;
            let kind = (n + n / 2) % 2;
            (kind, delays(app, CELLS[kind], turns.div_ceil(GAMES)).await)
        });
        for (kind, delays) in futures_util::future::join_all(games).await {
            timed[kind].extend(delays);
        }
    }
    timed
}

/// So many turns of one kind, one after the other.
async fn timed(app: &TestApp, cells: [&'static str; 8], turns: usize) -> Vec<f64> {
    let mut timed = Vec::new();
    while timed.len() < turns {
        timed.extend(delays(app, cells, turns - timed.len()).await);
    }
    timed
}

/// The chance that a delay of `a` is longer than one of `b`; ties count half.
fn auc(a: &[f64], b: &[f64]) -> f64 {
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| x.total_cmp(y)));
    pairs.map(|order| f64::from(order as i8 + 1) / 2.0).sum::<f64>() / (a.len() * b.len()) as f64
}

#[tokio::test]
async fn a_bots_delay_does_not_tell_whether_it_searched() {
    let turns = std::env::var("TAPIS_DELAYS").map_or(240, |turns| turns.parse().unwrap());
    let app = uneven("12", HIDDEN_SEARCH).await;
    let [searched, knew] = timed_side_by_side(&app, turns).await;
    let auc = auc(&searched, &knew);
    // Four standard deviations of the rank statistic of two equal distributions (Mann and Whitney).
    let (n, m) = (searched.len() as f64, knew.len() as f64);
    let chance = 4.0 * ((n + m + 1.0) / (12.0 * n * m)).sqrt();
    println!("{n} and {m} turns: AUC {auc:.3}, by chance up to {:.3}", 0.5 + chance);
    assert!((auc - 0.5).abs() < chance.max(0.05), "a delay tells whether the bot searched: AUC {auc}");
}

#[tokio::test]
async fn without_the_schedule_a_delay_would_tell() {
    let app = uneven("0", SHOWN_SEARCH).await;
    let searched = timed(&app, CELLS[0], 30).await;
    let auc = auc(&searched, &timed(&app, CELLS[1], 30).await);
    assert!(auc > 0.75, "AUC {auc}: the search shows where replies come at once");
}
