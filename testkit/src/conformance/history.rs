//! Law: a history drawn for a viewer is one of the game, gives that viewer exactly the log it was drawn from, and looks the
//! same at every moment: two states with equal logs show the same, allow the same, and refuse with the same words.

use tapis_games::game::{InformationSet, Published, Turn};
use tapis_games::random::below;
use tapis_games::seat::Viewer;

use super::shown::Shows;
use super::worlds::Worlds;
use super::{Trial, knowledge::agree};
use crate::course::Course;

/// Prefixes of its log from which a history is drawn for each viewer, the whole log apart.
const PREFIXES: u32 = 3;
/// Moments at which each of those is looked at.
const LOOKS: usize = 8;
/// Moves tried at each position of two histories that look alike.
const TRIED: u32 = 4;

pub(super) fn check<G: Published>(trial: &Trial<G>, shows: Option<&Shows<G>>, pool: &[G::Move]) {
    let mut rng = trial.rng(7);
    let plies = trial.course.plies.len();
    for viewer in trial.viewers() {
        let log = trial.course.log(trial.rules, viewer);
        let prefixes = (0..PREFIXES).map(|_| 1 + below(&mut rng, plies as u32) as usize);
        let lengths: Vec<_> = prefixes.chain([plies]).collect();
        for length in lengths {
            let drawn = G::Knowledge::sample_history(trial.rules, viewer, &log[..length], &mut rng);
            let history = drawn.unwrap_or_else(|error| panic!("{}: {viewer:?}: {error}", trial.at(length)));
            let other = Course::replay(trial.rules, &history)
                .unwrap_or_else(|error| panic!("{}: drawn for {viewer:?}: {error}", trial.at(length)));
            assert_eq!(
                other.log(trial.rules, viewer),
                log[..length],
                "{}: another log of {viewer:?}",
                trial.at(length)
            );
            // Every moment of the whole history, some of the others.
            let step = if length == plies { 1 } else { 1 + length / LOOKS };
            for ply in (0..length).rev().step_by(step) {
                let (truth, world) = (&trial.course.states[ply + 1], &other.states[ply + 1]);
                agree(trial, ply, viewer, truth, world);
                let _compared = Worlds { rules: trial.rules, states: [truth, world] };
                if let Some(shows) = shows {
                    shows.alike(ply, viewer, &other);
                }
                for _ in 0..TRIED.min(pool.len() as u32) {
                    let mv = pool[below(&mut rng, pool.len() as u32) as usize];
                    same_answer(trial, ply, viewer, [truth, world], mv);
                }
            }
        }
    }
}

/// What a seat is told of a move it may not make depends on what it knows alone.
fn same_answer<G: Published>(
    trial: &Trial<G>,
    ply: usize,
    viewer: Viewer,
    alike: [&G::State; 2],
    mv: G::Move,
) {
    if let Turn::Player(seat) = trial.rules.turn(alike[0])
        && viewer.is(seat)
    {
        let [truth, world] = alike.map(|state| trial.rules.play(&mut state.clone(), mv));
        assert_eq!(truth, world, "{}: {mv:?} is answered by what {seat:?} does not know", trial.at(ply));
    }
}
