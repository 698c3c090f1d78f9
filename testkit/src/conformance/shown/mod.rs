//! The laws of games that can be drawn, see [`tapis_games::shown`].

use std::collections::{BTreeSet, HashSet};
use std::fmt::Arguments;

use tapis_games::game::{Published, Showing, Turn};
use tapis_games::refusal::Text;
use tapis_games::seat::Viewer;
use tapis_games::shown::{Face, Layout, Look, Milestone, Pieces, Purpose, Speaker, Stage, Step};

use super::{Trial, json};
use crate::course::Course;

mod picks;
mod truth;

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
        let sights = shows.sights(before, &stages);
        shows.difference(n, &stages, &sights, after);
        for sights in &sights {
            shows.names(n, sights);
            shows.skeleton(n, sights);
            shows.told(n, sights);
            truth::check(shows, n, sights, &mut backs);
        }
        picks::check(shows, n, after);
    }
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

    /// Law of the difference: effects carried out on a layout make the next one, stage by stage, for every viewer; the last stage is the
    /// position `after` the ply.
    fn difference(&self, n: usize, stages: &[Stage<G::State>], sights: &[Vec<Sight>], after: &G::State) {
        let at = || self.at("the difference", n);
        assert_eq!(stages.last().map(|last| &last.state), Some(after), "{}: watched it ends elsewhere", at());
        for (stage, sights) in stages.iter().zip(sights) {
            for Sight { viewer, before, step, after } in sights {
                let mut table = before.clone();
                for effect in &step.effects {
                    let done = table.apply(effect);
                    assert_eq!(done, Ok(()), "{}: {viewer:?}: {}", at(), json(effect));
                }
                assert_eq!(json(&table), json(after), "{}: {viewer:?} is led elsewhere", at());
                assert_eq!(
                    *after,
                    self.layout(&stage.state, *viewer),
                    "{}: a layout of something else",
                    at()
                );
            }
        }
    }

    /// Law of names: everything shown is listed among the pieces of the ruleset; one key names one thing of a kind; a mark that names a
    /// seat names one of those there are.
    fn names(&self, n: usize, sights: &[Sight]) {
        for Sight { viewer, after, .. } in sights {
            let known = |fine: bool, what: Arguments<'_>| {
                assert!(fine, "{}: {viewer:?}: {what} is not listed", self.at("names", n));
            };
            self.listed(after, &known);
        }
        for milestone in &sights[0].step.milestones {
            let listed = is_listed(&self.pieces, milestone);
            assert!(listed, "{}: {} is not listed", self.at("names", n), json(milestone));
        }
    }

    fn listed(&self, layout: &Layout, known: &dyn Fn(bool, Arguments<'_>)) {
        let (pieces, seats) = (&self.pieces, self.trial.rules.seats() as i32);
        known(pieces.phases.contains(&layout.phase), format_args!("the phase {}", layout.phase));
        for name in layout.counters.keys() {
            known(pieces.counters.contains_key(name), format_args!("the counter {name}"));
        }
        let mut keys = HashSet::new();
        for (zone, bag) in &layout.zones {
            known(pieces.zones.contains_key(zone), format_args!("the zone {zone}"));
            for (Look { face, key, marks, .. }, count) in bag.iter() {
                let piece = face.id().map(|id| pieces.pieces.get(&id).map(|piece| piece.kind));
                known(piece.is_none_or(|kind| kind == Some(face.kind())), format_args!("{face:?}"));
                for mark in marks {
                    let at_seat = !pieces.seat_marks.contains(&mark.id) || (0..seats).contains(&mark.value);
                    known(at_seat && pieces.marks.contains(&mark.id), format_args!("{mark:?}"));
                }
                let once = key.is_none_or(|key| count == 1 && keys.insert((face.kind(), key)));
                known(once, format_args!("{key:?}, which names two things,"));
            }
        }
    }

    /// Law of the skeleton: without faces all viewers see the same table.
    fn skeleton(&self, n: usize, sights: &[Sight]) {
        let (first, at) = (json(&faceless(&sights[0].after)), || self.at("the skeleton", n));
        for Sight { viewer, after, .. } in &sights[1..] {
            let other = json(&faceless(after));
            assert_eq!(other, first, "{}: {viewer:?} and {:?} see other tables", at(), sights[0].viewer);
        }
    }

    /// Law that what is told is shown: the pieces a milestone names lie open in its stage or in the one before.
    fn told(&self, n: usize, sights: &[Sight]) {
        let spectator = sights.iter().find(|sight| sight.viewer == Viewer::Spectator).expect("always there");
        let layouts = [&spectator.before, &spectator.after];
        let bags = || layouts.into_iter().flat_map(|layout| layout.zones.values());
        for milestone in &spectator.step.milestones {
            for piece in milestone.args.values().flat_map(|arg| arg.pieces()) {
                let open = bags().flat_map(|bag| bag.iter()).any(|(look, _)| look.face == Face::Open(*piece));
                assert!(open, "{}: {piece:?}: {}", self.at("told is shown", n), json(milestone));
            }
        }
    }

    /// Law of two worlds: who cannot tell two games apart is shown the same, byte for byte. `other` gives `viewer` the same log up to
    /// this ply.
    pub(super) fn alike(&self, n: usize, viewer: Viewer, other: &Course<G>) {
        let [here, there] = [&self.trial.course, other].map(|course| self.everything(n, viewer, course));
        assert_eq!(there, here, "{}: {viewer:?} is shown more than it knows", self.at("two worlds", n));
    }

    /// All that is shown to `viewer` of a ply, and what is said of it.
    fn everything(&self, n: usize, viewer: Viewer, course: &Course<G>) -> ([String; 4], Vec<Text>) {
        let (rules, showing) = (self.trial.rules, self.showing);
        let (before, ply, after) = (&course.states[n], &course.plies[n], &course.states[n + 1]);
        let stages = (showing.stages)(rules, before, ply);
        let own = matches!(rules.turn(after), Turn::Player(seat) if viewer.is(seat));
        let moves = if own { rules.legal_moves(after).to_vec() } else { Vec::new() };
        let mut steps = showing.steps(rules, before, &stages, viewer);
        let mut sheet = (showing.sheet)(rules, after, viewer);
        let mut said = Vec::new();
        if let Some(texts) = (showing.texts)() {
            let name = |n| Text::new(format!("Seat {n}"), format!("Place {n}"));
            let names: Vec<_> = (1..=rules.seats()).map(name).collect();
            let speaker = Speaker { texts, names: &names };
            steps.iter_mut().for_each(|step| speaker.tell(step));
            speaker.tell_rows(&mut sheet);
            let told = |state, mv| (showing.told)(rules, state, mv, viewer);
            said.extend(ply.action.map(|(seat, mv)| speaker.ply(seat, &told(before, mv))));
            said.extend(moves.iter().map(|&mv| {
                let told = told(after, mv);
                speaker.both(Purpose::Move, told.kind, &told.args)
            }));
        }
        let picks: Vec<_> = moves.iter().map(|&mv| (showing.picks)(rules, after, mv)).collect();
        ([json(&self.layout(after, viewer)), json(&steps), json(&sheet), json(&picks)], said)
    }
}

fn is_listed(pieces: &Pieces, milestone: &Milestone) -> bool {
    let known = |name: &&str| pieces.milestones.get(milestone.kind).is_some_and(|args| args.contains(name));
    pieces.milestones.contains_key(milestone.kind)
        && milestone.args.keys().all(known)
        && milestone.sheet.iter().all(|row| pieces.rows.contains(&row.kind))
}

/// The layout with everything face down.
fn faceless(layout: &Layout) -> Layout {
    let mut bare = Layout { zones: Default::default(), ..layout.clone() };
    for (&zone, bag) in &layout.zones {
        for (look, n) in bag.iter() {
            bare.put(zone, Look { face: Face::Back(look.face.kind()), ..look.clone() }, n);
        }
    }
    bare
}
