//! Set-up of the game and of every round.

use serde_json::{Value, json};

use super::options::Options;
use super::state::{Collected, FAMILIES, Phase, State, TOKENS, TRICKS, Token};
use crate::fair_deal::Stream;

/// The position after the first deal, and that deal as a replay writes it: families and leader are drawn first.
pub fn start(options: Options, chance: &mut Stream) -> (State, Value) {
    let families = options.families.clone().unwrap_or_else(|| {
        let mut all: Vec<usize> = (0..FAMILIES.len()).collect();
        chance.shuffle(&mut all);
        all.truncate(options.players);
        all
    });
    let players = options.players;
    let mut state = State {
        leader: chance.below(players as u32) as usize,
        options,
        round: 0,
        trick: 1,
        phase: Phase::Play,
        place: 0,
        families,
        hands: Vec::new(),
        laid: Vec::new(),
        winner: None,
        tokens: Default::default(),
        pool: [0; 7],
        next_id: 1,
        collected: Vec::new(),
        totals: vec![0; players],
        bourgeoisie: vec![0; players],
        activated: Vec::new(),
    };
    let deal = next_round(&mut state, chance);
    (state, deal)
}

/// Begins the next round: full hands, tokens mixed and dealt. Answers the deal as a replay writes it.
pub fn next_round(state: &mut State, chance: &mut Stream) -> Value {
    let players = state.options.players;
    state.round += 1;
    state.trick = 1;
    state.phase = Phase::Play;
    state.place = 0;
    state.hands = vec![(0..TRICKS).collect(); players];
    state.collected = vec![Collected::default(); players];
    state.activated = vec![false; players];
    let dealt = deal_tokens(state, chance);
    let named = |families: &[usize]| families.iter().map(|&family| FAMILIES[family]).collect::<Vec<_>>();
    json!({
        "round": state.round,
        "families": named(&state.families),
        "leader": state.leader,
        "tokens": dealt.iter().map(|area| named(area)).collect::<Vec<_>>(),
    })
}

/// Mixes the tokens of the families in play and lays some before each seat, the last of them face up.
fn deal_tokens(state: &mut State, chance: &mut Stream) -> Vec<Vec<usize>> {
    let each = if state.options.players <= 4 { 3 } else { 2 };
    let mut families = state.families.clone();
    families.sort_unstable();
    let mut mixed: Vec<usize> = families.iter().flat_map(|&family| [family; TOKENS]).collect();
    chance.shuffle(&mut mixed);
    let left = mixed.split_off(each * state.options.players);
    state.pool = [0; 7];
    left.iter().for_each(|&family| state.pool[family] += 1);
    let areas: Vec<Vec<usize>> = mixed.chunks(each).map(<[usize]>::to_vec).collect();
    let laid = areas.iter().enumerate().flat_map(|(seat, area)| {
        area.iter().enumerate().map(move |(n, &family)| {
            let (up, seat) = (n + 1 == each, Some(seat));
            Token { family, up, seat, known_to: Default::default() }
        })
    });
    state.tokens = (1..).zip(laid).collect();
    state.next_id = state.tokens.len() + 1;
    areas
}
