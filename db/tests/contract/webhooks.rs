//! Webhooks, and how far each was told of its games.

use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

pub fn a_webhook_comes_back_and_is_replaced<F: Factory>() {
    let (factory, store) = fresh::<F>();
    assert_eq!(store.put_webhook(webhook("a")), Err(StoreError::NotFound), "no key has this name");
    ["b", "a", "Zo"].iter().for_each(|name| store.add_key(api_key(name)).unwrap());
    ["b", "a"].iter().for_each(|name| store.put_webhook(webhook(name)).unwrap());
    let other = Webhook { url: "https://example.com/é".to_owned(), secret: Secret([8; 32]), ..webhook("b") };
    store.put_webhook(other.clone()).unwrap();
    store.close().unwrap();
    let store = factory.open();
    assert_eq!(store.webhooks(), Ok(vec![webhook("a"), other.clone()]));
    assert_eq!((store.webhook("b"), store.webhook("Zo")), (Ok(Some(other)), Ok(None)));
}

pub fn a_webhook_changes_only_as_it_was_known<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.add_key(api_key("a")).unwrap();
    store.put_webhook(webhook("a")).unwrap();
    let failing = Webhook { failing_since: Some(at(5)), fault: Some("timed_out".to_owned()), ..webhook("a") };
    assert_eq!(store.change_webhook(webhook("a"), failing.clone()), Ok(true));
    assert_eq!(store.change_webhook(webhook("a"), webhook("a")), Ok(false), "it is another by now");
    let off = Webhook { off_since: Some(at(9)), ..failing.clone() };
    assert_eq!(store.change_webhook(failing, off.clone()), Ok(true));
    assert_eq!(store.webhook("a"), Ok(Some(off)));
    assert_eq!(store.change_webhook(webhook("b"), webhook("b")), Ok(false), "there is none");
}

pub fn each_key_that_has_a_webhook_follows_a_game<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    add_webhooks(&*store, &["b", "a"]);
    let own = WatchedGame { url: Some("https://example.com/é".to_owned()), ..watched(1, "a") };
    let followers = vec![watched(1, "c"), own.clone()];
    store.create_game(NewGame { followers, ..game(1) }).unwrap();
    assert_eq!(store.followers_of(id(1)), Ok(vec![own.clone()]), "c has no webhook");
    let later = WatchedGame { delivered: 1, ..watched(1, "b") };
    let again = WatchedGame { delivered: 1, ..watched(1, "a") };
    store.append(Append { followers: vec![later.clone(), again], ..append(id(1), 1) }).unwrap();
    assert_eq!(
        store.followers_of(id(1)),
        Ok(vec![own.clone(), later.clone()]),
        "who is told goes on as before"
    );
    let told = WatchedGame { delivered: 2, tries: 2, ..later };
    store.advance(told.clone()).unwrap();
    assert_eq!(store.followers_of(id(1)), Ok(vec![own, told]), "one of them was told");
    assert_eq!(store.followers_of(id(2)), Ok(Vec::new()));
}

pub fn what_is_due_is_what_was_not_told<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    add_webhooks(&*store, &["a", "b"]);
    for n in 1..=4 {
        let first = |key| WatchedGame { next_try: at(n as i64), ..watched(n, key) };
        let followers = if n == 4 { vec![first("b")] } else { vec![first("a"), first("b")] };
        store.create_game(NewGame { followers, ..game(n) }).unwrap();
    }
    let after = |after, now, most| {
        let due = store.due_games("a", at(now), after, most).unwrap();
        due.into_iter().map(|watched| watched.game).collect::<Vec<_>>()
    };
    let due = |now, most| after(None, now, most);
    assert_eq!(due(9, 10), [id(1), id(2), id(3)], "the one that waits longest first");
    assert_eq!((due(9, 2), due(1, 10)), (vec![id(1), id(2)], vec![id(1)]));
    assert_eq!(after(Some((at(1), id(1))), 9, 10), [id(2), id(3)], "the next ones");
    let told = WatchedGame { delivered: 1, ..watched(1, "a") };
    store.advance(told.clone()).unwrap();
    assert_eq!(due(9, 10), [id(2), id(3)]);
    store.append(append(id(1), 1)).unwrap();
    assert_eq!(due(9, 10), [id(1), id(2), id(3)]);
    store.advance(WatchedGame { delivered: 2, is_done: true, ..told }).unwrap();
    store.append(append(id(1), 2)).unwrap();
    assert_eq!(due(9, 10), [id(2), id(3)], "nothing follows");
    let failing = WatchedGame {
        tries: 3,
        next_try: at(99),
        failing_since: Some(at(5)),
        fault: Some("timed_out".to_owned()),
        ..watched(2, "a")
    };
    store.advance(failing.clone()).unwrap();
    assert_eq!(store.failing_games("a", 10), Ok(vec![failing]));
    assert_eq!(store.failing_games("b", 10), Ok(Vec::new()));
    assert_eq!(due(9, 10), [id(3)]);
    store.advance(WatchedGame { next_try: at(98), ..watched(3, "a") }).unwrap();
    store.put_webhook(Webhook { on_since: at(6), ..webhook("a") }).unwrap();
    let again = WatchedGame { next_try: at(6), ..watched(2, "a") };
    assert_eq!(store.followers_of(id(2)).unwrap()[0], again, "it is tried anew");
    assert_eq!(due(9, 10), [id(2), id(3)], "at once, and so is what was only put off");
    store.advance(watched(7, "a")).unwrap();
    assert_eq!(store.followers_of(id(7)), Ok(Vec::new()), "nobody was to be told of it");
    assert_eq!(store.due_games("b", at(9), None, 10).unwrap().len(), 4, "another key is told on its own");
}

pub fn what_happens_after_an_end_is_told_where_it_names_followers<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    add_webhooks(&*store, &["a"]);
    store.create_game(NewGame { followers: vec![watched(1, "a")], ..game(1) }).unwrap();
    let due = || store.due_games("a", at(9), None, 10).unwrap();
    let again = |version| {
        let followers = store.followers_of(id(1)).unwrap();
        store.append(Append { followers, ..append(id(1), version) }).unwrap();
    };
    let ended = WatchedGame { delivered: 1, is_done: true, ..watched(1, "a") };
    store.advance(ended.clone()).unwrap();
    again(1);
    let more = WatchedGame { is_done: false, ..ended.clone() };
    assert_eq!(due(), std::slice::from_ref(&more));
    store.advance(ended.clone()).unwrap();
    assert_eq!(due(), [more], "that the end was told is noted after more has happened");
    let given_up = WatchedGame { failing_since: Some(at(1)), ..ended };
    store.advance(given_up.clone()).unwrap();
    again(2);
    assert_eq!((due(), store.followers_of(id(1))), (Vec::new(), Ok(vec![given_up])), "it stays given up");
}

pub fn a_webhook_goes_with_its_games<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    add_webhooks(&*store, &["a", "b"]);
    for n in 1..=2 {
        store.create_game(NewGame { followers: vec![watched(n, "a"), watched(n, "b")], ..game(n) }).unwrap();
    }
    assert_eq!((store.delete_webhook("a"), store.delete_webhook("a")), (Ok(true), Ok(false)));
    assert_eq!((store.followers_of(id(1)), store.webhook("a")), (Ok(vec![watched(1, "b")]), Ok(None)));
    assert_eq!(store.followers_of(id(2)), Ok(vec![watched(2, "b")]));
    assert_eq!(store.webhooks(), Ok(vec![webhook("b")]));
}
