//! Retries.

use std::sync::Barrier;

use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

fn used(record: IdempotencyRecord) -> StoreError {
    StoreError::KeyUsed(Box::new(record))
}

pub fn a_used_key_answers_what_it_did<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(NewGame { idempotency: Some(key("create", "k")), ..game(1) }).unwrap();
    let retry = NewGame {
        idempotency: Some(IdempotencyRecord { fingerprint: digest(99), ..key("create", "k") }),
        ..game(2)
    };
    assert_eq!(store.create_game(retry), Err(used(key("create", "k"))));
    assert_eq!(store.load_game(id(2)), Err(StoreError::NotFound));
    store.put_idempotency(key("other", "k"), at(0)).unwrap();
    assert_eq!(store.put_idempotency(key("other", "k"), at(0)), Err(used(key("other", "k"))));
    let bare = IdempotencyRecord { game: None, version: None, response: None, ..key("bare", "k") };
    store.put_idempotency(bare.clone(), at(0)).unwrap();
    assert_eq!(store.idempotency("bare", "k", at(0)).unwrap(), Some(bare));
}

pub fn a_key_is_looked_at_before_the_version<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let first = Append { idempotency: Some(key("s", "k")), ..append(id(1), 1) };
    store.append(first.clone()).unwrap();
    assert_eq!(store.append(first), Err(used(key("s", "k"))));
    assert_eq!(store.load_game(id(1)).unwrap().summary.version, 2);
}

pub fn keys_are_scoped<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for scope in ["a", "b", "a\0k"] {
        store
            .put_idempotency(IdempotencyRecord { status: scope.len() as u16, ..key(scope, "k") }, at(0))
            .unwrap();
    }
    assert_eq!(store.idempotency("a", "k", at(0)).unwrap().unwrap().status, 1);
    assert_eq!(store.idempotency("a\0k", "k", at(0)).unwrap().unwrap().status, 3);
    assert_eq!(store.idempotency("c", "k", at(0)).unwrap(), None);
    assert_eq!(store.idempotency("a", "K", at(0)).unwrap(), None);
}

pub fn an_expired_key_is_free<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let short = IdempotencyRecord { expires_at: at(50), ..key("s", "k") };
    store.put_idempotency(short, at(0)).unwrap();
    assert!(store.idempotency("s", "k", at(49)).unwrap().is_some());
    assert_eq!(store.idempotency("s", "k", at(50)).unwrap(), None);
    let newer = IdempotencyRecord { status: 201, expires_at: at(200), ..key("s", "k") };
    let late = Append { events: vec![ply(60)], idempotency: Some(newer.clone()), ..append(id(1), 1) };
    store.append(late).unwrap();
    assert_eq!(store.idempotency("s", "k", at(60)).unwrap(), Some(newer));
}

pub fn a_refused_request_leaves_no_record<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let refused = Append { turn: Some(9), idempotency: Some(key("s", "k")), ..append(id(1), 1) };
    assert!(store.append(refused).is_err());
    assert_eq!(store.idempotency("s", "k", at(0)).unwrap(), None);
    store.append(Append { idempotency: Some(key("s", "k")), ..append(id(1), 1) }).unwrap();
    assert!(store.idempotency("s", "k", at(0)).unwrap().is_some());
}

pub fn purging_is_bounded<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for n in 0..25 {
        let record = IdempotencyRecord { expires_at: at(n), ..key("s", &format!("k{n}")) };
        store.put_idempotency(record, at(-1)).unwrap();
    }
    let purged: Vec<_> = (0..4).map(|_| store.purge_idempotency(at(19), 8).unwrap()).collect();
    assert_eq!(purged, [8, 8, 4, 0]);
    for n in 0..25 {
        let left = store.idempotency("s", &format!("k{n}"), at(-1)).unwrap().is_some();
        assert_eq!(left, n > 19, "{n}");
    }
}

pub fn identical_requests_apply_once<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    for round in 1..=20 {
        let barrier = Barrier::new(8);
        let submit = || {
            barrier.wait();
            let record = key("s", &format!("round {round}"));
            store.append(Append { idempotency: Some(record), ..append(id(1), round) })
        };
        let answers: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(submit)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
        let replayed = answers.iter().filter(|answer| matches!(answer, Err(StoreError::KeyUsed(_)))).count();
        assert_eq!(replayed, 7);
    }
    assert_eq!(store.load_game(id(1)).unwrap().events.len(), 21);
}
