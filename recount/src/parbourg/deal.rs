//! The set-up.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::options::Options;
use super::play::Ply;
use super::state::{Phase, Seat, State};
use crate::fair_deal::Stream;

/// The position after the deal, and that deal as a replay writes it: first player, henchmen, cards, in this order.
pub fn start(options: Options, chance: &mut Stream) -> (State, Value) {
    let (players, first_hand) = (options.players, options.first_hand);
    let first = chance.below(players as u32) as usize;
    let mut henchman_pile: Vec<i64> = options.henchmen.iter().map(|henchman| henchman.score).collect();
    chance.shuffle(&mut henchman_pile);
    let mut pile: Vec<u32> = options.cards.iter().map(|card| card.id).collect();
    chance.shuffle(&mut pile);
    let initial = json!({"first": first, "henchmen": henchman_pile, "pile": pile});
    let mut state = State {
        day: 1,
        challenge: 1,
        phase: Phase::Alchemy,
        first,
        tokens: [0, 1, 2, 3],
        spare: [options.spare_tokens; 4],
        order: Vec::new(),
        done: 0,
        round: 1,
        mover: 0,
        actions: 0,
        built: false,
        last: false,
        passes: Vec::new(),
        asked: first,
        to_ask: Vec::new(),
        laid: 0,
        chain: Vec::new(),
        answering: None,
        to_answer: Vec::new(),
        seats: vec![Seat { standing: true, ..Seat::default() }; players],
        pile,
        discard: BTreeSet::new(),
        henchman_pile,
        known: vec![BTreeSet::new(); players],
        known_to_all: BTreeSet::new(),
        options,
    };
    let mut ply = Ply { state: &mut state, chance, told: Map::new() };
    for step in 0..players {
        ply.draw((first + step) % players, first_hand);
    }
    ply.draw_henchmen();
    (state, initial)
}
