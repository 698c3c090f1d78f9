//! S1 to S3: moves, hints and `/readyz` of one person, while another address floods the service with requests.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use futures_util::future::join;
use serde_json::{Value, json};

use super::beside;
use super::flood::Flood;
use crate::bench::Bench;
use crate::client::{Connection, hint_of, request};
use crate::drive::Sample;
use crate::host::Server;
use crate::report::{Goal, Row};

/// The most a hint of [`HINT_MS`] may take, in milliseconds.
const HINT_WITHIN: f64 = 1_000.0;
const HINT_MS: u64 = 300;
/// The pause between two hints, and between two requests of `/readyz`.
const PAUSE: Duration = Duration::from_millis(250);

/// What one person measured.
struct Seen {
    moves: Sample,
    hints: Sample,
    /// How many requests of `/readyz` there were, and how many of them found the service ready.
    ready: (usize, usize),
}

/// The rows S1, S2 and S3.
pub(super) async fn shares(bench: &Bench) -> Result<Vec<Row>> {
    let (_directory, service) = bench.service(&[])?;
    let quiet = person(&*service, bench.time).await?;
    let stop = AtomicBool::new(false);
    let flood = Flood::begin(&*service, 15 * bench.sockets).await?;
    let (beside, went_on) = beside(&stop, person(&*service, bench.time), flood.go_on(&stop)).await;
    let (beside, said) = (beside?, went_on?);
    let row = |id, work, unit, pair, goal| Row { id, work, unit, pairs: vec![pair], goal };
    let p99 = |sample: &Sample| sample.percentile(0.99);
    let (ready, looks) = (beside.ready.1 as f64, beside.ready.0 as f64);
    Ok(vec![
        row(
            "S1",
            format!(
                "p99 of a move with the replies of three greedy bots ({}; median {:.0} and {:.0} ms) beside a flood ({said}), against quiet",
                beside.moves.count(),
                beside.moves.percentile(0.5),
                quiet.moves.percentile(0.5),
            ),
            "ms",
            (p99(&beside.moves), p99(&quiet.moves)),
            Goal::AtMost(3.0),
        ),
        row(
            "S2",
            format!("p99 of a hint of {HINT_MS} ms ({}), against a second", beside.hints.count()),
            "ms",
            (p99(&beside.hints), HINT_WITHIN),
            Goal::AtMost(1.0),
        ),
        row(
            "S3",
            "looks at `/readyz` that found it ready, of all".to_owned(),
            "",
            (ready, looks),
            Goal::AtLeast(1.0),
        ),
    ])
}

/// Plays, asks for hints and requests `/readyz`, all at the same time, during `time`.
async fn person(service: &dyn Server, time: Duration) -> Result<Seen> {
    let until = Instant::now() + time;
    let (moves, others) =
        join(plays(service, until), join(asks(service, until), looks(service, until))).await;
    Ok(Seen { moves: moves?, hints: others.0?, ready: others.1? })
}

/// Plays one game against three greedy bots after the other.
async fn plays(service: &dyn Server, until: Instant) -> Result<Sample> {
    let mut connection = Connection::open(service.address()).await?;
    let (began, mut times) = (Instant::now(), Vec::new());
    while times.is_empty() || Instant::now() < until {
        let (path, bearer, mut state) = seated(&mut connection, 3).await?;
        while state["turn"]["seat"] == 0 && (times.is_empty() || Instant::now() < until) {
            let headers = format!("{bearer}If-Match: \"v{}-s0\"\r\n", state["version"]);
            let body = json!({"move": state["legal_moves"][0]["notation"], "wait_ms": 10_000});
            let request = request("POST", &format!("{path}/moves"), &headers, &body.to_string());
            let asked = Instant::now();
            state = connection.ask(&request).await?.json(200)?;
            times.push(asked.elapsed());
        }
    }
    ensure!(!times.is_empty(), "no move was played");
    Ok(Sample::new(times, began.elapsed()))
}

/// Asks for a hint in a game of two, again and again after a pause.
async fn asks(service: &dyn Server, until: Instant) -> Result<Sample> {
    let mut connection = Connection::open(service.address()).await?;
    let (path, bearer, _) = seated(&mut connection, 1).await?;
    let (began, mut times) = (Instant::now(), Vec::new());
    while times.is_empty() || Instant::now() < until {
        let request = request("POST", &format!("{path}/hints"), &bearer, &hint_of(HINT_MS));
        let asked = Instant::now();
        ensure!(connection.ask(&request).await?.json(200)?["moves"].is_array(), "a hint without moves");
        times.push(asked.elapsed());
        tokio::time::sleep(PAUSE).await;
    }
    Ok(Sample::new(times, began.elapsed()))
}

async fn looks(service: &dyn Server, until: Instant) -> Result<(usize, usize)> {
    let mut connection = Connection::open(service.address()).await?;
    let request = request("GET", "/readyz", "", "");
    let (mut looks, mut ready) = (0, 0);
    while looks == 0 || Instant::now() < until {
        looks += 1;
        ready += usize::from(connection.ask(&request).await?.status == 200);
        tokio::time::sleep(PAUSE).await;
    }
    Ok((looks, ready))
}

/// Creates a game against `bots` greedy bots in which the person moves first. Answers its path, the header with the token, and its state.
async fn seated(connection: &mut Connection, bots: usize) -> Result<(String, String, Value)> {
    let mut seats = vec![json!({"kind": "mine"})];
    seats.extend(vec![json!({"kind": "bot", "level": "greedy"}); bots]);
    let options = json!({"players": seats.len(), "first_seat": 0});
    let body = json!({"game": "richelieu", "options": options, "seats": seats});
    let created = connection.ask(&request("POST", "/v1/games", "", &body.to_string())).await?.json(201)?;
    let path = format!("/v1/games/{}", created["id"].as_str().context("no id")?);
    let token = created["seats"][0]["token"].as_str().context("no token")?;
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let state = connection.ask(&request("GET", &path, &bearer, "")).await?.json(200)?;
    Ok((path, bearer, state))
}
