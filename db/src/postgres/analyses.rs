//! Analyses that one node searches and all tell of. Time is the server's, as that of leases.

use std::time::Duration;

use deadpool_postgres::Client;

use super::column::Text;
use super::error::Outcome;
use crate::engine::record::Row as _;
use crate::model::{Json, SharedAnalysis};

const ADD: &str = "INSERT INTO analyses (id, body, ended, until) VALUES ($1, $2, $3, now() + $4 * interval '1 second') \
                   ON CONFLICT (id) DO UPDATE SET body = excluded.body RETURNING xmax = 0 OR until < now() AS is_new";
const CHANGE: &str =
    "UPDATE analyses SET body = $2, ended = $3, until = now() + $4 * interval '1 second' WHERE id = $1";
const GET: &str = "SELECT body, ended, until < now() AS is_late FROM analyses WHERE id = $1";
const DROP: &str = "DELETE FROM analyses WHERE id = $1";
/// For so long it is told that the node of an analysis is gone.
const FORGET: &str = "DELETE FROM analyses WHERE until < now() - interval '1 hour'";

/// See [`crate::ServedStore::add_analysis`].
pub(super) async fn add(client: &Client, analysis: &SharedAnalysis, time: Duration) -> Outcome<bool> {
    client.execute(FORGET, &[]).await?;
    let statement = client.prepare_cached(ADD).await?;
    let SharedAnalysis { id, body, ended, .. } = analysis;
    let (id, body, time) = (Text(id), Text(body.as_str()), time.as_secs_f64());
    Ok(client.query_one(&statement, &[&id, &body, ended, &time]).await?.try_get("is_new")?)
}

/// See [`crate::ServedStore::change_analysis`].
pub(super) async fn change(client: &Client, analysis: &SharedAnalysis, time: Duration) -> Outcome<bool> {
    let statement = client.prepare_cached(CHANGE).await?;
    let SharedAnalysis { id, body, ended, .. } = analysis;
    let (id, body, time) = (Text(id), Text(body.as_str()), time.as_secs_f64());
    Ok(client.execute(&statement, &[&id, &body, ended, &time]).await? == 1)
}

/// See [`crate::ServedStore::analysis`].
pub(super) async fn get(client: &Client, id: &str) -> Outcome<Option<SharedAnalysis>> {
    let statement = client.prepare_cached(GET).await?;
    let Some(row) = client.query_opt(&statement, &[&Text(id)]).await? else { return Ok(None) };
    let (ended, is_late) = (row.try_get("ended")?, row.try_get("is_late")?);
    let body = Json::from(row.word("body")?);
    let analysis = SharedAnalysis { id: id.to_owned(), body, ended, is_late };
    // Of one that ended nothing is lacking: its time to be kept is over.
    Ok(Some(analysis).filter(|analysis| !(analysis.ended && analysis.is_late)))
}

/// See [`crate::ServedStore::drop_analysis`].
pub(super) async fn remove(client: &Client, id: &str) -> Outcome<bool> {
    let statement = client.prepare_cached(DROP).await?;
    Ok(client.execute(&statement, &[&Text(id)]).await? == 1)
}
