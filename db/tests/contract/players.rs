//! Players that front ends name at seats.

use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

pub fn a_named_player_comes_back_and_is_named_once<F: Factory>() {
    let (factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let (first, second) = (seated(1, 0, "ada"), seated(1, 1, "bo"));
    for _ in 0..2 {
        store.seat_players(id(1), vec![second.clone(), first.clone()]).unwrap();
    }
    store.close().unwrap();
    let store = factory.open();
    assert_eq!(store.players_of(id(1)), Ok(vec![first, second.clone()]));
    let other = seated(1, 0, "cy");
    store.seat_players(id(1), vec![other.clone()]).unwrap();
    assert_eq!(store.players_of(id(1)), Ok(vec![other, second.clone()]), "in place of the one before");
    assert_eq!(store.seats_of_player("front-end", "ada", None, 9), Ok(Vec::new()));
    assert_eq!((store.unseat_player(id(1), 0), store.unseat_player(id(1), 0)), (Ok(true), Ok(false)));
    assert_eq!(store.players_of(id(1)), Ok(vec![second]));
}

pub fn players_need_their_game<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    assert_eq!(store.seat_players(id(1), vec![seated(1, 0, "ada")]), Err(StoreError::NotFound));
    store.create_game(game(1)).unwrap();
    let mixed = store.seat_players(id(1), vec![seated(1, 0, "ada"), seated(2, 0, "ada")]);
    assert!(matches!(mixed, Err(StoreError::Invalid(_))), "{mixed:?}");
    assert_eq!(store.players_of(id(1)), Ok(Vec::new()), "nobody is named");
}

pub fn seats_of_a_player_are_listed_newest_first_in_pages<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let mut all = Vec::new();
    // Ids say nothing of when a game was created, and two were at once.
    for (n, created) in [(4, 1), (1, 2), (3, 3), (5, 3), (2, 4)] {
        store.create_game(game(n)).unwrap();
        let mine = |seat| SeatedPlayer { created_at: at(created), ..seated(n, seat, "ada") };
        // One plays at both seats of the third game.
        let mine: Vec<_> = [0, 1].into_iter().filter(|&seat| seat == 0 || n == 3).map(mine).collect();
        store.seat_players(id(n), mine.clone()).unwrap();
        all.extend(mine);
    }
    // The same id of another key is somebody else, and so is another spelling.
    let theirs = SeatedPlayer { key: "other".to_owned(), ..seated(1, 1, "ada") };
    store.seat_players(id(1), vec![theirs.clone()]).unwrap();
    store.seat_players(id(2), vec![seated(2, 1, "Ada")]).unwrap();
    all.reverse();
    for most in 1..=7 {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = store.seats_of_player("front-end", "ada", after, most).unwrap();
            assert!(page.len() <= most);
            let Some(last) = page.last() else { break };
            after = Some(last.cursor());
            found.extend(page);
        }
        assert_eq!(found, all, "{most} at a time");
    }
    assert_eq!(store.seats_of_player("other", "ada", None, 9), Ok(vec![theirs]));
}

pub fn a_player_is_forgotten_and_the_games_stay<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for n in 1..=5 {
        store.create_game(game(n)).unwrap();
        let theirs = SeatedPlayer { key: "other".to_owned(), ..seated(n, 1, "ada") };
        store.seat_players(id(n), vec![seated(n, 0, "ada"), theirs]).unwrap();
    }
    let forget = || store.forget_player("front-end", "ada", 3).unwrap();
    assert_eq!([forget(), forget(), forget()], [3, 2, 0]);
    assert_eq!(store.seats_of_player("front-end", "ada", None, 9), Ok(Vec::new()));
    assert_eq!(store.seats_of_player("other", "ada", None, 9).unwrap().len(), 5, "of another key");
    assert!((1..=5).all(|n| store.load_game(id(n)).is_ok()));
}
