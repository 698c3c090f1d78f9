use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, Published};
use tapis_games::parbourg::{self, Parbourg};
use tapis_games::random::Seed;
use tapis_games::richelieu::{Options, Richelieu};
use tapis_games::ruleset::Fault;
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::{self, SeptBlasons};

use super::*;
use crate::bots::Bot;
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::registry::Registry;
use crate::sampling::Tuning;
use crate::value::{Features, MAX_FEATURES, Net, Values};

/// What `games` random games of Richelieu give.
fn experience_of(games: u8) -> (Richelieu, Experience) {
    let rules = Richelieu::new(Default::default()).expect("the default options");
    let mut all = Experience::default();
    for game in 0..games {
        let play = Play { bot: Bot::Greedy, random: 30, seeds: Seed([game; 32]).into() };
        all.append(&experience(&rules, play, &Control::default()).expect("a game"));
    }
    (rules, all)
}

#[test]
fn a_net_learns_and_is_the_same_every_time() {
    let (rules, seen) = experience_of(12);
    assert!(seen.positions() > 400, "{}", seen.positions());
    let all: Vec<f32> = (0..seen.positions()).map(|n| seen.position(n).iter().map(|of| of.1).sum()).collect();
    assert!(all.iter().all(|sum| *sum == 1.0), "the shares of every position sum to 1");
    let how = Fit { passes: 3, rate: 0.004, ..Fit::default() };
    let net = fit(&seen, how);
    assert!(squared_error(Some(&net), &seen) < 0.8 * squared_error(None, &seen));
    assert_eq!(fit(&seen, how).write(rules.feature_names(), "x"), net.write(rules.feature_names(), "x"));
    let shares = rules.shares(&net, &rules.start());
    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
}

#[test]
fn a_file_gives_the_net_it_was_written_from() {
    let (rules, seen) = experience_of(1);
    let names = rules.feature_names();
    let net = fit(&seen, Fit { passes: 1, ..Fit::default() }).rounded();
    let text = net.write(names, "a test");
    assert_eq!(Net::read(&text, names).as_ref(), Some(&net));
    assert!(text.len() < 8_000, "{} bytes", text.len());
    let other: Vec<&str> =
        names.iter().map(|name| if *name == "cards" { "discs held" } else { name }).collect();
    let torn = &text[..text.len() / 2];
    let wild = text.replacen("\n\n", "\n\n99999 ", 1);
    let newer = text.replacen("values 1", "values 2", 1);
    for (text, names) in [("", names), (&text, &other[..]), (torn, names), (&wild, names), (&newer, names)] {
        assert_eq!(Net::read(text, names), None);
    }
}

/// A bot with values plays by them, alike on any number of threads; with values of other features it plays as without.
#[test]
fn bots_play_by_values_that_fit() {
    let (rules, seen) = experience_of(4);
    let moves = |values: Values, threads: usize| {
        let tuning = Tuning { values, ..Tuning::bot() };
        let play =
            Play { bot: Bot::Solver { iterations: 12, tuning }, random: 0, seeds: Seed([9; 32]).into() };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| experience(&rules, play, &Control::default())).expect("a game")
    };
    let fitting: &'static Net = Box::leak(Box::new(fit(&seen, Fit { passes: 1, ..Fit::default() })));
    let foreign: &'static Net = Box::leak(Box::new(Net::new(3)));
    let without = moves(Values::Off, 1);
    assert_eq!(moves(Values::Given(foreign), 1), without);
    let with = moves(Values::Given(fitting), 1);
    assert_ne!(with, without);
    assert_eq!(moves(Values::Given(fitting), 4), with);
    assert_eq!(moves(Values::Shipped, 2), moves(Values::Shipped, 1));
}

#[test]
fn both_seats_see_a_contest_alike() {
    let rules = Richelieu::new(Default::default()).expect("the default options");
    let mut state = rules.start();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..40 {
        match rules.random_move(&state, &mut rng) {
            Some(mv) => rules.play_unchecked(&mut state, mv),
            None => {
                let outcome = rules.sample_chance(&state, &mut rng);
                rules.resolve(&mut state, &outcome).expect("a sampled outcome");
            }
        }
    }
    let features = [0, 1].map(|seat| {
        let mut out: Features = [0.0; MAX_FEATURES];
        Heuristics::features(&rules, &state, Seat(seat), &mut out);
        out
    });
    let at = |name: &str| rules.feature_names().iter().position(|other| *other == name).expect("a feature");
    assert_eq!(features[0][at("phase")], features[1][at("phase")]);
    for name in ["margin", "cards", "margin_r3", "lead_s1", "markers"] {
        let (one, other) = (features[0][at(name)], features[1][at(name)]);
        assert!((one + other).abs() < 1e-4, "{name}: {one} {other}");
    }
    assert!(features.as_flattened().iter().all(|x| x.abs() <= 8.0), "{features:?}");
}

/// Whether the game comes with values that fit its features, for the default deck and a changed one.
fn has_values<G: Game + Heuristics>(rules: [Result<G, Vec<Fault>>; 2]) -> [bool; 2] {
    rules.map(|rules| {
        let rules = rules.expect("the options");
        let shares = rules.net(Values::Shipped).map(|net| rules.shares(net, &rules.start()));
        shares.inspect(|shares| assert!(shares.iter().all(|share| share.is_finite()))).is_some()
    })
}

/// A file that does not fit its game is not used, so those that come with the program must.
#[test]
fn the_values_that_come_with_games_fit_their_features() {
    let richelieu = |players| {
        let (standard, mut changed) = (Options { players, ..Options::default() }, Options::default());
        changed.players = players;
        changed.deck[3].shields = 2;
        has_values([standard, changed].map(Richelieu::new))
    };
    let parbourg = |players| {
        let standard = parbourg::Options { players, ..Default::default() };
        let mut changed = standard.clone();
        changed.deck.cards.remove(0);
        has_values([standard, changed].map(Parbourg::new))
    };
    let sept_blasons = |players| {
        let standard = sept_blasons::Options { players, ..Default::default() };
        let mut changed = standard.clone();
        changed.deck.values[7] = 20;
        has_values([standard, changed].map(SeptBlasons::new))
    };
    assert_eq!((sept_blasons(4), sept_blasons(7)), ([true; 2], [true; 2]));
    assert_eq!((richelieu(2), richelieu(4)), ([true; 2], [false; 2]), "learned with two seats");
    assert_eq!((parbourg(2), parbourg(6)), ([true; 2], [true; 2]));
}

/// What games of random bots show: numbers of about ±1, and one phase for all seats.
#[test]
fn features_are_small_and_all_seats_see_the_same_phase() {
    let tables = [
        ("richelieu", r#"{"players":4}"#),
        ("sept-blasons", "{}"),
        ("sept-blasons", r#"{"players":7,"deck":{"values":[0,99,1,2,99,3,50,7]},"variants":["curieux"]}"#),
        ("parbourg", r#"{"players":2}"#),
        ("parbourg", r#"{"players":6}"#),
    ];
    for (game, options) in tables {
        let game = Registry::standard().game(game).expect("a game");
        let rules = game.ruleset(options).expect("a ruleset");
        for seed in 0..3 {
            let play = Play { bot: Bot::Random, random: 0, seeds: Seed([seed; 32]).into() };
            let seen = game.experience(&*rules, play, &Control::default()).expect("a game");
            assert!(seen.positions() > 20 && seen.features() <= MAX_FEATURES);
            for position in (0..seen.positions()).map(|n| seen.position(n)) {
                let phase = position[0].0[0];
                assert!((0.0..=1.0).contains(&phase), "{phase}");
                for (features, _) in position {
                    assert_eq!(features[0], phase, "{options}");
                    for (x, name) in features.iter().zip(seen.names()) {
                        assert!(x.abs() <= 8.0, "{} {options}: {name} is {x}", game.id());
                    }
                }
            }
        }
    }
}
