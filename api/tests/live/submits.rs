//! Many identical submits at once: one is applied.

use std::sync::Arc;

use futures_util::future::join_all;
use reqwest::Client;
use serde_json::Value;
use tapis_recount::fair_deal::Stream;

use crate::binary::Binary;
use crate::knobs::{random, size};
use crate::table::{Game, client, create_mine, legal, version_after};

/// How many copies of a submit race: `TAPIS_COPIES`.
fn copies() -> usize {
    size("TAPIS_COPIES", 8)
}

/// What tells the copies of one submit from an ordinary new one.
#[derive(Clone, Copy, Debug)]
enum Guard {
    /// The same `Idempotency-Key`: all are answered as the first.
    Key,
    /// No key, only the version: the others are stale.
    Version,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_parallel_identical_submits_one_is_applied() {
    let mut random = random("submits");
    let directory = tempfile::tempdir().unwrap();
    let binary = Binary::start(directory.path());
    let http = client();
    let moves = size("TAPIS_SUBMITS", 100);
    let mut played: Vec<(Game, Vec<String>)> = Vec::new();
    for n in 0..moves {
        if played.is_empty() || played.last().unwrap().0.turn(&http, &binary.base).await.is_none() {
            let game = create_mine(&http, &binary.base, 2, &format!("submits-{n:016}")).await;
            played.push((game, Vec::new()));
        }
        let (game, log) = played.last_mut().unwrap();
        let guard = if n % 2 == 0 { Guard::Key } else { Guard::Version };
        log.push(race(&http, &binary.base, game, n, guard, &mut random).await);
    }
    let mut applied = 0;
    for (game, log) in &played {
        assert_eq!(&game.notations(&http, &binary.base).await, log, "game {}", game.id);
        applied += log.len();
    }
    assert_eq!(applied, moves);
}

/// Sends one random move of the seat to move [`copies`] times at once; answers its notation.
async fn race(http: &Client, base: &str, game: &Game, n: usize, guard: Guard, random: &mut Stream) -> String {
    let (seat, state) = game.turn(http, base).await.unwrap();
    let version = state["version"].as_u64().unwrap();
    let notation = random.pick(&legal(&state)).clone();
    let answers = join_all((0..copies()).map(|_| {
        let submit = game.submit(http, base, seat, version, &notation);
        let submit = match guard {
            Guard::Key => submit.header("Idempotency-Key", format!("submit-{n:016}")),
            Guard::Version => submit,
        };
        async move {
            let response = submit.send().await.unwrap();
            let replayed = response.headers().contains_key("Idempotency-Replayed");
            (response.status().as_u16(), replayed, response.json::<Value>().await.unwrap())
        }
    }))
    .await;
    let answers = Arc::new(answers);
    match guard {
        Guard::Key => assert_one_applied_by_key(&answers, version),
        Guard::Version => assert_one_applied_by_version(&answers, version),
    }
    notation
}

fn assert_one_applied_by_key(answers: &[(u16, bool, Value)], version: u64) {
    let first = &answers[0].2;
    assert_eq!(first["version"], version_after(version, first), "{first}");
    for (status, _, body) in answers {
        assert_eq!((*status, body), (200, first));
    }
    assert_eq!(answers.iter().filter(|(_, replayed, _)| !replayed).count(), 1, "one is no replay");
}

fn assert_one_applied_by_version(answers: &[(u16, bool, Value)], version: u64) {
    let applied: Vec<&Value> =
        answers.iter().filter(|answer| answer.0 == 200).map(|answer| &answer.2).collect();
    assert_eq!(applied.len(), 1, "{answers:?}");
    let after = version_after(version, applied[0]);
    assert_eq!(applied[0]["version"], after);
    let stale: Vec<&Value> =
        answers.iter().filter(|answer| answer.0 == 412).map(|answer| &answer.2).collect();
    assert_eq!(stale.len(), answers.len() - 1, "{answers:?}");
    for problem in stale {
        assert_eq!(
            (&problem["code"], &problem["version"]),
            (&"stale_version".into(), &after.into()),
            "{problem}"
        );
    }
}

#[tokio::test]
async fn a_key_cannot_be_used_for_another_body() {
    let directory = tempfile::tempdir().unwrap();
    let binary = Binary::start(directory.path());
    let http = client();
    let game = create_mine(&http, &binary.base, 2, "another-body-create").await;
    let (seat, state) = game.turn(&http, &binary.base).await.unwrap();
    let version = state["version"].as_u64().unwrap();
    let moves = legal(&state);
    let send = |notation: &str| {
        let submit = game.submit(&http, &binary.base, seat, version, notation);
        submit.header("Idempotency-Key", "another-body-move").send()
    };
    assert_eq!(send(&moves[0]).await.unwrap().status().as_u16(), 200);
    let refused = send(&moves[1]).await.unwrap();
    assert_eq!(refused.status().as_u16(), 422);
    assert_eq!(refused.headers()["content-type"], "application/problem+json");
    assert_eq!(game.notations(&http, &binary.base).await, [moves[0].clone()]);
}
