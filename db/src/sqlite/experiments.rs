//! Experiments and what their chunks measured.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::column;
use super::error::{Outcome, corrupt, invalid};
use super::statistics::{self, Recorder};
use crate::engine::experiments::{chunk_seal, decode, encode, seal};
use crate::engine::stored;
use crate::error::StoreError;
use crate::model::{ExperimentChunk, ExperimentRecord, ExperimentState, Json, RecordedCount, SimulatedGame};

/// All experiments.
pub(super) const ALL: &str = "SELECT id, plan, state, detail, created_at, ended_at, seal FROM experiments";
/// All chunks.
pub(super) const ALL_CHUNKS: &str = "SELECT experiment, number, measured, seal FROM experiment_chunks";

/// See [`crate::Store::put_experiment`].
pub(super) fn put(conn: &Connection, experiment: &ExperimentRecord) -> Outcome<()> {
    if let Some(known) = get(conn, &experiment.id)?
        && known.plan != experiment.plan
    {
        return Err(invalid("the experiment is known with another plan"));
    }
    let ExperimentRecord { id, plan, state, detail, created_at, ended_at } = experiment;
    conn.prepare_cached(
        "INSERT INTO experiments (id, plan, state, detail, created_at, ended_at, seal) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (id) DO UPDATE SET state = excluded.state, \
         detail = excluded.detail, created_at = excluded.created_at, ended_at = excluded.ended_at, seal = excluded.seal",
    )?
    .execute(params![
        id,
        plan.as_str(),
        state.to_string(),
        detail,
        created_at.to_string(),
        ended_at.map(|time| time.to_string()),
        seal(experiment).0
    ])?;
    Ok(())
}

/// See [`crate::Store::change_experiment`].
pub(super) fn change(
    conn: &Connection,
    experiment: &ExperimentRecord,
    from: &[ExperimentState],
) -> Outcome<bool> {
    let stands = get(conn, &experiment.id)?.is_some_and(|known| !from.contains(&known.state));
    if !stands {
        put(conn, experiment)?;
    }
    Ok(!stands)
}

/// The experiment of this id, if there is one.
pub(super) fn get(conn: &Connection, id: &str) -> Outcome<Option<ExperimentRecord>> {
    let mut statement = conn.prepare_cached(&format!("{ALL} WHERE id = ?1"))?;
    let mut rows = statement.query([id])?;
    rows.next()?.map(read).transpose()
}

/// The newest experiments, at most `limit`.
pub(super) fn newest(conn: &Connection, limit: usize) -> Outcome<Vec<ExperimentRecord>> {
    let mut statement = conn.prepare_cached(&format!("{ALL} ORDER BY created_at DESC, id LIMIT ?1"))?;
    let mut rows = statement.query([i64::try_from(limit).unwrap_or(i64::MAX)])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read(row)?);
    }
    Ok(found)
}

/// A row of [`ALL`].
pub(super) fn read(row: &Row<'_>) -> Outcome<ExperimentRecord> {
    let ended_at = row.get::<_, Option<String>>("ended_at")?;
    let experiment = ExperimentRecord {
        id: row.get("id")?,
        plan: Json::from(row.get::<_, String>("plan")?),
        state: column::parsed(row, "state")?,
        detail: row.get("detail")?,
        created_at: column::parsed(row, "created_at")?,
        ended_at: ended_at
            .map(|time| time.parse().map_err(|_| corrupt("ended_at is unreadable")))
            .transpose()?,
    };
    if column::digest(row, "seal")? != seal(&experiment) {
        return Err(corrupt(format!("the experiment {}", experiment.id)));
    }
    Ok(experiment)
}

/// See [`crate::Store::record_chunk`].
pub(super) fn record_chunk(
    recorder: &mut Recorder<'_>,
    experiment: &str,
    chunk: &ExperimentChunk,
    games: &[SimulatedGame],
) -> Outcome<RecordedCount> {
    let conn = recorder.conn;
    if get(conn, experiment)?.is_none() {
        return Err(StoreError::NotFound.into());
    }
    let measured = encode(&chunk.measured)?;
    let number = stored(chunk.number)?;
    let known: Option<Vec<u8>> = conn
        .prepare_cached("SELECT measured FROM experiment_chunks WHERE experiment = ?1 AND number = ?2")?
        .query_row(params![experiment, number], |row| row.get(0))
        .optional()?;
    match known {
        Some(known) if known == measured => return Ok(RecordedCount { new: 0, known: games.len() as u64 }),
        Some(_) => return Err(invalid("the chunk is known with other values")),
        None => {}
    }
    let recorded = statistics::record_simulated(recorder, games)?;
    conn.prepare_cached(
        "INSERT INTO experiment_chunks (experiment, number, measured, seal) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute(params![experiment, number, measured, chunk_seal(experiment, number, &measured).0])?;
    Ok(recorded)
}

/// The chunks of an experiment by number.
pub(super) fn chunks(conn: &Connection, experiment: &str) -> Outcome<Vec<ExperimentChunk>> {
    let mut statement =
        conn.prepare_cached(&format!("{ALL_CHUNKS} WHERE experiment = ?1 ORDER BY number"))?;
    let mut rows = statement.query([experiment])?;
    let mut chunks = Vec::new();
    while let Some(row) = rows.next()? {
        chunks.push(read_chunk(row)?);
    }
    Ok(chunks)
}

/// A row of [`ALL_CHUNKS`].
pub(super) fn read_chunk(row: &Row<'_>) -> Outcome<ExperimentChunk> {
    let experiment: String = row.get("experiment")?;
    let number: i64 = row.get("number")?;
    let measured: Vec<u8> = row.get("measured")?;
    let damaged = || corrupt(format!("chunk {number} of the experiment {experiment}"));
    if column::digest(row, "seal")? != chunk_seal(&experiment, number, &measured) {
        return Err(damaged());
    }
    let measured = decode(&measured).ok_or_else(damaged)?;
    Ok(ExperimentChunk { number: column::number(row, "number")?, measured })
}
