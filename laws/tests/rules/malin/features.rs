//! What designers count.

use serde_json::json;
use tapis_games::feature::{Bucket, Feature};
use tapis_games::game::{Game, Published, Turn};
use tapis_games::malin::{Kind, Malin};
use tapis_games::seat::Viewer;

use super::scene::{Scene, Setup};

/// The features of each seat so far.
fn features(scene: &Scene) -> Vec<Vec<Feature>> {
    let mut tally = <Malin as Published>::Tally::default();
    for (before, ply, after) in &scene.plies {
        scene.rules.tally(&mut tally, before, ply, after);
    }
    scene.rules.features(&tally, &scene.state).into_iter().collect()
}

fn number(features: &[Feature], name: &str) -> i64 {
    let found = features.iter().find(|feature| feature.name == name).unwrap_or_else(|| panic!("{name}"));
    match found.bucket {
        Bucket::Number(number) => number,
        _ => panic!("{name} is no number"),
    }
}

fn categories(features: &[Feature], name: &str) -> Vec<String> {
    let of_name = features.iter().filter(|feature| feature.name == name);
    let category = |feature: &Feature| match &feature.bucket {
        Bucket::Category(category) => category.to_string(),
        _ => panic!("{name} is no category"),
    };
    of_name.map(category).collect()
}

#[test]
fn a_trick_is_counted_for_the_card_that_took_it() {
    let hands = ["10 twin", "20", "30 wish", "33"];
    let kinds = [Kind::Boost, Kind::Void, Kind::Parry, Kind::Swap];
    let setup = Setup { hands: &hands, malheurs: &kinds, ..Setup::new(json!({"malheurs": true})) };
    let mut scene = Scene::of(&setup);
    scene.play("bid 0, bid 1, bid 2, bid 3, pass, pass, pass, pass");
    scene.play("play twin 35, play 20, play 30, play 33, pass, pass, pass, pass");
    let all = features(&scene);
    assert_eq!(categories(&all[0], "taken_with"), ["twin"]);
    assert_eq!(number(&all[0], "twins_high"), 1);
    scene.play("play 10");
    let all = features(&scene);
    assert_eq!(number(&all[0], "twins_low"), 0);
    assert!(categories(&all[1], "taken_with").is_empty());
}

#[test]
fn contracts_are_counted_by_strength_and_by_how_they_ended() {
    let mut scene = Scene::of(&Setup::new(json!({})));
    scene.play("bid 8, bid 0, bid 2, bid 3");
    while scene.rules.turn(&scene.state) != Turn::Over {
        let first = scene.legal()[0].clone();
        scene.play(&first);
    }
    for of_seat in features(&scene) {
        let ended: i64 = ["contracts_met", "contracts_over", "contracts_under"]
            .map(|name| number(&of_seat, name))
            .iter()
            .sum();
        assert_eq!(ended, number(&of_seat, "rounds"));
        assert!(!categories(&of_seat, "announced").is_empty());
        assert!(!categories(&of_seat, "announced_with_strength").is_empty());
    }
}

/// The top of the pile, for whoever of those that lost points sits first to the dealer's left.
#[test]
fn a_malheur_for_lost_points_is_counted_as_dealt() {
    let mut counted = 0;
    for players in 3..=6_usize {
        let mut scene = Scene::of(&Setup::new(json!({"malheurs": true, "players": players})));
        while scene.rules.turn(&scene.state) != Turn::Over {
            let first = scene.legal()[0].clone();
            scene.play(&first);
        }
        let mut expected = vec![Vec::new(); players];
        for ((before, _, after), told) in scene.plies.iter().zip(scene.log(Viewer::Replay)) {
            let drawn = told.outcome.filter(|_| before.round > 0 && after.round > before.round);
            let mut drawn = drawn.map(|told| told.drew).unwrap_or_default();
            drawn.sort_by_key(|of| (of.seat.index() + players - before.dealer.index() - 1) % players);
            if let (Some(first), Some(top)) = (drawn.first(), before.pile.last()) {
                let of_seat: &mut Vec<String> = &mut expected[first.seat.index()];
                assert!(first.malheurs.contains(top), "{top:?}");
                of_seat.extend(of_seat.is_empty().then(|| top.name().to_owned()));
            }
        }
        for (of_seat, expected) in features(&scene).iter().zip(&expected) {
            assert_eq!(categories(of_seat, "malheur_drawn"), *expected);
            counted += expected.len();
        }
    }
    assert!(counted > 0);
}

#[test]
fn malheurs_are_counted_by_use_and_by_what_came_of_them() {
    let hands = ["10", "20", "30", "33"];
    let kinds = [Kind::Boost, Kind::Void, Kind::Parry, Kind::Drain];
    let setup = Setup { hands: &hands, malheurs: &kinds, ..Setup::new(json!({"malheurs": true})) };
    let mut scene = Scene::of(&setup);
    scene.play("bid 0, bid 1, bid 2, bid 3, pass, pass, pass, pass, play 10, play 20, play 30, play 33");
    scene.play("malheur boost, malheur void, malheur parry, malheur drain s2");
    let all = features(&scene);
    assert_eq!(categories(&all[1], "malheur_used"), ["void"]);
    assert_eq!(categories(&all[1], "malheur_parried"), ["void"]);
    assert_eq!(number(&all[0], "malheurs_used"), 1);
    assert!(categories(&all[0], "malheur_parried").is_empty());
    assert!(categories(&all[3], "malheur_turned_trick").is_empty(), "33 took it before and after");
}
