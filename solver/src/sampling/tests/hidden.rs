//! Games with hidden cards, which an information-set search must solve and a clairvoyant average gets wrong.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tapis_games::game::{InformationSet, Published};
use tapis_games::richelieu::Richelieu;
use tapis_testkit::finesse::Finesse;
use tapis_testkit::kuhn::{Card, Kuhn};

use super::rival::{Habits, RivalGame};
use super::support::*;
use crate::answer::Level;
use crate::control::Control;
use crate::request::Objective;
use crate::sampling::run::{Limits, Search};
use crate::sampling::{Question, Tuning};

/// The seed of a deal in which seat 0 holds `card`.
fn dealt(card: &str) -> u8 {
    let holds = |seed: &u8| {
        let log = log_after(&Kuhn::default(), *seed, &[]);
        log.plies[0].outcome.as_ref().is_some_and(|outcome| outcome["cards"][0]["card"] == card)
    };
    (0..100).find(holds).expect("some deal")
}

/// Facing a bet, the king calls and the jack folds. The values, differences of both seats' points, are certain.
#[test]
fn calls_with_the_king_and_folds_the_jack() {
    for (card, better, value) in [("king", "bet", 4.0), ("jack", "pass", -2.0)] {
        let rules = Kuhn::default();
        let log = log_after(&rules, dealt(card), &["pass", "bet"]);
        let answer = ask(&rules, &log, &for_points(2_000));
        assert_eq!(best(&answer), [better], "{card}");
        assert_eq!(answer.moves[0].value, value, "{card}");
        assert_eq!(answer.worlds.consistent, 2.0);
        assert_eq!(answer.worlds.used, 2);
    }
}

/// Against an opponent with fixed habits the search finds the best reply and its value.
#[test]
fn approaches_the_best_reply_to_a_fixed_opponent() {
    let habits = [
        Habits { bet_after_pass: [0.0, 0.0, 1.0], call: [0.0, 0.0, 1.0] },
        Habits { bet_after_pass: [1.0, 1.0, 1.0], call: [1.0, 1.0, 1.0] },
        Habits { bet_after_pass: [1.0, 0.0, 0.0], call: [0.0, 1.0, 1.0] },
    ];
    for habits in habits {
        let rules = RivalGame::new(habits);
        for card in [Card::Jack, Card::Queen, Card::King] {
            let (bet, pass) = habits.replies(card);
            let found = values(&rules, card);
            assert!((found[0] - pass).abs() < 0.2, "{habits:?} {card:?}: pass {} not {pass}", found[0]);
            assert!((found[1] - bet).abs() < 0.2, "{habits:?} {card:?}: bet {} not {bet}", found[1]);
        }
    }
}

/// The values of passing and betting to seat 0 with this card, by the search.
fn values(rules: &RivalGame, card: Card) -> [f64; 2] {
    let knowledge = rules.holding(card);
    let world = knowledge.sample_world(rules, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let moves = rules.moves();
    let question = Question {
        rules,
        knowledge: &knowledge,
        seat: tapis_games::seat::Seat(0),
        moves: &moves,
        world: &world,
        objective: Objective::RoundPayoff,
        paranoid: false,
        bot: false,
        seed: [5; 32],
    };
    let context = question.context(None, 0, Tuning::default());
    let mut search = Search::new(&context, question.root(&context), question.seed, 1);
    let limits = Limits {
        control: &Control::default(),
        deadline: None,
        lines: 12_000,
        work: u64::MAX,
        confidence: None,
        only_best: false,
        easy: None,
        threads: 1,
    };
    search.run(&limits, |_| {});
    let comparison = search.root.compare();
    [0, 1].map(|index| comparison.estimate(index, 0.05).value)
}

/// Every single deal can be finessed, but no plan finesses them all. The other suit is best: it wins three deals of
/// four.
#[test]
fn does_not_finesse_both_ways() {
    let rules = Finesse::default();
    let answer = ask(&rules, &log_after(&rules, 3, &[]), &playouts(60_000));
    assert_eq!(best(&answer), ["other suit"]);
    let other = advice(&answer, "other suit");
    assert!(other.low <= 0.75 && 0.75 <= other.high, "{other:?}");
    for low in ["play 2s", "play 3s"] {
        let lead = advice(&answer, low);
        assert!(lead.value < 0.7, "the clairvoyant average is 1: {lead:?}");
    }
}

/// Two deals that a seat cannot tell apart give the same bytes.
#[test]
fn the_answer_knows_only_the_log() {
    let rules = Kuhn::default();
    let logs: Vec<_> = (0..40).map(|seed| log_after(&rules, seed, &[])).collect();
    let twins = (1..40).find(|&i| logs[i].plies == logs[0].plies).expect("a deal that looks alike");
    let answer = |i: usize| {
        let mut answer = ask(&rules, &logs[i], &for_points(3_000));
        answer.timing.elapsed_ms = 0;
        serde_json::to_string(&answer).expect("JSON")
    };
    assert_eq!(answer(0), answer(twins));
}

#[test]
fn richelieu_counts_worlds_and_all_seats() {
    for players in [2, 3] {
        let options = tapis_games::richelieu::Options { players, ..Default::default() };
        let rules = Richelieu::new(options).expect("good options");
        let log = random_log(&rules, 4, 40).expect("a long game");
        let answer = ask(&rules, &log, &playouts(600));
        assert_eq!(answer.exactness.level, Level::Sampled);
        assert!(answer.worlds.used > 1 && answer.worlds.used as f64 <= answer.worlds.consistent);
        for advice in &answer.moves {
            let Some(values) = &advice.values else {
                assert_eq!(players, 2);
                continue;
            };
            assert_eq!(values.len(), 3);
            let sum: f64 = values.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9 || advice.samples == 0, "{advice:?}");
        }
    }
}
