//! Experiments and what their chunks measured.

use rusqlite::{Connection, params};

use super::error::{Outcome, invalid};
use super::rows;
use super::statistics::{self, Recorder};
use crate::engine::record::Chunk;
use crate::error::StoreError;
use crate::model::{ExperimentChunk, ExperimentRecord, ExperimentState, RecordedCount, SimulatedGame};

/// See [`crate::ResultStore::put_experiment`].
pub(super) fn put(conn: &Connection, experiment: &ExperimentRecord) -> Outcome<()> {
    if let Some(known) = get(conn, &experiment.id)?
        && known.plan != experiment.plan
    {
        return Err(invalid("the experiment is known with another plan"));
    }
    rows::replace(conn, experiment, "id")
}

/// See [`crate::ResultStore::change_experiment`].
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
    rows::first(conn, "WHERE id = ?1", [id])
}

/// The newest experiments, at most `limit`.
pub(super) fn newest(conn: &Connection, limit: usize) -> Outcome<Vec<ExperimentRecord>> {
    rows::all(conn, "ORDER BY created_at DESC, id LIMIT ?1", [i64::try_from(limit).unwrap_or(i64::MAX)])
}

/// See [`crate::ResultStore::record_chunk`].
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
    let chunk = Chunk::of(experiment, chunk)?;
    let known: Option<Chunk> =
        rows::first(conn, "WHERE experiment = ?1 AND number = ?2", params![experiment, chunk.number])?;
    match known {
        Some(known) if known == chunk => return Ok(RecordedCount { new: 0, known: games.len() as u64 }),
        Some(_) => return Err(invalid("the chunk is known with other values")),
        None => {}
    }
    let recorded = statistics::record_simulated(recorder, games)?;
    rows::insert(conn, &chunk, "")?;
    Ok(recorded)
}

/// The chunks of an experiment by number.
pub(super) fn chunks(conn: &Connection, experiment: &str) -> Outcome<Vec<ExperimentChunk>> {
    let chunks: Vec<Chunk> = rows::all(conn, "WHERE experiment = ?1 ORDER BY number", [experiment])?;
    Ok(chunks.iter().map(Chunk::decoded).collect::<crate::error::Result<_>>()?)
}
