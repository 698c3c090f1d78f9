//! Experiments and what their chunks measured.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::column;
use super::error::{Outcome, corrupt, invalid};
use super::seal::Seal;
use super::statistics::{self, Recorder};
use crate::error::StoreError;
use crate::model::{
    Digest, ExperimentChunk, ExperimentRecord, ExperimentState, Json, RecordedCount, SimulatedGame,
};

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

fn seal(experiment: &ExperimentRecord) -> Digest {
    let ended_at = experiment.ended_at.map(|time| time.to_string());
    Seal::new("experiment")
        .text(&experiment.id)
        .text(experiment.plan.as_str())
        .text(&experiment.state.to_string())
        .optional_text(experiment.detail.as_deref())
        .text(&experiment.created_at.to_string())
        .optional_text(ended_at.as_deref())
        .finish()
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
    let number = column::stored(chunk.number)?;
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

fn chunk_seal(experiment: &str, number: i64, measured: &[u8]) -> Digest {
    Seal::new("experiment chunk").text(experiment).int(number).blob(measured).finish()
}

fn encode(measured: &[Vec<f64>]) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    for arm in measured {
        let count = u32::try_from(arm.len()).map_err(|_| invalid("too many deals in one chunk"))?;
        bytes.extend_from_slice(&count.to_be_bytes());
        arm.iter().for_each(|value| bytes.extend_from_slice(&value.to_be_bytes()));
    }
    Ok(bytes)
}

fn decode(mut bytes: &[u8]) -> Option<Vec<Vec<f64>>> {
    let mut measured = Vec::new();
    while let Some((count, rest)) = bytes.split_first_chunk() {
        let count = u32::from_be_bytes(*count) as usize;
        let (values, rest) = rest.split_at_checked(count.checked_mul(8)?)?;
        let values = values.chunks_exact(8).filter_map(|value| value.try_into().ok()).map(f64::from_be_bytes);
        measured.push(values.collect());
        bytes = rest;
    }
    bytes.is_empty().then_some(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip_and_damage_is_seen() {
        let measured = vec![vec![0.1, -2.5, f64::MAX], Vec::new(), vec![1.0 / 3.0]];
        let bytes = encode(&measured).unwrap();
        assert_eq!(decode(&bytes), Some(measured));
        assert_eq!(decode(&bytes[..bytes.len() - 1]), None);
        assert_eq!(decode(&[0, 0]), None);
        assert_eq!(decode(&[]), Some(Vec::new()));
    }
}
