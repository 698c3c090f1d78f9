//! Random games of poker, including the deal.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tapis_games::game::Game;
use tapis_games::seat::Seat;
use tapis_testkit::kuhn::Kuhn;
use tapis_testkit::leduc::Leduc;

use crate::figures::Measurement;
use crate::playout::game;
use crate::row::{Goal, Row, Side, Size};
use crate::yardstick;

/// Games between two looks at the clock.
const BATCH: u64 = 20_000;
/// Games per second of OpenSpiel's C++ implementations.
const OPEN_SPIEL: (f64, f64) = (2.43e6, 1.00e6);

/// The rows.
pub fn rows(_: Size) -> Vec<Row> {
    let row = |work: &str, ours, recorded| Row {
        id: "P3",
        work: work.to_owned(),
        ours,
        peer: yardstick::recorded("OpenSpiel", recorded),
        goals: vec![Goal::Rate(5.0)],
    };
    vec![
        // Seat 0 passes or bets; after a pass seat 1 does, after its bet seat 0 answers.
        row("random games of Kuhn poker, with deal", games(Kuhn::default(), 2.25), OPEN_SPIEL.0),
        row("random games of Leduc poker, with deal", games(Leduc::default(), LEDUC), OPEN_SPIEL.1),
    ]
}

/// Average number of moves in a random game of Leduc: 5/2 per round, of which 5/8 do not end in a fold.
const LEDUC: f64 = 5.0 / 2.0 * (1.0 + 5.0 / 8.0);

fn games<G: Game>(rules: G, usual: f64) -> Side {
    let mut rng = SmallRng::seed_from_u64(1);
    Box::new(move |time| {
        let (mut moves, mut chips) = (0, 0);
        let done = Measurement::repeat(time, || {
            for _ in 0..BATCH {
                let (end, made) = game(&rules, &mut rng);
                moves += made;
                chips += i64::from(rules.round_scores(&end).expect("over")[Seat(0)]);
            }
            BATCH
        });
        let mean = moves as f64 / done.units as f64;
        assert!((mean - usual).abs() < 0.05, "{mean} moves on average");
        assert!(chips.unsigned_abs() < 2 * done.units, "{chips} chips won in {} games", done.units);
        done
    })
}
