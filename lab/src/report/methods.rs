//! How the figures were computed, and the commands that compute them again.

use maud::{Markup, html};
use tapis_db::model::Assisted;

use super::Report;
use crate::words::{name_of, said};

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
    let language = report.language;
    html! {
        pre {
            @if let Some(simulation) = &report.simulation { (simulation) "\n" }
            @match &report.database {
                Some(database) => (with_database(report, database)),
                None => (of_service(report)),
            }
        }
        @if report.simulation.is_none() { p {
            (said(language, "report-seed"))
        } }
        p { "tapis " (env!("CARGO_PKG_VERSION")) }
    }
}

fn with_database(report: &Report, database: &str) -> Markup {
    let of = &report.summary.population;
    let mut which =
        format!("--database {database} --game {} --source {} --ruleset {}", of.game, of.source, of.ruleset);
    if let Some(lineup) = &of.lineup {
        which += &format!(" --lineup {lineup}");
    }
    if of.assisted == Assisted::Include {
        which += " --assisted";
    }
    html! {
        "tapis report " (which) " --language " (report.language.code()) " --to report.html\n"
        "tapis stats " (which) " --json\n"
        "tapis export --database " (database) " --game " (of.game) " --source " (of.source) " --to facts.parquet\n"
    }
}

/// The calls of the service that answered.
fn of_service(report: &Report) -> Markup {
    let of = &report.summary.population;
    let mut which = format!("?source={}&ruleset={}&assisted={}", of.source, of.ruleset, name_of(of.assisted));
    for (name, value) in [("lineup", &of.lineup), ("from", &of.from), ("to", &of.to)] {
        which.extend(value.iter().map(|value| format!("&{name}={value}")));
    }
    html! {
        "GET /v1/stats/" (of.game) "/report" (which) "&lang=" (report.language.code()) "\n"
        "GET /v1/stats/" (of.game) "/summary" (which) "\n"
        "GET /v1/stats/" (of.game) "/features" (which) "\n"
    }
}
