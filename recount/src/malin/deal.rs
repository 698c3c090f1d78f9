//! Set-up of the game and of every round.

use serde_json::{Map, Value, json};

use super::card::Card;
use super::document::cards;
use super::options::Options;
use super::pile;
use super::state::{Phase, State};
use crate::fair_deal::Stream;

/// The position after the first deal, and that deal as a replay writes it: the first dealer is drawn first, the
/// Malheur deck shuffled last.
pub fn start(options: Options, chance: &mut Stream) -> (State, Value) {
    let players = options.players;
    let mut state = State {
        round: 0,
        trick: 1,
        phase: Phase::Bid,
        dealer: chance.below(players as u32) as usize,
        leader: 0,
        asked: 0,
        quiet: 0,
        removed: Card::Wish,
        hands: Vec::new(),
        left_over: Vec::new(),
        announced: Vec::new(),
        contracts: Vec::new(),
        taken: Vec::new(),
        laid: Vec::new(),
        waiting: Vec::new(),
        malheurs: vec![Vec::new(); players],
        pile: Vec::new(),
        used: Vec::new(),
        points: vec![options.points; players],
        options,
    };
    let mut deal = next_round(&mut state, chance);
    if state.options.malheurs {
        state.pile = state.options.deck.clone();
        chance.shuffle(&mut state.pile);
        show_pile(&state, &mut deal);
    }
    pile::draw(&mut state, &vec![1; players], &mut Map::new(), chance);
    (state, deal)
}

/// Begins the next round with fresh hands. Answers the deal as a replay writes it.
pub fn next_round(state: &mut State, chance: &mut Stream) -> Value {
    let players = state.options.players;
    state.round += 1;
    state.trick = 1;
    state.phase = Phase::Bid;
    state.leader = state.left_of(state.dealer);
    state.announced = vec![None; players];
    state.contracts = vec![None; players];
    state.taken = vec![0; players];
    deal_cards(state, chance);
    let mut deal = json!({
        "round": state.round,
        "dealer": state.dealer,
        "removed": state.removed.name(),
        "hands": state.hands.iter().map(|hand| cards(hand)).collect::<Vec<_>>(),
    });
    if !state.left_over.is_empty() {
        deal["left_over"] = json!(cards(&state.left_over));
    }
    show_pile(state, &mut deal);
    deal
}

fn show_pile(state: &State, deal: &mut Value) {
    if !state.pile.is_empty() {
        deal["pile"] = json!(state.pile);
    }
}

/// One number or twin is drawn and set aside, the wish takes its place; the rest is shuffled and dealt.
fn deal_cards(state: &mut State, chance: &mut Stream) {
    let mut all = Card::all(&state.options);
    state.removed = all.remove(chance.below(all.len() as u32) as usize);
    all.push(Card::Wish);
    chance.shuffle(&mut all);
    let each = state.options.tricks();
    state.left_over = all.split_off(each * state.options.players);
    state.hands = all.chunks(each).map(<[Card]>::to_vec).collect();
    state.hands.iter_mut().for_each(|hand| hand.sort_unstable());
}
