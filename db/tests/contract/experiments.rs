//! Experiments and their chunks.

use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

pub fn an_experiment_comes_back_and_changes_its_state<F: Factory>() {
    let (factory, store) = fresh::<F>();
    store.put_experiment(experiment("exp_1")).unwrap();
    let newer = ExperimentRecord { created_at: at(9), ..experiment("exp_2") };
    store.put_experiment(newer.clone()).unwrap();
    let failed = ExperimentRecord {
        state: ExperimentState::Failed,
        detail: Some("no".to_owned()),
        ended_at: Some(at(20)),
        ..experiment("exp_1")
    };
    store.put_experiment(failed.clone()).unwrap();
    assert_eq!(store.experiments(10), Ok(vec![newer.clone(), failed.clone()]));
    assert_eq!(store.experiments(1), Ok(vec![newer]));
    let other = ExperimentRecord { plan: Json::from("{}"), ..failed.clone() };
    assert!(matches!(store.put_experiment(other), Err(StoreError::Invalid(_))));
    store.close().unwrap();
    let store = factory.open();
    assert_eq!(store.experiment("exp_1"), Ok(Some(failed)));
    assert_eq!(store.experiment("exp_3"), Ok(None));
}

pub fn an_experiment_that_was_ended_stays_ended<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let of = |state| ExperimentRecord { state, ..experiment("exp_1") };
    let (queued, running, cancelled) =
        (of(ExperimentState::Queued), of(ExperimentState::Running), of(ExperimentState::Cancelled));
    let open = &ExperimentState::OPEN;
    assert_eq!(store.change_experiment(queued.clone(), open), Ok(true), "it is new");
    assert_eq!(store.change_experiment(cancelled.clone(), open), Ok(true));
    assert_eq!(store.change_experiment(running, open), Ok(false));
    assert_eq!(store.experiment("exp_1"), Ok(Some(cancelled)));
    assert_eq!(store.change_experiment(queued.clone(), &ExperimentState::UNFINISHED), Ok(true));
    assert_eq!(store.experiment("exp_1"), Ok(Some(queued)));
}

pub fn a_chunk_is_recorded_once_with_its_games<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let source = Source::Experiment("e1".to_owned());
    let games = |first: u64| vec![simulated(first, result(source.clone(), &[3, 5]))];
    assert_eq!(store.record_chunk("exp_1", chunk(0), games(1)), Err(StoreError::NotFound));
    store.put_experiment(experiment("exp_1")).unwrap();
    assert_eq!(store.record_chunk("exp_1", chunk(1), games(2)), Ok(RecordedCount { new: 1, known: 0 }));
    assert_eq!(store.record_chunk("exp_1", chunk(0), games(1)), Ok(RecordedCount { new: 1, known: 0 }));
    assert_eq!(store.record_chunk("exp_1", chunk(0), games(1)), Ok(RecordedCount { new: 0, known: 1 }));
    let other = ExperimentChunk { measured: Vec::new(), ..chunk(0) };
    assert!(matches!(store.record_chunk("exp_1", other, games(3)), Err(StoreError::Invalid(_))));
    assert_eq!(store.experiment_chunks("exp_1"), Ok(vec![chunk(0), chunk(1)]));
    let counted: u64 = store.summary(&from(source)).unwrap().iter().map(|of| of.games).sum();
    assert_eq!(counted, 2, "the games of a refused chunk are not counted");
}
