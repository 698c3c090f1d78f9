//! The games of a simulation are played.

use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use sha2::{Digest, Sha256};
use tapis_db::Store;
use tapis_db::model::{GameId, GameResult, SimulatedGame};
use tapis_games::erased::StoredPly;
use tapis_games::random::Seed;
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::simulation::{self, deal_seed};
use tapis_solver::simulation::{Draws, Seeds, SimulationError, ValuedGame};

use super::{LabError, Simulation, names};
use tapis_common::facts::{SeatPlayer, measures, seat_results};
use tapis_common::sources::Clock;

/// Games that are played and recorded together: as many as take about a second, within these bounds. A run that ends early
/// loses less than a chunk.
const CHUNKS: std::ops::RangeInclusive<u64> = 4..=256;
const TIME_OF_CHUNK: Duration = Duration::from_secs(1);

impl Simulation {
    /// Plays the games that are missing of the first `games`, rounded up to whole deals, in the rayon pool of the caller, and
    /// records them, whole deals at a time; answers how many are recorded then. `progress` gets that number from time to time.
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
        let seatings = self.seatings() as u64;
        let games = games.next_multiple_of(seatings);
        let recorded = self.recorded(store)?;
        progress(recorded);
        std::thread::scope(|scope| {
            // One chunk is recorded while the next is played.
            let (sender, receiver) = sync_channel(1);
            let recorder = scope.spawn(move || record(store, &receiver, recorded, progress));
            let (mut first, mut size) = (recorded, *CHUNKS.start());
            let mut failed = None;
            while first < games {
                let last = games.min((first + size).next_multiple_of(seatings));
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
            .map(|number| {
                let (bots, seed) = self.seating(number);
                let played = self.game.simulate(&*self.ruleset, &bots, seed.into(), control)?;
                Ok::<_, SimulationError>((bots, played))
            })
            .collect::<Result<_, _>>()?;
        let ended_at = clock.now().into();
        let result = |(number, (bots, played)): (u64, (Vec<Bot>, simulation::SimulatedGame))| {
            let turns = played.turns.iter().copied();
            let players =
                turns.zip(names(&bots)).map(|(turns, name)| SeatPlayer { turns, bot_level: Some(name) });
            SimulatedGame {
                id: self.game_id(number),
                ruleset: self.record.clone(),
                result: GameResult {
                    source: self.source(),
                    assisted: false,
                    length: played.length,
                    ended_at,
                    seats: seat_results(&played.payoffs, &played.features, players.collect()),
                    measures: measures(played.measures),
                },
            }
        };
        Ok(numbers.zip(played).map(result).collect())
    }

    /// Plays game `number`; answers who sat where, and its log.
    pub(crate) fn play_log(
        &self,
        number: u64,
        control: &Control,
    ) -> Result<(Vec<Bot>, Vec<StoredPly>), SimulationError> {
        let (bots, seed) = self.seating(number);
        let plies = self.game.simulate_log(&*self.ruleset, &bots, seed.into(), control)?;
        Ok((bots, plies))
    }

    /// Plays game `number`, and so many lines from every position of it.
    ///
    /// # Errors
    /// See [`LabError`].
    pub(crate) fn play_valued(
        &self,
        number: u64,
        lines: u32,
        control: &Control,
    ) -> Result<ValuedGame, LabError> {
        let (bots, seed) = self.seating(number);
        Ok(self.game.simulate_valued(&*self.ruleset, &bots, seed.into(), lines, control)?)
    }

    /// Plays a deal in a seating, the bots drawing anew in each replay and chance by round and draw: later rounds have the same
    /// cards whatever was played before. Nothing is recorded.
    ///
    /// # Errors
    /// See [`LabError`].
    pub(crate) fn play_again(
        &self,
        deal: u64,
        seating: u64,
        replay: u64,
        control: &Control,
    ) -> Result<simulation::SimulatedGame, LabError> {
        let (bots, chance) = self.seating(deal * self.seatings() as u64 + seating);
        let digest = Sha256::new().chain_update(chance.0).chain_update(replay.to_be_bytes()).finalize();
        let bots_seed = if replay == 0 { chance } else { Seed(digest.into()) };
        let seeds = Seeds { chance, bots: bots_seed, draws: Draws::ByRound };
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
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&digest[..8]);
        GameId::of_deal(u64::from_be_bytes(bytes), number / self.seatings() as u64)
    }
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
