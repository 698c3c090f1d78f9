//! Law: a move is accepted exactly when it is listed.
//!
//! A seat to move has at least one move, everybody else none; they stand in ascending order, each once; a refused move
//! changes nothing; the same move in the same state gives the same state, checked or not; random moves are uniform.

use std::collections::BTreeSet;

use tapis_games::game::{Game, Published, Turn};
use tapis_games::random::below;
use tapis_games::refusal::Text;

use super::{Trial, assert_frequencies};
use crate::course::Course;
use crate::texts::{is_told, reads_as_french};

/// How many moves of other positions are tried at each one.
const STRANGERS: u32 = 24;
/// Moves kept for that.
const POOL: usize = 5_000;
/// Draws for each legal move where random moves are counted.
const DRAWS: usize = 150;

/// Moves that were legal somewhere, ascending.
pub(super) fn pool<G: Game>(rules: &G, courses: &[Course<G>]) -> Vec<G::Move> {
    let mut pool = BTreeSet::new();
    for state in courses.iter().flat_map(|course| &course.states) {
        pool.extend(rules.legal_moves(state).iter().copied());
        if pool.len() >= POOL {
            break;
        }
    }
    pool.into_iter().collect()
}

pub(super) fn check<G: Published>(trial: &Trial<G>, pool: &[G::Move]) {
    let mut rng = trial.rng(1);
    for (ply, state) in trial.positions() {
        let legal = trial.rules.legal_moves(state);
        assert!(
            legal.windows(2).all(|pair| pair[0] < pair[1]),
            "{}: not ascending: {legal:?}",
            trial.at(ply),
            legal = &*legal
        );
        match trial.rules.turn(state) {
            Turn::Player(seat) => {
                assert!(seat.index() < trial.rules.seats(), "{}: no such seat: {seat:?}", trial.at(ply));
                assert!(!legal.is_empty(), "{}: nothing to play", trial.at(ply));
            }
            turn => assert!(legal.is_empty(), "{}: moves at {turn:?}", trial.at(ply)),
        }
        if let Some(forced) = trial.rules.forced_move(state) {
            assert_eq!(&*legal, [forced], "{}: there is a choice", trial.at(ply));
        }
        legal.iter().for_each(|&mv| accepted(trial, ply, state, mv));
        for _ in 0..STRANGERS.min(pool.len() as u32) {
            let mv = pool[below(&mut rng, pool.len() as u32) as usize];
            if legal.binary_search(&mv).is_err() {
                refused(trial, ply, state, mv);
            }
        }
        let drawn = trial.rules.random_move(state, &mut rng);
        assert_eq!(drawn.is_some(), !legal.is_empty(), "{}: random move {drawn:?}", trial.at(ply));
        assert!(drawn.is_none_or(|mv| legal.contains(&mv)), "{}: random move {drawn:?}", trial.at(ply));
    }
    uniform(trial);
}

fn accepted<G: Published>(trial: &Trial<G>, ply: usize, state: &G::State, mv: G::Move) {
    let [mut checked, mut unchecked] = [state.clone(), state.clone()];
    let result = trial.rules.play(&mut checked, mv);
    assert!(result.is_ok(), "{}: {mv:?} is listed but refused: {result:?}", trial.at(ply));
    trial.rules.play_unchecked(&mut unchecked, mv);
    assert_eq!(checked, unchecked, "{}: {mv:?} checked and unchecked", trial.at(ply));
}

fn refused<G: Published>(trial: &Trial<G>, ply: usize, state: &G::State, mv: G::Move) {
    let mut tried = state.clone();
    let Err(refusal) = trial.rules.play(&mut tried, mv) else {
        panic!("{}: {mv:?} is accepted but not listed", trial.at(ply));
    };
    assert_eq!(&tried, state, "{}: the refused {mv:?} changed the state", trial.at(ply));
    let texts = [refusal.code, refusal.rule, &refusal.text.en, &refusal.text.fr];
    assert!(texts.iter().all(|text| !text.trim().is_empty()), "{}: {refusal:?}", trial.at(ply));
    if G::showing().is_some_and(|showing| (showing.texts)().is_some()) {
        let Text { en, fr } = &refusal.text;
        assert!(is_told(en) && is_told(fr) && reads_as_french(fr), "{}: {mv:?}: {refusal:?}", trial.at(ply));
    }
    // Unspecified, but no panic.
    trial.rules.play_unchecked(&mut tried, mv);
}

/// Counts random moves at one position of the game.
fn uniform<G: Published>(trial: &Trial<G>) {
    let mut rng = trial.rng(2);
    let ply = below(&mut rng, trial.course.plies.len() as u32) as usize;
    let state = &trial.course.states[ply + 1];
    let legal = trial.rules.legal_moves(state);
    if !(2..=64).contains(&legal.len()) {
        return;
    }
    let mut counts = vec![0; legal.len()];
    for _ in 0..DRAWS * legal.len() {
        let place = trial.rules.random_move(state, &mut rng).and_then(|mv| legal.binary_search(&mv).ok());
        counts[place.expect("checked to be legal")] += 1;
    }
    assert_frequencies(&counts, &vec![1.0 / legal.len() as f64; legal.len()], || trial.at(ply));
}
