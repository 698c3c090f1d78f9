//! Creating and loading games.

use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

pub fn a_game_comes_back_as_it_was_given<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let given = NewGame { deadline: Some(at(60)), ..game(1) };
    let appended = store.create_game(given.clone()).unwrap();
    assert_eq!(appended.version, 1);
    let loaded = store.load_game(id(1)).unwrap();
    assert_eq!((loaded.seed, loaded.nonce), (given.seed, given.nonce));
    assert_eq!(loaded.ruleset, given.ruleset);
    assert_eq!(loaded.hints_at, [Vec::<u64>::new(), Vec::new()]);
    let first = Event { version: 1, event: given.setup.clone(), chain: appended.chain };
    assert_eq!(loaded.events, [first]);
    let summary = GameSummary {
        id: given.id,
        ruleset: given.ruleset.hash,
        game: given.ruleset.game,
        status: given.status,
        version: 1,
        turn: given.turn,
        deadline: given.deadline,
        seats: given.seats,
        visibility: given.visibility,
        hints: given.hints,
        practice: given.practice,
        assisted: false,
        commitment: given.commitment,
        created_at: given.setup.at,
        updated_at: given.setup.at,
    };
    assert_eq!(loaded.summary, summary);
    assert_eq!(store.game_summary(id(1)), Ok(summary));
    assert_eq!(store.game_summary(id(2)), Err(StoreError::NotFound));
    let found = store.game_summaries(vec![id(2), id(1), id(1)]).unwrap();
    assert_eq!(found, [store.game_summary(id(1)).unwrap()], "once each, and what is not there left out");
}

pub fn the_same_id_is_refused_and_changes_nothing<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let before = store.load_game(id(1)).unwrap();
    let again = NewGame { seed: Secret([77; 32]), idempotency: Some(key("s", "k")), ..game(1) };
    assert_eq!(store.create_game(again), Err(StoreError::Exists));
    assert_eq!(store.load_game(id(1)).unwrap(), before);
    assert_eq!(store.idempotency("s", "k", None, at(0)).unwrap(), None);
}

pub fn a_game_its_players_and_who_is_told_are_stored_together_or_not_at_all<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    add_webhooks(&*store, &["a"]);
    // All before it is fine; who is told is too large for any row.
    let huge = WatchedGame { url: Some("x".repeat(20 << 20)), ..watched(1, "a") };
    let (players, idempotency) = (vec![seated(1, 0, "ada"), seated(1, 1, "bo")], Some(key("s", "k")));
    let given = NewGame {
        players: players.clone(),
        followers: vec![huge],
        idempotency,
        ruleset: ruleset(5),
        ..game(1)
    };
    let refused = store.create_game(given.clone());
    assert!(matches!(refused, Err(StoreError::Invalid(_))), "{refused:?}");
    assert_eq!(store.load_game(id(1)), Err(StoreError::NotFound));
    assert_eq!((store.players_of(id(1)), store.followers_of(id(1))), (Ok(Vec::new()), Ok(Vec::new())));
    assert_eq!((store.ruleset(&digest(5)), store.idempotency("s", "k", None, at(0))), (Ok(None), Ok(None)));
    let before = store.writer_stats().commits;
    store.create_game(NewGame { followers: vec![watched(1, "a")], ..given }).unwrap();
    assert_eq!(store.writer_stats().commits - before, 1);
    assert_eq!(
        (store.players_of(id(1)), store.followers_of(id(1))),
        (Ok(players), Ok(vec![watched(1, "a")]))
    );
}

pub fn nonsense_is_refused<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let wrong = [
        NewGame { seats: Vec::new(), turn: None, ..game(1) },
        NewGame { seats: vec![seat(SeatKind::Human); 17], ..game(1) },
        NewGame { turn: Some(2), ..game(1) },
        NewGame { setup: NewEvent { seat: Some(2), ..setup(1) }, ..game(1) },
        NewGame { status: Status::Finished, ..game(1) },
        NewGame {
            ruleset: RulesetRecord { options: Json::from("x".repeat(20 << 20)), ..ruleset(2) },
            ..game(1)
        },
    ];
    for (at, game) in wrong.into_iter().enumerate() {
        let refused = store.create_game(game);
        assert!(matches!(refused, Err(StoreError::Invalid(_))), "{at}: {refused:?}");
    }
    assert_eq!(store.load_game(id(1)), Err(StoreError::NotFound));
    assert_eq!(store.ruleset(&digest(2)).unwrap(), None);
}

pub fn a_missing_game_is_not_found<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    assert_eq!(store.load_game(id(2)), Err(StoreError::NotFound));
    assert_eq!(store.append(append(id(2), 1)), Err(StoreError::NotFound));
    assert_eq!(store.count_hint(id(2), (0, 1), None), Err(StoreError::NotFound));
}

pub fn a_ruleset_is_shared<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    store.create_game(game(2)).unwrap();
    store.create_game(NewGame { ruleset: ruleset(5), ..game(3) }).unwrap();
    assert_eq!(store.ruleset(&digest(1)).unwrap(), Some(ruleset(1)));
    assert_eq!(store.load_game(id(2)).unwrap().ruleset, ruleset(1));
    assert_eq!(store.load_game(id(3)).unwrap().ruleset, ruleset(5));
}
