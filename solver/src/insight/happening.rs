//! How often something happens after each of two moves, and the points of each row.

use super::fact::Fact;
use super::line::Line;

/// A difference is written down if it is at least so many standard errors from 0,
pub const SURE: f64 = 3.0;
/// and if it is at least this share of the lines,
const LEAST: f64 = 0.08;
/// or so many points.
pub const LEAST_POINTS: f64 = 0.2;
/// A difference in at least this share of the lines is written down by itself.
const MUCH: f64 = 0.25;
/// What matters makes at least this difference to the value of lines,
const MATTERS: f64 = 0.1;
/// and is open: it happens in neither fewer nor more of them.
const OPEN: std::ops::RangeInclusive<f64> = 0.1..=0.9;

/// Two lines in the same world: after the first move, and after the one that it is compared with.
pub type Pair = [Line; 2];

/// How often something happens.
#[derive(Clone, Debug)]
pub struct Happening {
    pub fact: Fact,
    /// The share of the lines after each move that have it.
    pub shares: [f64; 2],
    /// The difference of the shares, with its standard error.
    lead: (f64, f64),
    /// What it is worth among lines after the same move, with the standard error.
    worth: (f64, f64),
    /// Whether the points of its row are good for the seat advised; unknown for what has no row.
    good: Option<bool>,
}

/// The points of a row.
#[derive(Clone, Debug)]
pub struct RowPoints {
    pub fact: Fact,
    /// How many points more it brings after the first move, on average, with the standard error.
    pub lead: (f64, f64),
}

impl Happening {
    pub fn of(pairs: &[Pair], fact: &Fact) -> Self {
        let has = |line: &Line| f64::from(u8::from(line.facts.contains(fact)));
        let share = |index: usize| mean(pairs.iter().map(|pair| has(&pair[index]))).0;
        let points: f64 = pairs.iter().flatten().filter_map(|line| line.rows.get(fact)).sum();
        Self {
            fact: fact.clone(),
            shares: [share(0), share(1)],
            lead: mean(pairs.iter().map(|[one, other]| has(one) - has(other))),
            worth: worth(pairs, fact),
            good: (!fact.is_event()).then_some((points > 0.0) == fact.own),
        }
    }

    /// The share of all lines that have it.
    fn share(&self) -> f64 {
        (self.shares[0] + self.shares[1]) / 2.0
    }

    /// How much of the difference of the moves it carries.
    pub fn carries(&self) -> f64 {
        self.worth.0 * self.lead.0
    }

    /// Whether the moves surely differ in it and that speaks for the first: by its points, or by what it is worth. If neither is known, a
    /// large difference counts. Not what a reader would take as a reason against the move.
    pub fn separates(&self) -> bool {
        let is_clear = match self.is_good() {
            Some(good) => good == self.is_more(),
            None => self.lead.0.abs() >= MUCH && self.carries() >= 0.0,
        };
        self.differs() && is_clear && !self.sounds_against()
    }

    /// Whether it surely happens more often after one of the moves.
    fn differs(&self) -> bool {
        let (lead, error) = self.lead;
        lead.abs() >= LEAST.max(SURE * error)
    }

    /// Whether it is good for the seat advised: by its points, or else by what it is surely worth.
    fn is_good(&self) -> Option<bool> {
        let (worth, doubt) = self.worth;
        self.good.or((worth.abs() >= SURE * doubt).then_some(worth > 0.0))
    }

    /// Whether a reader would take it as a reason against the first move: others bring it about more often, or the seat less.
    fn sounds_against(&self) -> bool {
        self.good.is_none() && self.fact.own != self.is_more()
    }

    /// Whether it surely happens more often after one of the moves, and that speaks for the other one.
    pub fn speaks_against(&self) -> bool {
        self.differs() && self.is_good().is_some_and(|good| good != self.is_more())
    }

    pub fn matters(&self) -> bool {
        let (worth, error) = self.worth;
        OPEN.contains(&self.share()) && worth.abs() >= MATTERS.max(SURE * error)
    }

    /// How much of the value it decides.
    pub fn weight(&self) -> f64 {
        self.worth.0.abs() * (self.share() * (1.0 - self.share())).sqrt()
    }

    /// Whether it happens more often after the first move.
    pub fn is_more(&self) -> bool {
        self.lead.0 > 0.0
    }
}

impl RowPoints {
    pub fn of(pairs: &[Pair], fact: &Fact) -> Self {
        let points = |line: &Line| line.rows.get(fact).copied().unwrap_or(0.0);
        Self { fact: fact.clone(), lead: mean(pairs.iter().map(|[one, other]| points(one) - points(other))) }
    }

    pub fn is_sure(&self) -> bool {
        let (lead, error) = self.lead;
        lead.abs() >= LEAST_POINTS.max(SURE * error)
    }

    /// How much it speaks for the first move.
    pub fn favour(&self) -> f64 {
        if self.fact.own { self.lead.0 } else { -self.lead.0 }
    }
}

/// What a fact is worth among lines after the same move: otherwise what one move brings with it would pass for what the fact does.
fn worth(pairs: &[Pair], fact: &Fact) -> (f64, f64) {
    let within = |index: usize| {
        let of = |wanted: bool| {
            let lines = pairs.iter().map(move |pair| &pair[index]);
            mean(lines.filter(move |line| line.facts.contains(fact) == wanted).map(|line| line.value))
        };
        let (with, without) = (of(true), of(false));
        (with.0 - without.0, with.1.hypot(without.1))
    };
    // Weighed by how well each is known.
    let known = [within(0), within(1)].into_iter().filter(|(_, error)| error.is_finite());
    let (sum, weight) = known.fold((0.0, 0.0), |(sum, weight), (difference, error)| {
        (sum + difference / error.powi(2), weight + error.powi(-2))
    });
    if weight > 0.0 { (sum / weight, weight.powf(-0.5)) } else { (0.0, f64::INFINITY) }
}

/// The mean and its standard error. Few values, or equal ones, count with one more that deviates by as much as a share can.
pub fn mean(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = values.clone().count() as f64;
    if n == 0.0 {
        return (0.0, f64::INFINITY);
    }
    let mean = values.clone().sum::<f64>() / n;
    let squares = values.map(|value| (value - mean).powi(2)).sum::<f64>() + 1.0;
    (mean, squares.sqrt() / n)
}
