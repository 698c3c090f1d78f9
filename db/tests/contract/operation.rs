//! Opening and closing.

use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

pub fn everything_survives_reopening<F: Factory>() {
    let factory = F::new();
    let store = factory.open();
    store.create_game(NewGame { idempotency: Some(key("s", "k")), ..game(1) }).unwrap();
    store.append(finish(id(1), 1, result(Source::Played, &[2, 5]))).unwrap();
    let before = (store.load_game(id(1)).unwrap(), store.summary(&from(Source::Played)).unwrap());
    drop(store);
    let store = factory.open();
    assert_eq!((store.load_game(id(1)).unwrap(), store.summary(&from(Source::Played)).unwrap()), before);
    assert_eq!(store.idempotency("s", "k", None, at(0)).unwrap(), Some(key("s", "k")));
    assert!(store.verify_rollups().unwrap());
    store.create_game(game(2)).unwrap();
}

pub fn a_closed_store_says_so<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    store.close().unwrap();
    store.close().unwrap();
    assert_eq!(store.append(append(id(1), 1)), Err(StoreError::Closed));
    assert_eq!(store.load_game(id(1)), Err(StoreError::Closed));
    assert_eq!(store.ping(), Err(StoreError::Closed));
    assert!(StoreError::Closed.is_unavailable());
}

pub fn ping_answers<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let before = store.writer_stats().commits;
    assert_eq!(store.ping(), Ok(()));
    assert_eq!(store.writer_stats().commits, before + 1);
}

pub fn another_secret_is_refused_unless_it_is_said_to_be_new<F: Factory>() {
    let factory = F::new();
    factory.open().claim(&digest(1), false).unwrap();
    let store = factory.open();
    let refused = store.claim(&digest(2), false);
    assert!(
        matches!(&refused, Err(StoreError::Unfit(why)) if why.contains("TAPIS_SECRET") && why.contains("--new-secret")),
        "{refused:?}"
    );
    store.claim(&digest(1), false).unwrap();
    store.claim(&digest(2), true).unwrap();
    assert!(store.claim(&digest(1), false).is_err());
    drop(store);
    factory.open().claim(&digest(2), false).unwrap();
}
