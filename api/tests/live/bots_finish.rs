//! Games of bots finish over HTTP, and an independent program recounts every one of them.

use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};
use tapis_recount::fair_deal::Stream;
use tapis_recount::random::options;
use tapis_recount::{malin, parbourg, sept_blasons};

use crate::binary::Binary;
use crate::knobs::{random, size};
use crate::table::{Game, client, create, get};

/// Games under way at once.
const BATCH: usize = 20;

/// No bot of these games thinks for so long, and no disk makes one wait for so long.
const STANDSTILL: Duration = Duration::from_secs(180);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_bots_finish_and_pass_the_recount() {
    let mut random = random("bots_finish");
    let rulesets: Vec<Value> =
        (0..size("TAPIS_BOT_GAMES", 2)).map(|_| options("richelieu", &mut random)).collect();
    finish("richelieu", &rulesets, &mut random).await;
}

/// At night every player count with every subset of the variants.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn les_7_blasons_finishes_for_every_player_count_and_variant() {
    let mut random = random("bots_finish_blasons");
    let rulesets: Vec<Value> = (0..size("TAPIS_BLASONS_GAMES", 2))
        .map(|n| sept_blasons::random::table(3 + n % 5, n % 16, &mut random))
        .collect();
    finish("sept-blasons", &rulesets, &mut random).await;
}

/// At night every player count and teams, long and short, with and without Malheurs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn le_malin_finishes_for_every_player_count_and_version() {
    let mut random = random("bots_finish_malin");
    let rulesets: Vec<Value> =
        (0..size("TAPIS_MALIN_GAMES", 2)).map(|n| malin::random::table(n, &mut random)).collect();
    finish("malin", &rulesets, &mut random).await;
}

/// At night every player count with both `windows`, a third of them with small decks.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parbourg_finishes_for_every_player_count_and_both_windows() {
    let mut random = random("bots_finish_parbourg");
    let rulesets: Vec<Value> =
        (0..size("TAPIS_PARBOURG_GAMES", 2)).map(|n| parbourg::random::table(n, &mut random)).collect();
    finish("parbourg", &rulesets, &mut random).await;
}

/// Plays one game of bots under each of `rulesets` and recounts its replay.
async fn finish(game: &str, rulesets: &[Value], random: &mut Stream) {
    let directory = tempfile::tempdir().unwrap();
    let binary = Binary::start(directory.path());
    let http = client();
    let mut done = 0;
    for batch in rulesets.chunks(BATCH) {
        let mut created = Vec::new();
        for (options, n) in batch.iter().zip(done..) {
            created.push(create_of_bots(&http, &binary.base, (game, options), n, random).await);
        }
        for (game, options) in created.iter().zip(batch) {
            let replay = finished_replay(&http, &binary.base, game, options).await;
            assert_eq!(replay["commitment"], game.commitment, "{options}");
            recounted(&replay, options);
            done += 1;
        }
    }
    assert_eq!(done, rulesets.len());
}

/// A game of bots only, of levels that answer at once.
async fn create_of_bots(
    http: &Client,
    base: &str,
    (game, options): (&str, &Value),
    n: usize,
    random: &mut Stream,
) -> Game {
    let players = options["players"].as_u64().unwrap();
    // A greedy bot of Parbourg weighs worlds before each of hundreds of decisions, on a thread all games share.
    let levels: &[&str] = if game == "parbourg" { &["random"] } else { &["random", "greedy"] };
    let level = |seat| if seat == 0 { *random.pick(&["random", "greedy"]) } else { *random.pick(levels) };
    let seats: Vec<Value> =
        (0..players).map(level).map(|level| json!({"kind": "bot", "level": level})).collect();
    // The deals are those of `TAPIS_TEST_SEED`, too.
    let seed: String = (0..8).map(|_| format!("{:08x}", random.below(u32::MAX))).collect();
    let body = json!({"game": game, "options": options, "seats": seats, "visibility": "public",
        "practice": {"seed": seed}});
    create(http, base, &body, &format!("bots-create-{n:08}")).await
}

/// Waits for the end as long as the game goes on, however slowly (every ply waits for the disk and for processors, which
/// others use too), and fetches the replay.
async fn finished_replay(http: &Client, base: &str, game: &Game, options: &Value) -> Value {
    let (mut version, mut moved) = (Value::Null, Instant::now());
    loop {
        let state = get(http, &game.url(base, ""), None).await;
        if state["status"] == "finished" {
            return get(http, &game.url(base, "/replay"), None).await;
        }
        assert_eq!(state["status"], "running", "{options}");
        if state["version"] != version {
            (version, moved) = (state["version"].clone(), Instant::now());
        }
        let still = moved.elapsed();
        assert!(still < STANDSTILL, "game {} stands still at version {version}; options {options}", game.id);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn recounted(replay: &Value, options: &Value) {
    if let Err(difference) = tapis_recount::recount(replay) {
        panic!("{difference}\noptions {options}\n{replay}");
    }
}
