//! What a move does.

use super::legal::{candidates, legal_moves, marker_moves, might_recover, take_moves};
use super::rules::{Cell, HeldDisc, RETURN, State, Step};
use crate::RulesError;
use crate::table::words;

/// Plays a legal move; answers the disc taken with the card, if one lay there.
///
/// # Errors
/// The move is not legal.
pub fn play(state: &mut State, notation: &str) -> Result<Option<String>, RulesError> {
    let words = words(notation, &legal_moves(state))?;
    let refused = || RulesError(format!("'{notation}' is not legal here"));
    let cell = |index: usize| words.get(index).and_then(|word| Cell::parse(word)).ok_or_else(refused);
    match words[0] {
        "take" => {
            let end = words[1];
            let (_, card) =
                candidates(state).into_iter().find(|(name, _)| name == end).ok_or_else(refused)?;
            match words.get(3) {
                Some(&"reserve") => pay(state, None),
                Some(_) => pay(state, Some(cell(3)?)),
                None => {}
            }
            return Ok(take(state, card));
        }
        "recover" => recover(state),
        "stop" => enter_marker_step(state),
        "mark" => {
            state.hands[state.to_move].reserve -= 1;
            state.markers.insert(cell(1)?, state.to_move);
            end_turn(state);
        }
        "move" => {
            state.markers.remove(&cell(1)?);
            state.markers.insert(cell(2)?, state.to_move);
            end_turn(state);
        }
        _ => end_turn(state),
    }
    Ok(None)
}

/// One own marker, from the reserve or from a card, goes to the own box.
fn pay(state: &mut State, source: Option<Cell>) {
    match source {
        None => state.hands[state.to_move].reserve -= 1,
        Some(cell) => drop(state.markers.remove(&cell)),
    }
    state.hands[state.to_move].boxed += 1;
}

fn take(state: &mut State, cell: Cell) -> Option<String> {
    if let Some(owner) = state.markers.remove(&cell) {
        state.hands[owner].reserve += 1;
    }
    for row in &mut state.rows {
        row.retain(|&lying| lying != cell);
    }
    let disc = state.discs.remove(&cell);
    let hand = &mut state.hands[state.to_move];
    hand.taken.push(cell);
    hand.discs.extend(disc.clone().map(|disc| HeldDisc { cell, disc, given_up: false }));
    let second_taken = state.first_card.replace(state.first_card.unwrap_or(cell)).is_some();
    if is_finished(state) {
        state.step = Step::Over;
    } else if second_taken {
        enter_marker_step(state);
    } else {
        enter_second_step(state);
    }
    disc
}

/// The return disc taken first is given up, a boxed marker comes back; the step stays.
fn recover(state: &mut State) {
    let hand = &mut state.hands[state.to_move];
    if let Some(held) = hand.discs.iter_mut().find(|held| held.disc == RETURN && !held.given_up) {
        held.given_up = true;
        hand.boxed -= 1;
        hand.reserve += 1;
    }
}

/// The last card is taken; with `three_rows`, any three rows are empty.
fn is_finished(state: &State) -> bool {
    let empty = state.rows.iter().filter(|row| row.is_empty()).count();
    empty == 4 || state.options.three_rows && empty >= 3
}

/// Opens the second-card step unless nothing could be done in it, or only one card may be taken.
fn enter_second_step(state: &mut State) {
    state.step = Step::SecondCard;
    let payable = !take_moves(state).is_empty();
    let might_pay = !candidates(state).is_empty() && might_recover(state.mover());
    if state.opening || !(payable || might_pay) {
        enter_marker_step(state);
    }
}

/// Opens the marker step unless nothing could be done in it.
fn enter_marker_step(state: &mut State) {
    state.step = Step::Marker;
    let might_mark = !state.unmarked().is_empty() && might_recover(state.mover());
    if marker_moves(state).is_empty() && !might_mark {
        end_turn(state);
    }
}

/// The next seat clockwise begins its turn.
fn end_turn(state: &mut State) {
    state.opening = false;
    state.to_move = (state.to_move + 1) % state.options.players;
    state.step = Step::Take;
    state.first_card = None;
    state.ends_before_turn = state.ends();
}
