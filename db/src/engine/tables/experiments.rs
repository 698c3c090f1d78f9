//! The tables of experiments and of their chunks, with what each chunk measured.

use crate::engine::failure::Outcome;
use crate::engine::invalid;
use crate::engine::record::{Chunk, Record as _, replace};
use crate::engine::rows::{self, most as at_most};
use crate::engine::sql::Sql;
use crate::error::{Result, StoreError};
use crate::model::{ExperimentChunk, ExperimentRecord, ExperimentState};

const OF_ID: &str = "WHERE id = $1";

/// See [`crate::ResultStore::put_experiment`].
pub(crate) fn put(db: &dyn Sql, experiment: &ExperimentRecord) -> Outcome<()> {
    let sql = format!("{} WHERE experiments.plan = excluded.plan", replace::<ExperimentRecord>("id"));
    if db.execute(&sql, &experiment.values()?)? == 0 {
        return Err(invalid("the experiment is known with another plan").into());
    }
    Ok(())
}

/// See [`crate::ResultStore::change_experiment`].
pub(crate) fn change(db: &dyn Sql, experiment: &ExperimentRecord, from: &[ExperimentState]) -> Outcome<bool> {
    let known: Option<ExperimentRecord> = rows::locked(db, OF_ID, &[(&experiment.id).into()])?;
    if known.is_some_and(|known| !from.contains(&known.state)) {
        return Ok(false);
    }
    put(db, experiment)?;
    Ok(true)
}

/// The experiment of this id, if there is one.
pub(crate) fn get(db: &dyn Sql, id: &str) -> Outcome<Option<ExperimentRecord>> {
    rows::first(db, OF_ID, &[id.into()])
}

/// The newest experiments, at most `limit`.
pub(crate) fn newest(db: &dyn Sql, limit: usize) -> Outcome<Vec<ExperimentRecord>> {
    rows::all(db, "ORDER BY created_at DESC, id LIMIT $1", &[at_most(limit)])
}

/// Stores a chunk; answers whether it is new.
pub(crate) fn put_chunk(db: &dyn Sql, experiment: &str, chunk: &ExperimentChunk) -> Outcome<bool> {
    get(db, experiment)?.ok_or(StoreError::NotFound)?;
    let chunk = Chunk::of(experiment, chunk)?;
    if rows::insert(db, &chunk, "ON CONFLICT (experiment, number) DO NOTHING")? {
        return Ok(true);
    }
    let key = [experiment.into(), chunk.number.into()];
    let known: Option<Chunk> = rows::first(db, "WHERE experiment = $1 AND number = $2", &key)?;
    if known.is_none_or(|known| known != chunk) {
        return Err(invalid("the chunk is known with other values").into());
    }
    Ok(false)
}

/// The chunks of an experiment by number.
pub(crate) fn chunks(db: &dyn Sql, experiment: &str) -> Outcome<Vec<ExperimentChunk>> {
    let chunks: Vec<Chunk> = rows::all(db, "WHERE experiment = $1 ORDER BY number", &[experiment.into()])?;
    Ok(chunks.iter().map(Chunk::decoded).collect::<Result<_>>()?)
}
