//! How strong players are.

use tapis_db::StoreError;
use tapis_db::model::*;
use tapis_db::rating::Rating;

use crate::build::*;
use crate::{Factory, fresh};

fn ranked(rank: u8) -> RankedSeat {
    RankedSeat { rank, by: RankedBy::Person }
}

fn ranking(seats: [RankedSeat; 2]) -> Option<Ranking> {
    Some(Ranking { game: "richelieu".to_owned(), seats: seats.into() })
}

/// Ends game `n`, of which the first seat wins.
fn end(n: u64) -> Append {
    let ranking = ranking([ranked(1), ranked(2)]);
    Append { status: Status::Finished, turn: None, ranking, ..append(id(n), 1) }
}

/// How strong a player of the key `front-end` is, if a game has rated them.
fn of(store: &dyn tapis_db::Store, player: &str) -> Option<Rating> {
    let ratings = store.ratings_of("front-end", player).unwrap();
    assert!(ratings.len() < 2, "{ratings:?}");
    ratings.first().map(|rated| rated.rating)
}

pub fn a_game_rates_its_players_once<F: Factory>() {
    let (factory, store) = fresh::<F>();
    store.create_game(NewGame { players: vec![seated(1, 0, "ada"), seated(1, 1, "bo")], ..game(1) }).unwrap();
    assert_eq!(of(&*store, "ada"), None);
    store.append(end(1)).unwrap();
    let (ada, bo) = (of(&*store, "ada").unwrap(), of(&*store, "bo").unwrap());
    assert!(ada.mean > 20.0 && (ada.mean + bo.mean).abs() < 0.01, "{ada:?} {bo:?}");
    assert!(ada.own < Rating::NEW.own && (ada.games, bo.games) == (1, 1), "{ada:?} {bo:?}");
    let again = store.append(end(1));
    assert!(matches!(again, Err(StoreError::Conflict { .. })), "{again:?}");
    let after_the_end = store.append(Append { expected_version: 2, ..end(1) });
    assert!(matches!(after_the_end, Err(StoreError::Invalid(_))), "{after_the_end:?}");
    store.close().unwrap();
    let store = factory.open();
    assert_eq!((of(&*store, "ada"), of(&*store, "bo")), (Some(ada), Some(bo)));
    store.create_game(NewGame { players: vec![seated(2, 0, "ada"), seated(2, 1, "bo")], ..game(2) }).unwrap();
    store.append(end(2)).unwrap();
    let later = of(&*store, "ada").unwrap();
    assert!(later.mean > ada.mean && later.own < ada.own && later.games == 2, "{later:?}");
}

pub fn a_player_alone_is_compared_with_a_bot<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let bot = RankedSeat { rank: 2, by: RankedBy::Bot(Rating::measured(300.0, 98.0)) };
    for (n, other) in [(1, bot), (2, RankedSeat { rank: 2, by: RankedBy::Unknown }), (3, ranked(2))] {
        store.create_game(NewGame { players: vec![seated(n, 0, "ada")], ..game(n) }).unwrap();
        store.append(Append { ranking: ranking([ranked(1), other]), ..end(n) }).unwrap();
        // Nobody is compared with strangers.
        let ada = of(&*store, "ada").unwrap();
        assert_eq!(ada.games, 1, "{n}");
        assert!(ada.mean > 20.0 && ada.lent < Rating::NEW.lent, "{ada:?}");
    }
}

pub fn nobody_is_rated_against_themselves<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store
        .create_game(NewGame { players: vec![seated(1, 0, "ada"), seated(1, 1, "ada")], ..game(1) })
        .unwrap();
    store.append(end(1)).unwrap();
    assert_eq!(of(&*store, "ada"), None);
    // The same id of another key is somebody else.
    let theirs = SeatedPlayer { key: "other".to_owned(), ..seated(2, 1, "ada") };
    store.create_game(NewGame { players: vec![seated(2, 0, "ada"), theirs], ..game(2) }).unwrap();
    store.append(end(2)).unwrap();
    let other = store.ratings_of("other", "ada").unwrap();
    assert!(of(&*store, "ada").unwrap().mean > other[0].rating.mean);
}

pub fn a_refused_end_rates_nobody<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(NewGame { players: vec![seated(1, 0, "ada"), seated(1, 1, "bo")], ..game(1) }).unwrap();
    let running = Append { status: Status::Running, ..end(1) };
    assert!(matches!(store.append(running), Err(StoreError::Invalid(_))));
    let mut short = end(1);
    short.ranking.as_mut().unwrap().seats.pop();
    assert!(matches!(store.append(short), Err(StoreError::Invalid(_))));
    let stale = Append { expected_version: 7, ..end(1) };
    assert!(matches!(store.append(stale), Err(StoreError::Conflict { .. })));
    assert_eq!((of(&*store, "ada"), of(&*store, "bo")), (None, None));
}

pub fn games_that_end_at_once_all_count<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for n in 1..=12 {
        store
            .create_game(NewGame { players: vec![seated(n, 0, "ada"), seated(n, 1, "bo")], ..game(n) })
            .unwrap();
    }
    std::thread::scope(|scope| {
        for n in 1..=12 {
            let store = &store;
            scope.spawn(move || store.append(end(n)).unwrap());
        }
    });
    let (ada, bo) = (of(&*store, "ada").unwrap(), of(&*store, "bo").unwrap());
    assert_eq!((ada.games, bo.games), (12, 12));
    assert!((ada.mean + bo.mean).abs() < 0.05, "{ada:?} {bo:?}");
}

pub fn a_ladder_has_pages_and_who_is_surely_strong_first<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    let mut all = Vec::new();
    // Gil's mean is the greatest, but little is known of him.
    for (player, mean, own) in [
        ("ada", 12.5, 100.5),
        ("bo", -7.0, 100.5),
        ("cy", 12.5, 100.5),
        ("di", 0.001, 100.501),
        ("ed", 13.0, 110.5),
        ("fy", 900.0, 40.25),
        ("gil", 950.0, 240.0),
    ] {
        let known = rated(player, "richelieu", mean);
        all.push(PlayerRating { rating: Rating { own, ..known.rating }, ..known });
        store.put_rating(all.last().unwrap().clone()).unwrap();
    }
    store.put_rating(rated("ada", "malin", 1.0)).unwrap();
    store.put_rating(PlayerRating { key: "other".to_owned(), ..rated("ada", "richelieu", 5.0) }).unwrap();
    let order = ["fy", "gil", "ada", "cy", "di", "bo", "ed"];
    all.sort_by_key(|rated| order.iter().position(|player| *player == rated.player));
    for most in 1..=8 {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = store.ladder("front-end", "richelieu", after, most).unwrap();
            assert!(page.len() <= most);
            let Some(last) = page.last() else { break };
            after = Some((last.rating.sure(), last.player.clone()));
            found.extend(page);
        }
        assert_eq!(found, all, "{most} at a time");
    }
    assert_eq!(store.ladder("front-end", "parbourg", None, 9), Ok(Vec::new()));
    let games: Vec<String> =
        store.ratings_of("front-end", "ada").unwrap().into_iter().map(|rated| rated.game).collect();
    assert_eq!(games, ["malin", "richelieu"]);
}

pub fn ratings_are_forgotten_and_copied<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    for player in ["ada", "bo"] {
        for game in ["malin", "richelieu"] {
            store.put_rating(rated(player, game, 1.0)).unwrap();
        }
    }
    let all = store.ratings(None, 9).unwrap();
    assert_eq!(all.len(), 4);
    let place = |rated: &PlayerRating| (rated.key.clone(), rated.player.clone(), rated.game.clone());
    assert_eq!(store.ratings(Some(place(&all[1])), 1), Ok(vec![all[2].clone()]));
    assert_eq!(store.ratings(Some(place(&all[3])), 1), Ok(Vec::new()));
    let none = PlayerRating { rating: Rating { mean: f64::NAN, ..all[0].rating }, ..all[0].clone() };
    assert!(matches!(store.put_rating(none), Err(StoreError::Invalid(_))));
    store.put_rating(rated("ada", "malin", 2.0)).unwrap();
    assert_eq!(store.ratings(None, 1), Ok(vec![rated("ada", "malin", 2.0)]), "in place of the one before");
    assert_eq!(store.forget_ratings("other", "ada"), Ok(0));
    assert_eq!(
        (store.forget_ratings("front-end", "ada"), store.forget_ratings("front-end", "ada")),
        (Ok(2), Ok(0))
    );
    assert_eq!(store.ratings(None, 9).unwrap().len(), 2);
}
