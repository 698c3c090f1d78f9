//! Positions to measure hints in.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt};
use tapis_games::erased::{AnyRuleset, AnyTable};
use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream};
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::control::Control;
use tapis_solver::engine::{BotLevel, Engine};

/// One move in so many is random.
const RANDOM: u32 = 5;

/// A position with a choice in a random place of a game of `greedy` with some random moves.
pub fn place(rules: &dyn AnyRuleset, engine: &dyn Engine, rng: &mut ChaCha8Rng) -> Option<ObservationLog> {
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    let mut table = rules.deal(&Seed(bytes));
    let place: f64 = rng.random();
    let mut logs = Vec::new();
    while let Turn::Player(seat) = table.turn() {
        let moves = table.legal_moves();
        let log = log_of(rules, &*table, seat);
        let any = moves[rng.random_range(0..moves.len())].notation.clone();
        let greedy = engine.choose(BotLevel::Greedy, &log, bytes, &Control::default()).ok()?;
        let mv = if rng.random_range(0..RANDOM) == 0 { any } else { greedy.clone() };
        if moves.len() > 1 {
            logs.push(log);
        }
        let mut chance = Seed(bytes).stream(Stream::Chance(table.plies().len() as u32));
        if table.play(seat, &mv, &mut chance).is_err() {
            table.play(seat, &greedy, &mut chance).ok()?;
        }
    }
    let at = (place * logs.len() as f64) as usize;
    (at < logs.len()).then(|| logs.swap_remove(at))
}

fn log_of(rules: &dyn AnyRuleset, table: &dyn AnyTable, seat: Seat) -> ObservationLog {
    let viewer = Viewer::Seat(seat);
    let plies = table.plies().iter().map(|ply| ply.seen_by(viewer).clone()).collect();
    ObservationLog { ruleset: rules.ruleset().reference(), seat: Some(seat), plies }
}
