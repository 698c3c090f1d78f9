//! Features recounted from the moves and from what lies before each seat.

use std::collections::{BTreeMap, BTreeSet};

use tapis_games::feature::{Bucket, Feature, FeatureKind};
use tapis_games::game::{Game, Ply, Published};
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::{Chance, Move, Phase, SeptBlasons, State};

use super::{common, rules};

/// What one seat did and suffered, counted by other means than the game does.
#[derive(Default)]
struct Recount {
    /// Tokens before the seat more or fewer, over all plies.
    net: i64,
    draws: i64,
    free: i64,
    activations: i64,
    malandrin: i64,
}

type Counted = (Vec<Recount>, <SeptBlasons as Published>::Tally);

#[test]
fn features_are_what_was_played() {
    for (players, mask) in [(3, 0), (4, 15), (5, 8), (6, 6), (7, 9)] {
        let rules = rules(players, mask);
        let mut counted: Counted = Default::default();
        counted.0.resize_with(players.into(), Recount::default);
        let end = common::play(&rules, u64::from(players), |before, ply, after| {
            rules.tally(&mut counted.1, before, ply, after);
            recount(&rules, &mut counted.0, before, ply);
        });
        let features = rules.features(&counted.1, &end);
        let mut tricks = 0;
        for (seat, recount) in Seat::all(players.into()).zip(&counted.0) {
            let numbers = numbers(&rules, &features[seat]);
            check(&numbers, recount);
            tricks += numbers["tricks_won"];
        }
        let nobody = numbers(&rules, &features[Seat(0)])["tricks_nobody_won"];
        assert_eq!(tricks + nobody, 8 * i64::from(end.round), "every trick is somebody's or nobody's");
    }
}

fn recount(rules: &SeptBlasons, seats: &mut [Recount], before: &State, ply: &Ply<SeptBlasons>) {
    let Some((mover, mv)) = ply.action else { return };
    let mut after = before.clone();
    rules.play(&mut after, mv).unwrap();
    for outcome in ply.chance.iter().filter(|outcome| !matches!(outcome, Chance::Deal(_))) {
        rules.resolve(&mut after, outcome).unwrap();
    }
    for (seat, recount) in seats.iter_mut().enumerate() {
        let tokens = |state: &State| state.tokens.area(Seat(seat as u8)).count() as i64;
        recount.net += tokens(&after) - tokens(before);
    }
    let own = &mut seats[mover.index()];
    own.draws += i64::from(matches!(mv, Move::Draw(_)));
    own.free += i64::from(before.phase == Phase::Free);
    own.activations += i64::from(matches!(mv, Move::Play(_, Some(_))));
    own.malandrin += i64::from(matches!(mv, Move::Value(_) | Move::Power(_) | Move::Itself));
}

fn check(numbers: &BTreeMap<&str, i64>, recount: &Recount) {
    let sum = |prefix: &str| {
        numbers.iter().filter(|(name, _)| name.starts_with(prefix)).map(|(_, value)| value).sum::<i64>()
    };
    assert_eq!(sum("gained_by_"), numbers["tokens_gained"]);
    assert_eq!(sum("lost_to_"), numbers["tokens_lost"]);
    assert_eq!(numbers["tokens_gained"] - numbers["tokens_lost"], recount.net);
    assert_eq!(numbers["gained_by_manant"] + numbers["gained_by_free_action"], recount.draws);
    assert_eq!(numbers["free_action_draw"] + numbers["free_action_reveal"], recount.free);
    assert_eq!(numbers["bourgeoisie_used"], recount.activations);
    assert_eq!(sum("malandrin_"), recount.malandrin);
    assert_eq!(numbers["power_malandrin"], recount.malandrin);
    assert_eq!(numbers["gained_by_intendant"], numbers["lost_to_intendant"], "an exchange is even");
}

/// The numbers by name; exactly those announced, each once.
fn numbers<'a>(rules: &SeptBlasons, features: &'a [Feature]) -> BTreeMap<&'a str, i64> {
    let mut numbers = BTreeMap::new();
    for feature in features {
        if let Bucket::Number(value) = feature.bucket {
            assert!(numbers.insert(feature.name, value).is_none(), "{} twice", feature.name);
        }
    }
    let infos = rules.feature_infos();
    let announced: BTreeSet<_> =
        infos.iter().filter(|info| info.kind == FeatureKind::Number).map(|info| info.name).collect();
    assert_eq!(numbers.keys().copied().collect::<BTreeSet<_>>(), announced);
    numbers
}
