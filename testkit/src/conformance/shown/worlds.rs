//! Law of two worlds: who cannot tell two games apart is shown the same, byte for byte.

use super::{Shows, json};
use crate::course::Course;
use tapis_games::game::{Published, Turn};
use tapis_games::seat::Viewer;

pub(super) fn check<G: Published>(shows: &Shows<G>, n: usize, viewer: Viewer, other: &Course<G>) {
    let [here, there] = [&shows.trial.course, other].map(|course| everything(shows, n, viewer, course));
    assert_eq!(there, here, "{}: {viewer:?} is shown more than it knows", shows.at("two worlds", n));
}

/// All that is shown to `viewer` of a ply.
fn everything<G: Published>(shows: &Shows<G>, n: usize, viewer: Viewer, course: &Course<G>) -> [String; 4] {
    let (rules, showing) = (shows.trial.rules, shows.showing);
    let (before, ply, after) = (&course.states[n], &course.plies[n], &course.states[n + 1]);
    let stages = (showing.stages)(rules, before, ply);
    let picks = |mv| (showing.picks)(rules, after, mv);
    let own = matches!(rules.turn(after), Turn::Player(seat) if viewer.is(seat));
    let moves = if own { rules.legal_moves(after).iter().map(|&mv| picks(mv)).collect() } else { Vec::new() };
    [
        json(&shows.layout(after, viewer)),
        json(&showing.steps(rules, before, &stages, viewer)),
        json(&(showing.sheet)(rules, after, viewer)),
        json(&moves),
    ]
}
