//! What is refused before anything is written.

use super::invalid;
use super::record::GameRecord;
use super::statistics::facts::MOST_SEATS;
use crate::error::Result;
use crate::model::{Append, GameId, NewGame, SeatedPlayer, Source, Status, WatchedGame};

/// Refuses a game that no caller may create.
pub(crate) fn new_game(game: &NewGame) -> Result<()> {
    let seats = game.seats.len();
    if !(1..=MOST_SEATS).contains(&seats) {
        return Err(invalid(format!("a game has 1 to {MOST_SEATS} seats, not {seats}")));
    }
    seat(game.turn, seats)?;
    seat(game.setup.seat, seats)?;
    people((game.id, seats), &game.players, &game.followers)?;
    match game.status {
        Status::Waiting | Status::Running => Ok(()),
        Status::Finished | Status::Aborted => Err(invalid("a new game waits or runs")),
    }
}

/// Refuses an append that does not fit its game.
pub(crate) fn append(append: &Append, game: &GameRecord) -> Result<()> {
    let seats = game.seats.len();
    seat(append.turn, seats)?;
    append.events.iter().try_for_each(|event| seat(event.seat, seats))?;
    append.unseated.iter().try_for_each(|left| seat(Some(*left), seats))?;
    people((append.game, seats), &append.players, &append.followers)?;
    if append.seats.as_ref().is_some_and(|new| new.len() != seats) {
        return Err(invalid("the number of seats never changes"));
    }
    if append.ranking.as_ref().is_some_and(|ranking| ranking.seats.len() != seats) {
        return Err(invalid("a ranking has as many seats as its game"));
    }
    if append.ranking.is_some() && (append.status != Status::Finished || game.status == Status::Finished) {
        return Err(invalid("only what ends a game has a ranking"));
    }
    let Some(result) = &append.result else { return Ok(()) };
    if append.status != Status::Finished {
        return Err(invalid("only a finished game has a result"));
    }
    if result.seats.len() != seats {
        return Err(invalid("a result has as many seats as its game"));
    }
    if game.practice && result.source != Source::Practice {
        return Err(invalid("a practice game counts as practice"));
    }
    Ok(())
}

/// Refuses players at seats that the game has not, and whoever is of another game.
fn people((game, seats): (GameId, usize), players: &[SeatedPlayer], followers: &[WatchedGame]) -> Result<()> {
    players.iter().try_for_each(|player| seat(Some(player.seat), seats))?;
    let of = players.iter().map(|player| player.game);
    match of.chain(followers.iter().map(|follower| follower.game)).find(|of| *of != game) {
        Some(other) => {
            Err(invalid(format!("whoever is named or told in game {other} is not of game {game}")))
        }
        None => Ok(()),
    }
}

/// Refuses a seat the game has not.
pub(crate) fn seat(seat: Option<u8>, seats: usize) -> Result<()> {
    match seat {
        Some(seat) if usize::from(seat) >= seats => Err(invalid(format!("there is no seat {seat}"))),
        _ => Ok(()),
    }
}

/// Takes over what few events change; answers whether this one did.
pub(crate) fn take_table(game: &mut GameRecord, append: &Append) -> bool {
    let mut changed = game.status != append.status || (append.assisted && !game.assisted);
    game.assisted |= append.assisted;
    game.status = append.status;
    if let Some(seats) = &append.seats {
        changed |= game.seats != *seats;
        game.seats.clone_from(seats);
    }
    changed
}
