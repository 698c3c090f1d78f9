//! Bots at Parbourg: they follow their own logs through whole games, and the heuristic helps them.

use tapis_games::game::{Game, Published};
use tapis_games::parbourg::{Options, Parbourg, Windows};
use tapis_solver::bots::Bot;
use tapis_solver::simulation::share_of_first;

/// The win share of `a` among bots of the other kind.
fn share(options: Options, a: Bot, b: Bot, deals: u64) -> f64 {
    let rules = Parbourg::new(options).expect("legal options");
    let mut bots = vec![b; rules.seats()];
    bots[0] = a;
    share_of_first(&rules, &bots, deals, [3; 32]).expect("a result")
}

#[test]
fn greedy_beats_random() {
    let options = Options { players: 2, ..Options::default() };
    let share = share(options, Bot::Greedy, Bot::Random, 20);
    assert!(share > 0.6, "{share}");
}

#[test]
fn the_sampling_solver_plays_whole_games() {
    for (players, windows) in [(2, Windows::All), (3, Windows::Holders)] {
        let options = Options { players, windows, ..Options::default() };
        let share = share(options, Bot::solver(20), Bot::Random, 1);
        assert!((0.0..=1.0).contains(&share), "{players} players: {share}");
    }
}
