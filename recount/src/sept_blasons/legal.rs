//! What the seat to move may do, sets of tricks and tokens aside.

use std::collections::BTreeSet;

use super::malandrin;
use super::state::{Action, Phase, State, TRICKS};

/// `t07`.
pub fn name(id: usize) -> String {
    format!("t{id:02}")
}

/// The listed moves of the seat to move, in canonical order.
pub fn listed(state: &State) -> Vec<String> {
    let Some(seat) = state.to_move() else { return Vec::new() };
    match state.phase {
        Phase::Play => plays(state, seat),
        Phase::Power => powers(state),
        Phase::Serve => serves(state),
        Phase::FreeAction => free_actions(state),
        Phase::Look => vec!["none".to_owned()],
        Phase::Over => Vec::new(),
    }
}

/// Every card of the hand, alone and with each action the seat may activate.
fn plays(state: &State, seat: usize) -> Vec<String> {
    let may_activate = state.bourgeoisie[seat] > 0 && !state.activated[seat] && state.trick < TRICKS;
    let actions: &[Action] = if may_activate { &state.options.actions } else { &[] };
    let with = |card: &usize| {
        let activations = actions.iter().map(|action| format!("play {card} {action}"));
        std::iter::once(format!("play {card}")).chain(activations).collect::<Vec<_>>()
    };
    state.hands[seat].iter().flat_map(with).collect()
}

/// The uses of the power of the card whose turn it is; none when it is impossible.
pub fn powers(state: &State) -> Vec<String> {
    let card = &state.laid[state.place];
    match card.character {
        0 => malandrin::choices(state),
        1 => draws(state),
        2 => reveals(state, true),
        3 => removals(state, card.actor),
        4 if state.options.religieux => gifts(state),
        5 => swaps(state),
        _ => Vec::new(),
    }
}

/// One pool token; the face-down ones are one choice.
fn draws(state: &State) -> Vec<String> {
    let ids = state.up_in_pool().map(|id| format!("draw {}", name(id)));
    ids.chain(state.pool_hides().then(|| "draw pool".to_owned())).collect()
}

/// One face-down token of any area, perhaps of the pool.
fn reveals(state: &State, pool: bool) -> Vec<String> {
    let down = state.in_areas().filter(|(_, token)| !token.up);
    let ids = down.map(|(id, _)| format!("reveal {}", name(id)));
    ids.chain((pool && state.pool_hides()).then(|| "reveal pool".to_owned())).collect()
}

/// One token of another player's area, with the option also of one's own.
fn removals(state: &State, actor: usize) -> Vec<String> {
    let own = state.options.magistrat_may_target_self;
    let open = state.in_areas().filter(|(_, token)| own || token.seat != Some(actor));
    open.map(|(id, _)| format!("remove {}", name(id))).collect()
}

/// One token of any area to a different one.
fn gifts(state: &State) -> Vec<String> {
    let to = |from: Option<usize>| (0..state.options.players).filter(move |&seat| Some(seat) != from);
    let gifts = |(id, token): (usize, &super::state::Token)| {
        to(token.seat).map(move |seat| format!("give {} s{seat}", name(id))).collect::<Vec<_>>()
    };
    state.in_areas().flat_map(gifts).collect()
}

/// One token of any area with one of a different area (lower id first) or of the pool.
fn swaps(state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    for (first, token) in state.in_areas() {
        let other_area =
            state.in_areas().filter(|(id, other)| *id > first && other.seat != token.seat).map(|(id, _)| id);
        let seconds: BTreeSet<usize> = other_area.chain(state.up_in_pool()).collect();
        moves.extend(seconds.into_iter().map(|second| format!("swap {} {}", name(first), name(second))));
        moves.extend(state.pool_hides().then(|| format!("swap {} pool", name(first))));
    }
    moves
}

/// The card of the trick that the holder's strength names: petite takes a 2 and so on, by printed character.
fn serves(state: &State) -> Vec<String> {
    let strength = state.bourgeoisie[state.laid[state.place].seat];
    let open = state.laid.iter().filter(|laid| laid.character == strength && !laid.served);
    let seats: BTreeSet<usize> = open.map(|laid| laid.seat).collect();
    seats.into_iter().map(|seat| format!("serve s{seat}")).chain(["none".to_owned()]).collect()
}

/// A pool token as it is, or a face-down token of any area turned up; none when both are impossible.
pub fn free_actions(state: &State) -> Vec<String> {
    draws(state).into_iter().chain(reveals(state, false)).collect()
}
