//! What the seat to move may do.

use super::rules::{Cell, Hand, RETURN, State, Step};

/// All legal moves of the seat to move, in canonical order.
pub fn legal_moves(state: &State) -> Vec<String> {
    let recover = can_recover(state.mover()).then(|| "recover".to_owned());
    let mut moves = Vec::new();
    match state.step {
        Step::Over => {}
        Step::Take => {
            moves.extend(take_moves(state));
            let pass = moves.is_empty().then(|| "pass".to_owned());
            moves.extend(recover.into_iter().chain(pass));
        }
        Step::SecondCard => {
            moves.extend(take_moves(state));
            moves.extend(["stop".to_owned()].into_iter().chain(recover));
        }
        Step::Marker => {
            moves.extend(recover);
            moves.extend(marker_moves(state));
            moves.push("skip".to_owned());
        }
    }
    moves
}

/// Row ends and the cards there that this step allows to take, payment aside: `("2L", 2c07)`.
pub(super) fn candidates(state: &State) -> Vec<(String, Cell)> {
    let mut found = Vec::new();
    for (row, cards) in (1..).zip(&state.rows) {
        let right = if cards.len() > 1 { cards.last() } else { None };
        for (side, cell) in [("L", cards.first()), ("R", right)] {
            found.extend(
                cell.filter(|cell| allowed_now(state, **cell)).map(|cell| (format!("{row}{side}"), *cell)),
            );
        }
    }
    found
}

/// Whether the step allows the card at an end: as first card any, as second only a fitting one.
fn allowed_now(state: &State, cell: Cell) -> bool {
    let Some(first) = state.first_card else { return true };
    if state.options.visible_at_start && !state.ends_before_turn.contains(&cell) {
        return false;
    }
    let (first, second) = (&state.cards[&first], &state.cards[&cell]);
    first.region == second.region && first.shields == 1 && second.shields == 1
}

/// The take moves of this step, with every way to pay.
pub(super) fn take_moves(state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    for (end, cell) in candidates(state) {
        if is_protected(state, cell) {
            moves.extend(pay_sources(state).into_iter().map(|source| format!("take {end} pay {source}")));
        } else {
            moves.push(format!("take {end}"));
        }
    }
    moves
}

/// Whether an opponent's marker lies on the card.
fn is_protected(state: &State, cell: Cell) -> bool {
    state.markers.get(&cell).is_some_and(|&owner| owner != state.to_move)
}

/// Where the seat to move has a marker to pay with.
fn pay_sources(state: &State) -> Vec<String> {
    let reserve = (state.mover().reserve > 0).then(|| "reserve".to_owned());
    let on_cards = state.marked_by(state.to_move).into_iter().map(|cell| cell.to_string());
    reserve.into_iter().chain(on_cards).collect()
}

/// All `mark` and `move` of the marker step.
pub(super) fn marker_moves(state: &State) -> Vec<String> {
    let (reserve, unmarked) = (state.mover().reserve, state.unmarked());
    let mut moves = Vec::new();
    if reserve > 0 {
        moves.extend(unmarked.iter().map(|cell| format!("mark {cell}")));
    }
    if reserve == 0 || state.options.always_move {
        for source in state.marked_by(state.to_move) {
            moves.extend(unmarked.iter().map(|cell| format!("move {source} {cell}")));
        }
    }
    moves
}

/// A boxed marker of one's own, and a return disc still in front of one.
fn can_recover(hand: &Hand) -> bool {
    hand.boxed > 0 && hand.discs.iter().any(|held| held.disc == RETURN && !held.given_up)
}

/// What everybody can see of [`can_recover`]: a boxed marker and some face-down disc.
pub(super) fn might_recover(hand: &Hand) -> bool {
    hand.boxed > 0 && hand.discs.iter().any(|held| !held.given_up)
}
