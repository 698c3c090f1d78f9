//! The positions of a stored game, one after every step.

use tapis_games::erased::{LogError, StoredPly};
use tapis_games::game::{Game, Published, Turn};

use super::{Cause, ReferenceError};

/// Where a step led.
pub(super) struct Position<G: Game> {
    pub ply: u32,
    pub cause: Cause,
    pub state: G::State,
}

/// Plays the log of a finished game again.
///
/// # Errors
/// The first ply that the rules do not allow; the game is not over.
pub(super) fn of_log<G: Published>(
    rules: &G,
    plies: &[StoredPly],
) -> Result<Vec<Position<G>>, ReferenceError> {
    let (mut state, mut positions) = (rules.start(), Vec::new());
    for (n, stored) in (0..).zip(plies) {
        add(rules, &mut state, n, stored, &mut positions).map_err(|reason| LogError { ply: n, reason })?;
    }
    if rules.turn(&state) == Turn::Over { Ok(positions) } else { Err(ReferenceError::NotOver) }
}

fn add<G: Published>(
    rules: &G,
    state: &mut G::State,
    ply: u32,
    stored: &StoredPly,
    positions: &mut Vec<Position<G>>,
) -> Result<(), String> {
    if let (Some(seat), Some(notation)) = (stored.seat, &stored.notation) {
        if rules.turn(state) != Turn::Player(seat) {
            return Err(format!("it is not the turn of seat {}", seat.0));
        }
        let mv = rules.parse(state, notation).map_err(|error| error.to_string())?;
        rules.play(state, mv).map_err(|refusal| refusal.to_string())?;
        positions.push(Position { ply, cause: Cause::Move(seat), state: state.clone() });
    }
    for value in &stored.chance {
        let outcome: G::Chance = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
        rules.resolve(state, &outcome).map_err(|refusal| refusal.to_string())?;
        let cause = if rules.is_deal(&outcome) { Cause::Deal } else { Cause::Draw };
        positions.push(Position { ply, cause, state: state.clone() });
    }
    Ok(())
}
