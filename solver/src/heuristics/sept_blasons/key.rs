//! Keys for positions of equal value within a round.
//!
//! Some parts of a state cannot affect the points of the round: who looked at which trick, what a seat knows of a
//! token, and which cards make up a seat's sum in a family. The order of the tokens' ids does, because it breaks ties
//! between equal moves.

use tapis_games::game::{Game, Published};
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::{Cards, Family, Pending, Phase, Place, SeptBlasons, State, Token, Variant};

use crate::heuristics::Mixer;
use crate::request::Objective;

/// A key that positions of one deal share only if `objective` has the same value in both.
pub(super) fn key(rules: &SeptBlasons, state: &State, objective: Objective) -> u64 {
    if objective == Objective::WinShare || matches!(state.phase, Phase::Deal | Phase::Over) {
        return rules.key(state);
    }
    let mixer = tokens(Mixer::new(phase(state)), state);
    let mixer = state.trick.words().into_iter().fold(mixer, Mixer::with);
    hands(mixer, rules, state).finish()
}

/// The next decision, and the pending chance.
fn phase(state: &State) -> u64 {
    let phase = match state.phase {
        Phase::Deal => 0,
        Phase::Play => 1,
        Phase::Free => 2,
        Phase::Over => 3,
        Phase::Power(place) => 0x10 | u64::from(place),
        Phase::Serve(place) => 0x20 | u64::from(place),
        Phase::Look(place) => 0x30 | u64::from(place),
    };
    let at = |id: u8| state.tokens.iter().position(|token| token.id == id).unwrap_or(0) as u64;
    let pending = match state.pending {
        None => 0,
        Some(Pending::Draw(seat)) => 0x100 | u64::from(seat.0),
        Some(Pending::Swap(id)) => 0x200 | at(id),
        Some(Pending::RevealPool) => 0x300,
        Some(Pending::Reveal(id)) => 0x400 | at(id),
        Some(Pending::Peek(seat, mask)) => 0x500 | u64::from(seat.0) | u64::from(mask) << 16,
    };
    phase | pending << 8
}

/// The tokens in the order of their ids, four per word, and the pool.
fn tokens(mixer: Mixer, state: &State) -> Mixer {
    let (mut mixer, mut word, mut number) = (mixer, 0, 0);
    for token in state.tokens.iter() {
        word = word << 16 | bits(token);
        number += 1;
        if number % 4 == 0 {
            mixer = mixer.with(word);
            word = 0;
        }
    }
    let fixed = state.tokens.pool_fixed().iter().fold(0, |word, &n| word << 4 | u64::from(n));
    let unknown = u64::from(state.tokens.pool_down()) << 32;
    mixer.with(word | (number as u64) << 58).with(fixed | unknown)
}

fn bits(token: &Token) -> u64 {
    let place = match token.place {
        Place::Pool => 7,
        Place::Area(seat) => u64::from(seat.0),
    };
    let family = token.family.map_or(7, |family| family.index() as u64);
    1 << 7 | place << 4 | u64::from(token.up) << 3 | family
}

/// The cards that each seat holds and has collected.
fn hands(mixer: Mixer, rules: &SeptBlasons, state: &State) -> Mixer {
    // While a card may still be served, it matters which cards were collected.
    let served = rules.options().variants.contains(&Variant::SeServent) && state.phase != Phase::Play;
    let mut mixer = mixer;
    let mut words = [u64::from(state.trick_no) << 56, u64::from(state.activated) << 56];
    for seat in Seat::all(rules.seats()) {
        let collected = state.collected[seat.index()];
        let collected = if served { [collected.bits(), 0] } else { sums(rules, collected) };
        mixer = collected.into_iter().fold(mixer, Mixer::with);
        words[0] |= u64::from(state.hands[seat.index()]) << (8 * seat.index());
        words[1] |= u64::from(state.strength[seat.index()]) << (8 * seat.index());
    }
    words.into_iter().fold(mixer, Mixer::with)
}

/// The sum collected of each family, in ten bits each: no sum exceeds 7 × 99.
fn sums(rules: &SeptBlasons, cards: Cards) -> [u64; 2] {
    let values = &rules.options().deck.values;
    let mut words = [0; 2];
    for family in Family::ALL {
        let mask = cards.of(family);
        let held = values.iter().enumerate().filter(|(c, _)| mask >> c & 1 == 1);
        let sum = held.map(|(_, &value)| u64::from(value)).sum::<u64>();
        words[family.index() / 4] |= sum << (10 * (family.index() % 4));
    }
    words
}
