//! The laws of games that can be drawn, see [`tapis_games::shown`]. Each file here is one law.

use std::collections::BTreeSet;

use super::{Trial, json};
use crate::course::Course;
use tapis_games::game::{Published, Showing};
use tapis_games::seat::Viewer;
use tapis_games::shown::{Layout, Pieces, Stage, Step};

mod difference;
mod names;
mod picks;
mod skeleton;
mod told;
mod truth;
mod worlds;

/// A game under examination, with what it says of itself.
pub(super) struct Shows<'a, G: Published> {
    pub(super) trial: &'a Trial<'a, G>,
    pub(super) showing: &'a Showing<G>,
    pub(super) pieces: Pieces,
}

/// One stage of a ply as one viewer sees it.
struct Sight {
    viewer: Viewer,
    before: Layout,
    step: Step,
    after: Layout,
}

/// Checks every law of what is shown but that of two worlds, along one game.
pub(super) fn check<G: Published>(shows: &Shows<G>) {
    let mut backs = BTreeSet::new();
    for (n, (before, ply, after)) in shows.trial.course.steps().enumerate() {
        let stages = (shows.showing.stages)(shows.trial.rules, before, ply);
        difference::check(shows, n, &stages);
        for (stage, sights) in stages.iter().zip(shows.sights(before, &stages)) {
            names::check(shows, n, &sights);
            skeleton::check(shows, n, &sights);
            told::check(shows, n, &sights);
            truth::check(shows, n, &sights, &mut backs);
            debug_assert_eq!(stage.milestones, sights[0].step.milestones);
        }
        picks::check(shows, n, after);
    }
}

/// Checks the law of two worlds: `other` gives `viewer` the same log up to this ply.
pub(super) fn alike<G: Published>(shows: &Shows<G>, n: usize, viewer: Viewer, other: &Course<G>) {
    worlds::check(shows, n, viewer, other);
}

impl<G: Published> Shows<'_, G> {
    /// Where a law was broken.
    fn at(&self, law: &str, ply: usize) -> String {
        format!("law of {law}: {}", self.trial.at(ply))
    }

    fn layout(&self, state: &G::State, viewer: Viewer) -> Layout {
        (self.showing.layout)(self.trial.rules, state, viewer)
    }

    /// The stages, each as every viewer sees it; the replay's is the last.
    fn sights(&self, before: &G::State, stages: &[Stage<G::State>]) -> Vec<Vec<Sight>> {
        let viewers: Vec<_> = self.trial.viewers().chain([Viewer::Replay]).collect();
        let mut layouts: Vec<_> = viewers.iter().map(|&viewer| self.layout(before, viewer)).collect();
        let mut see = |stage: &Stage<G::State>| {
            let look = |(&viewer, layout): (&Viewer, &mut Layout)| {
                let before = layout.clone();
                let (step, after) = self.showing.step(self.trial.rules, before.clone(), stage, viewer);
                layout.clone_from(&after);
                Sight { viewer, before, step, after }
            };
            viewers.iter().zip(&mut layouts).map(look).collect()
        };
        stages.iter().map(&mut see).collect()
    }
}
