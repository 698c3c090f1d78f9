//! Law: a notation is unique among the legal moves of its position and reads back as its move; no text makes the reader
//! panic, and every refusal of one says where and what would be right.

use std::collections::HashSet;

use rand::Rng;
use tapis_games::game::{Published, Turn};
use tapis_games::random::below;
use tapis_games::seat::Viewer;

use super::{Trial, json};

/// Texts that readers stumble over.
const GARBAGE: &[&str] = &[
    "",
    " ",
    "\0",
    "\n",
    "take",
    "take ",
    "take 0L",
    "take 99999999999999999999L",
    "take -1",
    "drop 255",
    "drop 256",
    "mark 0c00",
    "mark 9c99",
    "mark 1c1",
    "move 1c01",
    "play",
    "pay pay pay",
    "{\"kind\":\"take\"}",
    "null",
    "NaN",
    "é",
    "tâke 1L",
    "🂡🂱🃁🃑",
    "\u{202e}L1 ekat",
    "a\u{0301}\u{0301}\u{0301}",
    "\u{feff}skip",
];
/// Random texts tried at each position.
const RANDOM_TEXTS: u32 = 6;

pub(super) fn check<G: Published>(trial: &Trial<G>) {
    let mut rng = trial.rng(3);
    for (ply, state) in trial.positions() {
        let legal = trial.rules.legal_moves(state);
        if let Turn::Player(seat) = trial.rules.turn(state) {
            let mut texts = HashSet::new();
            for &mv in legal.iter() {
                let text = trial.rules.notation(state, mv, Viewer::Seat(seat));
                let read = trial.rules.parse(state, &text);
                assert_eq!(read, Ok(mv), "{}: '{text}' does not read back", trial.at(ply));
                assert!(is_printable(&text), "{}: '{text}' is not plain", trial.at(ply));
                assert!(texts.insert(text.clone()), "{}: '{text}' is two moves", trial.at(ply));
            }
            let mv = legal[below(&mut rng, legal.len() as u32) as usize];
            let parts = json(&trial.rules.move_args(state, mv));
            assert!(parts.starts_with("{\"kind\":\""), "{}: {mv:?} has no kind: {parts}", trial.at(ply));
            let mut texts: Vec<_> = texts.into_iter().collect();
            texts.sort();
            for _ in 0..RANDOM_TEXTS {
                let text = &texts[below(&mut rng, texts.len() as u32) as usize];
                readable_or_refused(trial, ply, state, &spoilt(text, &mut rng));
            }
        }
        for _ in 0..RANDOM_TEXTS {
            readable_or_refused(trial, ply, state, &random_text(&mut rng));
        }
    }
    for &state in &[&trial.course.states[0], &trial.course.states[1], trial.course.end()] {
        GARBAGE.iter().for_each(|text| readable_or_refused(trial, 0, state, text));
        readable_or_refused(trial, 0, state, &"take 1L ".repeat(2_000));
    }
}

fn is_printable(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && text.len() <= 200 && !text.contains(char::is_control)
}

/// Reads any text; what can be read can also be tried.
fn readable_or_refused<G: Published>(trial: &Trial<G>, ply: usize, state: &G::State, text: &str) {
    match trial.rules.parse(state, text) {
        Ok(mv) => {
            let listed = trial.rules.legal_moves(state).contains(&mv);
            let accepted = trial.rules.play(&mut state.clone(), mv).is_ok();
            assert_eq!(accepted, listed, "{}: '{text}' read as {mv:?}", trial.at(ply));
        }
        Err(error) => {
            let length = text.chars().count();
            let fine = error.column <= length
                && error.found.chars().count() <= 40
                && !error.expected.to_string().is_empty();
            assert!(fine, "{}: '{text}' is refused with {error:?}", trial.at(ply));
        }
    }
}

/// A legal notation with one thing changed.
fn spoilt<R: Rng + ?Sized>(text: &str, rng: &mut R) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let place = below(rng, chars.len() as u32) as usize;
    match below(rng, 6) {
        0 => drop(chars.remove(place)),
        1 => chars.insert(place, chars[place]),
        2 => chars.insert(place, random_char(rng)),
        3 => chars[place] = random_char(rng),
        4 => chars.truncate(place),
        _ => chars.extend(" pay reserve".chars()),
    }
    chars.into_iter().collect()
}

fn random_text<R: Rng + ?Sized>(rng: &mut R) -> String {
    (0..below(rng, 16)).map(|_| random_char(rng)).collect()
}

/// Mostly what notations are made of, now and then anything.
fn random_char<R: Rng + ?Sized>(rng: &mut R) -> char {
    const USUAL: &[u8] = b" 0123456789LRcakeptmrvosiy";
    match below(rng, 8) {
        0 => char::from_u32(below(rng, 0x11_0000)).unwrap_or('\u{fffd}'),
        _ => USUAL[below(rng, USUAL.len() as u32) as usize].into(),
    }
}
