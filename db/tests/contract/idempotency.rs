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
    assert_eq!(store.idempotency("bare", "k", None, at(0)).unwrap(), Some(bare));
}

pub fn a_key_is_looked_at_before_the_version<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let first = Append { idempotency: Some(key("s", "k")), ..append(id(1), 1) };
    store.append(first.clone()).unwrap();
    assert_eq!(store.append(first), Err(used(key("s", "k"))));
    assert_eq!(store.load_game(id(1)).unwrap().summary.version, 2);
}

pub fn a_key_of_an_append_is_known_to_its_game<F: Factory>() {
    let (factory, mut store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    store.create_game(game(2)).unwrap();
    let record = plain_key("s", "k", id(1), 2);
    let first = Append { idempotency: Some(record.clone()), ..append(id(1), 1) };
    store.append(first.clone()).unwrap();
    let again = Append { expected_version: 2, ..first.clone() };
    let other = IdempotencyRecord { fingerprint: digest(99), ..plain_key("s", "k", id(1), 3) };
    let other = Append { idempotency: Some(other), ..append(id(1), 2) };
    // What was just written is remembered; what is opened again is read.
    for _ in 0..2 {
        assert_eq!(store.idempotency("s", "k", Some(id(1)), at(0)).unwrap(), Some(record.clone()));
        assert_eq!(store.append(first.clone()), Err(used(record.clone())));
        assert_eq!(store.append(other.clone()), Err(used(record.clone())));
        assert_eq!(store.append(again.clone()), Err(used(record.clone())));
        for (scope, key, game) in [("s", "K", Some(id(1))), ("t", "k", Some(id(1))), ("s", "k", Some(id(2)))]
        {
            assert_eq!(store.idempotency(scope, key, game, at(0)).unwrap(), None);
        }
        assert_eq!(store.idempotency("s", "k", Some(id(7)), at(0)).unwrap(), None);
        assert_eq!(store.load_game(id(1)).unwrap().events.len(), 2);
        store.close().unwrap();
        store = factory.open();
    }
}

pub fn an_expired_key_of_an_append_is_free<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let short = IdempotencyRecord { expires_at: at(50), ..plain_key("s", "k", id(1), 2) };
    store.append(Append { events: vec![ply(1)], idempotency: Some(short), ..append(id(1), 1) }).unwrap();
    assert!(store.idempotency("s", "k", Some(id(1)), at(49)).unwrap().is_some());
    assert_eq!(store.idempotency("s", "k", Some(id(1)), at(50)).unwrap(), None);
    let newer = IdempotencyRecord { expires_at: at(200), ..plain_key("s", "k", id(1), 3) };
    let late = Append { events: vec![ply(60)], idempotency: Some(newer.clone()), ..append(id(1), 2) };
    store.append(late).unwrap();
    assert_eq!(store.idempotency("s", "k", Some(id(1)), at(60)).unwrap(), Some(newer.clone()));
    // Of several events the first is the one the key made.
    let end = IdempotencyRecord { version: Some(4), ..newer };
    let both = IdempotencyRecord { key: "end".to_owned(), ..end };
    let events = vec![ply(61), ply(62)];
    store.append(Append { events, idempotency: Some(both.clone()), ..append(id(1), 3) }).unwrap();
    assert_eq!(store.idempotency("s", "end", Some(id(1)), at(62)).unwrap(), Some(both));
}

pub fn keys_are_scoped<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for scope in ["a", "b", "a\0k"] {
        store
            .put_idempotency(
                IdempotencyRecord { version: Some(scope.len() as u64), ..key(scope, "k") },
                at(0),
            )
            .unwrap();
    }
    assert_eq!(store.idempotency("a", "k", None, at(0)).unwrap().unwrap().version, Some(1));
    assert_eq!(store.idempotency("a\0k", "k", None, at(0)).unwrap().unwrap().version, Some(3));
    assert_eq!(store.idempotency("c", "k", None, at(0)).unwrap(), None);
    assert_eq!(store.idempotency("a", "K", None, at(0)).unwrap(), None);
}

pub fn an_expired_key_is_free<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let short = IdempotencyRecord { expires_at: at(50), ..key("s", "k") };
    store.put_idempotency(short, at(0)).unwrap();
    assert!(store.idempotency("s", "k", None, at(49)).unwrap().is_some());
    assert_eq!(store.idempotency("s", "k", None, at(50)).unwrap(), None);
    let newer = IdempotencyRecord { fingerprint: digest(4), expires_at: at(200), ..key("s", "k") };
    let late = Append { events: vec![ply(60)], idempotency: Some(newer.clone()), ..append(id(1), 1) };
    store.append(late).unwrap();
    assert_eq!(store.idempotency("s", "k", None, at(60)).unwrap(), Some(newer));
}

pub fn a_refused_request_leaves_no_record<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let refused = Append { turn: Some(9), idempotency: Some(key("s", "k")), ..append(id(1), 1) };
    assert!(store.append(refused).is_err());
    assert_eq!(store.idempotency("s", "k", None, at(0)).unwrap(), None);
    store.append(Append { idempotency: Some(key("s", "k")), ..append(id(1), 1) }).unwrap();
    assert!(store.idempotency("s", "k", None, at(0)).unwrap().is_some());
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
        let left = store.idempotency("s", &format!("k{n}"), None, at(-1)).unwrap().is_some();
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
