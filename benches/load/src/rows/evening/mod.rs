//! The mix of a real evening: many sockets, each of which does what somebody at a table does, at a person's pace and
//! faster.

mod roles;
mod tally;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use futures_util::future::{join_all, try_join_all};

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
/// Between two hints at a table.
const HINTS: Duration = Duration::from_secs(4);

/// Prints what came of it; there is no peer, so there are no rows.
pub(super) async fn mix(bench: &Bench) -> Result<Vec<Row>> {
    let directory = bench.folder()?;
    let service = bench.host.service(directory.path(), &[])?;
    let scripts: Arc<[_]> = scripts("richelieu", "{}", 64)?.into();
    let tables = (bench.sockets / SOCKETS).max(1);
    let tally = Tally::default();
    let opened = (0..tables).map(|number| Sitting::open(service.address(), &scripts, number));
    let sittings = try_join_all(opened).await?;
    let began = Instant::now();
    let until = began + bench.time * LONGER;
    let held = join_all(sittings.into_iter().map(|sitting| sitting.hold(until, &tally))).await;
    let elapsed = began.elapsed();
    held.into_iter().collect::<Result<Vec<_>>>()?;
    for kind in Kind::ALL {
        ensure!(tally.count(kind) > 0, "nobody asked for {kind:?}");
    }
    let sockets = tables * SOCKETS;
    println!("\nThe mix of an evening: {sockets} sockets, {tables} tables, every answer as expected.\n");
    println!("{}", tally.table(elapsed));
    Ok(Vec::new())
}

/// A table with its sockets.
struct Sitting {
    table: Table,
    sockets: [Connection; SOCKETS],
    /// Hints are asked for at a table of their own: nobody plays on meanwhile.
    apart: Table,
    scripts: Arc<[Arc<Script>]>,
    /// Where in the scripts it began.
    first: usize,
}

impl Sitting {
    async fn open(address: SocketAddr, scripts: &Arc<[Arc<Script>]>, number: usize) -> Result<Self> {
        let mut sockets = try_join_all((0..SOCKETS).map(|_| Connection::open(address))).await?;
        let first = number % scripts.len();
        let table = Table::create(&mut sockets[0], &scripts[first]).await?;
        let apart = Table::create(&mut sockets[0], &scripts[first]).await?;
        let sockets = sockets.try_into().map_err(|_| anyhow!("another number of sockets"))?;
        Ok(Self { table, sockets, apart, scripts: Arc::clone(scripts), first })
    }

    /// Everybody at it until then.
    async fn hold(self, until: Instant, tally: &Tally) -> Result<()> {
        let Self { table, sockets, apart, scripts, first } = self;
        let [mut player, mut one, mut other, mut listener, mut asker] = sockets;
        let round = Round::of(&table);
        let next = scripts.iter().cycle().skip(first + 1);
        let asking = async {
            while Instant::now() < until {
                roles::hint(&mut asker, &apart, tally).await?;
                roles::statistics(&mut asker, Instant::now() + HINTS, until, tally).await?;
            }
            Ok(())
        };
        tokio::try_join!(
            roles::play(&mut player, (table, &round), next, until, tally),
            roles::look(&mut one, &round, 0, until, tally),
            roles::look(&mut other, &round, 1, until, tally),
            roles::listen(&mut listener, &round, until, tally),
            asking,
        )?;
        Ok(())
    }
}
