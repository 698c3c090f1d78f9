//! Numbers of the rules that are not as printed: both implementations play and count by them.

use serde_json::{Value, json};
use tapis_games::random::Seed;
use tapis_recount::fair_deal::Stream;
use tapis_solver::registry::Registry;

use super::course::{agree, games, play_out, replay, seed_of, written};

/// The scores of a random game, and how many regions and symbols each seat has no card of. The moves do not depend on the
/// number that is changed.
fn richelieu(n: u32, number: &str, value: i64) -> (Vec<i64>, Value) {
    let options = json!({"players": 2 + n % 3, number: value});
    let ruleset = Registry::standard().game("richelieu").unwrap().ruleset(&options.to_string()).unwrap();
    let (table, _) = play_out(&*ruleset, &Seed(seed_of(n)), &mut Stream::new(&seed_of(n), 99));
    let replay = written(&*ruleset, &*table, &Seed(seed_of(n)));
    agree(n, &options, &replay);
    (replay["scores"].as_array().unwrap().iter().filter_map(Value::as_i64).collect(), table.document())
}

/// Regions and symbols of which a seat has no card.
fn missing(seat: &Value) -> i64 {
    let cards = seat["cards"].as_array().unwrap();
    let has = |key: &str, name: &str| cards.iter().any(|card| card[key] == *name);
    let regions = tapis_recount::richelieu::rules::REGIONS.iter().filter(|name| !has("region", name));
    let symbols = tapis_recount::richelieu::rules::SYMBOLS.iter().filter(|name| !has("symbol", name));
    (regions.count() + symbols.count()) as i64
}

#[test]
fn a_penalty_of_3_costs_2_less_for_whatever_a_seat_has_no_card_of() {
    let mut lost = 0;
    let often = if games() < 80 { 8 } else { 30 };
    for n in 0..often {
        let [(printed, end), (milder, _), (none, _)] =
            [-5, -3, 0].map(|penalty| richelieu(n, "penalty", penalty));
        for (seat, holdings) in end["seats"].as_array().unwrap().iter().enumerate() {
            let missing = missing(holdings);
            assert_eq!(milder[seat] - printed[seat], 2 * missing, "game {n}, seat {seat}");
            assert_eq!(none[seat] - printed[seat], 5 * missing, "game {n}, seat {seat}");
            lost += missing;
        }
    }
    assert!(lost > 5, "something was missing {lost} times");
}

/// What the region brings comes to its points once more for each point of a shield, and both implementations say so.
#[test]
fn a_region_of_3_points_a_shield_brings_twice_as_much_more_as_one_of_2() {
    let mut brought = 0;
    for n in 0..3 {
        for of in ["points_bourgogne", "points_cross"] {
            let [(one, _), (two, _), (three, _)] = [1, 2, 3].map(|points| richelieu(n, of, points));
            for (seat, printed) in one.iter().enumerate() {
                assert_eq!(three[seat] - printed, 2 * (two[seat] - printed), "game {n}, {of}, seat {seat}");
                brought += two[seat] - printed;
            }
        }
    }
    assert!(brought > 5, "{brought} points were brought");
}

#[test]
fn games_of_other_lengths_agree() {
    let often = if games() < 80 { 3 } else { 6 };
    for (game, options, rounds) in [
        ("sept-blasons", json!({"rounds": 1, "max_extra_rounds": 0}), 1),
        ("sept-blasons", json!({"rounds": 5, "max_extra_rounds": 0, "variants": ["consultent"]}), 5),
        ("parbourg", json!({"days": 1, "first_hand": 3}), 1),
        ("parbourg", json!({"days": 6, "first_hand": 12, "players": 5}), 1),
        ("parbourg", json!({"days": 2, "challenge_draw": 0, "actions": 1}), 1),
        ("parbourg", json!({"days": 2, "challenge_draw": 3, "actions": 4, "players": 2}), 1),
        ("malin", json!({"points": 1}), 1),
        ("malin", json!({"points": 1, "penalty": 3}), 1),
    ] {
        for n in 0..often {
            let played = replay(game, &options, seed_of(n), &mut Stream::new(&seed_of(n), 99));
            agree(n, &options, &played);
            assert_eq!(played["rounds"].as_array().unwrap().len(), rounds, "{game}, {options}");
        }
    }
    let teams =
        json!({"points": 30, "penalty": 4, "players": 6, "teams": true, "malheurs": true, "boost": 3});
    agree(2, &teams, &replay("malin", &teams, seed_of(2), &mut Stream::new(&seed_of(2), 99)));
    let long = replay("malin", &json!({"points": 30}), seed_of(1), &mut Stream::new(&seed_of(1), 99));
    agree(1, &json!({"points": 30}), &long);
    assert!(long["rounds"].as_array().unwrap().len() > 3);
}

/// A ruleset that says nothing of the numbers, or names them as they are printed, keeps the name it always had. Their schema says what is
/// printed: a form that asks for them begins with it.
#[test]
fn numbers_as_printed_do_not_name_another_ruleset() {
    let registry = Registry::standard();
    for (game, printed, changed) in [
        ("richelieu", json!({"penalty": -5}), json!({"penalty": -3})),
        ("richelieu", json!({"points_anjou": 1, "points_sword": 1}), json!({"points_anjou": 0})),
        ("malin", json!({"penalty": 1, "boost": 10}), json!({"penalty": 2})),
        ("sept-blasons", json!({"rounds": 3}), json!({"rounds": 2})),
        (
            "parbourg",
            json!({"days": 4, "first_hand": 8, "challenge_draw": 1, "actions": 2}),
            json!({"actions": 3}),
        ),
    ] {
        let named = |options: &Value| {
            let ruleset = registry.game(game).unwrap().ruleset(&options.to_string()).unwrap();
            ruleset.ruleset().clone()
        };
        let default = named(&json!({}));
        assert_eq!(named(&printed), default, "{game}");
        let schemas = registry.game(game).unwrap().schemas();
        let schema = schemas.all.iter().find(|(name, _)| *name == schemas.options);
        let schema = json!(schema.unwrap().1);
        for (name, value) in printed.as_object().unwrap() {
            assert!(default.options.get(name).is_none(), "{game}: {name}");
            assert_eq!(schema["properties"][name]["default"], *value, "{game}: {name}");
        }
        let other = named(&changed);
        assert_ne!(other.hash, default.hash, "{game}");
        for (name, value) in changed.as_object().unwrap() {
            assert_eq!(other.options[name], *value, "{game}");
        }
    }
}
