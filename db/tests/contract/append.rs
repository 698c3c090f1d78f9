//! Appending to games.

use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

pub fn events_come_back_in_order<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let mut chains = Vec::new();
    for version in 1..=30 {
        let appended = store.append(append(id(1), version)).unwrap();
        assert_eq!(appended.version, version + 1);
        chains.push(appended.chain);
    }
    let bare = NewEvent {
        kind: "leave".to_owned(),
        seat: Some(1),
        notation: None,
        chance: None,
        payload: None,
        state_hash: None,
        at: at(5),
    };
    let several = Append { events: vec![ply(31), bare.clone(), ply(32)], ..append(id(1), 31) };
    assert_eq!(store.append(several).unwrap().version, 34);
    let loaded = store.load_game(id(1)).unwrap();
    let versions: Vec<_> = loaded.events.iter().map(|event| event.version).collect();
    assert_eq!(versions, (1..=34).collect::<Vec<_>>());
    for version in 1..=30 {
        assert_eq!(loaded.events[version as usize].event, ply(version));
        assert_eq!(loaded.events[version as usize].chain, chains[version as usize - 1]);
    }
    assert_eq!(loaded.events[32].event, bare);
    assert_eq!(loaded.summary.version, 34);
    assert_eq!(loaded.summary.updated_at, ply(32).at);
    assert_eq!(loaded.summary.created_at, setup(1).at);
    let distinct: std::collections::HashSet<_> = loaded.events.iter().map(|event| event.chain).collect();
    assert_eq!(distinct.len(), 34);
}

pub fn what_became_of_a_game_since_a_version_is_read_without_what_was_before<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let mut chain = store.create_game(game(1)).unwrap().chain;
    let mut known = vec![(1, chain)];
    for version in 1..=9 {
        chain = store.append(append(id(1), version)).unwrap().chain;
        known.push((version + 1, chain));
    }
    store.count_hint(id(1), (0, 3), None).unwrap();
    let whole = store.load_game(id(1)).unwrap();
    for (version, chain) in &known {
        let since = store.events_after(id(1), (*version, *chain)).unwrap();
        assert_eq!(since.events, whole.events[*version as usize..]);
        assert_eq!((&since.summary, &since.hints_at), (&whole.summary, &whole.hints_at));
        assert_eq!(since.beside, whole.beside);
    }
    // What does not follow what is known is not told.
    let wrong = |version: u64, chain: Digest| {
        let since = store.events_after(id(1), (version, chain));
        assert!(matches!(since, Err(StoreError::Corrupt(_))), "{version}: {since:?}");
    };
    known.iter().for_each(|(version, _)| wrong(*version, Digest([0; 32])));
    known[1..].iter().for_each(|(version, chain)| wrong(version - 1, *chain));
    wrong(11, chain);
    assert_eq!(store.events_after(id(2), (1, chain)), Err(StoreError::NotFound));
}

pub fn everything_changes_together<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(NewGame { status: Status::Waiting, turn: None, ..game(1) }).unwrap();
    let seats =
        vec![seat(SeatKind::Human), SeatRecord { left: true, generation: 2, ..seat(SeatKind::Invite) }];
    let change = Append {
        status: Status::Running,
        turn: Some(1),
        seats: Some(seats.clone()),
        assisted: true,
        idempotency: Some(key("s", "k")),
        ..append(id(1), 1)
    };
    store.append(change).unwrap();
    let summary = store.load_game(id(1)).unwrap().summary;
    assert_eq!((summary.status, summary.turn, summary.assisted), (Status::Running, Some(1), true));
    assert_eq!(summary.seats, seats);
    assert_eq!(store.idempotency("s", "k", None, at(0)).unwrap(), Some(key("s", "k")));
    store.append(Append { turn: None, ..append(id(1), 2) }).unwrap();
    assert_eq!(store.load_game(id(1)).unwrap().summary.turn, None);
}

pub fn a_stale_version_changes_nothing<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    store.append(append(id(1), 1)).unwrap();
    let before = store.load_game(id(1)).unwrap();
    for version in [0, 1, 3, u64::MAX] {
        let stale = Append { idempotency: Some(key("s", "k")), assisted: true, ..append(id(1), version) };
        assert_eq!(store.append(stale), Err(StoreError::Conflict { current_version: 2 }));
    }
    assert_eq!(store.load_game(id(1)).unwrap(), before);
    assert_eq!(store.idempotency("s", "k", None, at(0)).unwrap(), None);
}

pub fn a_failing_append_leaves_no_trace<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let before = store.load_game(id(1)).unwrap();
    // The first event is fine, the second is too large for any row.
    let huge = NewEvent { payload: Some(Json::from("x".repeat(20 << 20))), ..ply(2) };
    let append = Append { events: vec![ply(1), huge], idempotency: Some(key("s", "k")), ..append(id(1), 1) };
    assert!(matches!(store.append(append), Err(StoreError::Invalid(_))));
    assert_eq!(store.load_game(id(1)).unwrap(), before);
    assert_eq!(store.idempotency("s", "k", None, at(0)).unwrap(), None);
}

pub fn who_is_named_and_told_comes_with_the_event_or_not_at_all<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    add_webhooks(&*store, &["a", "b"]);
    let first = vec![seated(1, 0, "ada"), seated(1, 1, "bo")];
    store.create_game(NewGame { players: first.clone(), ..game(1) }).unwrap();
    let (players, unseated) = (vec![seated(1, 0, "cy")], vec![1]);
    let huge = WatchedGame { url: Some("x".repeat(20 << 20)), ..watched(1, "b") };
    let given = Append { players: players.clone(), unseated, ..append(id(1), 1) };
    let failing = Append { followers: vec![watched(1, "a"), huge], ..given.clone() };
    assert!(matches!(store.append(failing), Err(StoreError::Invalid(_))));
    assert_eq!((store.players_of(id(1)), store.followers_of(id(1))), (Ok(first), Ok(Vec::new())));
    assert_eq!(store.game_summary(id(1)).unwrap().version, 1);
    let before = store.writer_stats().commits;
    store.append(Append { followers: vec![watched(1, "a")], ..given }).unwrap();
    assert_eq!(store.writer_stats().commits - before, 1);
    assert_eq!(
        (store.players_of(id(1)), store.followers_of(id(1))),
        (Ok(players), Ok(vec![watched(1, "a")]))
    );
}

pub fn nonsense_is_refused<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let three = result(Source::Played, &[1, 2, 3]);
    let wrong = [
        Append { events: Vec::new(), ..append(id(1), 1) },
        Append { turn: Some(2), ..append(id(1), 1) },
        Append { events: vec![NewEvent { seat: Some(9), ..ply(1) }], ..append(id(1), 1) },
        Append { seats: Some(vec![seat(SeatKind::Human)]), ..append(id(1), 1) },
        Append { status: Status::Running, ..finish(id(1), 1, result(Source::Played, &[1, 2])) },
        finish(id(1), 1, three),
    ];
    for (at, append) in wrong.into_iter().enumerate() {
        let refused = store.append(append);
        assert!(matches!(refused, Err(StoreError::Invalid(_))), "{at}: {refused:?}");
    }
    assert_eq!(store.load_game(id(1)).unwrap().summary.version, 1);
}

pub fn assisted_stays_assisted<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    store.append(Append { assisted: true, ..append(id(1), 1) }).unwrap();
    store.append(append(id(1), 2)).unwrap();
    assert!(store.load_game(id(1)).unwrap().summary.assisted);
}
