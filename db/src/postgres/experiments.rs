//! Experiments and what their chunks measured.

use deadpool_postgres::Client;

use super::connection::transaction;
use super::error::Outcome;
use super::rows;
use crate::engine::invalid;
use crate::engine::record::{Chunk, Record as _, replace};
use crate::error::{Result, StoreError};
use crate::model::{ExperimentChunk, ExperimentRecord, ExperimentState};

/// See [`crate::ResultStore::put_experiment`].
pub(super) async fn put(client: &Client, experiment: &ExperimentRecord) -> Outcome<()> {
    let sql = format!("{} WHERE experiments.plan = excluded.plan", replace::<ExperimentRecord>("id"));
    if rows::execute(client, &sql, &experiment.values()?).await? == 0 {
        return Err(invalid("the experiment is known with another plan").into());
    }
    Ok(())
}

/// See [`crate::ResultStore::change_experiment`].
pub(super) async fn change(
    client: &Client,
    experiment: &ExperimentRecord,
    from: &[ExperimentState],
) -> Outcome<bool> {
    let work = async {
        let known = select(client, &experiment.id, " FOR UPDATE").await?;
        if known.is_some_and(|known| !from.contains(&known.state)) {
            return Ok(false);
        }
        put(client, experiment).await?;
        Ok(true)
    };
    transaction(client, work).await
}

/// The experiment of this id, if there is one.
pub(super) async fn get(client: &Client, id: &str) -> Outcome<Option<ExperimentRecord>> {
    select(client, id, "").await
}

async fn select(client: &Client, id: &str, lock: &str) -> Outcome<Option<ExperimentRecord>> {
    rows::one(client, &format!("WHERE id = $1{lock}"), &[id.into()]).await
}

/// The newest experiments, at most `limit`.
pub(super) async fn newest(client: &Client, limit: usize) -> Outcome<Vec<ExperimentRecord>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    rows::all(client, "ORDER BY created_at DESC, id LIMIT $1", &[limit.into()]).await
}

/// Stores a chunk; answers whether it is new.
pub(super) async fn put_chunk(client: &Client, experiment: &str, chunk: &ExperimentChunk) -> Outcome<bool> {
    if get(client, experiment).await?.is_none() {
        return Err(StoreError::NotFound.into());
    }
    let chunk = Chunk::of(experiment, chunk)?;
    if rows::insert(client, &chunk, "ON CONFLICT (experiment, number) DO NOTHING").await? {
        return Ok(true);
    }
    let key = [experiment.into(), chunk.number.into()];
    let known: Option<Chunk> = rows::one(client, "WHERE experiment = $1 AND number = $2", &key).await?;
    if known.is_none_or(|known| known != chunk) {
        return Err(invalid("the chunk is known with other values").into());
    }
    Ok(false)
}

/// The chunks of an experiment by number.
pub(super) async fn chunks(client: &Client, experiment: &str) -> Outcome<Vec<ExperimentChunk>> {
    let tail = "WHERE experiment = $1 ORDER BY number";
    let chunks: Vec<Chunk> = rows::all(client, tail, &[experiment.into()]).await?;
    Ok(chunks.iter().map(Chunk::decoded).collect::<Result<_>>()?)
}
