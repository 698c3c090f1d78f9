//! What experiments say.

use serde_json::{Value, json};
use tapis_db::DatabaseUrl;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use super::*;
use crate::course::{Course, LINES};
use crate::report::experiment_html;
use crate::{ask, conduct, reported};
use tapis_common::sources::Sources;
use tapis_games::locale::Language;

mod lifts;

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
        let plan = plan.among(&self.rulesets, &*self.store).unwrap();
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
    assert_eq!(
        said,
        "b less a: 0.0 points of win share [0.0, 0.0] n 40: no difference: both play the same games"
    );
    let said = last(&plan, &outcome, Language::French);
    assert!(said.ends_with("aucune différence\u{202f}: les deux jouent les mêmes parties"), "{said}");
    let warned = |plan: &Plan| {
        Experiment::new(plan, &bench.rulesets, &*bench.store).unwrap().warnings(Language::English)
    };
    let said = warned(&plan);
    assert!(said[0].starts_with("b and a play the same games: no difference will be found"), "{said:?}");
    assert_eq!(said.len(), 1, "random bots are quick");
    let said = warned(&serde_json::from_value(two("club", 900)).unwrap());
    assert!(
        said[0].contains("0.06 to 0.50 games a second of processor: 900 games take 1 to 5 hours"),
        "{said:?}"
    );
}

fn width(outcome: &Outcome) -> f64 {
    let difference = outcome.comparisons[0].difference;
    difference.high.unwrap() - difference.low.unwrap()
}

#[test]
fn more_games_extend_what_was_looked_at() {
    let bench = Bench::new();
    let (first, found) = bench.play(&two("greedy", 100));
    assert!(first.extends.is_empty());
    let (longer, more) = bench.play(&two("greedy", 120));
    assert_eq!((&longer.extends[..], more.deals), (&[100][..], 120));
    assert!(width(&more) <= width(&found), "what the first plan said goes on to hold");
    let said = found.in_words(&first, Language::English);
    let open = found.comparisons[0].verdict == Verdict::Undecided;
    assert_eq!(said.iter().any(|line| line.contains("names no smallest difference")), open, "{said:?}");
    let certain = &more.in_words(&longer, Language::English)[2];
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
}

/// A plan nobody extended would be narrower: nothing is had for nothing.
#[test]
fn a_plan_that_nobody_extended_is_narrower() {
    let [first, alone] = [100, 120].map(|games| Bench::new().play(&two("greedy", games)).1);
    assert!(width(&alone) < width(&first));
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
    assert!(said.starts_with("nearest to 33.3\u{202f}%: none can be told apart; card 1 /deck"), "{said}");
    let said = last(&plan, &outcome, Language::French);
    assert!(
        said.starts_with("le plus près de 33,3\u{202f}%\u{202f}: aucun ne se distingue\u{202f}; card 1"),
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

/// What is measured is said first, so that "no difference that matters" is not taken for more than it is.
#[test]
fn what_is_measured_is_said() {
    let bench = Bench::new();
    let mut plan = two("random", 40);
    for (metric, words) in [
        ("seat_share:0", "measured: the win share of seat 1"),
        (
            "lift:disc_taken=tower",
            "measured: the lift of Discs taken: tower, which is the win share of the seats that have it",
        ),
        ("balance", "measured: the balance, which is 1 less the largest difference"),
    ] {
        plan["metric"] = json!(metric);
        let (plan, outcome) = bench.play(&plan);
        let said = outcome.in_words(&plan, Language::English);
        assert!(said[0].starts_with(words), "{said:?}");
    }
}

/// A consequence is taken as a metric, and is said to be one with every verdict.
#[test]
fn a_difference_of_a_consequence_is_said_to_be_no_cause() {
    let bench = Bench::new();
    let mut plan = two("greedy", 40);
    for (metric, ends) in [
        ("feature:markers_paid", "of what came of the game: it goes with winning or losing, and is no cause"),
        (
            "lift:region_won=anjou",
            "of what came of the game: it goes with winning or losing, and is no cause",
        ),
        ("feature:turn_order", "the same games"),
    ] {
        plan["metric"] = json!(metric);
        plan["arms"][1]["seats"] = json!([if metric.ends_with("order") { "random" } else { "greedy" }]);
        let (played, outcome) = bench.play(&plan);
        let said = outcome.findings(Language::English);
        assert!(said[0].ends_with(ends), "{metric}: {said:?}");
        let french = outcome.findings(Language::French);
        assert_eq!(french[0].contains("n’est pas une cause"), ends.contains("no cause"), "{french:?}");
        assert!(outcome.in_words(&played, Language::English).contains(&said[0]));
    }
}

/// Rules that made no difference in any deal may make one later: how much later is not known.
#[test]
fn what_was_equal_in_every_deal_has_no_forecast() {
    let bench = Bench::new();
    let arm = |name: &str, discs: &str| json!({"name": name, "seats": ["random"], "options": {"taken_discs": discs}});
    let arms = [arm("a", "private"), arm("b", "public")];
    let plan = |games: u64| json!({"game": "richelieu", "arms": arms, "games": games, "metric": "length"});
    let (played, outcome) = bench.play(&plan(40));
    let comparison = &outcome.comparisons[0];
    assert!(comparison.equal_so_far && !comparison.same_games, "{comparison:?}");
    assert_eq!((comparison.more_deals_from, comparison.more_deals_to), (None, None));
    let said = outcome.findings(Language::English).remove(0);
    assert!(said.ends_with("undecided: equal so far in every deal"), "{said}");
    let said = outcome.findings(Language::French).remove(0);
    assert!(said.ends_with("jusqu’ici égal à chaque donne"), "{said}");
    assert_eq!(played.games, 40);
    assert!(!bench.play(&plan(20)).1.comparisons[0].equal_so_far, "of 20 deals nothing is said");
}

/// A publisher reads what differs, in words and with units: no deck, no id.
#[test]
fn the_page_says_what_differs_between_the_arms() {
    let bench = Bench::new();
    let printed = bench.rulesets.games().game("parbourg").unwrap().ruleset("{}").unwrap();
    let mut options = printed.ruleset().options.clone();
    options["deck"]["cards"][0]["values"]["yellow"] = json!(30);
    let arm = |name: &str, options: &Value| json!({"name": name, "seats": ["random"], "options": options});
    let arms = [arm("printed", &json!({"days": 2})), arm("changed", &options)];
    let plan = json!({"game": "parbourg", "arms": arms, "games": 20, "metric": "first_share"});
    let (plan, outcome) = bench.play(&plan);
    let experiment = Experiment::new(&plan, &bench.rulesets, &*bench.store).unwrap();
    let report = reported(&experiment, &*bench.store).unwrap().unwrap();
    let [own, other] = &report.changes[..] else { panic!("{:?}", report.changes) };
    let says = |of: &Text, words: &str| assert!(of.en.ends_with(words) && !of.fr.is_empty(), "{of:?}");
    assert_eq!((own.len(), other.len()), (2, 2), "{other:?}");
    says(&own[0], ": 2");
    says(&other[0], ": as printed");
    says(&other[1], ", cards, 1, values, yellow: 30");
    let page = experiment_html(&report, Language::English);
    for id in [outcome.arms[0].ruleset.as_str(), &outcome.arms[0].source, experiment.id(), "&quot;id&quot;"] {
        assert!(!page.contains(id), "{id}");
    }
    assert!(page.contains(", cards, 1, values, yellow: 30") && page.len() < 25_000, "{}", page.len());
}

/// The metric is what `tapis course` measures of the same games.
#[test]
fn arms_are_compared_by_the_course_of_their_games() {
    let bench = Bench::new();
    let mut plan = two("greedy", 3);
    plan["metric"] = json!("course:decided_after");
    let (played, outcome) = bench.play(&plan);
    let said = outcome.in_words(&played, Language::English);
    assert_eq!(said[0], "measured: decided after by win probabilities");
    let experiment = Experiment::new(&played, &bench.rulesets, &*bench.store).unwrap();
    for (arm, figures) in experiment.arms().iter().zip(&outcome.arms) {
        let control = Control::default();
        let course = Course::measure(&arm.simulation, figures.games, LINES, &control, &|_| {}).unwrap();
        let measure = course.measures.iter().find(|of| of.name == "decided_after").unwrap();
        let [of_arm, of_course] = [figures.mean.value, measure.mean.value].map(Option::unwrap);
        assert!((of_arm - of_course).abs() < 1e-9, "{of_arm}, {of_course}");
    }
    plan["metric"] = json!("course:fun");
    let unknown = serde_json::from_value(plan).unwrap();
    let faults = Experiment::new(&unknown, &bench.rulesets, &*bench.store).err().unwrap();
    assert_eq!(
        faults[0].detail,
        "there is no measure of the course 'fun'; there are lead_changes, drama, behind, decided_after, uncertainty"
    );
}

/// With `compare`, every two arms are compared; arms in another order ask the same, so that the earlier look is counted.
#[test]
fn every_two_arms_are_compared_where_that_is_asked() {
    let bench = Bench::new();
    let arm = |name: &str, bot: &str| json!({"name": name, "seats": [bot]});
    let arms = [arm("a", "random"), arm("b", "greedy"), arm("c", "random")];
    let mut plan =
        json!({"game": "richelieu", "arms": arms, "games": 40, "metric": "length", "compare": "all"});
    let (_, outcome) = bench.play(&plan);
    let compared: Vec<_> = outcome.comparisons.iter().map(|of| (of.arm.as_str(), of.with.as_str())).collect();
    assert_eq!(compared, [("b", "a"), ("c", "a"), ("c", "b")]);
    assert!(outcome.comparisons[1].same_games && !outcome.comparisons[2].same_games);
    plan["arms"].as_array_mut().unwrap().reverse();
    plan["games"] = json!(60);
    let (swapped, _) = bench.play(&plan);
    assert_eq!(swapped.extends, [40]);
}

/// Another order of strengths, values or cards, and an arm that says that it changes nothing, are no way round the earlier look.
#[test]
fn the_same_question_in_another_order_extends_what_was_looked_at() {
    let bench = Bench::new();
    let extends = |mut plan: Value, more: Value, games: u64| {
        plan["games"] = json!(games);
        plan.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        bench.play(&plan).0.extends
    };
    let levels = json!({"game": "richelieu", "arms": [{"name": "a"}], "metric": "length", "levels": ["random", "greedy"]});
    assert_eq!(extends(levels.clone(), json!({}), 20), [0; 0]);
    assert_eq!(extends(levels.clone(), json!({"levels": ["greedy", "random"]}), 40), [20]);
    assert_eq!(extends(levels, json!({"arms": [{"name": "a", "options": {}}]}), 60), [20, 40]);
    let arm = json!({"name": "a", "seats": ["random"]});
    let search =
        json!({"game": "richelieu", "arms": [arm], "metric": "margin", "search": {"penalty": [-5, -3]}});
    assert_eq!(extends(search.clone(), json!({}), 20), [0; 0]);
    assert_eq!(extends(search, json!({"search": {"penalty": [-3, -5]}}), 40), [20]);
    let printed = bench.rulesets.games().game("parbourg").unwrap().ruleset("{}").unwrap();
    let mut options = printed.ruleset().options.clone();
    options["deck"]["cards"].as_array_mut().unwrap().reverse();
    let arms = |options: Value| json!([{"name": "a", "seats": ["random"], "options": options}]);
    let decks = json!({"game": "parbourg", "arms": arms(json!({})), "metric": "length"});
    assert_eq!(extends(decks.clone(), json!({}), 4), [0; 0]);
    assert_eq!(extends(decks, json!({"arms": arms(options)}), 8), [4]);
}

/// Two rules in two strengths: compared within each, and whether the change depends on the strength is an interval of its own.
#[test]
fn a_rule_is_compared_in_every_strength() {
    let bench = Bench::new();
    let arms = json!([
        {"name": "standard", "options": {"first_seat": 0}},
        {"name": "three rows", "options": {"first_seat": 0, "variant": "three_rows"}},
    ]);
    let plan = json!({"game": "richelieu", "arms": arms, "levels": ["random", "greedy"], "games": 60, "metric": "length"});
    let (plan, outcome) = bench.play(&plan);
    let names: Vec<&str> = outcome.arms.iter().map(|arm| arm.name.as_str()).collect();
    assert_eq!(names, ["standard, random", "standard, greedy", "three rows, random", "three rows, greedy"]);
    let compared: Vec<_> = outcome.comparisons.iter().map(|of| (of.arm.as_str(), of.with.as_str())).collect();
    assert_eq!(
        compared,
        [("three rows, random", "standard, random"), ("three rows, greedy", "standard, greedy")]
    );
    let [interaction] = &outcome.interactions[..] else { panic!("{outcome:?}") };
    let mean = |name: &str| outcome.arms.iter().find(|arm| arm.name == name).unwrap().mean.value.unwrap();
    let expected = (mean("three rows, greedy") - mean("standard, greedy"))
        - (mean("three rows, random") - mean("standard, random"));
    assert!((interaction.difference.value.unwrap() - expected).abs() < 1e-9, "{interaction:?}");
    assert_eq!((interaction.level.as_str(), interaction.than.as_str()), ("greedy", "random"));
    let said = last(&plan, &outcome, Language::English);
    assert!(said.starts_with("three rows less standard, with greedy less with random: "), "{said}");
}

#[test]
fn strengths_that_cannot_be_played_are_refused() {
    let bench = Bench::new();
    let refused = |more: Value| {
        let mut plan = json!({"game": "richelieu", "arms": [{"name": "a"}, {"name": "b"}], "games": 40, "metric": "length"});
        plan.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let plan: Plan = serde_json::from_value(plan).unwrap();
        let faults = Experiment::new(&plan, &bench.rulesets, &*bench.store).err().unwrap();
        faults.into_iter().map(|fault| fault.pointer).collect::<Vec<_>>()
    };
    assert_eq!(refused(json!({})), ["/arms/0/seats", "/arms/1/seats"]);
    assert_eq!(refused(json!({"levels": ["random", "strong"]})), ["/levels/1"]);
    assert_eq!(refused(json!({"levels": ["random", "random"]})), ["/levels/1"]);
    let seats = json!([{"name": "a", "seats": ["random"]}, {"name": "b"}]);
    assert_eq!(refused(json!({"levels": ["random"], "arms": seats})), ["/arms/0/seats"]);
    let many: Vec<Value> = (0..9).map(|at| json!({"name": at.to_string()})).collect();
    assert_eq!(refused(json!({"levels": ["random", "greedy"], "arms": many})), ["/levels"]);
}

/// What is wrong with a value of a search stands at the value, not in the arm that it would have made.
#[test]
fn a_value_that_cannot_be_tried_is_refused_where_it_stands() {
    let bench = Bench::new();
    let refused = |game: &str, search: Value| {
        let arm = json!({"name": "a", "seats": ["random"]});
        let plan = json!({"game": game, "arms": [arm], "games": 40, "metric": "length", "search": search});
        let plan: Plan = serde_json::from_value(plan).unwrap();
        let faults = Experiment::new(&plan, &bench.rulesets, &*bench.store).err().unwrap();
        faults.into_iter().map(|fault| fault.pointer).collect::<Vec<_>>()
    };
    assert_eq!(refused("richelieu", json!({"penalty": [-5, 5]})), ["/search/penalty/1"]);
    assert_eq!(refused("richelieu", json!({"nothing": [1]})), ["/search/nothing/0"]);
    let card = |at: u16, value: Value| {
        refused("parbourg", json!({format!("/deck/cards/{at}/values/yellow"): [value]}))
    };
    assert_eq!(card(0, json!("many")), ["/search/~1deck~1cards~10~1values~1yellow/0"]);
    assert_eq!(card(999, json!(6)), ["/search/~1deck~1cards~1999~1values~1yellow"]);
}
