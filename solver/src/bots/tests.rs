use tapis_games::game::{Game, InformationSet, Observed, Ply, Published};
use tapis_games::random::{Seed, Stream};
use tapis_games::richelieu::Richelieu;
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::SeptBlasons;

use super::*;
use crate::simulation::share_of_first;

/// The knowledge of the first player after the deal of `seed`.
fn dealt(seed: u8) -> (Richelieu, <Richelieu as Observed>::Knowledge) {
    let rules = Richelieu::new(Default::default()).expect("the default options");
    let before = rules.start();
    let outcome = rules.sample_chance(&before, &mut Seed([seed; 32]).stream(Stream::Deal));
    let mut after = before;
    rules.resolve(&mut after, &outcome).expect("a sampled deal");
    let Turn::Player(seat) = rules.turn(&after) else { panic!("somebody begins") };
    let viewer = Viewer::Seat(seat);
    let mut knowledge = rules.know(viewer);
    let ply = Ply { n: 0, action: None, chance: vec![outcome] };
    knowledge.learn(&rules, &rules.see(&before, &ply, &after, viewer)).expect("the deal");
    (rules, knowledge)
}

fn picked(bot: Bot, seed: u8) -> tapis_games::richelieu::Move {
    let (rules, knowledge) = dealt(1);
    pick(&rules, &knowledge, bot, [seed; 32], &Control::default()).expect("a move")
}

#[test]
fn a_bot_is_a_function_of_log_seed_and_level() {
    for bot in [Bot::Random, Bot::Greedy, Bot::solver(200)] {
        assert_eq!(picked(bot, 5), picked(bot, 5), "{bot}");
    }
}

#[test]
fn random_depends_on_the_seed() {
    assert!((1..20).any(|seed| picked(Bot::Random, seed) != picked(Bot::Random, 0)));
}

#[test]
fn a_bot_waits_for_its_turn() {
    let (rules, knowledge) = dealt(1);
    let Viewer::Seat(seat) = knowledge.viewer() else { panic!("a seat") };
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(1 - seat.0))] {
        let refused = pick(&rules, &rules.know(viewer), Bot::Greedy, [0; 32], &Control::default());
        assert_eq!(refused, Err(HintError::NotYourTurn), "{viewer:?}");
    }
}

#[test]
fn names_are_read_and_written() {
    for name in [
        "random",
        "greedy",
        "novice",
        "beginner",
        "apprentice",
        "casual",
        "club",
        "expert",
        "solver:77",
        "plain:77",
    ] {
        assert_eq!(name.parse::<Bot>().expect(name).to_string(), name);
    }
    for name in [
        "",
        "Club",
        "solver:",
        "solver:0",
        "solver:-1",
        "solver:99999999999",
        "plain:",
        "plan:5",
        "grandmaster",
    ] {
        let error = name.parse::<Bot>().expect_err(name);
        assert!(error.to_string().contains("solver:N"), "{error}");
    }
}

/// It once lost to random play: it spent its cards without a thought of who takes the trick.
#[test]
fn greedy_beats_random_at_les_7_blasons() {
    let rules = SeptBlasons::new(Default::default()).expect("defaults");
    let bots = [Bot::Greedy, Bot::Random, Bot::Random, Bot::Random];
    let share = share_of_first(&rules, &bots, 3, [1; 32]).expect("games");
    assert!(share > 0.6, "{share} of twelve games");
}
