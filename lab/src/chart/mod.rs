//! Charts of statistics: what is in them ([`Chart`]), made from figures ([`of_statistics`], [`of_experiment`], [`of_course`]), drawn as SVG ([`svg`]).
//!
//! Every number is drawn with its interval. A chart says the same in words, for those who cannot see it.

mod curves;
pub mod of_course;
pub mod of_experiment;
pub mod of_statistics;
mod scale;
pub mod svg;

use crate::Interval;
use crate::words::{As, DRAWN, interval, said};
use tapis_games::locale::Language;

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// Which games it shows.
    pub games: String,
    /// What is under the axis: the quantity with its unit.
    pub axis: String,
    /// How numbers are written.
    pub unit: Unit,
    /// Of what confidence its intervals are, in a sentence.
    pub intervals: String,
    /// What to draw.
    pub plot: Plot,
}

/// What to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// Estimates below each other, each a point on its interval.
    Intervals {
        /// From the top.
        rows: Vec<Row>,
        /// A value that means no difference, with what it is called.
        reference: Option<(f64, String)>,
    },
    /// Histograms below each other, over one axis.
    Histograms(Vec<Panel>),
    /// Shares over the part of a game that is played, each with a band of its intervals.
    Curves(Vec<Line>),
}

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its name.
    pub label: String,
    /// Where, from 0 to 1, and what is there.
    pub points: Vec<(f64, Interval)>,
}

/// An estimate with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub label: String,
    /// The estimate.
    pub mark: Interval,
    /// Whether it is to be believed, where that was asked.
    pub is_discovery: bool,
}

/// A histogram.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Its name.
    pub label: String,
    /// Value and how often it came, ascending.
    pub bars: Vec<(i64, u64)>,
    /// The mean.
    pub mean: Interval,
}

/// How the numbers of an axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share from 0 to 1, written as a percentage.
    Share,
    /// A difference of shares, written in percentage points.
    ShareDifference,
    /// A number.
    Number,
}

impl Unit {
    /// Its numbers with so many digits after the point.
    fn with(self, digits: usize) -> As {
        match self {
            Self::Share => As::Share(digits),
            Self::ShareDifference => As::Points(digits),
            Self::Number => As::Number(digits),
        }
    }

    /// An estimate in words: `53.1 % [49.7 %, 56.5 %], n 812`.
    fn words(self, of: &Interval, language: Language) -> String {
        interval(*of, self.with(1), DRAWN, language)
    }
}

impl Chart {
    /// All that is drawn, in words.
    pub fn description(&self, language: Language) -> String {
        let mut sentences = vec![format!("{}. {}.", self.games, self.axis)];
        match &self.plot {
            Plot::Intervals { rows, reference } => {
                sentences.extend(reference.iter().map(|(_, name)| format!("{name}.")));
                sentences.extend(rows.iter().map(|row| self.sentence(&row.label, "", &row.mark, language)));
            }
            Plot::Histograms(panels) => {
                let mean = format!("{} ", said(language, "chart-mean"));
                let panel = |panel: &Panel| self.sentence(&panel.label, &mean, &panel.mean, language);
                sentences.extend(panels.iter().map(panel));
            }
            Plot::Curves(lines) => {
                sentences.extend(lines.iter().map(|line| curves::words(line, self.unit, language)))
            }
        }
        sentences.push(self.intervals.clone());
        sentences.join(" ")
    }

    fn sentence(&self, label: &str, what: &str, of: &Interval, language: Language) -> String {
        format!("{label}{} {what}{}.", language.colon(), self.unit.words(of, language))
    }
}

#[cfg(test)]
mod tests;
