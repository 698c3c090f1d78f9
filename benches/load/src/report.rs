//! What was measured, as a table.

use std::fmt;

/// A row of the table.
pub struct Row {
    /// Which.
    pub id: &'static str,
    /// What was done.
    pub work: String,
    /// The unit of both figures.
    pub unit: &'static str,
    /// Our figure and the peer's, round by round.
    pub pairs: Vec<(f64, f64)>,
    /// What the ratio should be.
    pub goal: Goal,
}

/// What a ratio should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// At least this.
    AtLeast(f64),
    /// At most this.
    AtMost(f64),
}

impl Goal {
    /// Whether a ratio is good enough.
    pub fn is_met(self, ratio: f64) -> bool {
        match self {
            Self::AtLeast(goal) => ratio >= goal,
            Self::AtMost(goal) => ratio <= goal,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(goal) => write!(f, "≥ {goal}"),
            Self::AtMost(goal) => write!(f, "≤ {goal}"),
        }
    }
}

impl Row {
    /// The median of the ratios, pair by pair.
    pub fn ratio(&self) -> f64 {
        median(self.ratios())
    }

    fn ratios(&self) -> Vec<f64> {
        self.pairs.iter().map(|(ours, peer)| ours / peer).collect()
    }
}

/// The line above the rows.
pub const HEAD: &str = "| row | work | ours | peer | ratio | spread | n | goal | met |\n\
                        | --- | --- | --- | --- | --- | --- | --- | --- | --- |";

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ours = median(self.pairs.iter().map(|pair| pair.0).collect());
        let peer = median(self.pairs.iter().map(|pair| pair.1).collect());
        let ratios = self.ratios();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = ratios.iter().copied().fold(0.0, f64::max);
        let Self { id, work, unit, goal, .. } = self;
        let met = if goal.is_met(self.ratio()) { "yes" } else { "**no**" };
        write!(f, "| {id} | {work} | {} {unit} | {} {unit} ", figure(ours), figure(peer))?;
        write!(f, "| {} | {}–{} ", figure(self.ratio()), figure(least), figure(most))?;
        write!(f, "| {} | {goal} | {met} |", ratios.len())
    }
}

/// The middle one; the mean of the two in the middle.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    match (figures.get(middle.wrapping_sub(1)), figures.get(middle)) {
        (Some(before), Some(after)) if figures.len().is_multiple_of(2) => f64::midpoint(*before, *after),
        (_, Some(middle)) => *middle,
        _ => f64::NAN,
    }
}

/// Three digits that count.
pub fn figure(figure: f64) -> String {
    match figure.abs() {
        size if size >= 100.0 => format!("{figure:.0}"),
        size if size >= 10.0 => format!("{figure:.1}"),
        size if size >= 1.0 => format!("{figure:.2}"),
        _ => format!("{figure:.3}"),
    }
}

/// The machine's load now: processes that ran or waited, on average of the last minute, five, fifteen.
pub fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let first = text.split_whitespace().take(3).collect::<Vec<_>>();
    if first.is_empty() { "unknown".to_owned() } else { first.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_the_median_of_the_ratios_and_their_spread() {
        let pairs = vec![(10.0, 20.0), (90.0, 100.0), (60.0, 100.0)];
        let row = Row { id: "X1", work: "w".to_owned(), unit: "/s", pairs, goal: Goal::AtLeast(0.6) };
        assert_eq!(row.to_string(), "| X1 | w | 60.0 /s | 100 /s | 0.600 | 0.500–0.900 | 3 | ≥ 0.6 | yes |");
        assert!(!Goal::AtMost(1.5).is_met(1.6));
        assert!(median(Vec::new()).is_nan());
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
