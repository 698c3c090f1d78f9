//! The search helps bots at Parbourg.

use tapis_games::game::{Game, Published};
use tapis_games::parbourg::{Options, Parbourg};
use tapis_solver::bots::Bot;
use tapis_solver::simulation::share_of_first;

/// The win share of `a` among bots of the other kind.
fn share(options: Options, a: Bot, b: Bot, deals: u64) -> f64 {
    let rules = Parbourg::new(options).expect("legal options");
    let mut bots = vec![b; rules.seats()];
    bots[0] = a;
    share_of_first(&rules, &bots, deals, [3; 32]).expect("a result")
}

/// A third of the playouts of the default bot. With 150 it is about as strong as the greedy bot.
#[test]
fn the_sampling_solver_beats_greedy() {
    for (players, deals, least) in [(2, 6, 0.5), (3, 2, 0.4)] {
        let options = Options { players, ..Options::default() };
        let share = share(options, Bot::solver(1_000), Bot::Greedy, deals);
        assert!(share > least, "{players} players: {share}");
    }
}
