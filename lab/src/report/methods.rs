//! How the figures were computed, and the commands that compute them again.

use maud::{Markup, html};
use tapis_db::model::Assisted;

use super::Report;
use crate::words::said;

/// The terms whose definitions are given.
const DEFINED: [&str; 7] = ["win_share", "fair_share", "seat", "n", "interval", "lift", "to_be_believed"];

/// The methods of intervals, by the names that figures give them.
const METHODS: [&str; 3] = ["wilson", "student_t", "stratified"];

pub(super) fn methods(report: &Report) -> Markup {
    let language = report.language;
    html! {
        dl {
            @for term in DEFINED {
                dt { (said(language, &format!("term-{term}"))) }
                dd { (said(language, &format!("definition-{term}"))) }
            }
            @for name in METHODS {
                dt { code { (name) } }
                dd { (said(language, &format!("method-{name}"))) }
            }
        }
    }
}

pub(super) fn commands(report: &Report) -> Markup {
    let of = &report.summary.population;
    let mut which = format!(
        "--database {} --game {} --source {} --ruleset {}",
        report.database, of.game, of.source, of.ruleset
    );
    if let Some(lineup) = &of.lineup {
        which += &format!(" --lineup {lineup}");
    }
    if of.assisted == Assisted::Include {
        which += " --assisted";
    }
    let language = report.language;
    html! {
        pre {
            @if let Some(simulation) = &report.simulation { (simulation) "\n" }
            "tapis report " (which) " --language " (language.code()) " --to report.html\n"
            "tapis stats " (which) " --json\n"
            "tapis export --database " (report.database) " --source " (of.source) " --to facts.parquet\n"
        }
        @if report.simulation.is_none() { p {
            (said(language, "report-seed"))
        } }
        p { "tapis " (env!("CARGO_PKG_VERSION")) }
    }
}
