//! A snapshot from its stored log.

use std::collections::HashMap;
use std::sync::Arc;

use tapis_db::model::{Digest, GameSummary, StoredGame};
use tapis_db::{Store, StoreError};
use tapis_games::erased::AnyTable;
use tapis_games::locale::Said;

use super::GameId;
use super::event::{Entry, EventKind};
use super::snapshot::{GameInfo, GameRules, Snapshot};
use super::tally::HintTally;
use super::terms::Terms;
use crate::ServiceError;
use crate::answers::Answers;
use crate::pool::Caller;
use crate::rulesets::{RulesetError, Rulesets, of_record};
use crate::serving;

/// Why a game cannot be loaded.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LoadError {
    /// There is none.
    #[error("there is no such game")]
    NotFound,
    /// The store cannot tell.
    #[error(transparent)]
    Store(StoreError),
    /// What is stored is not what was played. Nothing of it is served.
    #[error("game {game} is damaged: {reason}")]
    Damaged {
        /// The game.
        game: GameId,
        /// What does not fit.
        reason: String,
    },
}

impl From<LoadError> for ServiceError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::NotFound => Self::NotFound { what: "game" },
            LoadError::Store(error) => error.into(),
            LoadError::Damaged { .. } => Self::internal(error),
        }
    }
}

/// A game as it was read from the store.
pub(super) struct Loaded {
    pub snapshot: Snapshot,
    /// The number of what stands beside its versions; 0 for a game that was just created.
    pub beside: u64,
    /// The chain hash of its newest event.
    pub chain: Digest,
}

impl LoadError {
    pub(super) fn of(game: GameId, error: StoreError) -> Self {
        match error {
            StoreError::NotFound => Self::NotFound,
            StoreError::Corrupt(reason) => Self::Damaged { game, reason },
            other => Self::Store(other),
        }
    }
}

/// Loads a game and plays its log again. Blocks.
pub(super) fn load(id: GameId, store: &dyn Store, rulesets: &Rulesets) -> Result<Loaded, LoadError> {
    let stored = store.load_game(id).map_err(|error| LoadError::of(id, error))?;
    let chain = stored.events.last().map_or(Digest([0; 32]), |newest| newest.chain);
    Ok(Loaded { snapshot: Snapshot::of_stored(&stored, rulesets)?, beside: stored.beside, chain })
}

fn info(stored: &StoredGame, terms: Terms, rulesets: &Rulesets) -> Result<GameInfo, LoadError> {
    let summary = &stored.summary;
    let damaged = |reason: String| LoadError::Damaged { game: summary.id, reason };
    let rules = match rulesets.by_record(&stored.ruleset) {
        Ok(rules) => GameRules::Played(rules),
        Err(RulesetError::Retired { .. } | RulesetError::UnknownGame(_)) => {
            GameRules::Retired(of_record(&stored.ruleset).map_err(|error| damaged(error.to_string()))?)
        }
        Err(error) => return Err(damaged(error.to_string())),
    };
    Ok(GameInfo {
        id: summary.id,
        rules,
        visibility: summary.visibility,
        hints: summary.hints.parse().map_err(|error: Said| damaged(error.to_string()))?,
        terms,
        practice: summary.practice,
        seed: stored.seed,
        nonce: stored.nonce,
        commitment: summary.commitment.clone(),
        created_at: summary.created_at,
        tally: HintTally::new(summary.assisted, stored.hints_at.clone()),
    })
}

impl Snapshot {
    /// The game of a stored log, played again, every hash verified.
    ///
    /// # Errors
    /// What is stored is not what was played.
    pub fn of_stored(stored: &StoredGame, rulesets: &Rulesets) -> Result<Self, LoadError> {
        let summary = &stored.summary;
        let damaged = |reason: String| LoadError::Damaged { game: summary.id, reason };
        let entries = stored.events.iter().map(|event| Entry::from_event(event).map(Arc::new));
        let entries = entries.collect::<Result<Vec<_>, _>>().map_err(|error| damaged(error.to_string()))?;
        let terms = match entries.first().map(|entry| &entry.kind) {
            Some(EventKind::Setup { terms, .. }) => *terms,
            _ => Terms::default(),
        };
        let info = Arc::new(info(stored, terms, rulesets)?);
        let mut snapshot = Self::empty(info);
        entries.into_iter().for_each(|entry| snapshot.apply_event(entry));
        snapshot.restore_table().map_err(damaged)?;
        snapshot.share_plies();
        snapshot.settle(&summary.seats);
        snapshot.check(summary).map_err(damaged)?;
        Ok(snapshot)
    }

    /// Compares what the events made with what is stored beside them.
    pub(super) fn check(&self, summary: &GameSummary) -> Result<(), String> {
        let fits = self.version() == summary.version
            && *self.seats == summary.seats
            && self.status == summary.status
            && self.turn().map(|seat| seat.0) == summary.turn
            && self.stored_deadline() == summary.deadline;
        if fits { Ok(()) } else { Err("its summary and its log disagree".to_owned()) }
    }

    /// Plays the standing plies again.
    pub(super) fn restore_table(&mut self) -> Result<(), String> {
        let Some(rules) = self.info.rules.played() else { return Ok(()) };
        serving::long("a log played again");
        let table = rules.restore(&self.stored_line()).map_err(|error| error.to_string())?;
        for (entry, ply) in self.line.iter().zip(table.plies().iter()) {
            if entry.state_hash.0 != ply.state_hash {
                return Err(format!("event {}: the state is another than it was", entry.version));
            }
        }
        let newest = table.plies().last().map(|ply| ply.state_hash);
        if self.entries.last().map(|entry| entry.state_hash.0) != newest {
            return Err("the state is another than it was".to_owned());
        }
        self.table = Some(table);
        Ok(())
    }

    /// Lets the entries of the standing plies share what the table keeps of these plies.
    pub(super) fn share_plies(&mut self) {
        let Some(table) = &self.table else { return };
        let plies = self.line.iter().zip(table.plies().iter());
        let shared: HashMap<u64, Arc<Entry>> =
            plies.map(|(entry, ply)| (entry.version, Arc::new(entry.sharing(ply)))).collect();
        let exchanged = |entry: &Arc<Entry>| Arc::clone(shared.get(&entry.version).unwrap_or(entry));
        self.entries = self.entries.iter().map(exchanged).collect();
        self.line = self.line.iter().map(exchanged).collect();
    }

    /// The game as it was at `version`; plays it again, on the threads of long answers, unless that is this one.
    ///
    /// # Errors
    /// As [`Answers::make`]; there was no such version.
    pub async fn made_at(
        self: Arc<Self>,
        version: u64,
        caller: Caller,
        answers: &Answers,
    ) -> Result<Arc<Self>, ServiceError> {
        if version == self.version() {
            return Ok(self);
        }
        answers.make(caller, move || self.at(version)).await?.map(Arc::new)
    }

    /// The game as it was at an earlier version.
    ///
    /// # Errors
    /// There was no such version, or the log cannot be played again.
    pub fn at(&self, version: u64) -> Result<Self, ServiceError> {
        if !(1..=self.version()).contains(&version) {
            return Err(ServiceError::internal(format!("there was no version {version}")));
        }
        let mut earlier = Self::empty(Arc::clone(&self.info));
        self.entries.iter().take(version as usize).for_each(|entry| earlier.apply_event(Arc::clone(entry)));
        match self.rewound_to(&earlier) {
            Some(table) => earlier.table = Some(table),
            // What was played then was taken back since.
            None => earlier.restore_table().map_err(ServiceError::internal)?,
        }
        earlier.settle(&self.seats);
        Ok(earlier)
    }

    /// The table of this version as it was at an earlier one, where all that was played by then stands.
    fn rewound_to(&self, earlier: &Self) -> Option<Box<dyn AnyTable>> {
        serving::long("an earlier version");
        let plies = earlier.line.len();
        let same = self.line.get(plies.checked_sub(1)?)?.version == earlier.line.last()?.version;
        self.table.as_ref().filter(|_| same)?.rewound(plies)
    }
}
