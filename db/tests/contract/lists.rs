//! Lists of games.

use tapis_db::Store;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

/// Pages through a list.
fn walk(store: &dyn Store, filter: &GameFilter, limit: usize) -> Vec<GameId> {
    let (mut ids, mut after) = (Vec::new(), None);
    loop {
        let page = store.list_games(filter, after, limit).unwrap();
        assert!(page.games.len() <= limit);
        ids.extend(page.games.iter().map(|game| game.id));
        match page.next {
            Some(next) => after = Some(next),
            None => return ids,
        }
    }
}

/// Twelve games: every third finished, every other with an open seat, the last four another game.
fn twelve(store: &dyn Store) {
    for n in 0..12 {
        let open = if n % 2 == 0 { SeatKind::Open } else { SeatKind::Human };
        let other = RulesetRecord { game: "blasons".to_owned(), ..ruleset(2) };
        let new = NewGame {
            seats: vec![seat(SeatKind::Human), seat(open)],
            status: Status::Waiting,
            ruleset: if n < 8 { ruleset(1) } else { other },
            ..game(n)
        };
        store.create_game(new).unwrap();
        if n % 3 == 0 {
            store.append(Append { status: Status::Finished, turn: None, ..append(id(n), 1) }).unwrap();
        }
    }
}

pub fn newest_first_without_gaps_or_repeats<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    // Several games a second, made in an order that is not that of their ids.
    for n in [4, 0, 3, 1, 2, 9, 5, 8, 6, 7] {
        store.create_game(NewGame { setup: setup(n / 4), ..game(n as u64) }).unwrap();
    }
    let expected: Vec<_> = (0..10).rev().map(id).collect();
    for limit in 1..=11 {
        assert_eq!(walk(&*store, &GameFilter::default(), limit), expected, "pages of {limit}");
    }
    assert_eq!(store.list_games(&GameFilter::default(), None, 10).unwrap().next, None);
    assert_eq!(store.list_games(&GameFilter::default(), None, 0).unwrap().games.len(), 1);
}

pub fn filters_combine<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    twelve(&*store);
    let statuses = [None, Some(Status::Waiting), Some(Status::Finished), Some(Status::Aborted)];
    for status in statuses {
        for game in [None, Some("richelieu"), Some("blasons"), Some("malin")] {
            for open_seats in [None, Some(true), Some(false)] {
                let filter = GameFilter { status, game: game.map(str::to_owned), open_seats };
                let wanted = |n: &u64| {
                    status.is_none_or(|status| {
                        (status == Status::Finished) == n.is_multiple_of(3) && status != Status::Aborted
                    }) && game.is_none_or(|game| game == if *n < 8 { "richelieu" } else { "blasons" })
                        && open_seats.is_none_or(|open| open == n.is_multiple_of(2))
                };
                let expected: Vec<_> = (0..12).rev().filter(wanted).map(id).collect();
                assert_eq!(walk(&*store, &filter, 2), expected, "{filter:?}");
            }
        }
    }
}

pub fn private_games_are_never_listed<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let visibilities = [Visibility::Private, Visibility::Unlisted, Visibility::Public];
    for (n, visibility) in (0..).zip(visibilities) {
        let seats = vec![seat(SeatKind::Open)];
        store.create_game(NewGame { visibility, seats, ..game(n) }).unwrap();
    }
    let open = GameFilter { open_seats: Some(true), ..GameFilter::default() };
    let running = GameFilter { status: Some(Status::Running), ..GameFilter::default() };
    for filter in [GameFilter::default(), open, running] {
        assert_eq!(walk(&*store, &filter, 5), [id(2)]);
    }
}

pub fn games_that_arrive_meanwhile_do_not_disturb<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for n in 0..6 {
        store.create_game(game(n)).unwrap();
    }
    let first = store.list_games(&GameFilter::default(), None, 3).unwrap();
    store.create_game(game(10)).unwrap();
    store.append(append(id(1), 1)).unwrap();
    let second = store.list_games(&GameFilter::default(), first.next, 3).unwrap();
    let ids: Vec<_> = first.games.iter().chain(&second.games).map(|game| game.id).collect();
    assert_eq!(ids, (0..6).rev().map(id).collect::<Vec<_>>());
    assert_eq!(second.games[1].version, 2);
}

pub fn the_deadline_of_an_unfinished_game_is_that_of_its_newest_event<F: Factory>() {
    let (factory, store) = fresh::<F>();
    store.create_game(NewGame { deadline: Some(at(60)), ..game(1) }).unwrap();
    store.create_game(game(2)).unwrap();
    let deadlines = |store: &dyn Store| {
        let games = store.unfinished_games(None, 10).unwrap();
        games.iter().map(|game| game.deadline).collect::<Vec<_>>()
    };
    assert_eq!(deadlines(&*store), [Some(at(60)), None]);
    store.append(Append { deadline: Some(at(90)), ..append(id(1), 1) }).unwrap();
    store.append(Append { deadline: Some(at(70)), ..append(id(2), 1) }).unwrap();
    // A hint writes the row of the game, which does not know of it.
    store.count_hint(id(2), (0, 1), None).unwrap();
    assert_eq!(deadlines(&*store), [Some(at(90)), Some(at(70))]);
    store.append(append(id(2), 2)).unwrap();
    drop(store);
    let store = factory.open();
    assert_eq!(deadlines(&*store), [Some(at(90)), None]);
    assert_eq!(store.load_game(id(1)).unwrap().summary.deadline, Some(at(90)));
}

pub fn unfinished_games_are_found<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    twelve(&*store);
    store.create_game(NewGame { visibility: Visibility::Private, ..game(20) }).unwrap();
    let expected: Vec<_> = (0..12).filter(|n| n % 3 != 0).chain([20]).map(id).collect();
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.unfinished_games(after, 4).unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.id);
        found.extend(page.iter().map(|game| game.id));
    }
    assert_eq!(found, expected);
}

pub fn old_games_are_found_by_age<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    twelve(&*store);
    // Made later, but the oldest; one of them ends.
    for n in 20..23 {
        store.create_game(NewGame { setup: setup(n as i64 - 100), ..game(n) }).unwrap();
    }
    store.append(finish(id(21), 1, result(Source::Played, &[1, 2]))).unwrap();
    let found = |before: i64| {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = store.old_games(at(before), after, 2).unwrap();
            let Some(last) = page.last() else { return found };
            after = Some(Cursor { created_at: last.created_at, id: last.id });
            found.extend(page.iter().map(|game| game.id));
        }
    };
    assert_eq!(found(-78), [id(20)], "what was made then is not older");
    assert_eq!(found(-77), [id(20), id(22)]);
    let all: Vec<_> = [20, 22].into_iter().chain((0..12).filter(|n| n % 3 != 0)).map(id).collect();
    assert_eq!(found(1_000_000), all);
}

pub fn versions_are_told_of_the_games_there_are<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    (1..=3).for_each(|n| assert_eq!(store.create_game(game(n)).unwrap().version, 1));
    store.append(append(id(2), 1)).unwrap();
    let mut versions = store.versions(vec![id(2), id(9), id(1)]).unwrap();
    versions.sort_unstable();
    let versions: Vec<_> = versions.iter().map(|version| (version.game, version.version)).collect();
    assert_eq!(versions, [(id(1), 1), (id(2), 2)]);
    assert_eq!(store.versions(Vec::new()), Ok(Vec::new()));
    store.close().unwrap();
    assert_eq!(store.versions(vec![id(1)]), Err(tapis_db::StoreError::Closed));
}
