//! A simulated game played once more, to look at it.

use serde::Serialize;
use tapis_common::ServiceError;
use tapis_games::erased::{ReplayPly, ReplayRound};
use tapis_games::ruleset::Ruleset;
use tapis_solver::control::Control;
use tapis_solver::simulation::SimulationError;

use crate::{Experiment, LabError, Simulation};

/// A simulated game with everything that was hidden.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimulatedReplay {
    /// Its number in the simulation.
    pub number: u64,
    /// The deal.
    pub deal: u64,
    /// The seating of the deal.
    pub seating: u64,
    /// The bot of each seat.
    pub seats: Vec<String>,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The deals of the game in order.
    pub rounds: Vec<ReplayRound>,
    /// The plies from 1 on.
    pub plies: Vec<ReplayPly>,
    /// The final scores.
    pub scores: Vec<i32>,
    /// The final ranks.
    pub ranks: Vec<u8>,
}

impl Simulation {
    /// Game `number`, played once more: the same bots make the same moves.
    ///
    /// # Errors
    /// See [`LabError`].
    pub fn replay(&self, number: u64, control: &Control) -> Result<SimulatedReplay, LabError> {
        let (bots, plies) = self.play_log(number, control)?;
        let ruleset = self.ruleset();
        let broken = |_| LabError::Internal("a simulated game cannot be replayed");
        let replay = ruleset.replay(&plies).map_err(broken)?;
        let payoffs = ruleset.restore(&plies).map_err(broken)?.payoffs();
        let payoffs = payoffs.ok_or(LabError::Internal("a simulated game that is not over"))?;
        let seatings = self.seatings() as u64;
        Ok(SimulatedReplay {
            number,
            deal: number / seatings,
            seating: number % seatings,
            seats: bots.iter().map(ToString::to_string).collect(),
            ruleset: ruleset.ruleset().clone(),
            rounds: replay.rounds,
            plies: replay.plies,
            scores: payoffs.scores.iter().copied().collect(),
            ranks: payoffs.ranks.iter().copied().collect(),
        })
    }
}

impl Experiment {
    /// Game `number` of an arm, played once more.
    ///
    /// # Errors
    /// There is no such arm; it was cancelled, since the program ends.
    pub fn replay(
        &self,
        arm: usize,
        number: u64,
        control: &Control,
    ) -> Result<SimulatedReplay, ServiceError> {
        let arm = self.arms().get(arm).ok_or(ServiceError::NotFound { what: "experiment_game" })?;
        match arm.simulation.replay(number, control) {
            Err(LabError::Game(SimulationError::Cancelled)) => Err(ServiceError::ShuttingDown),
            replay => Ok(replay?),
        }
    }
}
