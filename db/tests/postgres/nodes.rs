//! Several nodes on one database.

use std::sync::Barrier;
use std::time::Duration;

use tapis_db::StoreError;
use tapis_db::model::*;

use super::open;
use crate::build::*;
use crate::server;

/// Which rows there are, whatever was answered.
fn stored(url: &str) -> String {
    server::shared().sql(url, "SELECT count(*), max(version), count(DISTINCT version) FROM events")
}

#[test]
fn of_twenty_appends_at_one_version_exactly_one_wins() {
    let url = server::shared().database();
    let nodes: Vec<_> = (0..4).map(|_| open(&url)).collect();
    nodes[0].create_game(game(1)).unwrap();
    for round in 1..=40 {
        let barrier = Barrier::new(20);
        let submit = |n: usize| {
            // Each says something else, so that the row tells whose it is.
            let event = NewEvent { notation: Some(format!("of {n}")), ..ply(round as i64) };
            barrier.wait();
            nodes[n % 4].append(Append { events: vec![event], ..append(id(1), round) })
        };
        let answers: Vec<_> = std::thread::scope(|scope| {
            let submit = &submit;
            let threads: Vec<_> = (0..20).map(|n| scope.spawn(move || submit(n))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let winners: Vec<_> = (0..20).filter(|n| answers[*n].is_ok()).collect();
        let [winner] = winners[..] else { panic!("round {round}: {winners:?} won") };
        let lost = Err(StoreError::Conflict { current_version: round + 1 });
        assert_eq!(answers.iter().filter(|answer| **answer == lost).count(), 19, "round {round}");
        let newest = nodes[0].load_game(id(1)).unwrap().events.pop().unwrap();
        assert_eq!((newest.version, newest.event.notation), (round + 1, Some(format!("of {winner}"))));
    }
    assert_eq!(stored(&url), "41|41|41");
}

#[test]
fn a_request_that_comes_to_every_node_is_done_once() {
    let url = server::shared().database();
    let nodes: Vec<_> = (0..4).map(|_| open(&url)).collect();
    nodes[0].create_game(game(1)).unwrap();
    for round in 1..=20 {
        // A key that the event remembers, and one that has a row of its own.
        let key = format!("round {round}");
        let record = match round % 2 {
            0 => plain_key("s", &key, id(1), round + 1),
            _ => IdempotencyRecord { version: Some(round + 1), ..key_of(&key) },
        };
        let barrier = Barrier::new(8);
        let submit = |n: usize| {
            barrier.wait();
            nodes[n % 4].append(Append { idempotency: Some(record.clone()), ..append(id(1), round) })
        };
        let answers: Vec<_> = std::thread::scope(|scope| {
            let submit = &submit;
            let threads: Vec<_> = (0..8).map(|n| scope.spawn(move || submit(n))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let used = Err(StoreError::KeyUsed(Box::new(record.clone())));
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "round {round}: {answers:?}");
        assert_eq!(answers.iter().filter(|answer| **answer == used).count(), 7, "round {round}: {answers:?}");
    }
    assert_eq!(stored(&url), "21|21|21");
}

fn key_of(k: &str) -> IdempotencyRecord {
    key("s", k)
}

#[test]
fn a_node_plays_on_where_another_left_off() {
    let url = server::shared().database();
    let nodes: Vec<_> = (0..3).map(|_| open(&url)).collect();
    nodes[0].create_game(game(1)).unwrap();
    for version in 1..=30 {
        let record = plain_key("move", &version.to_string(), id(1), version + 1);
        let next = Append { idempotency: Some(record.clone()), ..append(id(1), version) };
        let node = &nodes[version as usize % 3];
        assert_eq!(node.append(next.clone()).unwrap().version, version + 1);
        // The answer was lost, and the client asks another node.
        let other = &nodes[(version as usize + 1) % 3];
        assert_eq!(other.append(next), Err(StoreError::KeyUsed(Box::new(record))));
    }
    assert_eq!(stored(&url), "31|31|31");
}

#[test]
fn hints_settings_and_moves_of_different_nodes_do_not_undo_each_other() {
    let url = server::shared().database();
    let nodes: Vec<_> = (0..3).map(|_| open(&url)).collect();
    nodes[0].create_game(game(1)).unwrap();
    let settings = Some(serde_json::json!({"auto_pass": "always"}));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            (1..=30).for_each(|n| assert_eq!(nodes[0].count_hint(id(1), (0, n), None), Ok(n as u32)))
        });
        scope.spawn(|| {
            for _ in 0..30 {
                nodes[1].put_seat_settings(id(1), 1, settings.clone()).unwrap();
            }
        });
        scope.spawn(|| {
            for version in 1..=30 {
                let assisted = version % 3 == 0;
                nodes[2].append(Append { assisted, ..append(id(1), version) }).unwrap();
            }
        });
    });
    let loaded = nodes[1].load_game(id(1)).unwrap();
    assert_eq!((loaded.hints_at[0].len(), loaded.hints_at[1].len()), (30, 0));
    assert_eq!(loaded.summary.seats[1].settings, settings);
    assert_eq!((loaded.summary.version, loaded.summary.assisted), (31, true));
}

#[test]
fn a_record_put_anew_while_old_ones_are_purged_stays() {
    let url = server::shared().database();
    let nodes: Vec<_> = (0..2).map(|_| open(&url)).collect();
    let expired = IdempotencyRecord { expires_at: at(50), ..key_of("k") };
    nodes[0].put_idempotency(expired, at(0)).unwrap();
    // Whoever purges has found the record and waits for its row; whoever puts it anew waits before.
    let holder = server::shared().hold(&url, "SELECT id FROM idempotency FOR UPDATE");
    let waiting = |number: &str| {
        let waits = "SELECT count(*) FROM pg_stat_activity \
                     WHERE datname = current_database() AND wait_event_type = 'Lock'";
        server::shared().until(&url, waits, number);
    };
    std::thread::scope(|scope| {
        let renewed = IdempotencyRecord { expires_at: at(200), ..key_of("k") };
        let put = scope.spawn({
            let (node, renewed) = (&nodes[0], renewed.clone());
            move || node.put_idempotency(renewed, at(60))
        });
        waiting("1");
        let purged = scope.spawn(|| nodes[1].purge_idempotency(at(60), 10));
        waiting("2");
        drop(holder);
        assert_eq!(put.join().unwrap(), Ok(()));
        assert_eq!(purged.join().unwrap(), Ok(0));
        assert_eq!(nodes[0].idempotency("s", "k", None, at(60)), Ok(Some(renewed)));
    });
}

#[test]
fn ends_of_one_population_on_all_nodes_are_all_counted() {
    let url = server::shared().database();
    let nodes: Vec<_> = (0..3).map(|_| open(&url)).collect();
    std::thread::scope(|scope| {
        for (at, node) in (0_u64..).zip(&nodes) {
            scope.spawn(move || {
                for n in at * 100..at * 100 + 20 {
                    node.create_game(game(n)).unwrap();
                    let scores = [n as i64 % 7, n as i64 % 5];
                    node.append(finish(id(n), 1, result(Source::Played, &scores))).unwrap();
                    let batch =
                        (n * 10..n * 10 + 5).map(|n| simulated(10_000 + n, result(Source::Bots, &[3, 1])));
                    node.record_simulated(batch.collect()).unwrap();
                }
            });
        }
        scope.spawn(|| (0..3).for_each(|_| assert_eq!(nodes[0].verify_rollups(), Ok(true))));
    });
    let counted = |source| nodes[2].summary(&from(source)).unwrap().iter().map(|of| of.games).sum::<u64>();
    assert_eq!((counted(Source::Played), counted(Source::Bots)), (60, 300));
    assert_eq!(nodes[1].verify_rollups(), Ok(true));
    let before = nodes[1].features(&from(Source::Played), None).unwrap();
    nodes[1].rebuild_rollups().unwrap();
    assert_eq!(nodes[2].features(&from(Source::Played), None).unwrap(), before);
    assert_eq!(nodes[1].verify_rollups(), Ok(true));
}

#[test]
fn a_game_that_ends_at_every_node_rates_its_players_once_and_all_games_count() {
    let url = server::shared().database();
    let nodes: Vec<_> = (0..3).map(|_| open(&url)).collect();
    const GAMES: u64 = 12;
    let person = |rank| RankedSeat { rank, by: RankedBy::Person };
    for n in 0..GAMES {
        let players = vec![seated(n, 0, "ada"), seated(n, 1, "bo")];
        nodes[0].create_game(NewGame { players, ..game(n) }).unwrap();
    }
    let end = |node: &dyn tapis_db::Store, n: u64| {
        let ranking = Ranking { game: "richelieu".to_owned(), seats: vec![person(1), person(2)] };
        let end = Append { ranking: Some(ranking), ..finish(id(n), 1, result(Source::Played, &[7, 5])) };
        node.append(end).is_ok()
    };
    // The nodes begin at different games, so that they also rate the same players at once.
    let all = |at: u64| (0..GAMES).filter(|n| end(&*nodes[at as usize], (n + at * 5) % GAMES)).count();
    let all = &all;
    let ended: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3).map(|at| scope.spawn(move || all(at))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(ended.iter().sum::<usize>(), GAMES as usize, "{ended:?}");
    let [ada, bo] = ["ada", "bo"].map(|player| nodes[1].ratings_of("front-end", player).unwrap()[0].rating);
    assert_eq!((ada.games, bo.games), (GAMES, GAMES));
    assert!((ada.mean + bo.mean).abs() < 0.1 && ada.mean > 100.0, "{ada:?} {bo:?}");
}

#[test]
fn nodes_that_start_at_once_make_one_schema() {
    let url = server::shared().database();
    std::thread::scope(|scope| {
        let starts: Vec<_> = (0..8).map(|_| scope.spawn(|| tapis_db::open(&url).map(drop))).collect();
        for start in starts {
            assert_eq!(start.join().unwrap(), Ok(()));
        }
    });
    assert_eq!(server::shared().sql(&url, "SELECT count(*), min(version) > 0 FROM tapis"), "1|t");
}

#[test]
fn work_is_held_by_one_node_until_it_lets_go_or_its_time_is_up() {
    let url = server::shared().database();
    let nodes = [open(&url), open(&url)];
    let (a, b) = (uuid::Uuid::from_u128(1), uuid::Uuid::from_u128(2));
    let long = Duration::from_secs(3_600);
    let hold = |n: usize, work: &str, time| nodes[n].hold(work, [a, b][n], time).unwrap();
    assert!(hold(0, "house", long) && hold(0, "house", long));
    assert!(!hold(1, "house", long));
    assert!(hold(1, "experiment", long), "other work is free");
    nodes[0].let_go(a).unwrap();
    assert!(hold(1, "house", Duration::ZERO));
    while !hold(0, "house", long) {}
    assert!(!hold(1, "house", long) && !hold(0, "experiment", long));
}

#[test]
fn what_another_node_changes_without_a_version_is_seen_by_the_number_beside_it() {
    let url = server::shared().database();
    let nodes = [open(&url), open(&url)];
    nodes[0].create_game(game(1)).unwrap();
    let seen = |n: usize| nodes[n].versions(vec![id(1)]).unwrap()[0];
    let begun = nodes[1].load_game(id(1)).unwrap();
    assert_eq!(seen(1), GameVersion { game: id(1), version: 1, beside: begun.beside });
    nodes[0].append(append(id(1), 1)).unwrap();
    assert_eq!(seen(1), GameVersion { game: id(1), version: 2, beside: begun.beside });
    nodes[0].count_hint(id(1), (0, 1), None).unwrap();
    let hinted = seen(1);
    assert_eq!(hinted.beside, begun.beside + 1, "the newer reading is the larger");
    let settings = Some(serde_json::json!({"auto_pass": "windows"}));
    assert_eq!(nodes[0].put_seat_settings(id(1), 0, settings), Ok(hinted.beside + 1));
    assert_eq!(seen(1).beside, hinted.beside + 1);
    assert_eq!(seen(1).beside, nodes[1].load_game(id(1)).unwrap().beside);
}
