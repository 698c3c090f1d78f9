//! The mix of a real evening: many sockets, each of which does what somebody at a table does, at a person's pace and
//! faster.

mod roles;
mod tally;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use futures_util::future::{join_all, try_join_all};
use tokio::time::sleep;

use crate::bench::Bench;
use crate::client::Connection;
use crate::report::Row;
use crate::script::{Script, scripts};
use crate::table::Table;
use roles::Round;
use tally::{Kind, Tally};

/// Sockets a table: who plays, two who look, one who waits for events, one who asks for other things.
const SOCKETS: usize = 5;
/// How long it goes on, in measurements: what is rare should come often enough.
const LONGER: u32 = 5;

/// A socket stays open however long its owner pauses; a client of people would connect again.
const PATIENCE: [&str; 4] = ["--tune", "head_timeout_ms=600000", "--tune", "keep_alive_ms=600000"];

/// Prints what came of it; there is no peer, so there are no rows.
pub(super) async fn mix(bench: &Bench) -> Result<Vec<Row>> {
    let (_directory, service) = bench.service(&PATIENCE)?;
    let scripts: Arc<[_]> = scripts("richelieu", "{}", 64)?.into();
    let tables = (bench.sockets / SOCKETS).max(1);
    let opened =
        (0..tables).map(|number| TableConnection::open(service.address(), &scripts, (number, tables)));
    let sittings = try_join_all(opened).await?;
    let began = Instant::now();
    let evening = Evening { until: began + bench.time * LONGER, pause: bench.pause, tally: Tally::default() };
    let held = join_all(sittings.into_iter().map(|sitting| sitting.hold(&evening))).await;
    let elapsed = began.elapsed();
    held.into_iter().collect::<Result<Vec<_>>>()?;
    for kind in Kind::ALL {
        ensure!(evening.tally.count(kind) > 0, "nobody asked for {kind:?}");
    }
    let sockets = tables * SOCKETS;
    println!(
        "\nThe mix of an evening: {sockets} sockets, {tables} tables, {:?} between two moves, every answer as \
         expected.\n",
        bench.pause
    );
    println!("{}", evening.tally.table(elapsed));
    Ok(Vec::new())
}

/// What is the same for everybody.
struct Evening {
    until: Instant,
    /// Between two moves at a table.
    pause: Duration,
    tally: Tally,
}

impl Evening {
    fn goes_on(&self) -> bool {
        Instant::now() < self.until
    }

    /// Between two hints at a table.
    fn between_hints(&self) -> Duration {
        self.pause * 80
    }
}

/// A table with its sockets.
struct TableConnection {
    table: Table,
    sockets: [Connection; SOCKETS],
    /// Hints are asked for at a table of their own: nobody plays on meanwhile.
    apart: Table,
    scripts: Arc<[Arc<Script>]>,
    /// Where in the scripts it began.
    first: usize,
    /// The share of the tables before it: nobody begins at the same moment.
    phase: f64,
}

impl TableConnection {
    async fn open(
        address: SocketAddr,
        scripts: &Arc<[Arc<Script>]>,
        (number, tables): (usize, usize),
    ) -> Result<Self> {
        let mut sockets = try_join_all((0..SOCKETS).map(|_| Connection::open(address))).await?;
        let first = number % scripts.len();
        let table = Table::create(&mut sockets[0], &scripts[first]).await?;
        let apart = Table::create(&mut sockets[0], &scripts[first]).await?;
        let sockets = sockets.try_into().map_err(|_| anyhow!("another number of sockets"))?;
        let phase = number as f64 / tables as f64;
        Ok(Self { table, sockets, apart, scripts: Arc::clone(scripts), first, phase })
    }

    /// Everybody at it until the end.
    async fn hold(self, evening: &Evening) -> Result<()> {
        let Self { table, sockets, apart, scripts, first, phase } = self;
        let [mut player, mut one, mut other, mut listener, mut asker] = sockets;
        let round = Round::of(&table);
        let next = scripts.iter().cycle().skip(first + 1);
        sleep(evening.pause.mul_f64(phase)).await;
        let asking = async {
            let first_hint = Instant::now() + evening.between_hints().mul_f64(phase);
            roles::statistics(&mut asker, first_hint, evening).await?;
            while evening.goes_on() {
                roles::hint(&mut asker, &apart, evening).await?;
                roles::statistics(&mut asker, Instant::now() + evening.between_hints(), evening).await?;
            }
            Ok(())
        };
        tokio::try_join!(
            roles::play(&mut player, (table, &round), next, evening),
            roles::look(&mut one, &round, 0, evening),
            roles::look(&mut other, &round, 1, evening),
            roles::listen(&mut listener, &round, evening),
            asking,
        )?;
        Ok(())
    }
}
