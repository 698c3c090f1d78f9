use tapis_games::payoff::Payoffs;
use tapis_games::seat::BySeat;
use tapis_solver::registry::Registry;

use super::*;
use crate::seed_of;

/// A game of two seats that seat 0 wins, by its values for seat 0.
fn made(values: &[f64]) -> ValuedGame {
    let scores = BySeat::from_fn(2, |seat| 1 - seat.index() as i32);
    let two = |first: f64| BySeat::from_fn(2, |seat| if seat.index() == 0 { first } else { 1.0 - first });
    ValuedGame {
        payoffs: Payoffs::ranked(scores, &BySeat::from_fn(2, |_| 0)),
        values: values.iter().map(|value| two(*value)).collect(),
    }
}

#[test]
fn measures_are_what_they_are_defined_to_be() {
    let game = Played::new(&made(&[0.5, 0.3, 0.8, 0.2, 0.95, 1.0]), 100);
    let [changes, drama, behind, decided, uncertain] = game.measures;
    assert_eq!(changes, 3.0, "1, 0, 1, 0");
    assert!((drama - 0.5).abs() < 1e-12, "the mean of 0.4 and 0.6: {drama}");
    assert!((behind - 2.0 / 6.0).abs() < 1e-12);
    assert!((decided - 4.0 / 6.0).abs() < 1e-12, "{decided}");
    assert!(uncertain > 0.4 && uncertain < 0.8, "{uncertain}");
    assert_eq!(game.at(0.0)[0], 0.0);
    assert_eq!(game.at(1.0), [1.0, 0.0, 1.0]);
}

/// With 25 lines a lead of 0.52 to 0.48 is none; with 10,000 it is one.
#[test]
fn noise_is_no_change_of_the_lead() {
    let swaying = made(&[0.52, 0.47, 0.53, 0.48, 1.0]);
    assert_eq!(Played::new(&swaying, 25).measures[0], 0.0);
    assert_eq!(Played::new(&swaying, 25).measures[2], 0.0, "and nobody is behind");
    assert_eq!(Played::new(&swaying, 10_000).measures[0], 4.0);
}

#[test]
fn games_are_open_at_the_beginning_and_decided_at_the_end() {
    let games = Registry::standard();
    for game in ["richelieu", "parbourg"] {
        let rules = games.game(game).unwrap().ruleset("{}").unwrap();
        let simulation =
            Simulation::new(&games, rules, &["random".parse().unwrap()], seed_of("course")).unwrap();
        let course = Course::measure(&simulation, 4, 16, &Control::default(), &|_| {}).unwrap();
        let [first, .., last] = &course.curve[..] else { panic!("{course:?}") };
        assert!(first.uncertainty.value > Some(0.5), "{game}: {first:?}");
        assert!(last.uncertainty.value < first.uncertainty.value, "{game}: {last:?}");
        assert!(last.winner.value >= Some(0.5), "{game}: {last:?}");
        assert_eq!(course.measures.len(), 5);
        assert!(course.measures.iter().all(|of| of.mean.n == 4 && !of.label.fr.is_empty()));
    }
}
