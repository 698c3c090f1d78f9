//! Counting hints.

use tapis_db::StoreError;

use crate::build::*;
use crate::{Factory, fresh};

pub fn hints_are_counted_and_mark_the_game<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    assert_eq!(store.count_hint(id(1), (1, 1), Some(0)), Err(StoreError::HintsUsed { used: 0 }));
    assert!(!store.load_game(id(1)).unwrap().summary.assisted);
    assert_eq!(store.count_hint(id(1), (1, 1), Some(2)), Ok(1));
    assert_eq!(store.count_hint(id(1), (1, 3), Some(2)), Ok(2));
    assert_eq!(store.count_hint(id(1), (1, 4), Some(2)), Err(StoreError::HintsUsed { used: 2 }));
    assert_eq!(store.count_hint(id(1), (1, 1), Some(2)), Ok(2), "one version is one hint");
    assert_eq!(store.count_hint(id(1), (1, 4), None), Ok(3));
    assert_eq!(store.count_hint(id(1), (0, 1), Some(2)), Ok(1));
    assert!(matches!(store.count_hint(id(1), (2, 1), None), Err(StoreError::Invalid(_))));
    let loaded = store.load_game(id(1)).unwrap();
    assert_eq!((loaded.hints_at, loaded.summary.assisted), (vec![vec![1], vec![1, 3, 4]], true));
    assert_eq!(loaded.summary.version, 1);
}

pub fn hints_survive_and_share_the_log<F: Factory>() {
    let factory = F::new();
    let store = factory.open();
    store.create_game(game(1)).unwrap();
    store.append(append(id(1), 1)).unwrap();
    store.count_hint(id(1), (0, 1), None).unwrap();
    store.append(append(id(1), 2)).unwrap();
    store.close().unwrap();
    drop(store);
    let loaded = factory.open().load_game(id(1)).unwrap();
    assert_eq!((loaded.hints_at, loaded.events.len()), (vec![vec![1], Vec::new()], 3));
}
