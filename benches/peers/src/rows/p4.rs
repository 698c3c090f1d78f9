//! Random games on two threads against one.

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tapis_testkit::connect_four::ConnectFour;

use crate::figures::Measurement;
use crate::playout::game;
use crate::row::{Goal, Peer, Row, Size};

/// Games between two looks at the clock.
const BATCH: u64 = 10_000;

/// The rows.
pub fn rows(_: Size) -> Vec<Row> {
    vec![Row {
        id: "P4",
        work: "random games of Connect Four, two threads".to_owned(),
        ours: Box::new(|time| on_threads(2, time)),
        peer: Peer { name: "one thread", side: Box::new(|time| on_threads(1, time)) },
        goals: vec![Goal::Rate(1.9)],
    }]
}

/// The games of all threads over the time of the slowest.
fn on_threads(threads: u64, time: Duration) -> Measurement {
    let done = std::thread::scope(|scope| {
        let work = move |seed| move || games(seed, time);
        let running: Vec<_> = (0..threads).map(|seed| scope.spawn(work(seed))).collect();
        let done = running.into_iter().map(|thread| thread.join().expect("no panic"));
        done.collect::<Vec<_>>()
    });
    let units = done.iter().map(|done| done.units).sum();
    Measurement { units, time: done.iter().map(|done| done.time).max().unwrap_or_default() }
}

fn games(seed: u64, time: Duration) -> Measurement {
    let (rules, mut rng) = (ConnectFour::default(), SmallRng::seed_from_u64(seed));
    let mut moves = 0;
    let done = Measurement::repeat(time, || {
        moves += (0..BATCH).map(|_| game(&rules, &mut rng)).sum::<u64>();
        BATCH
    });
    assert!(moves > 20 * done.units && moves < 24 * done.units, "{moves} moves in {} games", done.units);
    done
}
