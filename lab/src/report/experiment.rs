//! What an experiment found, on one page: what was asked and what is the answer, then the chart, who played what, and all figures.

use maud::{Markup, PreEscaped, html};
use tapis_db::model::ExperimentState;
use tapis_games::locale::Language;

use super::page::document;
use crate::Report;
use crate::chart::of_statistics::of_game;
use crate::chart::{of_experiment, svg};
use crate::words::{ALONE, said, say};

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
const HEADS: [&str; 5] = ["report-arm", "report-line_up", "report-games", "report-value", "report-differs"];
/// A plan of more bytes has whole decks in it.
const LONGEST_PLAN: usize = 4_000;

/// What each arm is, and what came of it.
fn arms(report: &Report, language: Language) -> Markup {
    let outcome = &report.outcome;
    html! {
        table {
            thead { tr { @for key in HEADS { th { (said(language, key)) } } } }
            tbody {
                @for (at, arm) in outcome.arms.iter().enumerate() {
                    tr {
                        th scope="row" { (arm.name) }
                        td { (arm.seats.join(", ")) }
                        td { (arm.games) }
                        td { (outcome.written(&arm.mean, false, ALONE, language)) }
                        td {
                            @for change in report.changes.get(at).into_iter().flatten() {
                                (language.say(&change.en, &change.fr)) br;
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The plan, and the command that plays it again; of a plan with decks only where it is.
fn commands(report: &Report, language: Language) -> Markup {
    let plan = serde_json::to_string_pretty(&report.plan).unwrap_or_default();
    html! {
        @if plan.len() > LONGEST_PLAN {
            p { (said(language, "report-plan_is_long")) }
        } @else {
            p { (said(language, "report-plan")) }
            pre { "tapis experiment plan.json --language " (language.code()) " --report report.html" }
            pre { (plan) }
        }
        p { "tapis " (env!("CARGO_PKG_VERSION")) }
    }
}
