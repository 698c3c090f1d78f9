//! Charts of what an experiment found, with the intervals of its stopping rule.

use tapis_games::locale::Language;
use tapis_solver::confidence::Kind;

use super::of_statistics::of_game;
use super::svg::fitting;
use super::{Chart, Plot, Row, Unit};
use crate::words::{said, say};
use crate::{ArmFigures, Comparison, Metric, Report, Verdict};

/// What is asked first: the differences, or the arms where nothing is compared.
pub fn main(report: &Report, language: Language) -> Chart {
    if report.outcome.comparisons.is_empty() { arms(report, language) } else { differences(report, language) }
}

/// Every arm with its mean.
pub fn arms(report: &Report, language: Language) -> Chart {
    let row = |arm: &ArmFigures| Row { label: fitting(&arm.name, ""), mark: arm.mean, is_discovery: false };
    drawn(report, "chart-arms", report.outcome.arms.iter().map(row).collect(), false, language)
}

/// Every comparison with its difference; those that are decided are marked.
pub fn differences(report: &Report, language: Language) -> Chart {
    let row = |of: &Comparison| Row {
        label: fitting(&of.arm, &say!(language, "chart-less"; with: of.with.as_str())),
        mark: of.difference,
        is_discovery: matches!(of.verdict, Verdict::Higher | Verdict::Lower),
    };
    drawn(report, "chart-differences", report.outcome.comparisons.iter().map(row).collect(), true, language)
}

/// Values of the metric, or differences of two.
fn drawn(report: &Report, title: &str, rows: Vec<Row>, differ: bool, language: Language) -> Chart {
    let outcome = &report.outcome;
    let what = outcome.what(language);
    let reference = differ.then(|| (0.0, said(language, "chart-no_difference")));
    Chart {
        title: of_game(&report.plan.game, language, &said(language, title)),
        games: say!(language, "chart-deals"; deals: outcome.deals, games: report.progress.games),
        axis: if differ { say!(language, "chart-differences_axis"; what: what) } else { what },
        unit: match unit(&outcome.metric) {
            Unit::Share if differ => Unit::ShareDifference,
            unit => unit,
        },
        intervals: format!("{}.", outcome.certainty(&report.plan, language)),
        plot: Plot::Intervals { rows, reference },
    }
}

/// How the numbers of a metric are written.
pub(crate) fn unit(metric: &Metric) -> Unit {
    match (metric, metric.kind()) {
        (Metric::Lift(..), _) => Unit::ShareDifference,
        (_, Kind::Share) => Unit::Share,
        (_, Kind::Points) => Unit::Number,
    }
}
