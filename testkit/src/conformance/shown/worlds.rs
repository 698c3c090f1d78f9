//! Law of two worlds: who cannot tell two games apart is shown the same, byte for byte.

use super::{Shows, json};
use crate::course::Course;
use tapis_games::game::{Published, Turn};
use tapis_games::refusal::Text;
use tapis_games::seat::Viewer;
use tapis_games::shown::{Purpose, Speaker};

pub(super) fn check<G: Published>(shows: &Shows<G>, n: usize, viewer: Viewer, other: &Course<G>) {
    let [here, there] = [&shows.trial.course, other].map(|course| everything(shows, n, viewer, course));
    assert_eq!(there, here, "{}: {viewer:?} is shown more than it knows", shows.at("two worlds", n));
}

/// All that is shown to `viewer` of a ply, and what is said of it.
fn everything<G: Published>(
    shows: &Shows<G>,
    n: usize,
    viewer: Viewer,
    course: &Course<G>,
) -> ([String; 4], Vec<Text>) {
    let (rules, showing) = (shows.trial.rules, shows.showing);
    let (before, ply, after) = (&course.states[n], &course.plies[n], &course.states[n + 1]);
    let stages = (showing.stages)(rules, before, ply);
    let picks = |mv| (showing.picks)(rules, after, mv);
    let own = matches!(rules.turn(after), Turn::Player(seat) if viewer.is(seat));
    let moves = if own { rules.legal_moves(after).to_vec() } else { Vec::new() };
    let mut steps = showing.steps(rules, before, &stages, viewer);
    let mut sheet = (showing.sheet)(rules, after, viewer);
    let mut said = Vec::new();
    if let Some(texts) = (showing.texts)() {
        let names: Vec<_> =
            (1..=rules.seats()).map(|n| Text::new(format!("Seat {n}"), format!("Place {n}"))).collect();
        let speaker = Speaker { texts, names: &names };
        steps.iter_mut().for_each(|step| speaker.tell(step));
        speaker.tell_rows(&mut sheet);
        said.extend(
            ply.action.map(|(seat, mv)| speaker.ply(seat, &(showing.told)(rules, before, mv, viewer))),
        );
        said.extend(moves.iter().map(|&mv| {
            let told = (showing.told)(rules, after, mv, viewer);
            speaker.both(Purpose::Move, told.kind, &told.args)
        }));
    }
    let picks: Vec<_> = moves.iter().map(|&mv| picks(mv)).collect();
    ([json(&shows.layout(after, viewer)), json(&steps), json(&sheet), json(&picks)], said)
}
