//! The settings of a seat.

use serde_json::json;
use tapis_db::StoreError;

use crate::build::*;
use crate::{Factory, fresh};

pub fn settings_are_kept_without_an_event<F: Factory>() {
    let factory = F::new();
    let store = factory.open();
    store.create_game(game(1)).unwrap();
    let before = store.load_game(id(1)).unwrap();
    store.put_seat_settings(id(1), 0, Some(json!({"auto_pass": "windows"}))).unwrap();
    store.put_seat_settings(id(1), 1, None).unwrap();
    let mut expected = before;
    expected.summary.seats[0].settings = Some(json!({"auto_pass": "windows"}));
    expected.summary.seats[1].settings = None;
    let set = store.load_game(id(1)).unwrap();
    expected.beside = set.beside;
    assert_eq!(set, expected);
    store.append(append(id(1), 1)).unwrap();
    store.close().unwrap();
    drop(store);
    let loaded = factory.open().load_game(id(1)).unwrap();
    assert_eq!((loaded.summary.seats, loaded.summary.version), (expected.summary.seats, 2));
}

pub fn settings_need_their_seat<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    assert_eq!(store.put_seat_settings(id(1), 0, None), Err(StoreError::NotFound));
    store.create_game(game(1)).unwrap();
    let before = store.load_game(id(1)).unwrap();
    assert!(matches!(store.put_seat_settings(id(1), 2, None), Err(StoreError::Invalid(_))));
    assert_eq!(store.load_game(id(1)).unwrap(), before);
}
