//! One line-up on one ruleset.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tapis_db::model::{Assisted, Gone, Period, PopulationFilter, RulesetRecord, Source};
use tapis_db::{Store, StoreError};
use tapis_games::erased::AnyRuleset;
use tapis_solver::bots::Bot;
use tapis_solver::reference::Reference;
use tapis_solver::registry::{RegisteredGame, Registry};
use tapis_solver::simulation::SimulationError;

use super::Metric;
use crate::statistics::{Estimate, Question, Shares, share_at};
use tapis_common::rulesets;

mod play;

/// Why a simulation cannot be played.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LabError {
    /// Not as many bots as seats.
    #[error("{bots} bots for {seats} seats: name one for all seats, or one for each")]
    WrongNumber {
        /// Bots asked for.
        bots: usize,
        /// Seats there are.
        seats: usize,
    },
    /// A game could not be played.
    #[error(transparent)]
    Game(#[from] SimulationError),
    /// The store did not take the results; those recorded before stay, and the simulation can go on.
    #[error("the results cannot be recorded: {0}")]
    Store(#[from] StoreError),
    /// A game has no such seat, bot or number.
    #[error("a game has no {0}: its seat, bot or number is not there")]
    NoMetric(Metric),
    /// Another experiment has its turn; this one can go on.
    #[error("another experiment has its turn")]
    GaveWay,
    /// A fault of this program.
    #[error("{0}")]
    Internal(&'static str),
}

/// Which games of a simulation were measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sampled {
    /// The game.
    pub game: String,
    /// The hash of the ruleset.
    pub ruleset: String,
    /// The bot of each seat in the first seating.
    pub seats: Vec<String>,
    /// The seed, in lower-case hex.
    pub seed: String,
}

/// Bots that play a ruleset.
pub struct Simulation {
    game: &'static dyn RegisteredGame,
    ruleset: Arc<dyn AnyRuleset>,
    record: RulesetRecord,
    line_up: Vec<Bot>,
    /// The seed of its deals.
    pub(crate) seed: [u8; 32],
}

impl Simulation {
    /// The simulation of `line_up`: one bot for each seat in the first seating, or one for all seats.
    ///
    /// # Errors
    /// The number of bots; a ruleset of no registered game.
    pub fn new(
        games: &Registry,
        ruleset: Arc<dyn AnyRuleset>,
        line_up: &[Bot],
        seed: [u8; 32],
    ) -> Result<Self, LabError> {
        let seats = ruleset.seats();
        let line_up = match line_up {
            [bot] => vec![*bot; seats],
            bots if bots.len() == seats => bots.to_vec(),
            bots => return Err(LabError::WrongNumber { bots: bots.len(), seats }),
        };
        let game = games.game(&ruleset.ruleset().game).ok_or(SimulationError::UnknownGame)?;
        let record = rulesets::record(ruleset.ruleset());
        Ok(Self { game, ruleset, record, line_up, seed })
    }

    /// The id: 16 hex digits of the SHA-256 of ruleset, line-up, seed and the version of this program, whose bots they are.
    /// The same simulation has the same id.
    pub fn id(&self) -> String {
        let digest = Sha256::new()
            .chain_update(env!("CARGO_PKG_VERSION"))
            .chain_update(self.record.hash.0)
            .chain_update(self.seed)
            .chain_update(names(&self.line_up).join(","))
            .finalize();
        hex::encode(&digest[..8])
    }

    /// The hash of its ruleset.
    pub fn ruleset_hash(&self) -> String {
        self.record.hash.to_string()
    }

    /// Which games it plays.
    pub fn sampled(&self) -> Sampled {
        Sampled {
            game: self.record.game.clone(),
            ruleset: self.ruleset_hash(),
            seats: self.line_up(),
            seed: hex::encode(self.seed),
        }
    }

    /// The ruleset.
    pub(super) fn ruleset(&self) -> &dyn AnyRuleset {
        &*self.ruleset
    }

    /// Who says what positions of its games are worth.
    ///
    /// # Errors
    /// A ruleset of no registered game.
    pub(crate) fn reference(&self) -> Result<Arc<dyn Reference>, LabError> {
        Ok(self.game.reference(&*self.ruleset).ok_or(SimulationError::UnknownGame)?)
    }

    /// The bot of each seat in the first seating.
    pub fn line_up(&self) -> Vec<String> {
        names(&self.line_up)
    }

    /// Whether one of its bots searches.
    pub fn searches(&self) -> bool {
        self.line_up.iter().any(|bot| bot.searches())
    }

    /// The `source` of its games in the statistics.
    pub fn source(&self) -> Source {
        Source::Experiment(self.id())
    }

    /// The games that are counted.
    pub fn population(&self) -> PopulationFilter {
        PopulationFilter {
            ruleset: self.record.hash,
            source: self.source(),
            assisted: Assisted::Exclude,
            players: None,
            line_up: None,
            period: Period::default(),
            gone: Gone::default(),
        }
    }

    /// In how many seatings a deal is played: the different rotations of the line-up. Where all bots are alike there is one;
    /// another would be the same game again.
    pub fn seatings(&self) -> usize {
        let seats = self.line_up.len();
        let again =
            |by: usize| (0..seats).all(|seat| self.line_up[seat] == self.line_up[(seat + by) % seats]);
        (1..seats).find(|by| again(*by)).unwrap_or(seats)
    }

    /// How many games were recorded.
    ///
    /// # Errors
    /// The store cannot tell.
    pub fn recorded(&self, store: &dyn Store) -> Result<u64, LabError> {
        Ok(store.summary(&self.population())?.iter().map(|summary| summary.games).sum())
    }

    /// The question about the games recorded so far.
    pub fn question(&self) -> Question {
        let (players, infos) = (self.line_up.len() as u8, self.ruleset.feature_infos());
        Question::new(&self.record.game, players, self.population(), infos)
    }

    /// The mean share of the win of every player, by name, over all its seats and seatings, with intervals of this confidence.
    ///
    /// # Errors
    /// The store cannot tell.
    pub fn players(&self, store: &dyn Store, confidence: f64) -> Result<Vec<(String, Estimate)>, LabError> {
        let mut shares: BTreeMap<String, Shares> = BTreeMap::new();
        for stratum in store.summary(&self.population())? {
            for (name, seat) in stratum.line_up.players().zip(&stratum.seats) {
                let sum = shares.entry(name.to_owned()).or_default();
                *sum = sum.and(Shares::of(seat));
            }
        }
        Ok(shares.into_iter().map(|(name, shares)| (name, share_at(shares, 1, confidence))).collect())
    }
}

/// What `play` makes of each number below `count`, in the rayon pool of the caller; `progress` gets how many are done.
pub(crate) fn each<T: Send>(
    count: u64,
    progress: &(dyn Fn(u64) + Sync),
    play: impl Fn(u64) -> Result<T, LabError> + Sync,
) -> Result<Vec<T>, LabError> {
    let done = AtomicU64::new(0);
    let one = |number| {
        let played = play(number)?;
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        Ok(played)
    };
    (0..count).into_par_iter().map(one).collect()
}

fn names(bots: &[Bot]) -> Vec<String> {
    bots.iter().map(Bot::to_string).collect()
}
