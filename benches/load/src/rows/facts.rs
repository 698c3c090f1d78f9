//! Finished games to record, and the plain tables they are compared with.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use rusqlite::{Connection, params};
use tapis_db::model::{
    Bucket, Digest, FeatureFact, GameId, GameResult, Json, RulesetRecord, SeatResult, SimulatedGame, Source,
    Time, WinShare,
};
use tapis_games::erased::{AnyRuleset, AnyTable};
use tapis_games::feature;
use tapis_games::game::Turn;
use tapis_games::random::{Seed, Stream, below};
use tapis_games::seat::Seat;
use tapis_solver::registry::Registry;

/// Different results; they are recorded again and again under new ids.
const RESULTS: u32 = 200;
const GAME: &str = "richelieu";

/// Finished games without end: the results of random games, each time under a new id.
pub(super) struct Finished {
    ruleset: RulesetRecord,
    results: Vec<GameResult>,
    /// Games so far.
    made: u64,
}

impl Finished {
    /// The results of random games of Richelieu.
    pub(super) fn new() -> Result<Self> {
        let game = Registry::standard().game(GAME).context("no Richelieu")?;
        let rules = game.ruleset("{}").map_err(|faults| anyhow!("{faults:?}"))?;
        let known = rules.ruleset();
        let ruleset = RulesetRecord {
            hash: Digest([7; 32]),
            game: GAME.to_owned(),
            rules_version: known.rules_version,
            options: Json::from("{}"),
        };
        let results = (0..RESULTS).map(|number| result(&*rules, number)).collect::<Result<_>>()?;
        Ok(Self { ruleset, results, made: 0 })
    }

    /// The ruleset's name in the store.
    pub(super) fn ruleset(&self) -> Digest {
        self.ruleset.hash
    }

    /// Features of a game, on average.
    pub(super) fn features(&self) -> f64 {
        let features = self.results.iter().flat_map(|result| &result.seats).map(|seat| seat.features.len());
        features.sum::<usize>() as f64 / self.results.len() as f64
    }

    /// The next games.
    pub(super) fn batch(&mut self, games: usize) -> Vec<SimulatedGame> {
        (0..games).map(|_| self.one()).collect()
    }

    fn one(&mut self) -> SimulatedGame {
        let result = self.results[(self.made % u64::from(RESULTS)) as usize].clone();
        self.made += 1;
        // Ascending, as ids of UUID version 7 are.
        let id = GameId::from_u128(u128::from(self.made) << 64 | 0x8000_0000_0000_0000);
        SimulatedGame { id, ruleset: self.ruleset.clone(), result }
    }
}

/// A random game's result.
fn result(rules: &dyn AnyRuleset, number: u32) -> Result<GameResult> {
    let mut bytes = [0xa1; 32];
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    let seed = Seed(bytes);
    let mut table = rules.deal(&seed);
    let mut turns = vec![0; rules.seats()];
    for n in 1.. {
        let Turn::Player(seat) = table.turn() else { break };
        let legal = table.legal_moves();
        let chosen = below(&mut seed.stream(Stream::Bot(n)), legal.len() as u32) as usize;
        table.play(seat, &legal[chosen].notation, &mut seed.stream(Stream::Chance(n)))?;
        turns[seat.index()] += 1;
    }
    let seats = Seat::all(rules.seats()).zip(&turns);
    Ok(GameResult {
        source: Source::Bots,
        assisted: false,
        length: turns.iter().sum(),
        ended_at: "2026-03-01T12:00:00Z".parse::<Time>()?,
        seats: seats
            .map(|(seat, turns)| of_seat(&*table, seat, *turns))
            .collect::<Option<_>>()
            .context("no end")?,
        measures: Vec::new(),
    })
}

fn of_seat(table: &dyn AnyTable, seat: Seat, turns: u32) -> Option<SeatResult> {
    let payoffs = table.payoffs()?;
    let rank = *payoffs.ranks.get(seat)?;
    Some(SeatResult {
        score: i64::from(*payoffs.scores.get(seat)?),
        rank,
        win_share: if rank == 1 { WinShare::one_of(payoffs.winners().count())? } else { WinShare::NONE },
        turns,
        bot_level: Some("random".to_owned()),
        skill: None,
        features: table.features().get(seat)?.iter().map(fact).collect(),
    })
}

fn fact(feature: &feature::Feature) -> FeatureFact {
    let bucket = match &feature.bucket {
        feature::Bucket::Number(number) => Bucket::Number(*number),
        feature::Bucket::Category(category) => Bucket::Category(category.clone()),
    };
    FeatureFact { name: feature.name.to_owned(), bucket }
}

/// The same rows of facts in plain tables: no rollups, no seals, no foreign keys.
pub(super) struct Plain {
    connection: Connection,
    /// Names and buckets by id: their place here.
    features: std::collections::HashMap<FeatureFact, i64>,
}

impl Plain {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
        connection.pragma_update(None, "cache_size", -32_768)?;
        connection.execute_batch(
            "CREATE TABLE fact_games (no INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE, population INTEGER NOT NULL, \
             length INTEGER NOT NULL, ended_at TEXT NOT NULL) STRICT;
             CREATE TABLE fact_seats (no INTEGER NOT NULL, seat INTEGER NOT NULL, score INTEGER NOT NULL, \
             rank INTEGER NOT NULL, win_units INTEGER NOT NULL, turns INTEGER NOT NULL, bot_level TEXT, \
             PRIMARY KEY (no, seat)) STRICT, WITHOUT ROWID;
             CREATE TABLE fact_features (no INTEGER NOT NULL, seat INTEGER NOT NULL, feature INTEGER NOT NULL, \
             PRIMARY KEY (no, seat, feature)) STRICT, WITHOUT ROWID;",
        )?;
        Ok(Self { connection, features: std::collections::HashMap::new() })
    }

    /// Stores a batch in one transaction.
    pub(super) fn record(&mut self, games: &[SimulatedGame]) -> Result<()> {
        let transaction = self.connection.unchecked_transaction()?;
        for game in games {
            let result = &game.result;
            self.connection
                .prepare_cached(
                    "INSERT INTO fact_games (game, population, length, ended_at) VALUES (?1, 1, ?2, ?3)",
                )?
                .execute(params![game.id.to_string(), result.length, result.ended_at.to_string()])?;
            let no = self.connection.last_insert_rowid();
            for (seat, of) in (0_i64..).zip(&result.seats) {
                self.connection
                    .prepare_cached("INSERT INTO fact_seats VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
                    .execute(params![
                        no,
                        seat,
                        of.score,
                        of.rank,
                        of.win_share.units(),
                        of.turns,
                        of.bot_level
                    ])?;
                let mut insert =
                    self.connection.prepare_cached("INSERT INTO fact_features VALUES (?1, ?2, ?3)")?;
                let mut ids: Vec<i64> = Vec::with_capacity(of.features.len());
                for feature in &of.features {
                    let new = self.features.len() as i64;
                    ids.push(match self.features.get(feature) {
                        Some(id) => *id,
                        None => *self.features.entry(feature.clone()).or_insert(new),
                    });
                }
                ids.sort_unstable();
                ids.iter().try_for_each(|id| insert.execute([no, seat, *id]).map(|_| ()))?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// Games and features stored.
    pub(super) fn counts(&self) -> Result<(i64, i64)> {
        let count = |table: &str| -> Result<i64> {
            Ok(self.connection.query_row(&format!("SELECT COUNT(*) FROM {table}"), [], |row| row.get(0))?)
        };
        Ok((count("fact_games")?, count("fact_features")?))
    }
}
