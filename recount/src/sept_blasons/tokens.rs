//! Tokens on the move.

use super::state::{State, Token};
use crate::fair_deal::Stream;

/// A pool token, by id or drawn at random from the face-down ones, goes before `seat` as it is.
pub fn draw(state: &mut State, seat: usize, id: Option<usize>, chance: &mut Stream) {
    let id = id.unwrap_or_else(|| take_hidden(state, chance));
    place(state, id, Some(seat));
}

/// A token before a seat, or one of the face-down pool tokens, is turned up.
pub fn reveal(state: &mut State, id: Option<usize>, chance: &mut Stream) -> usize {
    let id = id.unwrap_or_else(|| take_hidden(state, chance));
    if let Some(token) = state.tokens.get_mut(&id) {
        token.up = true;
        token.known_to.clear();
    }
    id
}

/// Two tokens change places; without a second id it is drawn from the pool, before the first goes in.
pub fn swap(state: &mut State, first: usize, second: Option<usize>, chance: &mut Stream) {
    let second = second.unwrap_or_else(|| take_hidden(state, chance));
    let seats = [first, second].map(|id| state.tokens.get(&id).and_then(|token| token.seat));
    place(state, second, seats[0]);
    place(state, first, seats[1]);
}

/// Lays a token before a seat, or puts it into the pool; face down it loses its id there.
pub fn place(state: &mut State, id: usize, seat: Option<usize>) {
    let Some(token) = state.tokens.get_mut(&id) else { return };
    token.seat = seat;
    if seat.is_none() {
        token.known_to.clear();
        if !token.up {
            state.pool[token.family] += 1;
            state.tokens.remove(&id);
        }
    }
}

/// Draws one of the face-down pool tokens; it gets the next id and is still in nobody's area.
fn take_hidden(state: &mut State, chance: &mut Stream) -> usize {
    let total: usize = state.pool.iter().sum();
    let mut n = chance.below(total as u32) as usize;
    let mut family = 0;
    while n >= state.pool[family] {
        n -= state.pool[family];
        family += 1;
    }
    state.pool[family] -= 1;
    let id = state.next_id;
    state.next_id += 1;
    state.tokens.insert(id, Token { family, up: false, seat: None, known_to: Default::default() });
    id
}
