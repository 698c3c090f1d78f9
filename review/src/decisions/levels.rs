//! How hard a choice was: what each level of bots would have lost in the same position, by the same hint.

use tapis_games::log::ObservationLog;
use tapis_solver::control::Control;
use tapis_solver::engine::{BotLevel, Engine, HintError};

use super::look::{Look, seed_of};

/// The levels with which a seat is compared, the weakest first.
pub(crate) const LEVELS: [BotLevel; 5] =
    [BotLevel::Novice, BotLevel::Beginner, BotLevel::Apprentice, BotLevel::Casual, BotLevel::Club];

/// The mean loss of so many moves of each level.
pub(super) fn losses(
    engine: &dyn Engine,
    log: &ObservationLog,
    look: &Look,
    picks: u32,
    seed: [u8; 32],
    control: &Control,
) -> Result<[f64; LEVELS.len()], HintError> {
    let mut losses = [0.0; LEVELS.len()];
    for (level, loss) in LEVELS.into_iter().zip(&mut losses) {
        for number in 0..picks {
            let own = seed_of(seed, level.name(), 0, number);
            let notation = engine.choose(level, log, own, control)?;
            *loss += look.behind(&notation).map_or(0.0, |behind| behind.mean) / f64::from(picks);
        }
    }
    Ok(losses)
}
