//! The learned evaluation: its weights fit every ruleset, and it says something about every position.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, Published, Turn};
use tapis_games::malin::Malin;
use tapis_games::parbourg::Parbourg;
use tapis_games::richelieu::Richelieu;
use tapis_games::seat::BySeat;
use tapis_games::sept_blasons::SeptBlasons;
use tapis_solver::heuristics::Heuristics;
use tapis_solver::learned::{Outlook, inputs_of};

/// Calls `each` with all positions of a random game in which somebody is to move; the end of the game.
fn positions<G: Published>(rules: &G, seed: u64, mut each: impl FnMut(&G::State)) -> G::State {
    let (mut state, mut rng) = (rules.start(), ChaCha8Rng::seed_from_u64(seed));
    loop {
        match rules.turn(&state) {
            Turn::Over => return state,
            Turn::Chance => {
                let outcome = rules.sample_chance(&state, &mut rng);
                rules.resolve(&mut state, &outcome).expect("a sampled outcome");
            }
            Turn::Player(_) => {
                each(&state);
                let mv = rules.random_move(&state, &mut rng).expect("somebody is to move");
                rules.play_unchecked(&mut state, mv);
            }
        }
    }
}

fn outlook<G: Heuristics>(rules: &G, state: &G::State) -> Outlook {
    let network = rules.network().expect("weights that fit");
    let inputs = inputs_of(rules, state);
    rules.outlook(state, &BySeat::from_fn(rules.seats(), |seat| network.outputs(&inputs[seat])))
}

/// Every position has as many inputs as the network, and win shares that sum to 1; quiet positions are not rare.
fn speaks_of<G: Published + Heuristics>(options: &str) {
    let rules = G::new(serde_json::from_str(options).expect("options")).expect("a ruleset");
    let width = rules.network().expect("weights that fit").first.len();
    let (mut quiet, mut all) = (0, 0);
    for seed in 0..3 {
        positions(&rules, seed, |state| {
            all += 1;
            if !rules.is_quiet(state) {
                return;
            }
            quiet += 1;
            let widths = inputs_of(&rules, state).iter().map(tapis_solver::learned::Inputs::width).max();
            assert_eq!(widths, Some(width), "{} {options}", G::ID);
            let outlook = outlook(&rules, state);
            let sum: f64 = outlook.shares.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{} {options}: shares {:?}", G::ID, outlook.shares);
            assert!(outlook.points.iter().all(|points| points.abs() < 200.0), "{:?}", outlook.points);
        });
    }
    assert!(quiet * 10 >= all, "{} {options}: {quiet} of {all} positions are quiet", G::ID);
}

#[test]
fn the_weights_fit_every_ruleset() {
    for options in [r#"{"players":2}"#, r#"{"players":4}"#, r#"{"players":2,"open_discs":true}"#] {
        speaks_of::<Richelieu>(options);
    }
    for options in [r#"{"players":3}"#, r#"{"players":5}"#, r#"{"players":7}"#] {
        speaks_of::<SeptBlasons>(options);
    }
    for options in [r#"{"players":3}"#, r#"{"players":4}"#, r#"{"players":6,"teams":true}"#] {
        speaks_of::<Malin>(options);
    }
    for options in [r#"{"players":2}"#, r#"{"players":4}"#, r#"{"players":6}"#] {
        speaks_of::<Parbourg>(options);
    }
}

/// Near the end of a game the evaluation knows who wins: on the last quiet positions of random games the winner is given more
/// than the others in four of five.
fn knows_the_winner<G: Published + Heuristics>(games: u64) -> f64 {
    let rules = G::new(G::Options::default()).expect("the default ruleset");
    let mut right = 0;
    for seed in 0..games {
        let mut last = None;
        let state = positions(&rules, 100 + seed, |state| {
            if rules.is_quiet(state) {
                last = Some(outlook(&rules, state));
            }
        });
        let shares = rules.payoffs(&state).shares;
        let best = |shares: &BySeat<f64>| {
            (0..shares.len()).max_by(|&a, &b| shares.as_slice()[a].total_cmp(&shares.as_slice()[b]))
        };
        right += u32::from(best(&last.expect("a quiet position").shares) == best(&shares));
    }
    f64::from(right) / games as f64
}

#[test]
fn near_the_end_it_knows_who_wins() {
    for known in [knows_the_winner::<Richelieu>(40), knows_the_winner::<Parbourg>(20)] {
        assert!(known >= 0.8, "{known}");
    }
}
