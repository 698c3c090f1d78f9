//! One line-up on one ruleset.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

use rayon::prelude::*;
use sha2::{Digest, Sha256};
use tapis_db::model::{Assisted, GameId, GameResult, PopulationFilter, RulesetRecord, SimulatedGame, Source};
use tapis_db::{Store, StoreError};
use tapis_games::erased::AnyRuleset;
use tapis_solver::arena::ArenaError;
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::{RegisteredGame, Registry};
use tapis_solver::simulation::{self, deal_seed};

use super::Metric;
use crate::facts::{SeatPlayer, seat_results};
use crate::rulesets::{self, RulesetError};
use crate::sources::Clock;
use crate::statistics::{Estimate, Histograms, Population, Shares, Summary, share};

/// Games that are played and recorded together.
const CHUNK: u64 = 256;

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
    Game(#[from] ArenaError),
    /// The ruleset cannot be stored.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The store did not take the results; those recorded before stay, and the simulation can go on.
    #[error("the results cannot be recorded: {0}")]
    Store(#[from] StoreError),
    /// A game has no such seat, bot or number.
    #[error("a game has no {0}: its seat, bot or number is not there")]
    NoMetric(Metric),
    /// A fault of this program.
    #[error("{0}")]
    Internal(&'static str),
}

/// Bots that play a ruleset.
pub struct Simulation {
    game: &'static dyn RegisteredGame,
    ruleset: Arc<dyn AnyRuleset>,
    record: RulesetRecord,
    line_up: Vec<Bot>,
    seed: [u8; 32],
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
        let game = games.game(&ruleset.ruleset().game).ok_or(ArenaError::UnknownGame)?;
        let record = rulesets::record(ruleset.ruleset())?;
        Ok(Self { game, ruleset, record, line_up, seed })
    }

    /// The id: 16 hex digits of the SHA-256 of ruleset, line-up and seed. The same simulation has the same id.
    pub fn id(&self) -> String {
        let digest = Sha256::new()
            .chain_update(self.record.hash.0)
            .chain_update(self.seed)
            .chain_update(names(&self.line_up).join(","))
            .finalize();
        hex::encode(&digest[..8])
    }

    /// Where its games come from, in the statistics.
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

    /// What came of the games recorded so far.
    ///
    /// # Errors
    /// The store cannot tell.
    pub fn summary(&self, store: &dyn Store) -> Result<Summary, LabError> {
        let filter = self.population();
        let histograms = Histograms {
            score: store.histogram(&filter, "score")?,
            length: store.histogram(&filter, "length")?,
        };
        let population = Population {
            game: self.record.game.clone(),
            ruleset: self.record.hash.to_string(),
            source: self.source().to_string(),
            assisted: "exclude",
            players: self.line_up.len() as u8,
            lineup: None,
            games: 0,
            left_out: 0,
        };
        Ok(Summary::new(population, &store.summary(&filter)?, &histograms))
    }

    /// The mean share of the win of every player, by name, over all its seats and seatings.
    ///
    /// # Errors
    /// The store cannot tell.
    pub fn players(&self, store: &dyn Store) -> Result<Vec<(String, Estimate)>, LabError> {
        let mut shares: BTreeMap<String, Shares> = BTreeMap::new();
        for stratum in store.summary(&self.population())? {
            for (name, seat) in stratum.line_up.players().zip(&stratum.seats) {
                let sum = shares.entry(name.to_owned()).or_default();
                *sum = sum.and(Shares::of(seat));
            }
        }
        Ok(shares.into_iter().map(|(name, shares)| (name, share(shares, 1))).collect())
    }

    /// Plays the games that are missing of the first `games`, rounded up to whole deals, in the rayon pool of the caller, and
    /// records them; answers how many are recorded then. `progress` gets that number from time to time.
    ///
    /// # Errors
    /// See [`LabError`]; what was recorded stays.
    pub fn run(
        &self,
        games: u64,
        store: &dyn Store,
        clock: &dyn Clock,
        control: &Control,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, LabError> {
        let games = games.next_multiple_of(self.seatings() as u64);
        let recorded = self.recorded(store)?;
        progress(recorded);
        std::thread::scope(|scope| {
            // One chunk is recorded while the next is played.
            let (sender, receiver) = sync_channel(1);
            let recorder = scope.spawn(move || record(store, &receiver, recorded, progress));
            let mut first = recorded;
            while first < games {
                let last = games.min(first + CHUNK);
                if sender.send(self.chunk(first..last, clock, control)?).is_err() {
                    break; // the recorder says why
                }
                first = last;
            }
            drop(sender);
            recorder.join().map_err(|_| LabError::Internal("the recording of results panicked"))?
        })
    }

    /// Plays some deals in all seatings, deal by deal, in the rayon pool of the caller. Nothing is recorded.
    ///
    /// # Errors
    /// See [`LabError`].
    pub fn play_deals(
        &self,
        deals: std::ops::Range<u64>,
        clock: &dyn Clock,
        control: &Control,
    ) -> Result<Vec<SimulatedGame>, LabError> {
        let seatings = self.seatings() as u64;
        self.chunk(deals.start * seatings..deals.end * seatings, clock, control)
    }

    fn chunk(
        &self,
        numbers: std::ops::Range<u64>,
        clock: &dyn Clock,
        control: &Control,
    ) -> Result<Vec<SimulatedGame>, LabError> {
        let played: Vec<_> = numbers
            .clone()
            .into_par_iter()
            .map(|number| self.play(number, control))
            .collect::<Result<_, _>>()?;
        let ended_at = clock.now().into();
        let result = |(number, (bots, played)): (u64, (Vec<Bot>, simulation::SimulatedGame))| {
            let turns = played.turns.iter().copied();
            let players =
                turns.zip(names(&bots)).map(|(turns, name)| SeatPlayer { turns, bot_level: Some(name) });
            Some(SimulatedGame {
                id: self.game_id(number),
                ruleset: self.record.clone(),
                result: GameResult {
                    source: self.source(),
                    assisted: false,
                    length: played.length,
                    ended_at,
                    seats: seat_results(&played.payoffs, &played.features, players.collect())?,
                    measures: Vec::new(),
                },
            })
        };
        let results: Option<_> = numbers.zip(played).map(result).collect();
        results.ok_or(LabError::Internal("a game without a result for every seat"))
    }

    /// Plays game `number`; answers who sat where as well.
    fn play(
        &self,
        number: u64,
        control: &Control,
    ) -> Result<(Vec<Bot>, simulation::SimulatedGame), ArenaError> {
        let (seatings, seats) = (self.seatings() as u64, self.line_up.len());
        let (deal, rotation) = (number / seatings, (number % seatings) as usize);
        let bots: Vec<Bot> = (0..seats).map(|seat| self.line_up[(seat + rotation) % seats]).collect();
        let played = self.game.simulate(&*self.ruleset, &bots, deal_seed(self.seed, deal), control)?;
        Ok((bots, played))
    }

    /// The id of game `number`: a game is counted once, however often it is played.
    fn game_id(&self, number: u64) -> GameId {
        let digest = Sha256::new().chain_update(self.id()).chain_update(number.to_be_bytes()).finalize();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        GameId::from_u128(u128::from_be_bytes(bytes))
    }
}

fn names(bots: &[Bot]) -> Vec<String> {
    bots.iter().map(Bot::to_string).collect()
}

/// Records chunks until there are no more; answers how many games are recorded then.
fn record(
    store: &dyn Store,
    chunks: &Receiver<Vec<SimulatedGame>>,
    mut recorded: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<u64, LabError> {
    for chunk in chunks {
        recorded += store.record_simulated(chunk)?.new;
        progress(recorded);
    }
    Ok(recorded)
}
