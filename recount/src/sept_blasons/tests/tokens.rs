//! Powers that move tokens, ids, the free action.

use serde_json::json;

use super::*;
use crate::sept_blasons::state::{Phase, Token};

/// Tokens given as (id, family, up, seat), nothing in the pool but `pool`.
fn with(state: &mut State, tokens: &[(usize, usize, bool, Option<usize>)], pool: [usize; 7]) {
    let token = |&(id, family, up, seat): &(usize, usize, bool, Option<usize>)| {
        (id, Token { family, up, seat, known_to: Default::default() })
    };
    state.tokens = tokens.iter().map(token).collect();
    state.pool = pool;
    state.next_id = 10;
}

const AREAS: [(usize, usize, bool, Option<usize>); 4] =
    [(1, 0, false, Some(0)), (2, 1, true, Some(0)), (3, 2, false, Some(1)), (4, 3, true, None)];

/// Four tokens on the table, one family's tokens hidden in the pool; three cards lie, `character` first.
fn facing(character: usize, changes: &Value) -> State {
    let mut state = table(changes);
    with(&mut state, &AREAS, [0, 2, 0, 0, 0, 0, 0]);
    let others = if character == 6 { ["play 7", "play 4"] } else { ["play 6", "play 7"] };
    moves(&mut state, &[&format!("play {character}"), others[0], others[1]]);
    state
}

fn three() -> Value {
    json!({"players": 3})
}

#[test]
fn three_or_four_begin_with_three_tokens_and_more_with_two() {
    for (players, each) in [(3, 3), (4, 3), (5, 2), (6, 2), (7, 2)] {
        let state = table(&json!({"players": players}));
        assert_eq!(state.pool.iter().sum::<usize>(), players * (4 - each));
        for seat in 0..players {
            let up: Vec<bool> = state.area(seat).map(|(_, token)| token.up).collect();
            assert_eq!((up.len(), up.iter().position(|&up| up)), (each, Some(each - 1)));
        }
    }
}

#[test]
fn the_manant_draws_and_a_hidden_token_gets_the_next_id() {
    let mut state = facing(1, &three());
    assert_eq!(listed(&state), ["draw t04", "draw pool"]);
    let told = moves(&mut state, &["draw pool"]);
    assert_eq!(told.outcome, json!({"family": "bellay"}));
    assert_eq!((state.tokens[&10].seat, state.tokens[&10].up, state.next_id), (Some(0), false, 11));
}

#[test]
fn the_menetrier_turns_up_anywhere_and_in_the_pool() {
    let mut state = facing(2, &three());
    assert_eq!(listed(&state), ["reveal t01", "reveal t03", "reveal pool"]);
    moves(&mut state, &["reveal pool"]);
    assert_eq!((state.tokens[&10].seat, state.tokens[&10].up, state.pool[1]), (None, true, 1));
}

#[test]
fn the_magistrat_spares_its_player_unless_the_option_says_so() {
    let mut state = facing(3, &three());
    assert_eq!(listed(&state), ["remove t03"]);
    moves(&mut state, &["remove t03"]);
    assert!(!state.tokens.contains_key(&3), "face down in the pool it has no id");
    assert_eq!(state.pool[2], 1);
    let own = facing(3, &json!({"players": 3, "magistrat_may_target_self": true}));
    assert_eq!(listed(&own), ["remove t01", "remove t02", "remove t03"]);
}

#[test]
fn the_intendant_exchanges_between_areas_and_with_the_pool() {
    let mut state = facing(5, &three());
    let swaps = "swap t01 t03,swap t01 t04,swap t01 pool,swap t02 t03,swap t02 t04,swap t02 pool,swap t03 t04,\
                 swap t03 pool";
    assert_eq!(listed(&state).join(","), swaps);
    moves(&mut state, &["swap t02 pool"]);
    assert_eq!((state.tokens[&10].seat, state.tokens[&2].seat), (Some(0), None), "face up it keeps its id");
}

#[test]
fn the_religieux_moves_a_token_to_a_different_area() {
    let mut state = facing(4, &json!({"players": 3, "variants": ["religieux"]}));
    let gifts = ["give t01 s1", "give t01 s2", "give t02 s1", "give t02 s2", "give t03 s0", "give t03 s2"];
    assert_eq!(listed(&state), gifts);
    moves(&mut state, &["give t01 s2"]);
    assert_eq!((state.tokens[&1].seat, state.tokens[&1].up), (Some(2), false));
}

#[test]
fn an_impossible_power_is_passed_over_and_so_is_a_free_action() {
    let mut state = table(&three());
    with(&mut state, &[], [0; 7]);
    moves(&mut state, &["play 5", "play 3", "play 1"]);
    assert_eq!((state.trick, state.leader), (2, 0), "the 5 wins, nothing can be done");
    assert_eq!(state.collected[0].tricks[&1].len(), 3);
}

#[test]
fn the_free_action_draws_or_turns_up_but_not_in_the_pool() {
    let mut state = facing(6, &three());
    assert_eq!((state.phase, state.to_move()), (Phase::FreeAction, Some(1)));
    assert_eq!(listed(&state), ["draw t04", "draw pool", "reveal t01", "reveal t03"]);
    moves(&mut state, &["reveal t01"]);
    assert!(state.tokens[&1].up);
    assert_eq!((state.trick, state.to_move()), (2, Some(1)));
}

#[test]
fn a_look_is_forgotten_in_the_pool() {
    let mut state = facing(5, &three());
    if let Some(token) = state.tokens.get_mut(&2) {
        token.known_to.insert(1);
    }
    moves(&mut state, &["swap t02 t04"]);
    assert_eq!(state.tokens[&2].known_to.len(), 0);
}
