//! Experiments and what their chunks measured.

use deadpool_postgres::Client;
use tokio_postgres::Row;

use super::column::{self, Text};
use super::connection::transaction;
use super::error::Outcome;
use crate::engine::experiments::{chunk_seal, decode, encode, seal};
use crate::engine::{corrupt, invalid, stored};
use crate::error::StoreError;
use crate::model::{ExperimentChunk, ExperimentRecord, ExperimentState, Json};

const COLUMNS: &str = "id, plan, state, detail, created_at, ended_at, seal";

const PUT: &str = "INSERT INTO experiments (id, plan, state, detail, created_at, ended_at, seal) \
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO UPDATE SET state = excluded.state, \
     detail = excluded.detail, created_at = excluded.created_at, ended_at = excluded.ended_at, seal = excluded.seal \
     WHERE experiments.plan = excluded.plan";

const PUT_CHUNK: &str = "INSERT INTO experiment_chunks (experiment, number, measured, seal) VALUES ($1, $2, $3, $4) \
                         ON CONFLICT (experiment, number) DO NOTHING";

const CHUNK: &str = "SELECT measured FROM experiment_chunks WHERE experiment = $1 AND number = $2";

const CHUNKS: &str =
    "SELECT experiment, number, measured, seal FROM experiment_chunks WHERE experiment = $1 ORDER BY number";

/// See [`crate::Store::put_experiment`].
pub(super) async fn put(client: &Client, experiment: &ExperimentRecord) -> Outcome<()> {
    let statement = client.prepare_cached(PUT).await?;
    let ExperimentRecord { id, plan, state, detail, created_at, ended_at } = experiment;
    let stored = client
        .execute(
            &statement,
            &[
                &Text(id),
                &Text(plan.as_str()),
                &state.to_string(),
                &detail.as_deref().map(Text),
                &created_at.timestamp(),
                &ended_at.map(|time| time.timestamp()),
                &seal(experiment).0.as_slice(),
            ],
        )
        .await?;
    if stored == 0 {
        return Err(invalid("the experiment is known with another plan").into());
    }
    Ok(())
}

/// See [`crate::Store::change_experiment`].
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
    let sql = format!("SELECT {COLUMNS} FROM experiments WHERE id = $1{lock}");
    let statement = client.prepare_cached(&sql).await?;
    client.query_opt(&statement, &[&Text(id)]).await?.as_ref().map(read).transpose()
}

/// The newest experiments, at most `limit`.
pub(super) async fn newest(client: &Client, limit: usize) -> Outcome<Vec<ExperimentRecord>> {
    let sql = format!("SELECT {COLUMNS} FROM experiments ORDER BY created_at DESC, id LIMIT $1");
    let statement = client.prepare_cached(&sql).await?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    client.query(&statement, &[&limit]).await?.iter().map(read).collect()
}

fn read(row: &Row) -> Outcome<ExperimentRecord> {
    let ended_at: Option<jiff::Timestamp> = row.try_get("ended_at")?;
    let experiment = ExperimentRecord {
        id: column::text(row, "id")?,
        plan: Json::from(column::text(row, "plan")?),
        state: column::parsed(row, "state")?,
        detail: column::optional_text(row, "detail")?,
        created_at: column::time(row, "created_at")?,
        ended_at: ended_at.map(Into::into),
    };
    if column::digest(row, "seal")? != seal(&experiment) {
        return Err(corrupt(format!("the experiment {}", experiment.id)).into());
    }
    Ok(experiment)
}

/// Stores a chunk; answers whether it is new.
pub(super) async fn put_chunk(client: &Client, experiment: &str, chunk: &ExperimentChunk) -> Outcome<bool> {
    if get(client, experiment).await?.is_none() {
        return Err(StoreError::NotFound.into());
    }
    let (measured, number) = (encode(&chunk.measured)?, stored(chunk.number)?);
    let (id, seal) = (Text(experiment), chunk_seal(experiment, number, &measured));
    let statement = client.prepare_cached(PUT_CHUNK).await?;
    if client.execute(&statement, &[&id, &number, &measured, &seal.0.as_slice()]).await? == 1 {
        return Ok(true);
    }
    let statement = client.prepare_cached(CHUNK).await?;
    let known: Vec<u8> = client.query_one(&statement, &[&id, &number]).await?.try_get(0)?;
    if known != measured {
        return Err(invalid("the chunk is known with other values").into());
    }
    Ok(false)
}

/// The chunks of an experiment by number.
pub(super) async fn chunks(client: &Client, experiment: &str) -> Outcome<Vec<ExperimentChunk>> {
    let statement = client.prepare_cached(CHUNKS).await?;
    client.query(&statement, &[&Text(experiment)]).await?.iter().map(read_chunk).collect()
}

fn read_chunk(row: &Row) -> Outcome<ExperimentChunk> {
    let (experiment, number): (_, i64) = (column::text(row, "experiment")?, row.try_get("number")?);
    let measured: Vec<u8> = row.try_get("measured")?;
    let damaged = || corrupt(format!("chunk {number} of the experiment {experiment}"));
    if column::digest(row, "seal")? != chunk_seal(&experiment, number, &measured) {
        return Err(damaged().into());
    }
    let measured = decode(&measured).ok_or_else(damaged)?;
    Ok(ExperimentChunk { number: column::number(row, "number")?, measured })
}
