//! Finished games in a file for others to read: documented views, no secret.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::{Connection, params};

use super::error::{Outcome, corrupt};
use super::{rulesets, statistics};
use crate::error::Result;
use crate::model::{
    Bucket, Digest, FeatureFact, FinishedFilter, FinishedGame, RulesetRecord, SeatResult, SnapshotWords,
};

/// What the header of a snapshot says it is: "TAPS". A service refuses to run on it.
pub const SNAPSHOT_APPLICATION_ID: i32 = 0x5441_5053;

/// All rulesets, and what is said of the columns.
pub(crate) type About<'a> = (Vec<RulesetRecord>, &'a SnapshotWords);

const SCHEMA: &str = include_str!("schema.sql");

/// Hands games one by one to whom it is given, as [`crate::FinishedSource::for_each_finished`].
pub(crate) type Games<'a> = &'a mut dyn FnMut(&mut dyn FnMut(&FinishedGame) -> Result<()>) -> Result<()>;

/// See [`super::ReadOnlyDatabase::write_snapshot`].
pub(super) fn write(
    source: &mut Connection,
    filter: &FinishedFilter,
    words: &SnapshotWords,
    target: &Path,
) -> Outcome<u64> {
    let all = rulesets::all(source)?;
    let games: Games<'_> =
        &mut |each| Ok(statistics::for_each_finished(source, filter, &mut |game| Ok(each(game)?))?);
    Ok(write_snapshot((all, words), target, games)?)
}

/// Writes a snapshot of games of any engine; answers how many.
///
/// # Errors
/// See [`crate::FinishedSource::write_snapshot`].
pub(crate) fn write_snapshot(about: About<'_>, target: &Path, games: Games<'_>) -> Result<u64> {
    Ok(fill(about, target, games)?)
}

fn fill((rulesets, words): About<'_>, target: &Path, games: Games<'_>) -> Outcome<u64> {
    let conn = Connection::open(target)?;
    // The file has its name only when it is whole, so nothing is to be taken back.
    conn.pragma_update(None, "journal_mode", "OFF")?;
    conn.pragma_update(None, "synchronous", "OFF")?;
    conn.execute_batch(SCHEMA)?;
    conn.execute_batch("BEGIN")?;
    let rulesets = rulesets.into_iter().map(|ruleset| (ruleset.hash, ruleset)).collect();
    explain(&conn, words)?;
    let mut snapshot = Snapshot::new(&conn, rulesets);
    let mut written = 0;
    games(&mut |game| {
        written += 1;
        Ok(snapshot.add(game)?)
    })?;
    drop(snapshot);
    conn.execute_batch("COMMIT; ANALYZE;")?;
    conn.close().map_err(|(_, error)| error)?;
    Ok(written)
}

/// Writes what features and measures mean.
fn explain(conn: &Connection, words: &SnapshotWords) -> Outcome<()> {
    let mut insert =
        conn.prepare("INSERT INTO stored_features (game, feature, role, label) VALUES (?1, ?2, ?3, ?4)")?;
    words.features.iter().try_for_each(|of| insert.execute(of.each_ref()).map(drop))?;
    let mut insert = conn
        .prepare("INSERT INTO stored_value_labels (game, feature, value, label) VALUES (?1, ?2, ?3, ?4)")?;
    words.values.iter().try_for_each(|of| insert.execute(of.each_ref()).map(drop))?;
    let mut insert = conn.prepare("INSERT INTO stored_units (measure, unit, label) VALUES (?1, ?2, ?3)")?;
    words.measures.iter().try_for_each(|of| insert.execute(of.each_ref()).map(drop))?;
    Ok(())
}

/// A snapshot under way.
struct Snapshot<'a> {
    conn: &'a Connection,
    rulesets: HashMap<Digest, RulesetRecord>,
    /// Numbers given to names.
    ruleset_numbers: HashMap<Digest, i64>,
    populations: HashMap<(Digest, String, bool, String), i64>,
    values: HashMap<FeatureFact, i64>,
}

impl<'a> Snapshot<'a> {
    fn new(conn: &'a Connection, rulesets: HashMap<Digest, RulesetRecord>) -> Self {
        Self {
            conn,
            rulesets,
            ruleset_numbers: HashMap::new(),
            populations: HashMap::new(),
            values: HashMap::new(),
        }
    }

    fn add(&mut self, game: &FinishedGame) -> Outcome<()> {
        let population = self.population(game)?;
        let number = game.number as i64;
        let (id, result) = (game.id.map(|id| id.to_string()), &game.result);
        let deal = game.deal().map(u64::cast_signed);
        let ended_on = format!("{}T00:00:00Z", result.ended_at.day());
        self.insert(
            "INSERT INTO stored_games (no, id, deal, population, length, tied, ended_on) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![number, id, deal, population, result.length, result.is_tied(), ended_on],
        )?;
        for (seat, of) in (0..).zip(&result.seats) {
            self.seat(number, seat, of)?;
        }
        for measure in &result.measures {
            self.insert(
                "INSERT INTO stored_measures (game, measure, value) VALUES (?1, ?2, ?3)",
                params![number, measure.name, measure.value],
            )?;
        }
        Ok(())
    }

    fn seat(&mut self, game: i64, seat: i64, result: &SeatResult) -> Outcome<()> {
        self.insert(
            "INSERT INTO stored_seats (game, seat, player, score, rank, win_units, turns) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                game,
                seat,
                result.player(),
                result.score,
                result.rank,
                result.win_share.units(),
                result.turns
            ],
        )?;
        for feature in &result.features {
            let value = self.value(feature)?;
            self.insert(
                "INSERT INTO stored_seat_values (game, seat, value) VALUES (?1, ?2, ?3)",
                params![game, seat, value],
            )?;
        }
        Ok(())
    }

    fn population(&mut self, game: &FinishedGame) -> Outcome<i64> {
        let result = &game.result;
        let (source, line_up) = (result.source.to_string(), game.line_up.to_string());
        let key = (game.ruleset, source, result.assisted, line_up);
        if let Some(number) = self.populations.get(&key) {
            return Ok(*number);
        }
        let ruleset = self.ruleset(game.ruleset)?;
        let number = self.populations.len() as i64 + 1;
        self.insert(
            "INSERT INTO stored_populations (no, ruleset, source, assisted, players, line_up) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![number, ruleset, key.1, key.2, result.seats.len() as i64, key.3],
        )?;
        self.populations.insert(key, number);
        Ok(number)
    }

    fn ruleset(&mut self, hash: Digest) -> Outcome<i64> {
        if let Some(number) = self.ruleset_numbers.get(&hash) {
            return Ok(*number);
        }
        let RulesetRecord { game, rules_version, options, .. } =
            self.rulesets.get(&hash).ok_or_else(|| corrupt("a game has no ruleset"))?;
        let number = self.ruleset_numbers.len() as i64 + 1;
        self.insert(
            "INSERT INTO stored_rulesets (no, ruleset, game, rules_version, options) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![number, hash.to_string(), game, rules_version, options.as_str()],
        )?;
        self.ruleset_numbers.insert(hash, number);
        Ok(number)
    }

    fn value(&mut self, feature: &FeatureFact) -> Outcome<i64> {
        if let Some(number) = self.values.get(feature) {
            return Ok(*number);
        }
        let (value, category) = match &feature.bucket {
            Bucket::Number(number) => (Some(number), None),
            Bucket::Category(category) => (None, Some(category)),
        };
        let number = self.values.len() as i64 + 1;
        self.insert(
            "INSERT INTO stored_values (no, feature, number, category) VALUES (?1, ?2, ?3, ?4)",
            params![number, feature.name, value, category],
        )?;
        self.values.insert(feature.clone(), number);
        Ok(number)
    }

    fn insert(&self, sql: &str, values: impl rusqlite::Params) -> Outcome<()> {
        self.conn.prepare_cached(sql)?.execute(values)?;
        Ok(())
    }
}
