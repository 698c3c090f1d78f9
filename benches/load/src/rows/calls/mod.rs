//! H7: a person's move beside a flood of each documented call in turn, from one address, within its limits.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use futures_util::future::try_join_all;

use super::beside;
use super::durable::Player;
use super::movers::Movers;
use crate::bench::Bench;
use crate::client::Connection;
use crate::drive::Work;
use crate::host::Server;
use crate::report::{Goal, Row};
use crate::table::MoveAnswer;

mod recipes;
mod world;

use recipes::{Recipe, Requests};
use world::World;

/// Connections of the address that floods.
const CONNECTIONS: usize = 16;
/// Each flood is this part of a usual measurement, so that all calls are done within minutes.
const PART: u32 = 4;
/// The rates of a service as it comes.
const RATES: [&str; 8] =
    ["--rate-requests", "60000", "--rate-create", "3000", "--rate-moves", "60000", "--rate-hints", "3000"];

/// H7, a row for each call.
pub(super) async fn beside_each(bench: &Bench) -> Result<Vec<Row>> {
    let (_directory, service) = bench.service(&RATES)?;
    let time = bench.time / PART;
    let mut person = Movers::new()?;
    person.sample(&*service, time).await?;
    let world = World::make(&*service, time).await?;
    let recipes = recipes::all(&world)?;
    world.check_that_all_are_there(&recipes)?;
    let mut rows = Vec::with_capacity(recipes.len());
    for (number, recipe) in recipes.iter().enumerate() {
        rows.push(beside_one(&*service, &mut person, time, (number, recipe)).await?);
    }
    person.check(&*service).await?;
    Ok(rows)
}

async fn beside_one(
    service: &dyn Server,
    person: &mut Movers,
    time: Duration,
    (number, recipe): (usize, &Recipe),
) -> Result<Row> {
    let quiet = person.sample(service, time).await?;
    let stop = AtomicBool::new(false);
    let flood = Flood { recipe, number: Cell::new(0), answers: RefCell::default(), longest: Cell::default() };
    let flooded = flood.go_on(service.address(), address(number), &stop);
    let (moves, flooded) = beside(&stop, person.sample(service, time), flooded).await;
    let moves = moves.with_context(|| format!("beside {}", recipe.name()))?;
    flooded.with_context(|| format!("the flood of {}", recipe.name()))?;
    Ok(Row {
        id: "H7",
        work: format!("p50 of a move beside {} ({})", recipe.name(), flood.said()),
        unit: "ms",
        pairs: vec![(moves.percentile(0.5), quiet.percentile(0.5))],
        goal: Goal::AtMost(2.0),
    })
}

/// Where a flood comes from: each from another address, so that it has all that its limits allow.
fn address(number: usize) -> IpAddr {
    Ipv4Addr::new(127, 0, 1, 1 + (number % 250) as u8).into()
}

struct Flood<'a> {
    recipe: &'a Recipe,
    /// Requests sent.
    number: Cell<usize>,
    /// How many answers of each status there were.
    answers: RefCell<BTreeMap<u16, usize>>,
    longest: Cell<Duration>,
}

impl Flood<'_> {
    async fn go_on(&self, address: SocketAddr, from: IpAddr, stop: &AtomicBool) -> Result<()> {
        try_join_all((0..CONNECTIONS).map(|at| self.ask(address, (from, at), stop))).await?;
        let answers = self.answers.borrow();
        let wrong = answers.keys().find(|status| **status >= 500 && !matches!(status, 503 | 507));
        ensure!(wrong.is_none(), "answers {answers:?}");
        Ok(())
    }

    async fn ask(&self, address: SocketAddr, (from, at): (IpAddr, usize), stop: &AtomicBool) -> Result<()> {
        let mut connection = Connection::open_from(address, from).await?;
        let mut player = self.recipe.scripts().map(|scripts| Player::new(scripts, at, MoveAnswer::State));
        while !stop.load(Relaxed) {
            let asked = std::time::Instant::now();
            let number = self.number.replace(self.number.get() + 1);
            let status = match (&self.recipe.requests, &mut player) {
                (_, Some(player)) => player.once(&mut connection).await.map(|_| 200)?,
                (Requests::Numbered(make), _) => connection.ask(&make(number)).await?.status,
                (Requests::Same(request), _) => connection.ask(request).await?.status,
                (Requests::Moves(_), None) => break,
            };
            self.longest.set(self.longest.get().max(asked.elapsed()));
            *self.answers.borrow_mut().entry(status).or_default() += 1;
        }
        Ok(())
    }

    fn said(&self) -> String {
        let answers = self.answers.borrow();
        let answers: Vec<_> = answers.iter().map(|(status, times)| format!("{times} × {status}")).collect();
        format!("{}, at most {:.0} ms", answers.join(", "), self.longest.get().as_secs_f64() * 1e3)
    }
}
