//! What experiments say of the lift of a card.

use tapis_solver::bots::Bot;

use super::*;
use crate::chart::{of_statistics, svg};
use crate::{Simulation, told};

/// The lift of a card is one number wherever it is printed of the same games.
#[test]
fn a_lift_is_one_number_wherever_it_is_printed() {
    let bench = Bench::new();
    let (options, language) = (r#"{"players": 2}"#, Language::English);
    let arm =
        json!({"name": "a", "seats": ["random"], "options": serde_json::from_str::<Value>(options).unwrap()});
    let (plan, outcome) =
        bench.play(&json!({"game": "parbourg", "arms": [arm], "games": 100, "metric": "lift:card_dealt=#1"}));
    let games = bench.rulesets.games();
    let rules = games.game("parbourg").unwrap().ruleset(options).unwrap();
    let simulation = Simulation::new(games, rules, &[Bot::Random], seed_of(&plan.seed)).unwrap();
    let question = simulation.question();
    let features = question.features(&*bench.store, Some("card_dealt")).unwrap();
    let card = features.features.iter().flat_map(|of| of.values()).find(|of| of.bucket.to_string() == "#1");
    let (lift, of_arm) = (card.unwrap().lift.value.unwrap(), outcome.arms[0].mean.value.unwrap());
    assert!((lift - of_arm).abs() < 1e-9, "{lift} is not {of_arm}");
    let (number, points) = (language.number(lift, 4), language.signed(lift * 100.0, 1));
    let says = |lines: &[String], words: &str| lines.iter().any(|line| line.contains(words));
    assert!(says(&outcome.in_words(&plan, language), &format!("a: {points}")), "the experiment");
    assert!(says(&told::features(&features, language), &format!("lift {number} [")), "the statistics");
    let chart = svg::draw(&of_statistics::features(&features, language), "c", language);
    assert!(chart.contains(&format!("{points} [")), "the chart");
    let report = crate::report::Report {
        summary: question.summary(&*bench.store).unwrap(),
        advantage: question.advantage(&*bench.store).unwrap(),
        features,
        luck: None,
        options: options.into(),
        database: None,
        simulation: None,
        language,
    };
    assert!(crate::report::html(&report).contains(&format!("<td>{points} [")), "the report");
}

/// What an earlier version measured of a lift, two numbers a deal, is not taken for what it is measured by now.
#[test]
fn chunks_of_other_numbers_are_not_read() {
    let bench = Bench::new();
    let mut plan = two("random", 40);
    plan["metric"] = json!("lift:disc_taken=tower");
    let plan: Plan = serde_json::from_value(plan).unwrap();
    let experiment = Experiment::new(&plan, &bench.rulesets, &*bench.store).unwrap();
    let deals = |numbers: usize| {
        let measured = vec![vec![0.0; 32 * numbers]; 2];
        experiment.outcome_of(&[ExperimentChunk { number: 0, measured }]).deals
    };
    assert_eq!((deals(2), deals(experiment.numbers(0))), (0, 32), "32 deals in a chunk of two arms");
}

#[test]
fn the_lift_of_what_never_occurs_is_one_sentence() {
    let bench = Bench::new();
    let plan = |game: &str, metric: &str| {
        let arms = json!([{"name": "a", "seats": ["random"]}]);
        serde_json::from_value::<Plan>(json!({"game": game, "arms": arms, "games": 40, "metric": metric}))
            .unwrap()
    };
    let refused = |game: &str, metric: &str| {
        let faults = Experiment::new(&plan(game, metric), &bench.rulesets, &*bench.store).err().unwrap();
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        (fault.pointer.clone(), fault.detail.clone())
    };
    let (pointer, detail) = refused("parbourg", "lift:card_dealt=#101");
    assert_eq!(pointer, "/metric");
    assert_eq!(detail, "the feature 'card_dealt' of the arm 'a' has no value '#101'; it has #1 to #100");
    let (_, detail) = refused("richelieu", "lift:discs=tower");
    assert!(
        detail.starts_with("a game of the arm 'a' has no feature 'discs'; it has turn_order, "),
        "{detail}"
    );
    let (_, detail) = refused("richelieu", "lift:passes=many");
    assert!(detail.ends_with("has no value 'many'; it has whole numbers"), "{detail}");
    // Only games tell which categories there are.
    let plan = json!({"game": "richelieu", "arms": [{"name": "a", "seats": ["random"]}], "games": 40, "metric": "lift:disc_taken=joker"});
    let (plan, outcome) = bench.play(&plan);
    let said = last(&plan, &outcome, Language::English);
    assert!(
        said.starts_with(
            "a: no lift: in 40 deals no seat had disc_taken = joker; `tapis stats --feature disc_taken` tells"
        ),
        "{said}"
    );
    assert_eq!(outcome.arms[0].holders, Some(0));
}
