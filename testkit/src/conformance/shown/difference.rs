//! Law of the difference: effects carried out on a layout make the next one, stage by stage, for every viewer; the last stage
//! is the position after the ply.

use super::{Shows, json};
use tapis_games::game::Published;
use tapis_games::seat::Viewer;
use tapis_games::shown::Stage;

pub(super) fn check<G: Published>(shows: &Shows<G>, n: usize, stages: &[Stage<G::State>]) {
    let (trial, at) = (shows.trial, || shows.at("the difference", n));
    let (before, after) = (&trial.course.states[n], &trial.course.states[n + 1]);
    assert_eq!(stages.last().map(|last| &last.state), Some(after), "{}: watched it ends elsewhere", at());
    for viewer in trial.viewers().chain([Viewer::Replay]) {
        let mut table = shows.layout(before, viewer);
        let mut layout = table.clone();
        for stage in stages {
            let (step, next) = shows.showing.step(trial.rules, layout, stage, viewer);
            for effect in &step.effects {
                let done = table.apply(effect);
                assert_eq!(done, Ok(()), "{}: {viewer:?}: {}", at(), json(effect));
            }
            assert_eq!(json(&table), json(&next), "{}: {viewer:?} is led elsewhere", at());
            assert_eq!(next, shows.layout(&stage.state, viewer), "{}: a layout of something else", at());
            layout = next;
        }
    }
}
