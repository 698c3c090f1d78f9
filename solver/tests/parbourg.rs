//! Bots at Parbourg: they follow their own logs through whole games, and the heuristic helps them.

use tapis_games::game::Published;
use tapis_games::parbourg::{Options, Parbourg, Windows};
use tapis_solver::arena::{Contest, Report, run};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;

fn played(options: Options, a: Bot, b: Bot, games: u64) -> Report {
    let rules = Parbourg::new(options).expect("legal options");
    let contest = Contest { a: vec![a], b: vec![b], games, seed: [3; 32] };
    run(&rules, &contest, &Control::default(), &|_| {}).expect("a result")
}

#[test]
fn greedy_beats_random() {
    let options = Options { players: 2, ..Options::default() };
    let report = played(options, Bot::Greedy, Bot::Random, 40);
    assert!(report.a.share.mean > 0.6, "{:?}", report.a.share);
}

/// A third of the playouts of the default bot. With 150 it is about as strong as the greedy bot.
#[test]
fn the_sampling_solver_beats_greedy() {
    for (players, games, least) in [(2, 12, 0.5), (3, 6, 0.4)] {
        let options = Options { players, ..Options::default() };
        let report = played(options, Bot::solver(1_000), Bot::Greedy, games);
        assert!(report.a.share.mean > least, "{players} players: {:?}", report.a.share);
    }
}

#[test]
fn the_sampling_solver_plays_whole_games() {
    for (players, windows) in [(2, Windows::All), (3, Windows::Holders)] {
        let options = Options { players, windows, ..Options::default() };
        let report = played(options, Bot::solver(20), Bot::Random, 1);
        assert_eq!(report.games, u64::from(players), "every deal from every seat");
    }
}
