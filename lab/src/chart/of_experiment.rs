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
    let rows = report.outcome.arms.iter().map(row).collect();
    let (axis, unit) = (report.outcome.what(language), unit(&report.outcome.metric));
    drawn(report, ("chart-arms", axis), unit, Plot::Intervals { rows, reference: None }, language)
}

/// Every comparison with its difference; those that are decided are marked.
pub fn differences(report: &Report, language: Language) -> Chart {
    let row = |of: &Comparison| Row {
        label: fitting(&of.arm, &say!(language, "chart-less"; with: of.with.as_str())),
        mark: of.difference,
        is_discovery: matches!(of.verdict, Verdict::Higher | Verdict::Lower),
    };
    let rows = report.outcome.comparisons.iter().map(row).collect();
    let reference = Some((0.0, said(language, "chart-no_difference")));
    let axis = say!(language, "chart-differences_axis"; what: report.outcome.what(language));
    let unit = match unit(&report.outcome.metric) {
        Unit::Number => Unit::Number,
        Unit::Share | Unit::ShareDifference => Unit::ShareDifference,
    };
    drawn(report, ("chart-differences", axis), unit, Plot::Intervals { rows, reference }, language)
}

fn drawn(
    report: &Report,
    (title, axis): (&str, String),
    unit: Unit,
    plot: Plot,
    language: Language,
) -> Chart {
    let outcome = &report.outcome;
    Chart {
        title: of_game(&report.plan.game, language, &said(language, title)),
        games: say!(language, "chart-deals"; deals: outcome.deals, games: report.progress.games),
        axis,
        unit,
        intervals: format!("{}.", outcome.certainty(&report.plan, language)),
        plot,
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
