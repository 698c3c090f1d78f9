//! Everything that can be asked about a populated store, as text.

use std::fmt::Debug;

use tapis_db::model::*;
use tapis_db::{Store, StoreError};

use crate::build::*;

const UNKNOWN_LINE_UP: &str = "        line_up: LineUp(\n            \"unknown\",\n        ),\n";

/// One question and its answer.
pub type Answer = (String, Result<String, StoreError>);

/// Asks everything.
pub fn answers(store: &dyn Store) -> Vec<Answer> {
    let mut answers = Vec::new();
    for n in 0..6 {
        ask(&mut answers, format!("game {n}"), store.load_game(id(n)));
        let key = |scope: &str, key: &str| store.idempotency(scope, key, Some(id(n)), at(0));
        ask(&mut answers, format!("key {n}"), key("create", &format!("k{n}")));
        // The moves of the first version had none.
        match key("move", "3") {
            Ok(None) => {}
            answer => ask(&mut answers, format!("key of a move {n}"), answer),
        }
    }
    // Before version 9 there were none.
    match store.keys() {
        Ok(keys) if keys.is_empty() => {}
        keys => ask(&mut answers, "keys".to_owned(), keys),
    }
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
    // Databases before version 5 have no experiments.
    match store.experiments(10) {
        Ok(none) if none.is_empty() => {}
        newest => {
            ask(&mut answers, "experiments".to_owned(), newest);
            ask(&mut answers, "chunks".to_owned(), store.experiment_chunks("exp_1"));
        }
    }
    answers
}

/// What the seats of a game won together is not said: the reports of the first versions do not have it, and a check of the
/// rollups against the facts says that it is right.
fn without_sums_of_games(answer: &str) -> String {
    let mut inside = false;
    let kept = answer.split_inclusive('\n').filter(|line| {
        let begins = *line == "        together: Together {\n";
        let ends = inside && *line == "        },\n";
        let is_kept = !inside && !begins;
        inside = (inside || begins) && !ends;
        is_kept
    });
    kept.collect()
}

/// The answers as one text, secrets included.
pub fn report(store: &dyn Store) -> String {
    // Neither the line-up of what was recorded before line-ups were, nor that there is no deadline, nor that nothing has changed
    // beside the log, is said: the reports of the versions that knew none of these do not have it.
    let is_told = |line: &&str| !matches!(line.trim(), "deadline: None," | "beside: 0,");
    let said = |answer: String| -> String {
        let known = without_sums_of_games(&answer.replace(UNKNOWN_LINE_UP, ""));
        known.split_inclusive('\n').filter(is_told).collect()
    };
    let line = |(question, answer): Answer| format!("## {question}\n{}\n", said(answer.unwrap()));
    let secrets = |n: u64| {
        let game = store.load_game(id(n)).unwrap();
        format!("## secrets {n}\n{} {}\n", Digest(game.seed.0), Digest(game.nonce.0))
    };
    answers(store).into_iter().map(line).chain((0..6).map(secrets)).collect()
}

fn ask<T: Debug>(answers: &mut Vec<Answer>, question: String, answer: tapis_db::Result<T>) {
    answers.push((question, answer.map(|answer| format!("{answer:#?}"))));
}
