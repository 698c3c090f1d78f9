//! A hash of what the bots do. Of their games, not of their sources: it changes when some bot plays otherwise, not when it is written
//! differently.

use sha2::{Digest, Sha256};
use tapis_games::random::Seed;

use crate::bots::Bot;
use crate::control::Control;
use crate::grades::{BotLevel, Grades};
use crate::registry::Registry;
use crate::sampling::work_of_a_move;

/// Lines of a move in these games, at most: every move of a whole game hangs on those before it.
const LINES: u64 = 60;

/// The hash of games of all levels in the default rulesets of the published games, and of their grades; lower-case hex SHA-256.
pub fn of_bots() -> String {
    let mut hash = Sha256::new();
    for game in Registry::standard().games() {
        let Ok(rules) = game.ruleset("{}") else { continue };
        let Some(engine) = game.engine(&*rules) else { continue };
        let grades = engine.grades();
        for grade in grades {
            hash.update(format!("{grade:?} {}", work_of_a_move(grade.lines)));
        }
        for (number, levels) in BotLevel::ALL.chunks(rules.seats()).enumerate() {
            let level = |seat: usize| levels.get(seat).copied().unwrap_or(BotLevel::Greedy);
            let bots: Vec<Bot> = (0..rules.seats()).map(|seat| quick(level(seat), &grades)).collect();
            let seed = Seed([number as u8; 32]).into();
            let plies = game.simulate_log(&*rules, &bots, seed, &Control::default()).unwrap_or_default();
            hash.update(serde_json::to_vec(&plies).unwrap_or_default());
        }
    }
    hex::encode(hash.finalize())
}

/// The bot of this level with fewer lines.
fn quick(level: BotLevel, grades: &Grades) -> Bot {
    match level.search(grades) {
        Bot::Solver { iterations, tuning } => Bot::Solver { iterations: iterations.min(LINES), tuning },
        other => other,
    }
}
