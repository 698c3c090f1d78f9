//! A row of the table: the same work by our code and by a peer, and the goals for both together.

use std::time::Duration;

use crate::figures::{Figures, Measurement};

/// Works for about the given time, or once if the work has a fixed size.
pub type Side = Box<dyn FnMut(Duration) -> Measurement>;

/// See the module's text.
pub struct Row {
    /// The number in the table of goals: `P1`.
    pub id: &'static str,
    /// A short description of the work, with the unit that is counted.
    pub work: String,
    /// Our side.
    pub ours: Side,
    /// The other side.
    pub peer: Peer,
    /// The goals; each has its own line.
    pub goals: Vec<Goal>,
}

/// The peer of a row, measured in turns with our side.
pub struct Peer {
    /// Its name.
    pub name: &'static str,
    /// Its work.
    pub side: Side,
}

/// A goal for our figure relative to the peer's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// The least ratio of units per second.
    Rate(f64),
    /// The greatest ratio of times for the same work.
    Time(f64),
}

/// The size of the work of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// As in the table.
    Full,
    /// As small as possible with useful assertions.
    Tiny,
}

impl Size {
    /// One of two numbers.
    pub fn pick<T>(self, full: T, tiny: T) -> T {
        match self {
            Size::Full => full,
            Size::Tiny => tiny,
        }
    }
}

/// The pairs of measurements of a row.
pub struct Pairs {
    pairs: Vec<(Measurement, Measurement)>,
}

impl Row {
    /// Measures both sides in turns, `rounds` times, each for about `time`.
    pub fn measure(&mut self, rounds: usize, time: Duration) -> Pairs {
        Pairs { pairs: (0..rounds).map(|_| ((self.ours)(time), (self.peer.side)(time))).collect() }
    }

    /// The lines of the table, one per goal, and how many goals are met.
    pub fn lines(&self, pairs: &Pairs) -> (Vec<String>, usize) {
        let met = |goal: &&Goal| goal.met(pairs.figures(**goal).median);
        let lines = self.goals.iter().map(|&goal| self.line(pairs, goal)).collect();
        (lines, self.goals.iter().filter(met).count())
    }

    fn line(&self, pairs: &Pairs, goal: Goal) -> String {
        let ratio = pairs.figures(goal);
        let median = |side: fn(&(Measurement, Measurement)) -> Measurement| {
            goal.shown(Figures::of(pairs.pairs.iter().map(|pair| goal.figure(&side(pair)))).median)
        };
        let met = if goal.met(ratio.median) { "yes" } else { "**no**" };
        format!(
            "| {} | {} | {} | {} {} | {:.2} | {:.2}–{:.2} | {} | {} | {met} |",
            self.id,
            self.work,
            median(|pair| pair.0),
            self.peer.name,
            median(|pair| pair.1),
            ratio.median,
            ratio.min,
            ratio.max,
            ratio.n,
            goal.text(),
        )
    }
}

impl Pairs {
    /// The ratios of our figures to the peer's, pair by pair.
    pub fn figures(&self, goal: Goal) -> Figures {
        Figures::of(self.pairs.iter().map(|(ours, peer)| goal.figure(ours) / goal.figure(peer)))
    }
}

impl Goal {
    fn figure(self, done: &Measurement) -> f64 {
        match self {
            Goal::Rate(_) => done.rate(),
            Goal::Time(_) => done.time.as_secs_f64(),
        }
    }

    fn met(self, ratio: f64) -> bool {
        match self {
            Goal::Rate(least) => ratio >= least,
            Goal::Time(most) => ratio <= most,
        }
    }

    fn text(self) -> String {
        match self {
            Goal::Rate(least) => format!("≥ {least}"),
            Goal::Time(most) => format!("≤ {most} (time)"),
        }
    }

    fn shown(self, figure: f64) -> String {
        match self {
            Goal::Time(_) => format!("{:.0} ms", 1e3 * figure),
            Goal::Rate(_) if figure >= 1e6 => format!("{:.2} M/s", 1e-6 * figure),
            Goal::Rate(_) if figure >= 1e3 => format!("{:.1} k/s", 1e-3 * figure),
            Goal::Rate(_) => format!("{figure:.2} /s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_pair_by_pair() {
        let done = |units| Measurement { units, time: Duration::from_secs(1) };
        let pairs = Pairs { pairs: vec![(done(10), done(5)), (done(30), done(10)), (done(8), done(8))] };
        let figures = pairs.figures(Goal::Rate(1.5));
        assert_eq!((figures.min, figures.median, figures.max), (1.0, 2.0, 3.0));
        assert!(Goal::Rate(1.5).met(figures.median) && !Goal::Rate(2.5).met(figures.median));
        assert!(Goal::Time(0.8).met(0.8) && !Goal::Time(0.8).met(0.81));
    }

    #[test]
    fn a_line_has_both_figures_and_their_ratio() {
        let mut row = Row {
            id: "P1",
            work: "games".to_owned(),
            ours: Box::new(|_| Measurement { units: 3_000_000, time: Duration::from_secs(1) }),
            peer: Peer {
                name: "another",
                side: Box::new(|_| Measurement { units: 500_000, time: Duration::from_secs(1) }),
            },
            goals: vec![Goal::Rate(4.0)],
        };
        let pairs = row.measure(2, Duration::ZERO);
        let (lines, met) = row.lines(&pairs);
        let line = "| P1 | games | 3.00 M/s | another 500.0 k/s | 6.00 | 6.00–6.00 | 2 | ≥ 4 | yes |";
        assert_eq!((lines, met), (vec![line.to_owned()], 1));
    }
}
