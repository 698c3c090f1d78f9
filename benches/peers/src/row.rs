//! A row of the table: the same work done by us and by a peer, and what is asked of the two together.

use std::time::Duration;

use crate::figures::{Figures, Measurement};

/// Does the work for about so long, or once where it has a fixed size.
pub type Side = Box<dyn FnMut(Duration) -> Measurement>;

/// See the module's text.
pub struct Row {
    /// As in the table of goals: `P1`.
    pub id: &'static str,
    /// What is done, in short, with the unit that is counted.
    pub work: String,
    /// Our side.
    pub ours: Side,
    /// The other.
    pub peer: Peer,
    /// What is asked; each is a line of its own.
    pub goals: Vec<Goal>,
}

/// Whom we are compared with.
pub enum Peer {
    /// Measured beside us, by turns.
    Measured(&'static str, Side),
    /// Units a second that were recorded once, on another machine. How quick that was, the yardstick says.
    Recorded {
        /// Whose they are.
        name: &'static str,
        /// Units a second there.
        rate: f64,
        /// The yardstick's units a second there.
        there: f64,
        /// The yardstick here, measured beside us.
        here: Side,
    },
}

/// What is asked of our figure over the peer's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// The ratio of units a second, at least.
    Rate(f64),
    /// The ratio of times for the same work, at most.
    Time(f64),
}

/// How large the work of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// As the table has it.
    Full,
    /// As small as still asserts something.
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

/// The pairs of measurements of a row. A recorded peer has taken the time for our units that its rate gives, as much
/// quicker or slower here as the yardstick is.
pub struct Pairs {
    pairs: Vec<(Measurement, Measurement)>,
}

impl Row {
    /// Measures both sides by turns, `rounds` times, each for about `time`.
    pub fn measure(&mut self, rounds: usize, time: Duration) -> Pairs {
        let mut pair = || {
            let ours = (self.ours)(time);
            let peer = match &mut self.peer {
                Peer::Measured(_, side) => side(time),
                Peer::Recorded { rate, there, here, .. } => {
                    let rate = *rate * here(time).rate() / *there;
                    Measurement { units: ours.units, time: Duration::from_secs_f64(ours.units as f64 / rate) }
                }
            };
            (ours, peer)
        };
        Pairs { pairs: (0..rounds).map(|_| pair()).collect() }
    }

    /// The lines of the table, one a goal, and how many of the goals are met.
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
        let peer = match self.peer {
            Peer::Measured(name, _) => format!("{name} {}", median(|pair| pair.1)),
            Peer::Recorded { name, rate, .. } => {
                format!("{name} {} recorded, here {}", goal.shown(rate), median(|pair| pair.1))
            }
        };
        let met = if goal.met(ratio.median) { "yes" } else { "**no**" };
        format!(
            "| {} | {} | {} | {peer} | {:.2} | {:.2}–{:.2} | {} | {} | {met} |",
            self.id,
            self.work,
            median(|pair| pair.0),
            ratio.median,
            ratio.min,
            ratio.max,
            ratio.n,
            goal.text(),
        )
    }
}

impl Pairs {
    /// Our figure over the peer's, pair by pair.
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
    fn a_recorded_peer_is_said_to_be_one_and_as_quick_as_the_yardstick() {
        let mut row = Row {
            id: "P1",
            work: "games".to_owned(),
            ours: Box::new(|_| Measurement { units: 3_000_000, time: Duration::from_secs(1) }),
            peer: Peer::Recorded {
                name: "OpenSpiel",
                rate: 1e6,
                there: 20.0,
                here: Box::new(|_| Measurement { units: 10, time: Duration::from_secs(1) }),
            },
            goals: vec![Goal::Rate(4.0)],
        };
        let pairs = row.measure(2, Duration::ZERO);
        let (lines, met) = row.lines(&pairs);
        let line = "| P1 | games | 3.00 M/s | OpenSpiel 1.00 M/s recorded, here 500.0 k/s | 6.00 | 6.00–6.00 | 2 \
                    | ≥ 4 | yes |";
        assert_eq!((lines, met), (vec![line.to_owned()], 1));
    }
}
