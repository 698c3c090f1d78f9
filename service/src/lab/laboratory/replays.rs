//! Games of experiments, played once more for those who look at them.

use std::sync::Arc;
use std::time::Duration;

use rayon::ThreadPoolBuildError;
use tapis_solver::control::Control;
use tapis_solver::simulation::SimulationError;

use super::Laboratory;
use crate::ServiceError;
use crate::advice::pool::{Caller, Counts, PoolSettings, SolverPool, Task, Units};
use crate::lab::{Experiment, LabError, SimulatedReplay};
use crate::priority::Nice;

/// Replays played at a time.
const PERMITS: usize = 2;
/// The most replays that wait for their turn.
const QUEUED: usize = 64;
/// What a replay is taken to cost; all cost the same.
const PRICE: u64 = 1_000;

/// The threads that play them, at the priority of experiments.
pub(super) fn pool() -> Result<SolverPool, ThreadPoolBuildError> {
    SolverPool::new(PoolSettings {
        name: "replays",
        threads: PERMITS,
        threads_per_search: 1,
        queue: QUEUED,
        queue_ms: u64::MAX, // bounded by the number that waits
        nice: Nice::LOWEST,
    })
}

impl Laboratory {
    /// Plays a game of an arm once more, when it is the caller's turn. Whoever drops this future ends it.
    ///
    /// # Errors
    /// There is no such arm; too many replays wait; the service stops.
    pub async fn replay(
        &self,
        experiment: Arc<Experiment>,
        (arm, number): (usize, u64),
        caller: Caller,
    ) -> Result<SimulatedReplay, ServiceError> {
        let control = Control::default();
        let played = control.clone();
        let work = move || -> Result<SimulatedReplay, ServiceError> {
            let arm = experiment.arms().get(arm);
            let arm = arm.ok_or(ServiceError::NotFound { what: "game of this experiment" })?;
            match arm.simulation.replay(number, &played) {
                Err(LabError::Game(SimulationError::Cancelled)) => Err(ServiceError::ShuttingDown),
                replay => Ok(replay?),
            }
        };
        let price = Units::new(PRICE);
        let task = Task { caller, price, limit: Duration::MAX, patience: None, control, work };
        let busy = |lost| match ServiceError::from(lost) {
            ServiceError::Busy { retry_after_s, .. } => {
                ServiceError::Busy { what: "the laboratory", retry_after_s }
            }
            other => other,
        };
        self.shared.replays.submit(task).map_err(busy)?.await.map_err(busy)?
    }

    /// The counters of replays now.
    pub fn replays(&self) -> Counts {
        self.shared.replays.counts()
    }
}
