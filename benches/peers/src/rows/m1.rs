//! Monte Carlo tree search of Connect Four from its first move, each solver with its own defaults.

use board_game::ai::mcts::mcts_build_tree;
use board_game::games::connect4::Connect4;
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy};
use rand_of_board_game::SeedableRng;
use rand_of_board_game::rngs::SmallRng;
use tapis_games::game::Game;
use tapis_solver::request::Objective;
use tapis_testkit::connect_four::{ColumnMove, ConnectFour};

use crate::connect_four::Adapter;
use crate::figures::Measurement;
use crate::position::Position;
use crate::row::{Goal, Peer, Row, Side, Size};

/// The centre column, the only one that wins.
const BEST: u8 = 3;
/// The exploration parameter of `board-game`'s own tests.
const EXPLORATION: f32 = 2.0;

/// The rows of M1.
pub fn rows(size: Size) -> Vec<Row> {
    let playouts = size.pick(400_000, 20_000);
    let row = |name, side| Row {
        id: "M1",
        work: "MCTS of Connect Four, playouts".to_owned(),
        ours: ours(playouts, 1),
        peer: Peer { name, side },
        goals: vec![Goal::Rate(1.15)],
    };
    vec![row("`board-game`", by_board_game(playouts)), row("`minimax`", by_minimax(playouts))]
}

/// The rows of M2: two threads against one.
pub fn threads(size: Size) -> Vec<Row> {
    let playouts = size.pick(400_000, 20_000);
    vec![Row {
        id: "M2",
        work: "MCTS of Connect Four, two threads, playouts".to_owned(),
        ours: ours(playouts, 2),
        peer: Peer { name: "one thread", side: ours(playouts, 1) },
        goals: vec![Goal::Rate(1.75)],
    }]
}

/// Our sampling solver through its public interface, including the answer.
fn ours(playouts: u64, threads: usize) -> Side {
    let position = Position::new(&ConnectFour::default(), 1, 0, Objective::WinShare);
    Box::new(move |_| {
        Measurement::once(|| {
            let answer = position.sampled(playouts, threads);
            let most = answer
                .moves
                .iter()
                .max_by_key(|advice| advice.samples)
                .map(|advice| advice.notation.as_str());
            assert_eq!(most, Some(format!("drop {BEST}").as_str()));
            answer.timing.nodes
        })
    })
}

fn by_board_game(playouts: u64) -> Side {
    let mut rng = SmallRng::seed_from_u64(1);
    Box::new(move |_| {
        Measurement::once(|| {
            let tree = mcts_build_tree(&Connect4::default(), playouts, EXPLORATION, &mut rng);
            assert_eq!(tree.best_move(), BEST);
            tree[0].visits as u64
        })
    })
}

fn by_minimax(playouts: u64) -> Side {
    Box::new(move |_| {
        Measurement::once(|| {
            let mut search = MonteCarloTreeSearch::<Adapter>::new(MCTSOptions::default().with_num_threads(1));
            search.set_max_rollouts(playouts as u32);
            assert_eq!(search.choose_move(&ConnectFour::default().start()), Some(ColumnMove(BEST)));
            playouts
        })
    })
}
