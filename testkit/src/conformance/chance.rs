//! Law: at a chance node outcomes are drawn from those enumerated, with their weights, which are positive; each of them
//! fits, and nothing fits elsewhere. Outcomes survive JSON. A set-up that hides something has a deal.

use tapis_games::game::{Hidden, InformationSet, Published, Turn};
use tapis_games::seat::Viewer;

use super::{Trial, assert_frequencies, json};

/// Draws for each outcome of the first enumerable node of a game.
const DRAWS: usize = 150;

pub(super) fn check<G: Published>(trial: &Trial<G>) {
    set_up(trial);
    let mut counted = false;
    for (ply, (before, played, after)) in trial.course.steps().enumerate() {
        let mut state = before.clone();
        if let Some((_, mv)) = played.action {
            trial.rules.play_unchecked(&mut state, mv);
        }
        for outcome in &played.chance {
            assert_eq!(trial.rules.turn(&state), Turn::Chance, "{}: chance out of turn", trial.at(ply));
            let read = serde_json::from_str(&json(outcome));
            assert_eq!(read.ok().as_ref(), Some(outcome), "{}: lost in JSON", trial.at(ply));
            match trial.rules.chances(&state) {
                Some(outcomes) => enumerated(trial, ply, &state, &outcomes, &mut counted),
                None => drawn_fits(trial, ply, &state),
            }
            let resolved = trial.rules.resolve(&mut state, outcome);
            assert!(
                resolved.is_ok(),
                "{}: {outcome:?} was drawn but does not fit: {resolved:?}",
                trial.at(ply)
            );
        }
        assert_eq!(&state, after, "{}: the same ply led elsewhere", trial.at(ply));
        assert_eq!(trial.rules.chances(after), None, "{}: chances where chance is not asked", trial.at(ply));
        for outcome in &played.chance {
            let refused = trial.rules.resolve(&mut state, outcome).is_err();
            assert!(refused && &state == after, "{}: {outcome:?} fits where nothing is drawn", trial.at(ply));
        }
    }
}

/// What the set-up hides from somebody is a deal, so that a replay can show it.
fn set_up<G: Published>(trial: &Trial<G>) {
    let Some((before, played, after)) = trial.course.steps().next() else { return };
    let mut knowledge = trial.rules.know(Viewer::Spectator);
    let seen = trial.rules.see(before, played, after, Viewer::Spectator);
    let hides =
        knowledge.learn(trial.rules, &seen).is_ok() && knowledge.hidden(trial.rules) == Hidden::Private;
    let dealt = played.chance.iter().any(|outcome| trial.rules.is_deal(outcome));
    assert!(
        dealt || !hides || played.chance.is_empty(),
        "{}: the set-up hides what no deal shows: see is_deal",
        trial.at(0)
    );
}

fn enumerated<G: Published>(
    trial: &Trial<G>,
    ply: usize,
    state: &G::State,
    outcomes: &[(G::Chance, u64)],
    counted: &mut bool,
) {
    assert!(!outcomes.is_empty(), "{}: a chance node without outcomes", trial.at(ply));
    for (i, (outcome, weight)) in outcomes.iter().enumerate() {
        assert!(*weight > 0, "{}: {outcome:?} has no weight", trial.at(ply));
        let twice = outcomes[..i].iter().any(|(other, _)| other == outcome);
        assert!(!twice, "{}: {outcome:?} is listed twice", trial.at(ply));
        let resolved = trial.rules.resolve(&mut state.clone(), outcome);
        assert!(resolved.is_ok(), "{}: {outcome:?} is listed but does not fit: {resolved:?}", trial.at(ply));
    }
    let draws = if *counted || outcomes.len() > 64 { 4 } else { DRAWS * outcomes.len() };
    *counted |= draws > 4;
    let mut rng = trial.rng(4 << 32 | ply as u64);
    let mut counts = vec![0; outcomes.len()];
    for _ in 0..draws {
        let drawn = trial.rules.sample_chance(state, &mut rng);
        let place = outcomes.iter().position(|(outcome, _)| *outcome == drawn);
        counts[place.unwrap_or_else(|| panic!("{}: {drawn:?} is not listed", trial.at(ply)))] += 1;
    }
    let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
    let expected: Vec<_> = outcomes.iter().map(|(_, weight)| *weight as f64 / total as f64).collect();
    if draws > 4 {
        assert_frequencies(&counts, &expected, || trial.at(ply));
    }
}

fn drawn_fits<G: Published>(trial: &Trial<G>, ply: usize, state: &G::State) {
    let mut rng = trial.rng(5 << 32 | ply as u64);
    for _ in 0..4 {
        let drawn = trial.rules.sample_chance(state, &mut rng);
        let resolved = trial.rules.resolve(&mut state.clone(), &drawn);
        assert!(resolved.is_ok(), "{}: {drawn:?} was drawn but does not fit: {resolved:?}", trial.at(ply));
    }
}
