//! H1 and H2: the cheapest answer, and a look at a game.

use anyhow::{Result, ensure};

use crate::bench::{Bench, costs, figures};
use crate::client::{Connection, request};
use crate::drive::{Sample, Work};
use crate::host::Server;
use crate::peer::{self, Peer};
use crate::report::{Goal, Row};
use crate::script::scripts;
use crate::table::{MoveAnswer, Table};

/// Moves before a game is looked at: about the middle of a game of Richelieu.
const MOVES: usize = 30;

/// H1.
pub(super) async fn cheapest(bench: &Bench) -> Result<Vec<Row>> {
    let (_directory, service) = bench.service(&[])?;
    let theirs = bench.folder()?;
    let peer = bench.host.peer(theirs.path(), Peer::Json)?;
    let body = br#"{"status":"ok"}"#.to_vec();
    let get = |path| Get { request: request("GET", path, "", ""), body: body.clone() };
    let mut health = vec![get("/healthz"); bench.connections];
    let mut constant = vec![get("/health"); bench.connections];
    let pairs = bench.pairs((&*service, &mut health), (&*peer, &mut constant)).await?;
    note("H1", &pairs);
    let work = |what| format!("cheapest JSON, {} connections: {what}", bench.connections);
    Ok(vec![
        Row {
            id: "H1",
            work: work("rate"),
            unit: "/s",
            pairs: figures(&pairs, |sample| sample.rate()),
            goal: Goal::AtLeast(0.7),
        },
        Row {
            id: "H1",
            work: work("p99"),
            unit: "ms",
            pairs: figures(&pairs, |sample| sample.percentile(0.99)),
            goal: Goal::AtMost(1.5),
        },
    ])
}

/// H2. The peer's bodies are ours.
pub(super) async fn view(bench: &Bench) -> Result<Vec<Row>> {
    let (_directory, service) = bench.service(&[])?;
    let theirs = bench.folder()?;
    let mut views = views(bench, &*service).await?;
    let bodies: Vec<_> =
        views.iter().enumerate().map(|(n, view)| (format!("game-{n}"), view.body.clone())).collect();
    let size = bodies.iter().map(|(_, body)| body.len()).sum::<usize>() / bodies.len();
    peer::fill(theirs.path(), &bodies)?;
    let peer = bench.host.peer(theirs.path(), Peer::Read)?;
    let get = |(id, body)| Get { request: request("GET", &format!("/games/{id}"), "", ""), body };
    let mut reads: Vec<_> = bodies.into_iter().map(get).collect();
    let pairs = bench.pairs((&*service, &mut views), (&*peer, &mut reads)).await?;
    note("H2", &pairs);
    Ok(vec![Row {
        id: "H2",
        work: format!("a seat's view of {size} bytes, {} connections", bench.connections),
        unit: "/s",
        pairs: figures(&pairs, |sample| sample.rate()),
        goal: Goal::AtLeast(0.7),
    }])
}

fn note(row: &str, pairs: &[(Sample, Sample)]) {
    let (ours, theirs) = (costs(pairs.iter().map(|pair| &pair.0)), costs(pairs.iter().map(|pair| &pair.1)));
    eprintln!("{row}: a request costs {ours} µs of a processor, the peer's {theirs}");
}

/// A game in its middle for each connection, looked at by the seat to move.
async fn views(bench: &Bench, service: &dyn Server) -> Result<Vec<Get>> {
    let mut connection = Connection::open(service.address()).await?;
    let scripts = scripts("richelieu", "{}", u32::try_from(bench.connections)?)?;
    let mut views = Vec::new();
    for script in &scripts {
        let mut table = Table::create(&mut connection, script).await?;
        for _ in 0..MOVES {
            table.play(&mut connection, MoveAnswer::State).await?;
        }
        let request = table.look(table.turn().unwrap_or(0));
        let answer = connection.ask(&request).await?;
        answer.expect(200)?;
        ensure!(answer.body.len() > 1_000, "a view of {} bytes", answer.body.len());
        views.push(Get { body: answer.body.to_vec(), request });
    }
    Ok(views)
}

/// A request whose answer is known.
#[derive(Clone)]
struct Get {
    request: Vec<u8>,
    body: Vec<u8>,
}

impl Work for Get {
    async fn once(&mut self, connection: &mut Connection) -> Result<bool> {
        let answer = connection.ask(&self.request).await?;
        answer.expect(200)?;
        ensure!(answer.body == self.body, "another body than before");
        Ok(true)
    }
}
