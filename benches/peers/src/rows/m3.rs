//! Information-set Monte Carlo tree search of the same game: the play of Oh Hell from the first lead of a hand.

use ismcts::inference::NoInference;
use ismcts::searcher::Searcher;
use tapis_games::game::{Game, Published};
use tapis_solver::request::Objective;
use tapis_testkit::oh_hell::{OhHell, Settings};
use tapis_testkit::perft::perft;

use crate::figures::Measurement;
use crate::oh_hell::Table;
use crate::position::Position;
use crate::row::{Goal, Peer, Row, Side, Size};

/// Decisions before the first lead.
const BIDS: u32 = 4;

/// The rows.
pub fn rows(size: Size) -> Vec<Row> {
    assert_same_game();
    vec![Row {
        id: "M3",
        work: "information-set MCTS of Oh Hell's play, playouts".to_owned(),
        ours: ours(size.pick(150_000, 3_000)),
        peer: Peer { name: "`ismcts`", side: theirs() },
        goals: vec![Goal::Rate(1.3)],
    }]
}

fn first_lead() -> Position<OhHell> {
    Position::new(&OhHell::default(), 1, BIDS, Objective::RoundPayoff)
}

fn ours(playouts: u64) -> Side {
    let position = first_lead();
    Box::new(move |_| {
        Measurement::once(|| {
            let answer = position.sampled(playouts, 1);
            assert_eq!(answer.moves.len(), 12);
            answer.timing.nodes
        })
    })
}

fn theirs() -> Side {
    let table = Table::new(&OhHell::default(), first_lead().knowledge());
    Box::new(move |time| {
        let found = Searcher::default().search(&table, &NoInference, time.as_millis());
        assert_eq!(found.child_stats.len(), 12);
        Measurement { units: found.num_simulations as u64, time: found.duration }
    })
}

/// Asserts that both sides count the same games of a short hand.
fn assert_same_game() {
    let rules = OhHell::new(Settings { tricks: 3 }).expect("legal");
    let known = Position::new(&rules, 1, 12, Objective::RoundPayoff).knowledge();
    let table = Table::new(&rules, known);
    assert_eq!(table.games(), perft(&rules, table.state(), 4));
    assert!(rules.legal_moves(table.state()).len() == 1);
}
