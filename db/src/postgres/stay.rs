//! Who is at the database. Nodes that serve it say so every few seconds, and so does a command that needs it for itself: each is
//! written down before it looks for the other, so of two that come at once at least one is turned away. Time is that of
//! the server's clock, as of leases; games go by [`super::time`].

use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::time::Duration;

use deadpool_postgres::Client;
use tokio::time::{MissedTickBehavior, interval};
use uuid::Uuid;

use super::connection::{NO_LIMIT, transaction};
use super::error::{Failure, Outcome};
use super::leases;
use super::node::{Node, once, within};
use super::options::Stay;
use super::time;
use crate::error::StoreError;

/// How long a node that died, or is cut off, is taken for alive.
pub(super) const ALIVE: Duration = Duration::from_secs(10);
/// How often a node says that it goes on.
const EVERY: Duration = Duration::from_secs(3);
/// How long a node that ends waits until that is known.
pub(super) const FAREWELL: Duration = Duration::from_secs(5);

/// The work of a command that needs the database for itself.
const ALONE: &str = "the database alone";

/// Who keeps others out.
const BY_COMMAND: &str = "a command that needs it for itself (tapis copy or prune)";
const BY_ANOTHER: &str = "another command that needs it for itself (tapis copy or prune)";
const BY_NODE: &str = "a node, or was until less than 10 s ago; stop all nodes first";

const GO_ON: &str = "INSERT INTO nodes (id, until) VALUES ($1, now() + $2 * interval '1 second') \
                     ON CONFLICT (id) DO UPDATE SET until = excluded.until";
/// Held by a node that comes: of several at once the first notes for how long nobody was there, and the others find it noted.
const IN_TURN: &str = "SELECT id FROM tapis WHERE id = 1 FOR UPDATE";
/// A node that left without a word was there until its time was up. Where none is known, as after a copy, somebody was there at the
/// newest event. By the time of games, which was just told.
const NOTE_ABSENCE: &str = "INSERT INTO absences (since, until) SELECT since, served FROM \
                            (SELECT served, coalesce((SELECT max(until) FROM nodes) + ahead_ms * interval '1 millisecond', \
                            (SELECT max(updated_at) FROM heads)) AS since FROM clock WHERE id = 1) AS last \
                            WHERE since < served ON CONFLICT (since) DO UPDATE SET until = excluded.until";
const FORGET_ABSENCES: &str = "DELETE FROM absences WHERE until < now() - interval '31 days'";
/// The row stays: whoever takes up what the node left takes it away.
const END: &str = "UPDATE nodes SET until = now() WHERE id = $1 AND until > now()";
const FORGET: &str = "DELETE FROM nodes WHERE id = $1";
const DEPARTED: &str = "SELECT id FROM nodes WHERE until <= now()";
const TAKE_DEPARTED: &str = "DELETE FROM nodes WHERE until <= now() RETURNING id";
const NODES: &str = "SELECT id FROM nodes WHERE until > now()";
const HELD: &str = "SELECT work FROM leases WHERE work = $1 AND until > now()";

/// Comes to the database as the options say.
///
/// Fails with [`StoreError::Owned`] when it is a node and somebody has the database alone, or the other way round.
pub(super) async fn arrive(node: &Node) -> Outcome<()> {
    match node.options.stay {
        Stay::Guest => Ok(()),
        Stay::Node => once!(node, |client| serve(node, client)),
        Stay::Alone => once!(node, |client| own(client, node.id)),
    }
}

/// Refuses whom somebody at the database keeps out now. Whoever is let in may still be kept out as they [arrive].
pub(super) async fn look(client: &Client, stay: Stay) -> Outcome<()> {
    match stay {
        Stay::Node if is_owned(client).await? => Err(owned(BY_COMMAND)),
        Stay::Alone if is_owned(client).await? => Err(owned(BY_ANOTHER)),
        Stay::Alone if has_nodes(client).await? => Err(owned(BY_NODE)),
        Stay::Guest | Stay::Node | Stay::Alone => Ok(()),
    }
}

async fn serve(node: &Node, client: &Client) -> Outcome<()> {
    transaction(client, come(node, client)).await?;
    if is_owned(client).await? {
        client.execute(FORGET, &[&node.id]).await?;
        return Err(owned(BY_COMMAND));
    }
    Ok(())
}

/// Notes the time in which no node was there, if this is the first that comes, and says that it is here.
async fn come(node: &Node, client: &Client) -> Outcome<()> {
    // However many come at once, each has its turn.
    client.batch_execute(NO_LIMIT).await?;
    client.execute(IN_TURN, &[]).await?;
    time::learn(&node.time, client, has_nodes(client).await?).await?;
    client.execute(NOTE_ABSENCE, &[]).await?;
    client.execute(FORGET_ABSENCES, &[]).await?;
    go_on(node, client).await
}

async fn own(client: &Client, id: Uuid) -> Outcome<()> {
    if !leases::hold(client, ALONE, id, ALIVE).await? {
        return Err(owned(BY_ANOTHER));
    }
    if has_nodes(client).await? {
        leases::let_go(client, id).await?;
        return Err(owned(BY_NODE));
    }
    Ok(())
}

async fn is_owned(client: &Client) -> Outcome<bool> {
    Ok(!client.query(HELD, &[&ALONE]).await?.is_empty())
}

/// Whether any node serves the database.
pub(super) async fn has_nodes(client: &Client) -> Outcome<bool> {
    Ok(!client.query(NODES, &[]).await?.is_empty())
}

/// Whether other nodes serve the database.
pub(super) async fn has_company(client: &Client, id: Uuid) -> Outcome<bool> {
    let nodes = client.query(NODES, &[]).await?;
    let ids = nodes.iter().map(|row| row.try_get::<_, Uuid>("id")).collect::<Result<Vec<_>, _>>()?;
    Ok(ids.iter().any(|node| *node != id))
}

/// Says that the node goes on.
async fn go_on(node: &Node, client: &Client) -> Outcome<()> {
    let statement = client.prepare_cached(GO_ON).await?;
    client.execute(&statement, &[&node.id, &ALIVE.as_secs_f64()]).await?;
    Ok(())
}

/// Says again and again that the store is still there.
pub(super) async fn stay(node: Arc<Node>) {
    let mut every = interval(EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    every.tick().await;
    loop {
        every.tick().await;
        let Ok(_here) = node.here.acquire().await else { return };
        let said = within(EVERY, async { once!(node, |client| say_again(&node, client)) }).await;
        match said {
            Ok(false) if node.options.stay == Stay::Alone => {
                tracing::error!("the database was not answered for too long; nothing more is done in it");
                return node.queue.close();
            }
            Ok(is_welcome) => node.is_locked_out.store(!is_welcome, Release),
            Err(error) => tracing::debug!(%error, "the database is not told that this node goes on"),
        }
    }
}

/// Whether nobody has taken what is this one's meanwhile: it may have been away for long.
async fn say_again(node: &Node, client: &Client) -> Outcome<bool> {
    if node.options.stay == Stay::Alone {
        return leases::hold(client, ALONE, node.id, ALIVE).await;
    }
    time::learn(&node.time, client, true).await?;
    go_on(node, client).await?;
    let is_owned = is_owned(client).await?;
    if is_owned && !node.is_locked_out.load(Acquire) {
        tracing::error!("a command has the database for itself; this node writes nothing until it is done");
    }
    Ok(!is_owned)
}

/// Leaves the database: what the node has left undone is free at once.
pub(super) async fn leave(node: &Node) {
    let left = async {
        // What is said while it leaves would be the last word: that it goes on.
        let _here = node.here.acquire().await;
        node.here.close();
        match node.options.stay {
            Stay::Guest => Ok(()),
            Stay::Node => {
                once!(node, |client| async { Ok(client.execute(END, &[&node.id]).await.map(drop)?) })
            }
            Stay::Alone => once!(node, |client| leases::let_go(client, node.id)),
        }
    };
    if let Err(error) = within(FAREWELL, left).await {
        tracing::debug!(%error, "others wait a while for what this node has left undone");
    }
}

/// See [`crate::ServedStore::has_departed`].
pub(super) async fn has_departed(client: &Client) -> Outcome<bool> {
    let statement = client.prepare_cached(DEPARTED).await?;
    Ok(!client.query(&statement, &[]).await?.is_empty())
}

/// See [`crate::ServedStore::take_departed`].
pub(super) async fn take_departed(client: &Client) -> Outcome<usize> {
    let statement = client.prepare_cached(TAKE_DEPARTED).await?;
    Ok(client.query(&statement, &[]).await?.len())
}

fn owned(by: &str) -> Failure {
    StoreError::Owned { by: by.to_owned() }.into()
}
