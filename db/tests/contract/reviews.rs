//! Reviews of games.

use tapis_db::StoreError;
use tapis_db::model::*;

use crate::build::*;
use crate::{Factory, fresh};

pub fn a_review_comes_back_and_is_stored_once<F: Factory>() {
    let (factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let first = review(1, "quick");
    assert_eq!(store.put_review(first.clone()), Ok(true));
    let again = ReviewRecord { body: Json::from("[]"), created_at: at(9), ..first.clone() };
    assert_eq!(store.put_review(again), Ok(false), "the first one stays");
    let (deep, newer) = (review(1, "deep"), ReviewRecord { engine: 2, ..review(1, "quick") });
    let newer = ReviewRecord { id: "rev_newer".to_owned(), ..newer };
    assert_eq!(store.put_review(newer.clone()), Ok(true));
    assert_eq!(store.put_review(deep.clone()), Ok(true));
    store.close().unwrap();
    let store = factory.open();
    assert_eq!(store.review(&first.id), Ok(Some(first.clone())));
    assert_eq!(store.review("rev_other"), Ok(None));
    assert_eq!(store.reviews_of(id(1)), Ok(vec![deep, first.clone(), newer]));
    assert_eq!(store.reviews_of(id(2)), Ok(Vec::new()));
    assert_eq!((store.delete_review(&first.id), store.delete_review(&first.id)), (Ok(true), Ok(false)));
    assert_eq!(store.review(&first.id), Ok(None));
    assert_eq!(store.put_review(first), Ok(true), "it may be made anew");
}

pub fn a_review_needs_its_game<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    assert_eq!(store.put_review(review(1, "quick")), Err(StoreError::NotFound));
    assert_eq!(store.reviews_of(id(1)), Ok(Vec::new()));
}

pub fn many_who_store_the_same_review_store_it_once<F: Factory>() {
    let (_factory, store) = fresh::<F>();
    store.create_game(game(1)).unwrap();
    let new = std::thread::scope(|scope| {
        let put = |_| scope.spawn(|| store.put_review(review(1, "standard")).unwrap());
        let all: Vec<_> = (0..8).map(put).collect();
        all.into_iter().map(|one| usize::from(one.join().unwrap())).sum::<usize>()
    });
    assert_eq!((new, store.reviews_of(id(1)).unwrap().len()), (1, 1));
}
