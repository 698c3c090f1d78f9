//! What a move does.

use serde_json::{Map, Value, json};

use super::state::{Action, FAMILIES, Laid, Phase, State};
use super::{course, legal, malandrin, sets, tokens};
use crate::RulesError;
use crate::fair_deal::Stream;
use crate::table::{PlyOutcome, words};

/// Plays a legal move and whatever follows from it without a decision.
///
/// # Errors
/// The move is not legal.
pub fn play(state: &mut State, notation: &str, chance: &mut Stream) -> Result<PlyOutcome, RulesError> {
    let set = sets::chosen(state, notation);
    let legal = if set.is_some() { vec![notation.to_owned()] } else { legal::listed(state) };
    let words = words(notation, &legal)?;
    let mut told = match (state.phase, set) {
        (Phase::Play, _) => lay(state, &words),
        (Phase::Power | Phase::FreeAction, _) => use_power(state, &words, chance),
        (Phase::Serve, _) => serve(state, &words),
        (_, Some(set)) => look(state, &set),
        (_, None) => Map::new(),
    };
    course::done(state);
    let deal = course::go_on(state, chance);
    told.extend(deal.clone().map(|deal| ("deal".to_owned(), deal)));
    Ok(PlyOutcome::new(told, deal))
}

/// A card goes from the hand to the trick, perhaps with an action activated.
fn lay(state: &mut State, words: &[&str]) -> Map<String, Value> {
    let Some(seat) = state.to_move() else { return Map::new() };
    let character: usize = number(words, 1);
    let activated: Option<Action> = words.get(2).and_then(|word| word.parse().ok());
    state.hands[seat].retain(|&card| card != character);
    state.activated[seat] |= activated.is_some();
    let (value, value_at) = (state.options.values[character], state.laid.len());
    state.laid.push(Laid { seat, character, value, actor: seat, activated, value_at, served: false });
    Map::new()
}

/// A power or the winner's free action; tells the family of a face-down pool token that came.
fn use_power(state: &mut State, words: &[&str], chance: &mut Stream) -> Map<String, Value> {
    let Some(actor) = state.to_move() else { return Map::new() };
    let id = |at: usize| words.get(at).and_then(|word| word.strip_prefix('t')).and_then(|id| id.parse().ok());
    let seat: usize = number(words, words.len() - 1);
    let place = state.place_of(seat).unwrap_or_default();
    let came = state.next_id;
    let mut revealed = None;
    match (words[0], id(1)) {
        ("value", _) => malandrin::take_value(state, place),
        ("power", _) => malandrin::take_power(state, place),
        ("draw", drawn) => tokens::draw(state, actor, drawn, chance),
        ("reveal", turned) => revealed = Some(tokens::reveal(state, turned, chance)),
        ("remove", Some(first)) => tokens::place(state, first, None),
        ("give", Some(first)) => tokens::place(state, first, Some(seat)),
        ("swap", Some(first)) => tokens::swap(state, first, id(2), chance),
        _ => {}
    }
    let shown = revealed.unwrap_or(came);
    let family = state.tokens.get(&shown).map(|token| ("family".to_owned(), json!(FAMILIES[token.family])));
    family.into_iter().collect()
}

/// The card of the trick goes to the seat's collected cards.
fn serve(state: &mut State, words: &[&str]) -> Map<String, Value> {
    let from = (words[0] == "serve").then(|| state.place_of(number(words, 1))).flatten();
    if let (Some(seat), Some(place)) = (state.to_move(), from) {
        let taken = &mut state.laid[place];
        taken.served = true;
        let card = (state.families[taken.seat], taken.character);
        state.collected[seat].served.push(card);
    }
    Map::new()
}

/// The mover, and the other owner, know the tokens looked at; tricks tell what was seen being played.
fn look(state: &mut State, set: &[sets::Candidate]) -> Map<String, Value> {
    let mut told = Map::new();
    let Some(seat) = state.to_move() else { return told };
    if sets::action(state) == Some(Action::Peek) {
        let mut peeked = Vec::new();
        for candidate in set {
            if let Some(token) = state.tokens.get_mut(&candidate.number) {
                token.known_to.extend([seat, candidate.owner]);
                let family = FAMILIES[token.family];
                peeked.push(json!({"token": legal::name(candidate.number), "family": family}));
            }
        }
        told.insert("peeked".to_owned(), json!(peeked));
    }
    told
}

/// The number in a word such as `5` or `s2`; 0 where there is none.
fn number(words: &[&str], at: usize) -> usize {
    words.get(at).and_then(|word| word.trim_start_matches('s').parse().ok()).unwrap_or_default()
}
