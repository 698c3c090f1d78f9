//! Law: payoffs are consistent at every moment, round scores come at the end of a round, features of a finished game are
//! those that are explained.

use std::collections::HashSet;

use tapis_games::facts::{Facts, infos};
use tapis_games::feature::{Bucket, Feature, FeatureInfo, FeatureKind, TURN_ORDER};
use tapis_games::game::{Published, Turn};
use tapis_games::payoff::Payoffs;
use tapis_games::seat::{BySeat, Seat};

use super::Trial;

pub(super) fn check<G: Published>(trial: &Trial<G>) {
    let seats = trial.rules.seats();
    for (ply, state) in trial.positions() {
        let payoffs = trial.rules.payoffs(state);
        consistent(&payoffs, seats).unwrap_or_else(|what| panic!("{}: {what}: {payoffs:?}", trial.at(ply)));
        let round = trial.rules.round_scores(state);
        match trial.rules.turn(state) {
            Turn::Player(_) => assert_eq!(round, None, "{}: round scores in mid-round", trial.at(ply)),
            Turn::Over => assert!(round.is_some(), "{}: the end of the game ends a round", trial.at(ply)),
            Turn::Chance => panic!("{}: a ply ends before its chance is drawn", trial.at(ply)),
        }
        assert!(round.is_none_or(|scores| scores.len() == seats), "{}: a score a seat", trial.at(ply));
    }
    features(trial);
}

fn consistent(payoffs: &Payoffs, seats: usize) -> Result<(), &'static str> {
    let Payoffs { scores, ranks, shares } = payoffs;
    if [scores.len(), ranks.len(), shares.len()] != [seats; 3] {
        return Err("one value a seat");
    }
    for a in Seat::all(seats) {
        let better = Seat::all(seats).filter(|&b| ranks[b] < ranks[a]).count();
        if usize::from(ranks[a]) != better + 1 {
            return Err("a rank counts the better seats");
        }
        if Seat::all(seats).any(|b| scores[b] > scores[a] && ranks[b] >= ranks[a]) {
            return Err("more points rank better");
        }
        let winners = payoffs.winners().count() as f64;
        let share = if ranks[a] == 1 { 1.0 / winners } else { 0.0 };
        if (shares[a] - share).abs() > 1e-12 {
            return Err("the winners share the win evenly");
        }
    }
    Ok(())
}

fn features<G: Published>(trial: &Trial<G>) {
    let (seats, end) = (trial.rules.seats(), trial.course.plies.len());
    let infos = infos(trial.rules);
    let names: HashSet<_> = infos.iter().map(|info| info.name).collect();
    assert_eq!(names.len(), infos.len(), "{}: a feature is explained twice", trial.at(end));
    for text in [|info: &FeatureInfo| info.text.en.clone(), |info: &FeatureInfo| info.text.fr.clone()] {
        let texts: HashSet<_> = infos.iter().map(text).collect();
        assert_eq!(texts.len(), infos.len(), "{}: two features have one text", trial.at(end));
    }
    let mut facts = Facts::default();
    for (before, ply, after) in trial.course.steps() {
        facts.count(trial.rules, before, ply, after);
    }
    let features = facts.features(trial.rules, trial.course.end());
    assert_eq!(features.len(), seats, "{}: a list of features a seat", trial.at(end));
    assert_eq!(
        places(&features),
        (1..=seats as i64).collect::<Vec<_>>(),
        "{}: places in the order of play",
        trial.at(end)
    );
    for of_seat in &features {
        assert!(of_seat.iter().all(|feature| names.contains(feature.name)), "{}: {of_seat:?}", trial.at(end));
        for info in &infos {
            let found: Vec<_> = of_seat.iter().filter(|feature| feature.name == info.name).collect();
            assert!(is_of_kind(info.kind, &found), "{}: {} is {found:?}", trial.at(end), info.name);
        }
    }
}

/// The places of the seats in the order of play, ascending.
fn places(features: &BySeat<Vec<Feature>>) -> Vec<i64> {
    let of_name = features.iter().flatten().filter(|feature| feature.name == TURN_ORDER);
    let mut places: Vec<i64> = of_name
        .filter_map(|feature| match feature.bucket {
            Bucket::Number(place) => Some(place),
            Bucket::Category(_) => None,
        })
        .collect();
    places.sort_unstable();
    places
}

fn is_of_kind(kind: FeatureKind, found: &[&Feature]) -> bool {
    match kind {
        FeatureKind::Number => matches!(found, [Feature { bucket: Bucket::Number(_), .. }]),
        FeatureKind::Categories => {
            let buckets: HashSet<_> = found.iter().map(|feature| &feature.bucket).collect();
            buckets.len() == found.len() && buckets.iter().all(|bucket| matches!(bucket, Bucket::Category(_)))
        }
    }
}
