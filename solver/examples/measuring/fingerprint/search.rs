//! A hash of what the search does. Of its answers, not of its sources: it changes when the search does, not when it is written
//! differently.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use sha2::{Digest, Sha256};
use tapis_games::erased::{AnyRuleset, AnyTable};
use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream};
use tapis_games::seat::{Seat, Viewer};

use crate::answer::Measured;
use crate::control::Control;
use crate::engine::Engine;
use crate::registry::Registry;
use crate::request::{Budget, Request, SolverKind};

/// Positions of each game that are searched.
const POSITIONS: u64 = 3;
/// Long enough for two windows of the root.
const LINES: u64 = 700;
/// Digits beyond these are left to the machine.
const DIGITS: f64 = 1e6;

/// The hash of what the search measures in some positions of the published games; lower-case hex SHA-256.
pub fn of_search() -> String {
    let mut hash = Sha256::new();
    for game in Registry::standard().games() {
        let Ok(rules) = game.ruleset("{}") else { continue };
        let Some(engine) = game.engine(&*rules) else { continue };
        for seed in 0..POSITIONS {
            let searched = position(&*rules, seed).and_then(|log| measure(&*engine, &log));
            searched.iter().for_each(|measured| add(&mut hash, measured));
        }
    }
    hex::encode(hash.finalize())
}

fn measure(engine: &dyn Engine, log: &ObservationLog) -> Option<Measured> {
    let budget = Budget { iterations: Some(LINES), ..Budget::default() };
    let request =
        Request { solver: SolverKind::Sampling, budget, seed: [5; 32], threads: 1, ..Request::default() };
    engine.hint(log, &request, &Control::default()).ok()?.measured
}

fn add(hash: &mut Sha256, measured: &Measured) {
    for one in &measured.moves {
        hash.update(one.notation.as_bytes());
        let behind = one.behind.map_or(0.0, |behind| behind.mean);
        for number in [one.value, behind] {
            hash.update(((number * DIGITS).round() as i64).to_be_bytes());
        }
        hash.update(one.samples.to_be_bytes());
    }
}

/// A position with a choice after some random moves.
fn position(rules: &dyn AnyRuleset, seed: u64) -> Option<ObservationLog> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    let mut table = rules.deal(&Seed(bytes));
    let mut left = 4 + 6 * seed;
    while let Turn::Player(seat) = table.turn() {
        let moves = table.legal_moves();
        if left == 0 && moves.len() > 1 {
            return Some(log_of(rules, &*table, seat));
        }
        left = left.saturating_sub(1);
        let mut chance = Seed(bytes).stream(Stream::Chance(table.plies().len() as u32));
        table.play(seat, &moves[rng.random_range(0..moves.len())].notation, &mut chance).ok()?;
    }
    None
}

/// What a seat has seen.
fn log_of(rules: &dyn AnyRuleset, table: &dyn AnyTable, seat: Seat) -> ObservationLog {
    let viewer = Viewer::Seat(seat);
    let plies = table.plies().iter().map(|ply| ply.seen_by(viewer).clone()).collect();
    ObservationLog { ruleset: rules.ruleset().reference(), seat: Some(seat), plies }
}
