//! Players that front ends name at seats.

use tapis_db::model::*;
use tapis_db::{Store, StoreError};

use crate::build::*;
use crate::{Factory, fresh};

pub fn a_named_player_comes_back_and_is_named_once<F: Factory>() {
    let (factory, store) = fresh::<F>();
    let (first, second) = (seated(1, 0, "ada"), seated(1, 1, "bo"));
    store.create_game(NewGame { players: vec![second.clone(), first.clone()], ..game(1) }).unwrap();
    store.close().unwrap();
    let store = factory.open();
    assert_eq!(store.players_of(id(1)), Ok(vec![first, second.clone()]));
    let other = seated(1, 0, "cy");
    store.append(Append { players: vec![other.clone()], ..append(id(1), 1) }).unwrap();
    assert_eq!(store.players_of(id(1)), Ok(vec![other, second.clone()]), "in place of the one before");
    assert_eq!(store.seats_of_player("front-end", "ada", None, 9, false), Ok(Vec::new()));
    for version in 2..=3 {
        store.append(Append { unseated: vec![0], ..append(id(1), version) }).unwrap();
        assert_eq!(store.players_of(id(1)), Ok(vec![second.clone()]));
    }
    let again = SeatedPlayer { since: 5, ..second.clone() };
    store.append(Append { players: vec![again], ..append(id(1), 4) }).unwrap();
    assert_eq!(store.players_of(id(1)), Ok(vec![second.clone()]), "named since the first time");
    let other = SeatedPlayer { player: "dee".to_owned(), since: 6, ..second };
    store.append(Append { players: vec![other.clone()], ..append(id(1), 5) }).unwrap();
    assert_eq!(store.players_of(id(1)), Ok(vec![other]));
}

pub fn players_sit_in_their_game<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    // Of another game, at a seat that there is not, told of another game.
    let wrong = || {
        let (ada, nobody) = (vec![seated(1, 0, "ada")], Vec::new());
        [
            (vec![seated(2, 1, "bo")], vec![]),
            (vec![seated(1, 2, "bo")], vec![]),
            (nobody, vec![watched(2, "a")]),
        ]
        .map(|(players, followers)| ([ada.clone(), players].concat(), followers))
    };
    for (players, followers) in wrong() {
        let refused = store.create_game(NewGame { players, followers, ..game(1) });
        assert!(matches!(refused, Err(StoreError::Invalid(_))), "{refused:?}");
    }
    assert_eq!(store.load_game(id(1)), Err(StoreError::NotFound));
    store.create_game(game(1)).unwrap();
    for (players, followers) in wrong() {
        let refused = store.append(Append { players, followers, ..append(id(1), 1) });
        assert!(matches!(refused, Err(StoreError::Invalid(_))), "{refused:?}");
    }
    let left = store.append(Append { unseated: vec![2], ..append(id(1), 1) });
    assert!(matches!(left, Err(StoreError::Invalid(_))), "{left:?}");
    assert_eq!(store.players_of(id(1)), Ok(Vec::new()), "nobody is named");
}

pub fn seats_of_a_player_are_listed_newest_first_in_pages<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let mut all = Vec::new();
    // Ids say nothing of when a game was created, and two were at once.
    for (n, created) in [(4, 1), (1, 2), (3, 3), (5, 3), (2, 4)] {
        let mine = |seat| SeatedPlayer { created_at: at(created), ..seated(n, seat, "ada") };
        // One plays at both seats of the third game.
        let mine: Vec<_> = [0, 1].into_iter().filter(|&seat| seat == 0 || n == 3).map(mine).collect();
        store.create_game(NewGame { players: mine.clone(), ..game(n) }).unwrap();
        all.extend(mine);
    }
    // The same id of another key is somebody else, and so is another spelling.
    let theirs = SeatedPlayer { key: "other".to_owned(), ..seated(1, 1, "ada") };
    for (n, other) in [(1, theirs.clone()), (2, seated(2, 1, "Ada"))] {
        store.append(Append { players: vec![other], ..append(id(n), 1) }).unwrap();
    }
    all.reverse();
    for most in 1..=7 {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = store.seats_of_player("front-end", "ada", after, most, false).unwrap();
            assert!(page.len() <= most);
            let Some(last) = page.last() else { break };
            after = Some(last.cursor());
            found.extend(page);
        }
        assert_eq!(found, all, "{most} at a time");
    }
    assert_eq!(store.seats_of_player("other", "ada", None, 9, false), Ok(vec![theirs]));
    // An event has given the turn of the first two games to the other seat.
    let turn = |seated: &&SeatedPlayer| seated.seat == 0 && ![id(1), id(2)].contains(&seated.game);
    let mine: Vec<_> = all.iter().filter(turn).cloned().collect();
    assert_eq!(store.seats_of_player("front-end", "ada", None, 9, true), Ok(mine.clone()));
    let after = Some(mine[0].cursor());
    assert_eq!(store.seats_of_player("front-end", "ada", after, 1, true), Ok(mine[1..2].to_vec()));
}

pub fn a_player_is_forgotten_and_the_games_stay<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for n in 1..=5 {
        let theirs = SeatedPlayer { key: "other".to_owned(), ..seated(n, 1, "ada") };
        store.create_game(NewGame { players: vec![seated(n, 0, "ada"), theirs], ..game(n) }).unwrap();
    }
    let forget = || store.forget_player("front-end", "ada", 3).unwrap();
    assert_eq!([forget(), forget(), forget()], [3, 2, 0]);
    assert_eq!(store.seats_of_player("front-end", "ada", None, 9, false), Ok(Vec::new()));
    assert_eq!(store.seats_of_player("other", "ada", None, 9, false).unwrap().len(), 5, "of another key");
    assert!((1..=5).all(|n| store.load_game(id(n)).is_ok()));
}

/// Somebody else, who wants the terms `terms` and asks for whoever was seen after `since`.
fn waiting(store: &dyn Store, terms: u8, since: i64) -> Vec<GameId> {
    store.wishes(digest(99), digest(terms), ANYBODY, at(since), 9).unwrap().1
}

pub fn a_person_has_one_wish<F: Factory>() {
    let (factory, store) = fresh::<F>();
    assert_eq!(store.put_wish(wish(1, 0, 7)), Err(StoreError::NotFound));
    store.create_game(game(1)).unwrap();
    store.create_game(game(2)).unwrap();
    store.put_wish(wish(1, 0, 7)).unwrap();
    let other = Wish { terms: digest(2), generation: 3, ..wish(2, 1, 7) };
    store.put_wish(other.clone()).unwrap();
    store.close().unwrap();
    let store = factory.open();
    let own = |store: &dyn Store| store.wishes(other.person, digest(2), ANYBODY, at(0), 9).unwrap();
    assert_eq!(own(&*store), (Some(other.clone()), Vec::new()), "nobody is brought to their own table");
    assert_eq!((waiting(&*store, 1, 0), waiting(&*store, 2, 0)), (vec![], vec![id(2)]));
    store.forget_wish(other.person).unwrap();
    assert_eq!((own(&*store).0, waiting(&*store, 2, 0)), (None, vec![]));
}

pub fn a_table_is_found_by_its_terms_while_all_who_wait_there_are_seen<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for n in 1..=4 {
        store.create_game(game(n)).unwrap();
    }
    for (n, seat, person) in [(2, 0, 1), (1, 0, 2), (1, 1, 3), (3, 0, 4)] {
        store.put_wish(wish(n, seat, person)).unwrap();
    }
    store.put_wish(Wish { terms: digest(2), ..wish(4, 0, 5) }).unwrap();
    assert_eq!(waiting(&*store, 1, 9), [id(1), id(2), id(3)], "each table once, the oldest first");
    assert_eq!(store.wishes(digest(9), digest(1), ANYBODY, at(9), 2).unwrap().1, [id(1), id(2)]);
    assert_eq!((waiting(&*store, 1, 10), waiting(&*store, 3, 9)), (vec![], vec![]));
    // All are as near as each of them wishes.
    store.put_wish(Wish { strength: 300, reach: 100, ..wish(3, 0, 4) }).unwrap();
    let near = |level| store.wishes(digest(9), digest(1), level, at(9), 9).unwrap().1;
    assert_eq!(near((400, 1_000)), [id(1), id(2), id(3)]);
    assert_eq!(near((401, 1_000)), [id(1), id(2)], "too far for whoever waits");
    assert_eq!((near((250, 50)), near((251, 50)), near((249, 50))), (vec![id(3)], vec![id(3)], vec![]));
    store.put_wish(wish(3, 0, 4)).unwrap();
    // One of two who wait is not enough, and whoever is seen again is waited with again.
    store.see_wish(id(1), 0, at(20)).unwrap();
    store.see_wish(id(3), 0, at(20)).unwrap();
    store.see_wish(id(3), 1, at(20)).unwrap();
    assert_eq!(waiting(&*store, 1, 15), [id(3)]);
    store.see_wish(id(1), 1, at(20)).unwrap();
    assert_eq!(waiting(&*store, 1, 15), [id(1), id(3)]);
    // Whoever leaves does not wait; a table that is full is offered no more.
    store.append(Append { unseated: vec![1], ..append(id(1), 1) }).unwrap();
    store.see_wish(id(1), 0, at(30)).unwrap();
    assert_eq!(waiting(&*store, 1, 25), [id(1)]);
    store.forget_wishes(id(1)).unwrap();
    assert_eq!(waiting(&*store, 1, 0), [id(2), id(3)]);
    // A table for somebody is made where nobody waits already.
    let new = |since| NewGame { wish: Some((wish(5, 0, 6), at(since))), ..game(5) };
    assert_eq!(store.create_game(new(0)).map(drop), Err(StoreError::Exists));
    assert_eq!(store.load_game(id(5)).map(drop), Err(StoreError::NotFound));
    store.create_game(new(25)).unwrap();
    assert_eq!(waiting(&*store, 1, 0), [id(2), id(3), id(5)]);
    // Whoever was away goes behind those who waited meanwhile, whether they look or ask again.
    store.see_wish(id(2), 0, at(40)).unwrap();
    let ask = |second| Wish { seen: at(second), since: at(second), ..wish(3, 0, 4) };
    store.put_wish(ask(49)).unwrap();
    assert_eq!(waiting(&*store, 1, 0), [id(3), id(5), id(2)]);
    store.put_wish(ask(79)).unwrap();
    assert_eq!(waiting(&*store, 1, 0), [id(5), id(2), id(3)]);
}
