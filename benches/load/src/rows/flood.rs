//! One address that asks for all it can: games of bots, games against experts, series, analyses, an experiment, rulesets.

use std::cell::Cell;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result, ensure};
use futures_util::future::{join, try_join_all};
use serde_json::{Value, json};

use crate::client::{Answer, Connection, request};
use crate::host::{AS_ADMIN, Server};

/// Where the flood comes from; the person is at 127.0.0.1.
const FROM: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// Connections that create games, and that ask for series.
const CREATORS: usize = 8;
const READERS: usize = 12;
/// Analyses of ten minutes asked for.
const ANALYSES: usize = 16;

/// What was begun, and goes on.
pub(super) struct Flood {
    address: SocketAddr,
    games: usize,
    analyses: usize,
}

impl Flood {
    /// Creates so many games of bots, a quarter of them of experts, an eighth as many games against experts, analyses and an
    /// experiment.
    pub(super) async fn begin(service: &dyn Server, games: usize) -> Result<Self> {
        let address = service.address();
        let created =
            try_join_all((0..CREATORS).map(|at| create(address, (at..games).step_by(CREATORS)))).await?;
        let mut connection = Connection::open_from(address, FROM).await?;
        let analyses = analyse(&mut connection).await?;
        let arm = json!({"name": "a", "seats": ["greedy"]});
        let plan = json!({"game": "richelieu", "arms": [arm], "games": 1_000_000, "metric": "length"});
        connection
            .ask(&request("POST", "/v1/experiments", AS_ADMIN, &plan.to_string()))
            .await?
            .expect(202)?;
        Ok(Self { address, games: created.into_iter().sum(), analyses })
    }

    /// Asks for series and makes rulesets until it stops; says what was done.
    pub(super) async fn go_on(self, stop: &AtomicBool) -> Result<String> {
        let (series, rulesets) = (Cell::new(0_usize), Cell::new(0_usize));
        let readers = try_join_all((0..READERS).map(|_| read(self.address, stop, &series)));
        let (read, made) = join(readers, make_rulesets(self.address, stop, &rulesets)).await;
        read.and(made)?;
        Ok(format!(
            "{} games with bots, {} analyses of 10 min, an experiment, {} series, {} rulesets",
            self.games,
            self.analyses,
            series.get(),
            rulesets.get()
        ))
    }
}

/// What a flood may be answered: it is taken, or sent away for the time being.
fn is_taken(answer: &Answer<'_>) -> Result<bool> {
    if !matches!(answer.status, 429 | 503 | 507) {
        ensure!(answer.status < 300, "{}: {}", answer.status, String::from_utf8_lossy(answer.body));
    }
    Ok(answer.status < 300)
}

/// Creates these games; answers how many were taken.
async fn create(address: SocketAddr, numbers: impl Iterator<Item = usize>) -> Result<usize> {
    let mut connection = Connection::open_from(address, FROM).await?;
    let mut taken = 0;
    for n in numbers {
        let (level, first) = if n % 4 == 0 { ("expert", 1) } else { ("greedy", 0) };
        let bot = json!({"kind": "bot", "level": level});
        let seats = if n % 8 == 0 { json!([{"kind": "mine"}, bot]) } else { json!([bot, bot]) };
        let body = json!({"game": "richelieu", "options": {"first_seat": first}, "seats": seats});
        let answer = connection.ask(&request("POST", "/v1/games", "", &body.to_string())).await?;
        taken += usize::from(is_taken(&answer)?);
    }
    Ok(taken)
}

/// Asks for analyses of ten minutes; answers how many were taken.
async fn analyse(connection: &mut Connection) -> Result<usize> {
    let body =
        json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": vec![json!({"kind": "mine"}); 2]});
    let created = connection.ask(&request("POST", "/v1/games", "", &body.to_string())).await?.json(201)?;
    let token = created["seats"][0]["token"].as_str().context("no token")?;
    let path = format!("/v1/games/{}/moves", created["id"].as_str().context("no id")?);
    let log = request("GET", &path, &format!("Authorization: Bearer {token}\r\n"), "");
    let mut log: Value = connection.ask(&log).await?.json(200)?;
    (log["budget"], log["wait_ms"]) = (json!({"ms": 600_000}), json!(0));
    let asked = request("POST", "/v1/analyses", "", &log.to_string());
    let mut taken = 0;
    for _ in 0..ANALYSES {
        taken += usize::from(is_taken(&connection.ask(&asked).await?)?);
    }
    Ok(taken)
}

async fn read(address: SocketAddr, stop: &AtomicBool, read: &Cell<usize>) -> Result<()> {
    let mut connection = Connection::open_from(address, FROM).await?;
    let series = request("GET", "/v1/stats/richelieu/series?by=day", "", "");
    while !stop.load(Relaxed) {
        is_taken(&connection.ask(&series).await?)?;
        read.set(read.get() + 1);
    }
    Ok(())
}

/// Games of custom rulesets, each with the cells of the discs in another order.
async fn make_rulesets(address: SocketAddr, stop: &AtomicBool, made: &Cell<usize>) -> Result<()> {
    let mut connection = Connection::open_from(address, FROM).await?;
    while !stop.load(Relaxed) {
        let options = json!({"first_seat": 0, "disc_cells": cells(made.get())});
        let body =
            json!({"game": "richelieu", "options": options, "seats": vec![json!({"kind": "mine"}); 2]});
        is_taken(&connection.ask(&request("POST", "/v1/games", "", &body.to_string())).await?)?;
        made.set(made.get() + 1);
    }
    Ok(())
}

/// Order `n` of the cells.
fn cells(mut n: usize) -> Vec<&'static str> {
    let mut left = vec!["1c05", "1c08", "2c04", "2c09", "3c03", "3c10", "4c11", "4c02"];
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        order.push(left.swap_remove(n % left.len()));
        n /= left.len() + 1;
    }
    order
}
