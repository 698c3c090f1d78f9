//! Rollups from facts: to repair them, and to prove them.

use deadpool_postgres::Client;

use super::names::Named;
use super::{facts, rollups};
use crate::engine::statistics::rollup::Rollup;
use crate::engine::statistics::tally::{StandardMeasures, Tally};
use crate::error::StoreError;
use crate::postgres::connection::{NO_LIMIT, snapshot};
use crate::postgres::error::{Failure, Outcome};
use crate::postgres::node::{Node, once};

/// See [`crate::ResultStore::rebuild_rollups`]. A game that ends meanwhile is in the snapshot with all that it counts, or with nothing:
/// what it adds to a row that is deleted here makes the server ask to try again.
pub(in crate::postgres) async fn rebuild(node: &Node) -> Outcome<()> {
    once!(node, |client| async {
        let work = async {
            client.batch_execute(NO_LIMIT).await?;
            let tally = add_up(client).await?;
            for rollup in Rollup::ALL {
                client.execute(&format!("DELETE FROM {}", rollup.table()), &[]).await?;
            }
            rollups::add(client, &tally).await
        };
        snapshot(client, work).await
    })
}

/// See [`crate::ResultStore::verify_rollups`].
pub(in crate::postgres) async fn verify(client: &Client) -> Outcome<bool> {
    client.batch_execute(NO_LIMIT).await?;
    let agree = async {
        let tally = add_up(client).await?;
        for rollup in Rollup::ALL {
            let mut expected = tally.by_key(rollup);
            for (key, sums) in rollups::select(client, rollup, "", &[]).await? {
                if expected.remove(&key) != Some(sums) {
                    return Ok(false);
                }
            }
            if !expected.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    };
    match agree.await {
        Err(Failure::Store(StoreError::Corrupt(_))) => Ok(false),
        agree => agree,
    }
}

/// What all facts add up to.
async fn add_up(client: &Client) -> Outcome<Tally> {
    let standard = StandardMeasures::of(&mut Named::default())?;
    let mut tally = Tally::default();
    facts::for_each(client, |facts| Ok(tally.count(&facts, standard)?)).await?;
    Ok(tally)
}
