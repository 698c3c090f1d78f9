//! Charts of statistics: what is in them ([`Chart`]), made from figures ([`of_statistics`], [`of_experiment`], [`of_course`]), drawn as SVG ([`svg`]).
//!
//! Every number is drawn with its interval. A chart says the same in words, for those who cannot see it.

mod curves;
pub mod of_course;
pub mod of_experiment;
pub mod of_statistics;
mod scale;
pub mod svg;

use crate::statistics::Estimate;
use crate::words::{TEXTS, said};
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
    pub points: Vec<(f64, Mark)>,
}

/// An estimate with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub label: String,
    /// The estimate.
    pub mark: Mark,
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
    pub mean: Mark,
}

/// Where an estimate is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// How many values it rests on.
    pub n: u64,
    /// Lower end, value and upper end; absent where there are too few values.
    pub place: Option<[f64; 3]>,
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

impl From<&Estimate> for Mark {
    fn from(estimate: &Estimate) -> Self {
        let place = match (estimate.low, estimate.value, estimate.high) {
            (Some(low), Some(value), Some(high)) => Some([low, value, high]),
            _ => None,
        };
        Self { n: estimate.n, place }
    }
}

impl Unit {
    fn write(self, number: f64, digits: usize, language: Language) -> String {
        match self {
            Self::Share => language.percent(number, digits),
            Self::ShareDifference => language.signed(number * 100.0, digits),
            Self::Number => language.number(number, digits),
        }
    }
}

impl Mark {
    /// The estimate in words: `53.1 % [49.7 %, 56.5 %], n 812`.
    pub fn words(&self, unit: Unit, language: Language) -> String {
        let Some([low, value, high]) = self.place else {
            return format!("{}, n {}", said(language, "chart-too_few_games"), self.n);
        };
        let write = |number| unit.write(number, 1, language);
        let args = [
            ("value", write(value).into()),
            ("low", write(low).into()),
            ("high", write(high).into()),
            ("n", self.n.into()),
        ];
        TEXTS.say(language, "chart-interval", &args)
    }
}

impl Chart {
    /// All that is drawn, in words.
    pub fn description(&self, language: Language) -> String {
        let mut sentences = vec![format!("{}. {}.", self.games, self.axis)];
        match &self.plot {
            Plot::Intervals { rows, reference } => {
                sentences.extend(reference.iter().map(|(_, name)| format!("{name}.")));
                let row = |row: &Row| {
                    format!("{}{} {}.", row.label, language.colon(), row.mark.words(self.unit, language))
                };
                sentences.extend(rows.iter().map(row));
            }
            Plot::Histograms(panels) => {
                let mean = said(language, "chart-mean");
                let panel = |panel: &Panel| {
                    format!(
                        "{}{} {mean} {}.",
                        panel.label,
                        language.colon(),
                        panel.mean.words(self.unit, language)
                    )
                };
                sentences.extend(panels.iter().map(panel));
            }
            Plot::Curves(lines) => {
                sentences.extend(lines.iter().map(|line| curves::words(line, self.unit, language)))
            }
        }
        sentences.push(self.intervals.clone());
        sentences.join(" ")
    }
}

#[cfg(test)]
mod tests;
