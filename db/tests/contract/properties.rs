//! Random histories and results against a model in memory.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

fn json() -> impl Strategy<Value = Option<Json>> {
    option::of("\\PC{0,40}".prop_map(|text| Json::of(&text)))
}

fn event() -> impl Strategy<Value = NewEvent> {
    let fields = ("[a-z]{0,8}", option::of(0..2u8), option::of(".{0,20}"), json(), json());
    (fields, option::of(any::<[u8; 32]>()), 0..1_000_000i64).prop_map(
        |((kind, seat, notation, chance, payload), hash, time)| NewEvent {
            kind,
            seat,
            notation,
            chance,
            payload,
            state_hash: hash.map(Digest),
            at: at(time),
        },
    )
}

/// An append to one of three games, at the right version or not.
fn step() -> impl Strategy<Value = (u64, i64, Vec<NewEvent>, bool)> {
    (0..3u64, prop_oneof![4 => Just(0i64), 1 => -2..3i64], vec(event(), 0..4), any::<bool>())
}

/// The same cases every time, unless `PROPTEST_RNG_SEED` says others.
fn runner(cases: u32) -> TestRunner {
    let config = Config::with_cases(cases);
    let rng_seed = match config.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        said => said,
    };
    TestRunner::new(Config { rng_seed, ..config })
}

pub fn a_random_history_comes_back<F: Factory>() {
    let mut runner = runner(12);
    let run = |steps: Vec<(u64, i64, Vec<NewEvent>, bool)>| {
        let factory = F::new();
        let store = factory.open();
        let mut logs: Vec<Vec<NewEvent>> = (0..3).map(|n| vec![setup(n)]).collect();
        (0..3).for_each(|n| assert_eq!(store.create_game(game(n)).unwrap().version, 1));
        for (n, drift, events, assisted) in steps {
            let log = &mut logs[n as usize];
            let version = log.len() as u64;
            let expected_version = version.saturating_add_signed(drift);
            let empty = events.is_empty();
            let answer = store.append(Append {
                expected_version,
                events: events.clone(),
                assisted,
                ..append(id(n), 0)
            });
            match answer {
                Ok(appended) => {
                    prop_assert!(expected_version == version && !empty);
                    log.extend(events);
                    prop_assert_eq!(appended.version, log.len() as u64);
                }
                Err(StoreError::Conflict { current_version }) => {
                    prop_assert!(expected_version != version);
                    prop_assert_eq!(current_version, version);
                }
                Err(error) => prop_assert!(empty && matches!(error, StoreError::Invalid(_)), "{error}"),
            }
        }
        drop(store);
        let store = factory.open();
        for (n, log) in (0..).zip(logs) {
            let loaded: Vec<_> =
                store.load_game(id(n)).unwrap().events.into_iter().map(|event| event.event).collect();
            prop_assert_eq!(loaded, log);
        }
        Ok(())
    };
    runner.run(&vec(step(), 0..20), run).unwrap();
}

pub fn random_results_add_up<F: Factory>() {
    let mut runner = runner(8);
    let results = vec((vec(-50..50i64, 2..5), 1..60u32), 1..25);
    let run = |results: Vec<(Vec<i64>, u32)>| {
        let (_factory, store) = fresh::<F>();
        let batch = results.iter().zip(0..).map(|((scores, length), n)| {
            simulated(n, GameResult { length: *length, ..result(Source::Bots, scores) })
        });
        store.record_simulated(batch.collect()).unwrap();
        let mut scores: BTreeMap<(u8, u8, i64), u64> = BTreeMap::new();
        for (game, _) in &results {
            for (seat, score) in (0..).zip(game) {
                *scores.entry((game.len() as u8, seat, *score)).or_default() += 1;
            }
        }
        let histogram = store.histogram(&from(Source::Bots), "score").unwrap();
        let found: Vec<_> =
            histogram.iter().map(|row| ((row.players, row.seat.unwrap(), row.value), row.n)).collect();
        prop_assert_eq!(found, scores.into_iter().collect::<Vec<_>>());
        for summary in store.summary(&from(Source::Bots)).unwrap() {
            let games: Vec<_> =
                results.iter().filter(|(game, _)| game.len() == usize::from(summary.players)).collect();
            prop_assert_eq!(summary.games, games.len() as u64);
            let won: i64 = summary.seats.iter().map(|seat| seat.win_units).sum();
            prop_assert_eq!(won, 420 * games.len() as i64);
            let lengths: i64 = games.iter().map(|(_, length)| i64::from(*length)).sum();
            prop_assert_eq!(summary.measures[1].1.sum, lengths);
        }
        prop_assert!(store.verify_rollups().unwrap());
        Ok(())
    };
    runner.run(&results, run).unwrap();
}
