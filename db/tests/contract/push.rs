//! Browsers that are told of a seat, and the key with which they are.

use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

fn key(byte: u8) -> PushKey {
    PushKey { sealed: vec![byte; 60] }
}

pub fn the_key_is_stored_once_and_replaced_as_it_was_known<F: Factory>() {
    let (factory, store) = fresh::<F>();
    assert_eq!(store.push_key(), Ok(None));
    assert_eq!(store.put_push_key(None, key(1)), Ok(key(1)));
    assert_eq!(store.put_push_key(None, key(2)), Ok(key(1)), "another node was quicker");
    store.create_game(game(1)).unwrap();
    store.put_subscription(subscription(1, 0, 1), 4).unwrap();
    assert_eq!(store.put_push_key(Some(key(3)), key(4)), Ok(key(1)), "it is another by now");
    assert_eq!(store.subscriptions(id(1)), Ok(vec![subscription(1, 0, 1)]));
    assert_eq!(store.put_push_key(Some(key(1)), key(5)), Ok(key(5)));
    assert_eq!(store.subscriptions(id(1)), Ok(Vec::new()), "they were made under the other key");
    store.close().unwrap();
    assert_eq!(factory.open().push_key(), Ok(Some(key(5))));
}

pub fn a_subscription_needs_its_game<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    assert_eq!(store.put_subscription(subscription(1, 0, 1), 4), Err(StoreError::NotFound));
}

pub fn a_subscription_comes_back_and_is_replaced<F: Factory>() {
    let (factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    assert_eq!(store.put_subscription(subscription(1, 1, 7), 4), Ok(true));
    let told = PushSubscription { told: 3, tries: 1, ..subscription(1, 1, 7) };
    assert_eq!(store.change_subscription(subscription(1, 1, 7), Some(told.clone())), Ok(true));
    let later = PushSubscription { since: at(99), told: 9, ..subscription(1, 1, 7) };
    assert_eq!(store.put_subscription(later, 4), Ok(false), "it says nothing new");
    store.close().unwrap();
    let store = factory.open();
    assert_eq!(store.subscriptions(id(1)), Ok(vec![told]));
    for other in [
        PushSubscription { language: "en".to_owned(), ..subscription(1, 1, 7) },
        PushSubscription { generation: 2, ..subscription(1, 1, 7) },
        PushSubscription { p256dh: vec![6; 65], ..subscription(1, 1, 7) },
        PushSubscription { auth: vec![6; 16], ..subscription(1, 1, 7) },
    ] {
        assert_eq!(store.put_subscription(other.clone(), 4), Ok(true));
        assert_eq!(store.subscriptions(id(1)), Ok(vec![other]));
    }
}

pub fn a_seat_has_so_many_browsers_and_no_more<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for n in 1..=2 {
        store.create_game(game(n)).unwrap();
    }
    for browser in 1..=5 {
        store.put_subscription(subscription(1, 0, browser), 3).unwrap();
    }
    store.put_subscription(subscription(1, 1, 6), 3).unwrap();
    store.put_subscription(subscription(2, 0, 7), 3).unwrap();
    let of = |n| {
        let all = store.subscriptions(id(n)).unwrap();
        all.iter().map(|one| (one.seat, one.id.0[0])).collect::<Vec<_>>()
    };
    assert_eq!(of(1), [(0, 3), (0, 4), (0, 5), (1, 6)], "the oldest made room");
    assert_eq!(store.delete_subscriptions(id(1), 0, Some(digest(4))), Ok(1));
    assert_eq!(store.delete_subscriptions(id(1), 0, Some(digest(6))), Ok(0), "it is another seat's");
    assert_eq!(of(1), [(0, 3), (0, 5), (1, 6)]);
    assert_eq!(store.delete_subscriptions(id(1), 0, None), Ok(2));
    assert_eq!((of(1), of(2)), (vec![(1, 6)], vec![(0, 7)]));
}

pub fn a_subscription_changes_only_as_it_was_known<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let first = subscription(1, 0, 1);
    store.put_subscription(first.clone(), 4).unwrap();
    let failing = PushSubscription { tries: 1, next_try: at(5), failing_since: Some(at(2)), ..first.clone() };
    assert_eq!(store.change_subscription(first.clone(), Some(failing.clone())), Ok(true));
    assert_eq!(store.change_subscription(first.clone(), Some(first.clone())), Ok(false));
    assert_eq!(store.change_subscription(first, None), Ok(false), "it is another by now");
    assert_eq!(store.subscriptions(id(1)), Ok(vec![failing.clone()]));
    assert_eq!(store.change_subscription(failing.clone(), None), Ok(true));
    assert_eq!(store.change_subscription(failing, None), Ok(false), "there is none");
    assert_eq!(store.subscriptions(id(1)), Ok(Vec::new()));
}

pub fn who_is_due_is_who_was_not_told<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for n in 1..=3 {
        store.create_game(game(n)).unwrap();
        let first = PushSubscription { next_try: at(n as i64), ..subscription(n, 0, n as u8) };
        store.put_subscription(first, 4).unwrap();
    }
    let after = |after, now, most| {
        let due = store.due_subscriptions(at(now), after, most).unwrap();
        due.into_iter().map(|one| one.game).collect::<Vec<_>>()
    };
    let due = |now, most| after(None, now, most);
    assert_eq!(after(Some((at(1), digest(1))), 9, 10), [id(2), id(3)], "the next ones");
    assert_eq!(after(Some((at(2), digest(1))), 9, 1), [id(2)], "of one time by id");
    assert_eq!(due(9, 10), [id(1), id(2), id(3)], "the one that waits longest first");
    assert_eq!((due(9, 2), due(1, 10), due(0, 10)), (vec![id(1), id(2)], vec![id(1)], vec![]));
    let before = store.subscriptions(id(1)).unwrap().remove(0);
    let told = PushSubscription { told: 1, ..before.clone() };
    store.change_subscription(before, Some(told)).unwrap();
    assert_eq!(due(9, 10), [id(2), id(3)]);
    store.append(append(id(1), 1)).unwrap();
    assert_eq!(due(9, 10), [id(1), id(2), id(3)], "the game went on");
}
