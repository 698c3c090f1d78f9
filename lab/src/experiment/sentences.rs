//! What experiments say.

use serde_json::{Value, json};
use tapis_db::DatabaseUrl;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use super::*;
use crate::{ask, conduct};
use tapis_common::sources::Sources;
use tapis_games::locale::Language;

/// A store and what plays experiments on it.
struct Bench {
    store: std::sync::Arc<dyn Store>,
    rulesets: Rulesets,
    sources: Sources,
    _directory: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let store = DatabaseUrl::Sqlite(directory.path().join("lab.db")).open().unwrap();
        let games = Registry::standard();
        let (rulesets, sources) = (Rulesets::new(games.clone()), Sources::system(games));
        Self { store, rulesets, sources, _directory: directory }
    }

    /// Plays a plan as it stands among those played before; answers it with its outcome.
    fn play(&self, plan: &Value) -> (Plan, Outcome) {
        let plan: Plan = serde_json::from_value(plan.clone()).unwrap();
        let plan = plan.among(&*self.store).unwrap();
        let experiment = Experiment::new(&plan, &self.rulesets, &*self.store).unwrap();
        let control = Control::default();
        let with = Equipment {
            store: &*self.store,
            clock: &*self.sources.clock,
            control: &control,
            rows_a_transaction: 4_096,
            gives_way: &|| false,
        };
        ask(&experiment, &*self.store, &*self.sources.clock).unwrap();
        (plan, conduct(&experiment, with, &|_, _| {}).unwrap())
    }
}

fn two(second: &str, games: u64) -> Value {
    let arm = |name: &str, bot: &str| json!({"name": name, "seats": [bot], "options": {"first_seat": 0}});
    json!({"game": "richelieu", "arms": [arm("a", "random"), arm("b", second)], "games": games, "metric": "seat_share:0"})
}

fn last(plan: &Plan, outcome: &Outcome, language: Language) -> String {
    outcome.in_words(plan, language).pop().unwrap()
}

#[test]
fn arms_with_the_same_games_do_not_differ() {
    let bench = Bench::new();
    let (plan, outcome) = bench.play(&two("random", 40));
    assert_eq!(outcome.comparisons[0].verdict, Verdict::NoRelevantDifference);
    let said = last(&plan, &outcome, Language::English);
    assert_eq!(said, "b less a: 0.0000 [0.0000, 0.0000] n 40: no difference: both play the same games");
    let said = last(&plan, &outcome, Language::French);
    assert!(said.ends_with("aucune différence\u{202f}: les deux jouent les mêmes parties"), "{said}");
}

#[test]
fn more_games_extend_what_was_looked_at() {
    let bench = Bench::new();
    let (first, found) = bench.play(&two("greedy", 100));
    assert!(first.extends.is_empty());
    let width = |outcome: &Outcome| {
        let difference = outcome.comparisons[0].difference;
        difference.high.unwrap() - difference.low.unwrap()
    };
    let (longer, more) = bench.play(&two("greedy", 120));
    assert_eq!((&longer.extends[..], more.deals), (&[100][..], 120));
    assert!(width(&more) <= width(&found), "what the first plan said goes on to hold");
    let certain = &more.in_words(&longer, Language::English)[1];
    assert!(
        certain
            .ends_with("however often one looks; the earlier looks at 100 games of these deals are counted"),
        "{certain}"
    );
    // Asked again, each is what it was; another ending or name is no way round, other cards are.
    assert_eq!(bench.play(&two("greedy", 120)), (longer, more));
    assert_eq!(bench.play(&two("greedy", 100)).0, first);
    let mut other = two("greedy", 240);
    (other["stop"], other["arms"][0]["name"]) = (json!("effect"), json!("another name"));
    assert_eq!(bench.play(&other).0.extends, [100, 120]);
    (other["seed"], other["games"]) = (json!("other cards"), json!(60));
    assert!(bench.play(&other).0.extends.is_empty());
    // A plan nobody extended would be narrower: nothing is had for nothing.
    let (_, alone) = Bench::new().play(&two("greedy", 120));
    assert!(width(&alone) < width(&found));
}

#[test]
fn a_search_is_held_against_what_is_printed_and_names_what_it_found() {
    let bench = Bench::new();
    let search = |values: Value, games: u64| {
        json!({
            "game": "parbourg", "arms": [{"name": "card 1", "seats": ["random"]}],
            "search": {"/deck/cards/0/values/yellow": values}, "goal": {"nearest": 0.3333},
            "games": games, "metric": "first_share",
        })
    };
    let (plan, outcome) = bench.play(&search(json!([5, 6, 7]), 40));
    let printed = "card 1 /deck/cards/0/values/yellow=6";
    assert!(outcome.comparisons.iter().all(|comparison| comparison.with == printed), "{outcome:?}");
    let found = outcome.search.as_ref().unwrap();
    assert_eq!(found.not_told_apart.len(), 2);
    let said = last(&plan, &outcome, Language::English);
    assert!(said.starts_with("nearest to 0.3333: none can be told apart; card 1 /deck"), "{said}");
    let said = last(&plan, &outcome, Language::French);
    assert!(
        said.starts_with("le plus près de 0,3333\u{202f}: aucun ne se distingue\u{202f}; card 1"),
        "{said}"
    );
    let decided =
        Outcome { search: Some(Found { not_told_apart: Vec::new(), ..found.clone() }), ..outcome.clone() };
    let said = last(&plan, &decided, Language::English);
    assert!(said.ends_with("; every other arm is worse"), "{said}");
    let partly = Found { not_told_apart: vec!["card 2".to_owned()], ..found.clone() };
    let said = last(&plan, &Outcome { search: Some(partly), ..outcome }, Language::English);
    assert!(
        said.ends_with("looks best, and cannot be told apart from card 2; the other arms are worse"),
        "{said}"
    );
}
