//! Many at once.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tapis_db::StoreError;

use crate::build::*;
use crate::{Factory, fresh};

/// Each writes so many events: `TAPIS_WRITES`.
pub fn sixty_four_writers_never_meet_a_lock<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let writers = 64;
    let writes: u64 = std::env::var("TAPIS_WRITES").map_or(10, |text| text.parse().unwrap());
    let began = Instant::now();
    std::thread::scope(|scope| {
        for n in 0..writers {
            let store = &store;
            scope.spawn(move || {
                store.create_game(game(n)).unwrap();
                for version in 1..=writes {
                    store.append(append(id(n), version)).unwrap();
                }
            });
        }
    });
    println!("writers: {writers} wrote {writes} events each in {:?}", began.elapsed());
    for n in 0..writers {
        assert_eq!(store.load_game(id(n)).unwrap().events.len() as u64, writes + 1);
    }
    let stats = store.writer_stats();
    let all = writers * (writes + 1);
    assert_eq!((stats.committed_requests, stats.failed_requests, stats.queued), (all, 0, 0));
}

pub fn each_version_is_made_once<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    // Everybody appends to one game, taking up the version a conflict names.
    let made: Vec<u64> = std::thread::scope(|scope| {
        let appender = || {
            let (mut version, mut made) = (1, Vec::new());
            while made.len() < 20 {
                match store.append(append(id(1), version)) {
                    Ok(appended) => made.push(appended.version),
                    Err(StoreError::Conflict { current_version }) => {
                        version = current_version;
                        continue;
                    }
                    Err(error) => panic!("{error}"),
                }
                version += 1;
            }
            made
        };
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(appender)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let mut sorted = made;
    sorted.sort_unstable();
    assert_eq!(sorted, (2..=161).collect::<Vec<_>>());
    assert_eq!(store.load_game(id(1)).unwrap().events.len(), 161);
}

pub fn reads_go_on_beside_writes<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let written = AtomicU64::new(1);
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let (mut reads, mut newest, mut seen) = (0, 0, 0);
                    while seen < 201 {
                        // What is read beside a slow disk costs no more than beside a fast one.
                        while written.load(Relaxed) == seen {
                            std::thread::sleep(Duration::from_millis(1));
                        }
                        seen = written.load(Relaxed);
                        let loaded = store.load_game(id(1)).unwrap();
                        assert_eq!(loaded.events.len() as u64, loaded.summary.version);
                        assert!(loaded.summary.version >= newest);
                        newest = loaded.summary.version;
                        reads += 1;
                    }
                    reads
                })
            })
            .collect();
        for version in 1..=200 {
            store.append(append(id(1), version)).unwrap();
            // What was acknowledged is seen at once.
            assert_eq!(store.load_game(id(1)).unwrap().summary.version, version + 1);
            written.store(version + 1, Relaxed);
        }
        assert!(readers.into_iter().all(|reader| reader.join().unwrap() > 0));
    });
}

pub fn replies_come_without_blocking<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let (sender, answers) = mpsc::channel();
    // A reply that panics harms nobody else.
    store.append_then(append(id(1), 1), Box::new(|_| panic!("a test of a panicking reply")));
    for version in [2, 2, 3] {
        let sender = sender.clone();
        store.append_then(append(id(1), version), Box::new(move |answer| sender.send(answer).unwrap()));
    }
    let versions: Vec<_> =
        answers.iter().take(3).map(|answer| answer.map(|appended| appended.version)).collect();
    assert_eq!(versions, [Ok(3), Err(StoreError::Conflict { current_version: 3 }), Ok(4)]);
}
