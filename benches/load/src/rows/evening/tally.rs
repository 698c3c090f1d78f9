//! The requests of an evening: how many there were of each kind, and how long they took.

use std::cell::RefCell;
use std::fmt::Write;
use std::time::Duration;

use crate::drive::Sample;

/// A kind of request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Move,
    Create,
    View,
    Unchanged,
    Events,
    Statistics,
    Hint,
    HintRefused,
}

impl Kind {
    /// The kinds of which there must be a request at the end. Not every evening refuses a hint or begins a new game.
    pub(super) const ALL: [Self; 6] =
        [Self::Move, Self::View, Self::Unchanged, Self::Events, Self::Statistics, Self::Hint];
    const NAMES: [(Self, &str); 8] = [
        (Self::Move, "move, durable"),
        (Self::Create, "new game"),
        (Self::View, "view that changed"),
        (Self::Unchanged, "view unchanged (304)"),
        (Self::Events, "long poll for events, the wait included"),
        (Self::Statistics, "statistics"),
        (Self::Hint, "hint of 50 ms, the wait for a turn included"),
        (Self::HintRefused, "hint refused for the time being (503)"),
    ];
}

/// The times of all requests, each with its kind.
#[derive(Default)]
pub(super) struct Tally(RefCell<Vec<(Kind, Duration)>>);

impl Tally {
    pub(super) fn add(&self, kind: Kind, time: Duration) {
        self.0.borrow_mut().push((kind, time));
    }

    pub(super) fn count(&self, kind: Kind) -> usize {
        self.0.borrow().iter().filter(|(other, _)| *other == kind).count()
    }

    /// All kinds as a table.
    pub(super) fn table(&self, elapsed: Duration) -> String {
        let mut text =
            "| what | requests | a second | p50 ms | p99 ms |\n| --- | --- | --- | --- | --- |\n".to_owned();
        let all = self.0.borrow();
        let names = Kind::NAMES.iter().map(|(kind, name)| (Some(*kind), *name)).chain([(None, "all")]);
        for (kind, name) in names {
            let times = all.iter().filter(|(other, _)| kind.is_none_or(|kind| kind == *other));
            let sample = Sample::new(times.map(|(_, time)| *time).collect(), elapsed);
            let [half, most] = [0.5, 0.99].map(|share| sample.percentile(share));
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "| {name} | {} | {:.0} | {half:.2} | {most:.2} |",
                sample.count(),
                sample.rate()
            );
        }
        text
    }
}
