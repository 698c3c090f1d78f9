//! H3: durable moves, many at once.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};
use futures_util::future::try_join_all;
use tempfile::TempDir;

use crate::bench::{Bench, costs};
use crate::client::{Connection, request};
use crate::drive::{Sample, Work};
use crate::host::Server;
use crate::peer::{self, Peer};
use crate::report::{Goal, Row};
use crate::script::{Script, scripts};
use crate::table::Table;

/// Different games; each is dealt anew as often as needed.
const SCRIPTS: u32 = 64;
/// Moves a second no service on such a machine reaches: so many are ready before time runs.
const READY: f64 = 20_000.0;

/// Somebody who plays one game after the other, all created before time runs.
pub(super) struct Player {
    scripts: Arc<[Arc<Script>]>,
    /// Which script is next.
    next: usize,
    tables: VecDeque<Table>,
    /// Games that had to be created while time ran.
    late: usize,
}

impl Player {
    pub(super) fn new(scripts: &Arc<[Arc<Script>]>, number: usize) -> Self {
        Self { scripts: Arc::clone(scripts), next: number, tables: VecDeque::new(), late: 0 }
    }

    /// Has at least so many moves ready.
    pub(super) async fn prepare(&mut self, connection: &mut Connection, moves: usize) -> Result<()> {
        while self.tables.iter().map(Table::remaining).sum::<usize>() < moves {
            self.create(connection).await?;
        }
        Ok(())
    }

    async fn create(&mut self, connection: &mut Connection) -> Result<()> {
        let script = &self.scripts[self.next % self.scripts.len()];
        self.next += 1;
        self.tables.push_back(Table::create(connection, script).await?);
        Ok(())
    }
}

impl Work for Player {
    async fn once(&mut self, connection: &mut Connection) -> Result<bool> {
        while self.tables.front().is_some_and(Table::is_over) {
            self.tables.pop_front();
        }
        if self.tables.is_empty() {
            self.late += 1;
            self.create(connection).await?;
        }
        if let Some(table) = self.tables.front_mut() {
            table.play(connection).await?;
        }
        Ok(true)
    }
}

/// Stores the bytes of a move again and again, each under a new version.
struct Inserter {
    number: usize,
    version: u64,
    body: String,
}

impl Work for Inserter {
    async fn once(&mut self, connection: &mut Connection) -> Result<bool> {
        self.version += 1;
        let path = format!("/games/game-{}/{}", self.number, self.version);
        let answer = connection.ask(&request("POST", &path, "", &self.body)).await?;
        answer.expect(200)?;
        ensure!(answer.body == format!("{{\"version\":{}}}", self.version).as_bytes(), "another version");
        Ok(true)
    }
}

/// A peer and its clients.
struct Inserts {
    directory: TempDir,
    server: Box<dyn Server>,
    works: Vec<Inserter>,
}

impl Inserts {
    fn start(bench: &Bench, peer: Peer) -> Result<Self> {
        let directory = bench.folder()?;
        let server = bench.host.peer(directory.path(), peer)?;
        let body = r#"{"move":"take 2L pay reserve","wait_ms":0}"#.to_owned();
        let works = (0..bench.connections).map(|number| Inserter { number, version: 0, body: body.clone() });
        Ok(Self { directory, server, works: works.collect() })
    }

    async fn sample(&mut self, bench: &Bench) -> Result<Sample> {
        bench.sample(&*self.server, &mut self.works).await
    }

    /// That every insert acknowledged is there.
    fn check(&self) -> Result<()> {
        let (stored, told) =
            (peer::stored(self.directory.path())?, self.works.iter().map(|work| work.version));
        ensure!(stored == told.sum::<u64>(), "the peer has {stored} rows");
        Ok(())
    }
}

/// H3.
pub(super) async fn many(bench: &Bench) -> Result<Vec<Row>> {
    let directory = bench.folder()?;
    let service = bench.host.service(directory.path(), &[])?;
    let scripts: Arc<[_]> = scripts("richelieu", "{}", SCRIPTS)?.into();
    let mut players: Vec<_> = (0..bench.connections).map(|number| Player::new(&scripts, number)).collect();
    let (mut group, mut mutex) = (Inserts::start(bench, Peer::Group)?, Inserts::start(bench, Peer::Mutex)?);
    let mut samples = Vec::new();
    for round in 0..=bench.rounds {
        prepare(&mut players, &*service, bench.time).await?;
        let ours = bench.sample(&*service, &mut players).await?;
        let theirs = (group.sample(bench).await?, mutex.sample(bench).await?);
        if round > 0 {
            samples.push((ours, theirs.0, theirs.1));
        }
    }
    group.check()?;
    mutex.check()?;
    check(&players, &*service).await?;
    Ok(rows(bench, &samples))
}

fn rows(bench: &Bench, samples: &[(Sample, Sample, Sample)]) -> Vec<Row> {
    let row = |against: &str, pairs, goal| Row {
        id: "H3",
        work: format!("durable move, {} connections, against {against}", bench.connections),
        unit: "/s",
        pairs,
        goal: Goal::AtLeast(goal),
    };
    let group = samples.iter().map(|(ours, group, _)| (ours.rate(), group.rate())).collect();
    let mutex = samples.iter().map(|(ours, _, mutex)| (ours.rate(), mutex.rate())).collect();
    for (ours, group, mutex) in samples {
        let [ours, group, mutex] = [ours, group, mutex].map(|sample| sample.percentile(0.99));
        eprintln!("H3: p99 {ours:.2} ms; group {group:.2} ms, mutex {mutex:.2} ms");
    }
    let [ours, theirs, locked] = [
        costs(samples.iter().map(|sample| &sample.0)),
        costs(samples.iter().map(|sample| &sample.1)),
        costs(samples.iter().map(|sample| &sample.2)),
    ];
    eprintln!(
        "H3: a move costs {ours} µs of a processor; an insert {theirs} in a group, {locked} behind a mutex"
    );
    vec![row("inserts committed in groups", group, 0.5), row("inserts behind a mutex", mutex, 4.0)]
}

/// Creates the games of the next sample.
pub(super) async fn prepare(players: &mut [Player], service: &dyn Server, time: Duration) -> Result<()> {
    let moves = (READY * time.as_secs_f64() / players.len() as f64) as usize + 1;
    let address = service.address();
    let each = players.iter_mut().map(async |player| {
        let mut connection = Connection::open(address).await?;
        player.prepare(&mut connection, moves).await
    });
    try_join_all(each).await?;
    Ok(())
}

/// That the service's logs are what was played.
pub(super) async fn check(players: &[Player], service: &dyn Server) -> Result<()> {
    let mut connection = Connection::open(service.address()).await?;
    for table in players.iter().filter_map(|player| player.tables.front()) {
        table.check_log(&mut connection).await?;
    }
    let late: usize = players.iter().map(|player| player.late).sum();
    if late > 0 {
        eprintln!("{late} games were created while time ran");
    }
    Ok(())
}
