//! How results are recorded, see [`crate::engine::statistics`]: the rows of a rollup are spread over slots, so that games that end at once
//! seldom wait for each other.

mod names;
mod record;

use deadpool_postgres::Client;

use super::connection::{NO_LIMIT, snapshot};
use super::error::Outcome;
use super::node::{Node, once};
use super::sync::on_thread;
use crate::engine::statistics;
pub(super) use names::Names;
pub(super) use record::{Prepared, add, record};

/// See [`crate::ServedStore::rebuild_rollups`]. A game that ends meanwhile is in the snapshot with all that it counts, or with nothing:
/// what it adds to a row that is deleted here makes the server ask to try again.
pub(super) async fn rebuild(node: &Node) -> Outcome<()> {
    once!(node, |client| async {
        let work = async {
            client.batch_execute(NO_LIMIT).await?;
            on_thread(client, statistics::rebuild).await
        };
        snapshot(client, work).await
    })
}

/// See [`crate::ServedStore::verify_rollups`].
pub(super) async fn verify(client: &Client) -> Outcome<bool> {
    client.batch_execute(NO_LIMIT).await?;
    match on_thread(client, statistics::audit).await {
        Err(failure) if failure.damage().is_some() => Ok(false),
        audit => Ok(audit?.findings.is_empty()),
    }
}
