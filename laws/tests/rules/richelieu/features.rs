//! Features recounted from the notations and the end.

use std::collections::{BTreeMap, BTreeSet};

use tapis_games::feature::{Bucket, FeatureKind};
use tapis_games::game::{Game, Published};
use tapis_games::richelieu::card::Region;
use tapis_games::richelieu::{Move, Richelieu};
use tapis_games::seat::Seat;

use super::common::{Played, all_rules, rng};

#[test]
fn features_are_what_was_played() {
    for (i, rules) in all_rules().iter().enumerate() {
        let played = Played::random(rules, &mut rng(i as u64));
        let mut tally = <Richelieu as Published>::Tally::default();
        for (states, ply) in played.states.windows(2).zip(&played.plies) {
            rules.tally(&mut tally, &states[0], ply, &states[1]);
        }
        let features = rules.features(&tally, played.end());
        for seat in Seat::all(rules.seats()) {
            check(rules, &played, seat, &features[seat]);
        }
    }
}

fn check(rules: &Richelieu, played: &Played, seat: Seat, features: &[tapis_games::feature::Feature]) {
    let mut numbers = BTreeMap::new();
    let mut categories: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for feature in features {
        let fresh = match &feature.bucket {
            Bucket::Number(value) => numbers.insert(feature.name, *value).is_none(),
            Bucket::Category(name) => categories.entry(feature.name).or_default().insert(name),
        };
        assert!(fresh, "{} twice", feature.name);
    }
    let infos = rules.feature_infos();
    for info in &infos {
        assert_eq!(numbers.contains_key(info.name), info.kind == FeatureKind::Number, "{}", info.name);
    }
    let known: BTreeSet<&str> = infos.iter().map(|info| info.name).collect();
    assert!(categories.keys().all(|name| known.contains(name)));

    let own: Vec<Move> = played
        .plies
        .iter()
        .filter_map(|ply| ply.action)
        .filter(|(s, _)| *s == seat)
        .map(|(_, mv)| mv)
        .collect();
    let count = |wanted: fn(&Move) -> bool| own.iter().filter(|mv| wanted(mv)).count() as i64;
    let end = played.end();
    assert_eq!(numbers["markers_paid"], count(|mv| matches!(mv, Move::Take { pay: Some(_), .. })));
    assert_eq!(numbers["markers_placed"], count(|mv| matches!(mv, Move::Mark(_))));
    assert_eq!(numbers["markers_moved"], count(|mv| matches!(mv, Move::Shift { .. })));
    assert_eq!(numbers["passes"], count(|mv| *mv == Move::Pass));
    assert_eq!(numbers["recovers"], count(|mv| *mv == Move::Recover));
    assert_eq!(numbers["cards_taken"], count(|mv| matches!(mv, Move::Take { .. })));
    assert_eq!(numbers["cards_taken"], i64::from(end.side(seat).cards()));
    assert_eq!(numbers["markers_boxed"], i64::from(end.side(seat).boxed()));
    assert_eq!(numbers["markers_boxed"], numbers["markers_paid"] - numbers["recovers"]);
    assert_eq!(numbers["discs_taken"] - numbers["recovers"], i64::from(end.side(seat).face_down));
    let began = played.plies[1].action.unwrap().0;
    let place = 1 + (i64::from(seat.0) - i64::from(began.0)).rem_euclid(rules.seats() as i64);
    assert_eq!(numbers["turn_order"], place);
    let broken = played.plies.iter().zip(&played.states[..]).filter(|(ply, before)| match ply.action {
        Some((mover, Move::Take { row, end, pay: Some(_) })) => {
            let cell = before.table.end(row.into(), end).unwrap();
            mover != seat && before.marker(cell) == Some(seat)
        }
        _ => false,
    });
    assert_eq!(numbers["markers_broken"], broken.count() as i64);
    let scores = rules.payoffs(end).scores;
    let lost = 5 * (numbers["regions_missing"] + numbers["symbols_missing"]);
    assert_eq!(numbers["majority_points"] - lost, i64::from(scores[seat]));
    let best_other = Seat::all(rules.seats()).filter(|&other| other != seat).map(|other| scores[other]).max();
    assert_eq!(numbers["score_margin"], i64::from(scores[seat] - best_other.unwrap()));
    let missing: BTreeSet<&str> = Region::ALL
        .iter()
        .filter(|&&region| end.side(seat).shields(region) == 0)
        .map(|region| region.name())
        .collect();
    assert_eq!(numbers["regions_missing"], missing.len() as i64);
    assert_eq!(categories.get("region_missing").cloned().unwrap_or_default(), missing);
}
