//! What the rules tell while they play.

use super::{Effect, Milestone, Name};

/// Somebody the rules tell what people must see. Search listens with `()`, which is compiled away.
pub trait Watch<S> {
    /// The table stands so for people to see before the rules go on; milestones told until now belong to it.
    fn stage(&mut self, state: &S) {
        let _ = state;
    }

    /// Something worth telling.
    fn tell(&mut self, milestone: impl FnOnce() -> Milestone) {
        let _ = milestone;
    }

    /// Everything of a kind in the zones `from` (in all, if none is named) and in `to` is shuffled and lies in `to` now.
    fn gather(&mut self, kind: &'static str, from: &[&str], to: &str) {
        let _ = (kind, from, to);
    }
}

impl<S> Watch<S> for () {}

/// A moment of a ply.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage<S> {
    /// What was gathered since the stage before, before anything else moved.
    pub gathered: Vec<Effect>,
    /// What is told with it.
    pub milestones: Vec<Milestone>,
    /// The position, with everything hidden.
    pub state: S,
}

/// Writes the stages of a ply down.
#[derive(Clone, Debug)]
pub struct Stages<S> {
    done: Vec<Stage<S>>,
    gathered: Vec<Effect>,
    milestones: Vec<Milestone>,
}

impl<S> Default for Stages<S> {
    fn default() -> Self {
        Self { done: Vec::new(), gathered: Vec::new(), milestones: Vec::new() }
    }
}

impl<S> Stages<S> {
    /// The stages, in order.
    pub fn done(self) -> Vec<Stage<S>> {
        self.done
    }
}

impl<S: Clone> Watch<S> for Stages<S> {
    fn stage(&mut self, state: &S) {
        let (gathered, milestones) =
            (std::mem::take(&mut self.gathered), std::mem::take(&mut self.milestones));
        self.done.push(Stage { gathered, milestones, state: state.clone() });
    }

    fn tell(&mut self, milestone: impl FnOnce() -> Milestone) {
        self.milestones.push(milestone());
    }

    fn gather(&mut self, kind: &'static str, from: &[&str], to: &str) {
        let from = from.iter().map(|&zone| Name::from(zone)).collect();
        self.gathered.push(Effect::Gathered { kind, from, to: to.into() });
    }
}
