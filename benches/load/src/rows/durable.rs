//! H3: durable moves over many connections, compared with durable inserts.

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
use crate::table::{MoveAnswer, Table};

/// Number of different games; each is created as often as needed.
const SCRIPTS: u32 = 64;
/// More moves per second than a service on such a machine reaches. This many are ready before the measurement begins.
const READY: f64 = 20_000.0;

/// Plays one game after the other; all games are created before the measurement begins.
pub(super) struct Player {
    scripts: Arc<[Arc<Script>]>,
    answered: MoveAnswer,
    /// Which script is next.
    next: usize,
    tables: VecDeque<Table>,
    /// Games that had to be created during the measurement.
    late: usize,
}

impl Player {
    pub(super) fn new(scripts: &Arc<[Arc<Script>]>, number: usize, answered: MoveAnswer) -> Self {
        Self { scripts: Arc::clone(scripts), answered, next: number, tables: VecDeque::new(), late: 0 }
    }

    /// Creates games until at least `moves` moves are ready.
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
            table.play(connection, self.answered).await?;
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

    /// Checks that the database has every acknowledged insert.
    fn check(&self) -> Result<()> {
        let (stored, told) =
            (peer::stored(self.directory.path())?, self.works.iter().map(|work| work.version));
        ensure!(stored == told.sum::<u64>(), "the peer has {stored} rows");
        Ok(())
    }
}

/// The samples of a round: moves answered by their entity tag, moves answered by the whole state, and the two kinds of inserts.
struct Round {
    tag: Sample,
    state: Sample,
    group: Sample,
    mutex: Sample,
}

/// H3.
pub(super) async fn many(bench: &Bench) -> Result<Vec<Row>> {
    let (_directory, service) = bench.service(&[])?;
    let scripts: Arc<[_]> = scripts("richelieu", "{}", SCRIPTS)?.into();
    let player = |number| Player::new(&scripts, number, MoveAnswer::Tag);
    let mut players: Vec<_> = (0..bench.connections).map(player).collect();
    let (mut group, mut mutex) = (Inserts::start(bench, Peer::Group)?, Inserts::start(bench, Peer::Mutex)?);
    let mut rounds = Vec::new();
    for round in 0..=bench.rounds {
        let tag = moves(bench, &*service, &mut players, MoveAnswer::Tag).await?;
        let group = group.sample(bench).await?;
        let state = moves(bench, &*service, &mut players, MoveAnswer::State).await?;
        let mutex = mutex.sample(bench).await?;
        if round > 0 {
            rounds.push(Round { tag, state, group, mutex });
        }
    }
    group.check()?;
    mutex.check()?;
    check(&players, &*service).await?;
    Ok(rows(bench, &rounds))
}

async fn moves(
    bench: &Bench,
    service: &dyn Server,
    players: &mut [Player],
    answered: MoveAnswer,
) -> Result<Sample> {
    prepare(players, service, bench.time).await?;
    players.iter_mut().for_each(|player| player.answered = answered);
    bench.sample(service, players).await
}

/// A sample of a round.
type Side = fn(&Round) -> &Sample;

fn rows(bench: &Bench, rounds: &[Round]) -> Vec<Row> {
    let sides: [(&str, Side); 4] = [
        ("a move answered by its entity tag", |round| &round.tag),
        ("a move answered by the state", |round| &round.state),
        ("an insert in a group", |round| &round.group),
        ("an insert behind a mutex", |round| &round.mutex),
    ];
    for (what, side) in sides {
        let late: Vec<_> =
            rounds.iter().map(|round| format!("{:.2}", side(round).percentile(0.99))).collect();
        let cost = costs(rounds.iter().map(side));
        eprintln!("H3: {what} costs {cost} µs of a processor; p99 {} ms", late.join(", "));
    }
    let row = |what: &str, against: &str, ours: Side, theirs: Side, goal| Row {
        id: "H3",
        work: format!(
            "durable move, {} connections, answered by {what}, against {against}",
            bench.connections
        ),
        unit: "/s",
        pairs: rounds.iter().map(|round| (ours(round).rate(), theirs(round).rate())).collect(),
        goal: Goal::AtLeast(goal),
    };
    let [(_, tag), (_, state), (_, group), (_, mutex)] = sides;
    vec![
        row("the state", "inserts committed in groups", state, group, 0.4),
        row("the state", "inserts behind a mutex", state, mutex, 3.0),
        row("its entity tag", "inserts committed in groups", tag, group, 0.5),
    ]
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

/// Checks that the service's logs have the moves that were played.
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
