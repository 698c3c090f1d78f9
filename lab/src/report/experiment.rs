//! What an experiment found, on one page: what was asked and what is the answer, then the chart, who played what, and all figures.

use maud::{Markup, PreEscaped, html};
use tapis_db::model::ExperimentState;
use tapis_games::locale::Language;

use super::page::document;
use crate::chart::of_statistics::of_game;
use crate::chart::{of_experiment, svg};
use crate::words::{ALONE, As, interval, said, say};
use crate::{PlannedArm, Report};

/// The page as one HTML document.
pub fn experiment_html(report: &Report, language: Language) -> String {
    let outcome = &report.outcome;
    let title = of_game(&report.plan.game, language, &outcome.what(language));
    let body = html! {
        section.first {
            p.who { (state(report, language)) }
            h2 { (said(language, "report-in_short")) }
            ol.findings { @for finding in outcome.findings(language) { li { (finding) } } }
            @if !outcome.comparisons.is_empty() {
                (PreEscaped(svg::draw(&of_experiment::differences(report, language), "differences", language)))
            }
            (PreEscaped(svg::draw(&of_experiment::arms(report, language), "arms", language)))
            p { (outcome.certainty(&report.plan, language)) "." }
        }
        h2 { (said(language, "report-arms")) }
        (arms(report, language))
        h2 { (said(language, "report-all_findings")) }
        ul.verdicts { @for line in outcome.in_words(&report.plan, language) { li { (line) } } }
        h2 { (said(language, "report-methods_and_definitions")) }
        p { (said(language, "method-sequence")) }
        h2 { (said(language, "report-commands_and_seed")) }
        (commands(report, language))
    };
    document(language, &title, &body)
}

/// How many games of how many are played, and whether more come.
fn state(report: &Report, language: Language) -> String {
    let state = match report.state {
        ExperimentState::Queued | ExperimentState::Running => "open",
        ExperimentState::Finished => "finished",
        ExperimentState::Cancelled | ExperimentState::Failed => "ended",
    };
    let progress = &report.progress;
    say!(language, "report-played"; games: progress.games, of: progress.of, deals: report.outcome.deals, state: state)
}

/// The columns of the table of arms.
const HEADS: [&str; 6] = [
    "report-arm",
    "report-line_up",
    "report-games",
    "report-value",
    "report-options_of_the_ruleset",
    "report-games_from",
];

/// What each arm is, and what came of it.
fn arms(report: &Report, language: Language) -> Markup {
    let planned = |name: &str| report.plan.arms.iter().find(|arm| arm.name == name);
    html! {
        table {
            thead { tr { @for key in HEADS { th { (said(language, key)) } } } }
            tbody {
                @for arm in &report.outcome.arms {
                    tr {
                        th scope="row" { (arm.name) }
                        td { (arm.seats.join(", ")) }
                        td { (arm.games) }
                        td { (interval(arm.mean, As::Number(4), ALONE, language)) }
                        td { code { (planned(&arm.name).map_or_else(|| arm.ruleset.clone(), options)) } }
                        td { code { (arm.source) } }
                    }
                }
            }
        }
    }
}

/// What an arm changes.
fn options(arm: &PlannedArm) -> String {
    match (&arm.options, &arm.ruleset) {
        (Some(options), _) => options.to_string(),
        (None, Some(hash)) => hash.clone(),
        (None, None) => "{}".to_owned(),
    }
}

/// The plan, and the command that plays it again.
fn commands(report: &Report, language: Language) -> Markup {
    let plan = serde_json::to_string_pretty(&report.plan).unwrap_or_default();
    html! {
        p { (said(language, "report-plan")) }
        pre { "tapis experiment plan.json --language " (language.code()) " --report report.html" }
        pre { (plan) }
        p { "tapis " (env!("CARGO_PKG_VERSION")) }
    }
}
