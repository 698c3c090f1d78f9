//! Everything that can be asked about a populated store, as text.

use std::fmt::Debug;

use tapis_db::model::*;
use tapis_db::{Store, StoreError};

use crate::build::*;

/// One question and its answer.
pub type Answer = (String, Result<String, StoreError>);

/// Asks everything.
pub fn answers(store: &dyn Store) -> Vec<Answer> {
    let mut answers = Vec::new();
    for n in 0..6 {
        ask(&mut answers, format!("game {n}"), store.load_game(id(n)));
        ask(&mut answers, format!("log {n}"), store.load_game(id(n)).map(log));
        let key = |scope: &str, key: &str| store.idempotency(scope, key, Some(id(n)), at(0));
        ask(&mut answers, format!("key {n}"), key("create", &format!("k{n}")));
        ask(&mut answers, format!("key of a move {n}"), key("move", "3"));
        ask(&mut answers, format!("reviews {n}"), store.reviews_of(id(n)));
        ask(&mut answers, format!("followers {n}"), store.followers_of(id(n)));
        ask(&mut answers, format!("subscriptions {n}"), store.subscriptions(id(n)));
        ask(&mut answers, format!("players {n}"), store.players_of(id(n)));
    }
    let seats = store.seats_of_player("front-end", "ada", None, 50, false);
    ask(&mut answers, "seats of a player".to_owned(), seats);
    ask(&mut answers, "ratings".to_owned(), store.ratings(None, 50));
    ask(&mut answers, "keys".to_owned(), store.keys());
    ask(&mut answers, "webhooks".to_owned(), store.webhooks());
    ask(&mut answers, "push key".to_owned(), store.push_key());
    ask(&mut answers, "due subscriptions".to_owned(), store.due_subscriptions(at(9), None, 10));
    ask(&mut answers, "due".to_owned(), store.due_games("front-end", at(9), None, 10));
    ask(&mut answers, "ruleset".to_owned(), store.ruleset(&digest(1)));
    ask(&mut answers, "list".to_owned(), store.list_games(&GameFilter::default(), None, 50));
    let running = GameFilter { status: Some(Status::Running), ..GameFilter::default() };
    ask(&mut answers, "running".to_owned(), store.list_games(&running, None, 50));
    ask(&mut answers, "unfinished".to_owned(), store.unfinished_games(None, 50));
    for source in [Source::Played, Source::Bots] {
        let filter = from(source);
        ask(&mut answers, format!("summary {}", filter.source), store.summary(&filter));
        ask(&mut answers, format!("features {}", filter.source), store.features(&filter, None));
        for measure in ["score", "turns", "length"] {
            ask(&mut answers, format!("{measure} {}", filter.source), store.histogram(&filter, measure));
        }
    }
    ask(&mut answers, "experiments".to_owned(), store.experiments(10));
    ask(&mut answers, "chunks".to_owned(), store.experiment_chunks("exp_1"));
    answers
}

/// What hashes are over: the events, the secrets, and what never changes.
fn log(game: StoredGame) -> impl Debug {
    let GameSummary {
        id,
        ruleset,
        game: of,
        visibility,
        hints,
        practice,
        commitment,
        created_at,
        version,
        ..
    } = game.summary;
    let fixed = (id, ruleset, of, visibility, hints, practice, commitment, created_at);
    (fixed, version, Digest(game.seed.0), Digest(game.nonce.0), game.events)
}

/// The answers as one text, secrets included.
pub fn report(store: &dyn Store) -> String {
    let line = |(question, answer): Answer| format!("## {question}\n{}\n", answer.unwrap());
    let secrets = |n: u64| {
        let game = store.load_game(id(n)).unwrap();
        format!("## secrets {n}\n{} {}\n", Digest(game.seed.0), Digest(game.nonce.0))
    };
    answers(store).into_iter().map(line).chain((0..6).map(secrets)).collect()
}

fn ask<T: Debug>(answers: &mut Vec<Answer>, question: String, answer: tapis_db::Result<T>) {
    answers.push((question, answer.map(|answer| format!("{answer:#?}"))));
}
