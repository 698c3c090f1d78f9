//! Rollups from facts: to repair them, and to prove them.

use deadpool_postgres::Client;

use super::names::Named;
use super::{facts, rollups};
use crate::engine::sql::Sql;
use crate::engine::statistics::rollup::Rollup;
use crate::engine::statistics::tally::{StandardMeasures, Tally};
use crate::postgres::connection::{NO_LIMIT, snapshot};
use crate::postgres::error::Outcome;
use crate::postgres::node::{Node, once};
use crate::postgres::sync::on_thread;

/// See [`crate::ResultStore::rebuild_rollups`]. A game that ends meanwhile is in the snapshot with all that it counts, or with nothing:
/// what it adds to a row that is deleted here makes the server ask to try again.
pub(in crate::postgres) async fn rebuild(node: &Node) -> Outcome<()> {
    let add_anew = |db: &dyn Sql| -> Outcome<()> {
        let tally = add_up(db)?;
        for rollup in Rollup::ALL {
            db.execute(&format!("DELETE FROM {}", rollup.table()), &[])?;
        }
        rollups::add(db, &tally)
    };
    once!(node, |client| async {
        let work = async {
            client.batch_execute(NO_LIMIT).await?;
            on_thread(client, add_anew).await
        };
        snapshot(client, work).await
    })
}

/// See [`crate::ResultStore::verify_rollups`].
pub(in crate::postgres) async fn verify(client: &Client) -> Outcome<bool> {
    client.batch_execute(NO_LIMIT).await?;
    match on_thread(client, agree).await {
        Err(failure) if failure.damage().is_some() => Ok(false),
        agree => agree,
    }
}

fn agree(db: &dyn Sql) -> Outcome<bool> {
    let tally = add_up(db)?;
    for rollup in Rollup::ALL {
        let mut expected = tally.by_key(rollup);
        for (key, sums) in rollups::select(db, rollup, "", &[])? {
            if expected.remove(&key) != Some(sums) {
                return Ok(false);
            }
        }
        if !expected.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What all facts add up to.
fn add_up(db: &dyn Sql) -> Outcome<Tally> {
    let standard = StandardMeasures::of(&mut Named::default())?;
    let mut tally = Tally::default();
    facts::for_each(db, |facts| Ok(tally.count(&facts, standard)?))?;
    Ok(tally)
}
