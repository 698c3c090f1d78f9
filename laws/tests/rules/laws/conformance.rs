//! Every game under every law of the contract, one line a ruleset. More games, and tables at which they are long, are checked
//! at night: `tests/nightly`.

use tapis_games::facts::Facts;
use tapis_games::feature::{Feature, TURN_ORDER};
use tapis_games::game::Published;
use tapis_games::malin::Malin;
use tapis_games::parbourg::Parbourg;
use tapis_games::random::Seed;
use tapis_games::richelieu::Richelieu;
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_testkit::course::Course;
use tapis_testkit::{conformance, ruleset};

conformance! {
    richelieu: Richelieu, "{}", 1;
    richelieu_open: Richelieu, r#"{"open_discs": true}"#, 1;
    richelieu_public: Richelieu, r#"{"taken_discs": "public", "move_marker": "always"}"#, 1;
    richelieu_three: Richelieu, r#"{"players": 3, "variant": "three_rows"}"#, 1;
    richelieu_four: Richelieu, r#"{"players": 4, "second_card": "visible_at_start", "first_seat": 2}"#, 1;
    sept_blasons: SeptBlasons, r#"{"rounds": 2, "max_extra_rounds": 0}"#, 1;
    malin: Malin, "{}", 1;
    malin_three: Malin, r#"{"players": 3, "wish": "removed_card"}"#, 1;
    malin_fixed: Malin, r#"{"players": 5, "points": 6, "twins": "fixed", "ties": "last"}"#, 1;
    malin_malheurs: Malin, r#"{"malheurs": true}"#, 1;
    malin_malheurs_three: Malin, r#"{"players": 3, "points": 6, "malheurs": true, "twins": "fixed"}"#, 1;
    malin_malheurs_five: Malin, r#"{"players": 5, "points": 6, "malheurs": true}"#, 1;
    malin_teams: Malin, r#"{"players": 6, "points": 4, "teams": true, "malheurs": true}"#, 1;
    parbourg_two: Parbourg, r#"{"players": 2, "days": 2}"#, 1;
}

/// The places in the order of play, by seat, of a random game whose log says that `first` begins.
fn places_from<G: Published>(options: &str, first: impl Fn(&G, &Course<G>) -> Seat) {
    let rules = ruleset::<G>(options);
    for number in 0..6 {
        let course = Course::seeded(&rules, &Seed([number; 32]), u32::MAX);
        let mut facts = Facts::default();
        for (before, ply, after) in course.steps() {
            facts.count(&rules, before, ply, after);
        }
        let features = facts.features(&rules, course.end());
        let mut seat = first(&rules, &course);
        for place in 1..=rules.seats() as i64 {
            let expected = Feature::number(TURN_ORDER, place);
            assert!(
                features[seat].contains(&expected),
                "seed {number}: {seat:?} is not the {place}th to play"
            );
            seat = seat.next(rules.seats());
        }
    }
}

/// Whoever made the first move of the log.
fn first_mover<G: Published>(_: &G, course: &Course<G>) -> Seat {
    course.plies.iter().find_map(|ply| ply.action).expect("a move").0
}

#[test]
fn who_began_is_a_fact() {
    places_from::<Richelieu>(r#"{"players": 3}"#, first_mover);
    places_from::<SeptBlasons>(r#"{"players": 5}"#, first_mover);
    places_from::<Malin>("{}", first_mover);
    // At Parbourg the first to move is whose henchman is quickest; the set-up says who is the first player.
    places_from::<Parbourg>(r#"{"players": 4}"#, |_, course| {
        let chance = serde_json::to_value(&course.plies[0].chance[0]).expect("JSON");
        Seat(chance["first"].as_u64().expect("a seat") as u8)
    });
}
