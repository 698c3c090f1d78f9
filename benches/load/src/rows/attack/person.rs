//! A person beside a flood: moves, hints, and looks at `/readyz`.

use std::time::{Duration, Instant};

use anyhow::Result;
use futures_util::future::join3;
use serde_json::{Value, json};

use super::super::movers::Movers;
use super::world::Made;
use crate::client::{Connection, hint_of, request};
use crate::drive::Sample;
use crate::host::Server;

/// How long a hint is searched.
const HINT_MS: u64 = 100;
/// The pause between two looks at `/readyz`.
const PAUSE: Duration = Duration::from_millis(50);
/// What a hint counts as that was refused.
const REFUSED: Duration = Duration::from_secs(60);

/// A person who plays, at one table for hints and at others for moves.
pub(super) struct Person {
    movers: Movers,
    connection: Connection,
    thinking: Made,
}

/// What a person saw for a while.
pub(super) struct Seen {
    pub moves: Sample,
    pub hints: Sample,
    /// How many looks at `/readyz` there were, and how many of them found the service ready.
    pub looks: (usize, usize),
}

impl Person {
    pub(super) async fn sit(service: &dyn Server) -> Result<Self> {
        let mut connection = Connection::open(service.address()).await?;
        let (thinking, _) = seated(&mut connection, "bot").await?;
        Ok(Self { movers: Movers::new()?, connection, thinking })
    }

    /// Does all of it at the same time, for so long.
    pub(super) async fn sample(&mut self, service: &dyn Server, time: Duration) -> Result<Seen> {
        let until = Instant::now() + time;
        let hints = hints(&mut self.connection, &self.thinking, until);
        let (moves, hints, looks) =
            join3(self.movers.sample(service, time), hints, looks(service, until)).await;
        Ok(Seen { moves: moves?, hints: hints?, looks: looks? })
    }

    /// Checks that all moves are there.
    pub(super) async fn check(self, service: &dyn Server) -> Result<()> {
        self.movers.check(service).await
    }
}

async fn hints(connection: &mut Connection, game: &Made, until: Instant) -> Result<Sample> {
    let (began, mut times) = (Instant::now(), Vec::new());
    while times.is_empty() || Instant::now() < until {
        let path = format!("{}/hints", game.path);
        let asked = Instant::now();
        let request = request("POST", &path, &game.bearers[0], &hint_of(HINT_MS));
        let status = connection.ask(&request).await?.status;
        times.push(if status == 200 { asked.elapsed() } else { REFUSED });
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

/// Creates a game of two in which the caller moves first, against a bot or another person (`mine`), and looks at it.
pub(super) async fn seated(connection: &mut Connection, other: &str) -> Result<(Made, Value)> {
    let other =
        if other == "bot" { json!({"kind": "bot", "level": "greedy"}) } else { json!({"kind": other}) };
    let options = json!({"players": 2, "first_seat": 0});
    let seats = json!([{"kind": "mine"}, other]);
    let body = json!({"game": "richelieu", "options": options, "seats": seats, "auto_pass": "off"});
    let made = Made::ask(connection, &body.to_string()).await?;
    let state = connection.ask(&request("GET", &made.path, &made.bearers[0], "")).await?.json(200)?;
    Ok((made, state))
}
