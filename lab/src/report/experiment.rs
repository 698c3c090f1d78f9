//! What an experiment found, on one page: what was asked and what is the answer, then the chart, who played what, and all figures.

use maud::{Markup, PreEscaped, html};
use tapis_games::locale::Language;

use super::page::document;
use crate::chart::of_statistics::of_game;
use crate::chart::{of_experiment, svg};
use crate::words::{TEXTS, said};
use crate::{Interval, PlannedArm, Report, StateName};

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
        StateName::Queued | StateName::Running => "open",
        StateName::Finished => "finished",
        StateName::Cancelled | StateName::Failed => "ended",
    };
    let progress = &report.progress;
    let args = [
        ("games", progress.games.into()),
        ("of", progress.of.into()),
        ("deals", report.outcome.deals.into()),
        ("state", state.into()),
    ];
    TEXTS.say(language, "report-played", &args)
}

/// What each arm is, and what came of it.
fn arms(report: &Report, language: Language) -> Markup {
    let planned = |name: &str| report.plan.arms.iter().find(|arm| arm.name == name);
    html! {
        table {
            thead { tr {
                th { (said(language, "report-arm")) }
                th { (said(language, "report-line_up")) }
                th { (said(language, "report-games")) }
                th { (said(language, "report-value")) }
                th { (said(language, "report-options_of_the_ruleset")) }
                th { (said(language, "report-games_from")) }
            } }
            tbody {
                @for arm in &report.outcome.arms {
                    tr {
                        th scope="row" { (arm.name) }
                        td { (arm.seats.join(", ")) }
                        td { (arm.games) }
                        td { (between(&arm.mean, language)) }
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

fn between(interval: &Interval, language: Language) -> String {
    let write = |number: f64| language.number(number, 4).into();
    match (interval.value, interval.low, interval.high) {
        (Some(value), Some(low), Some(high)) => {
            let args = [("value", write(value)), ("low", write(low)), ("high", write(high))];
            TEXTS.say(language, "report-between", &args)
        }
        (Some(value), ..) => language.number(value, 4),
        _ => said(language, "found-unknown_number"),
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
