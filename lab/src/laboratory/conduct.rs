//! An experiment from where it stands to its end.

use tapis_db::model::{ExperimentRecord, ExperimentState, Json};
use tapis_db::{Store, StoreError};
use tapis_solver::simulation::SimulationError;

use super::Report;
use crate::{Equipment, Experiment, LabError, Outcome};
use tapis_common::sources::Clock;

/// The record of an experiment that is asked for now. One that was asked for before keeps its time and its key.
///
/// # Errors
/// The store cannot tell.
pub fn asked(
    experiment: &Experiment,
    state: ExperimentState,
    store: &dyn Store,
    clock: &dyn Clock,
) -> Result<ExperimentRecord, LabError> {
    let known = store.experiment(experiment.id())?;
    let (created_at, asked_by) = match known {
        Some(known) => (known.created_at, known.asked_by),
        None => (clock.now().into(), None),
    };
    Ok(ExperimentRecord {
        id: experiment.id().to_owned(),
        plan: Json::of(experiment.plan()),
        state,
        detail: None,
        created_at,
        ended_at: None,
        asked_by,
    })
}

/// Records that an experiment is asked for, whatever has become of it before: then it can be conducted.
///
/// # Errors
/// Those of the store.
pub fn ask(experiment: &Experiment, store: &dyn Store, clock: &dyn Clock) -> Result<(), LabError> {
    Ok(store.put_experiment(asked(experiment, ExperimentState::Queued, store, clock)?)?)
}

/// How far an experiment is, as stored; `None` when nobody asked for it.
///
/// # Errors
/// Those of the store.
pub fn reported(experiment: &Experiment, store: &dyn Store) -> Result<Option<Report>, StoreError> {
    let Some(record) = store.experiment(experiment.id())? else { return Ok(None) };
    let outcome = experiment.outcome_of(&store.experiment_chunks(experiment.id())?);
    Ok(Some(Report::new(&record, experiment, outcome)))
}

/// Plays what is missing of an experiment that is asked for in the rayon pool of the caller, and keeps its record true. What
/// is played already is not played again. One that somebody else has ended stays ended.
///
/// # Errors
/// See [`LabError`]. When the store does not take the results, or the run was cancelled or gave way, the record still says
/// that the experiment runs, and it can go on from where it stands; any other failure is recorded.
pub fn conduct(
    experiment: &Experiment,
    with: Equipment<'_>,
    progress: &(dyn Fn(u64, &dyn Fn() -> Outcome) + Sync),
) -> Result<Outcome, LabError> {
    let record = asked(experiment, ExperimentState::Running, with.store, with.clock)?;
    if !with.store.change_experiment(record.clone(), &ExperimentState::OPEN)? {
        return Err(SimulationError::Cancelled.into());
    }
    let known = with.store.experiment_chunks(experiment.id())?;
    let ran = experiment.run(&known, with, progress);
    let (state, detail) = match &ran {
        Ok(_) => (ExperimentState::Finished, None),
        Err(LabError::Store(error)) if error.is_unavailable() => return ran,
        Err(LabError::Game(SimulationError::Cancelled) | LabError::GaveWay) => return ran,
        Err(error) => (ExperimentState::Failed, Some(error.to_string())),
    };
    end(&record, state, detail, with.store, with.clock)?;
    ran
}

/// Records that an experiment has ended, unless somebody else has ended it.
///
/// # Errors
/// Those of the store.
pub(super) fn end(
    record: &ExperimentRecord,
    state: ExperimentState,
    detail: Option<String>,
    store: &dyn Store,
    clock: &dyn Clock,
) -> Result<(), StoreError> {
    let ended_at = Some(clock.now().into());
    let ended = ExperimentRecord { state, detail, ended_at, ..record.clone() };
    store.change_experiment(ended, &ExperimentState::OPEN).map(drop)
}
