//! One line-up on one ruleset.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use sha2::{Digest, Sha256};
use tapis_db::model::{
    Assisted, GameId, GameResult, Period, PopulationFilter, RulesetRecord, SimulatedGame, Source,
};
use tapis_db::{Store, StoreError};
use tapis_games::erased::{AnyRuleset, StoredPly};
use tapis_games::random::Seed;
use tapis_solver::arena::{ArenaError, Seeds};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::{RegisteredGame, Registry};
use tapis_solver::simulation::{self, deal_seed};

use super::Metric;
use crate::facts::{SeatPlayer, measures, seat_results};
use crate::rulesets::{self, RulesetError};
use crate::sources::Clock;
use crate::statistics::{Estimate, Histograms, Population, Shares, Summary, share};

/// Games that are played and recorded together: as many as take about a second, within these bounds. A run that ends early
/// loses less than a chunk.
const CHUNKS: std::ops::RangeInclusive<u64> = 4..=256;
const TIME_OF_CHUNK: Duration = Duration::from_secs(1);

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

    /// The ruleset.
    pub(super) fn ruleset(&self) -> &dyn AnyRuleset {
        &*self.ruleset
    }

    /// The bot of each seat in the first seating.
    pub fn line_up(&self) -> Vec<String> {
        names(&self.line_up)
    }

    /// Whether one of its bots searches.
    pub fn searches(&self) -> bool {
        self.line_up.iter().any(|bot| matches!(bot, Bot::Solver { .. }))
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
            period: Period::default(),
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
            from: None,
            to: None,
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
            let (mut first, mut size) = (recorded, *CHUNKS.start());
            let mut failed = None;
            while first < games {
                let last = games.min(first + size);
                let began = Instant::now();
                match self.chunk(first..last, clock, control).map(|chunk| sender.send(chunk)) {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => break, // the recorder says why
                    Err(error) => {
                        failed = Some(error);
                        break;
                    }
                }
                size = if began.elapsed() < TIME_OF_CHUNK / 2 { size * 2 } else { size / 2 };
                size = size.clamp(*CHUNKS.start(), *CHUNKS.end());
                first = last;
            }
            drop(sender);
            let all =
                recorder.join().map_err(|_| LabError::Internal("the recording of results panicked"))??;
            failed.map_or(Ok(all), Err)
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
                    measures: measures(played.measures),
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
        let (bots, seed) = self.seating(number);
        let played = self.game.simulate(&*self.ruleset, &bots, seed.into(), control)?;
        Ok((bots, played))
    }

    /// Plays game `number`; answers who sat where, and its log.
    pub(super) fn play_log(
        &self,
        number: u64,
        control: &Control,
    ) -> Result<(Vec<Bot>, Vec<StoredPly>), ArenaError> {
        let (bots, seed) = self.seating(number);
        let plies = self.game.simulate_log(&*self.ruleset, &bots, seed.into(), control)?;
        Ok((bots, plies))
    }

    /// Plays a deal in a seating once more, the bots drawing anew: replay 0 is the game itself. Nothing is recorded.
    ///
    /// # Errors
    /// See [`LabError`].
    pub(super) fn play_again(
        &self,
        deal: u64,
        seating: u64,
        replay: u64,
        control: &Control,
    ) -> Result<simulation::SimulatedGame, LabError> {
        let (bots, chance) = self.seating(deal * self.seatings() as u64 + seating);
        let digest = Sha256::new().chain_update(chance.0).chain_update(replay.to_be_bytes()).finalize();
        let bots_seed = if replay == 0 { chance } else { Seed(digest.into()) };
        let seeds = Seeds { chance, bots: bots_seed };
        Ok(self.game.simulate(&*self.ruleset, &bots, seeds, control)?)
    }

    /// Who sits where in game `number`, and the seed of its deal.
    fn seating(&self, number: u64) -> (Vec<Bot>, Seed) {
        let (seatings, seats) = (self.seatings() as u64, self.line_up.len());
        let (deal, rotation) = (number / seatings, (number % seatings) as usize);
        let bots = (0..seats).map(|seat| self.line_up[(seat + rotation) % seats]).collect();
        (bots, deal_seed(self.seed, deal))
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
