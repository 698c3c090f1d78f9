//! The page.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::first::first;
use super::{Report, methods, tables, verdicts};
use crate::chart::{Chart, of_statistics, svg};
use crate::words::{said, say};
use tapis_games::locale::Language;

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}\
h1{line-height:1.2}svg{max-width:100%;height:auto;display:block;margin:1rem 0}\
table{border-collapse:collapse;font-size:.85rem;margin:1rem 0;display:block;overflow-x:auto;overflow-wrap:normal}\
caption{text-align:left;font-weight:600;padding:.3rem 0}\
th,td{padding:.2rem .6rem;text-align:left;border-bottom:1px solid #8884;white-space:nowrap}\
dt{font-weight:600}dd{margin:0 0 .5rem}pre{white-space:pre-wrap;padding:.6rem;background:#8882}\
summary{cursor:pointer;padding:.2rem 0}.verdicts li,.findings li{margin:.4rem 0}.findings li:first-child{font-size:1.15rem;font-weight:600}\
.first{padding-bottom:1rem;border-bottom:1px solid #8888}.who{font-size:1.05rem}\
@media print{.first{break-after:page}}";

/// Nothing is loaded from anywhere, whatever a page might ask for.
pub const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The report as one HTML document.
pub fn html(report: &Report) -> String {
    let (language, of) = (report.language, &report.summary.population);
    let everything = tables::everything(report);
    let what = say!(language, "report-what_games_say"; n: of.games);
    let body = html! {
        (first(report))
        (about(report))
        h2 { (said(language, "report-all_findings")) }
        ul.verdicts { @for verdict in verdicts(report) { li { (verdict) } } }
        h2 { (said(language, "report-charts")) }
        (charts(report))
        h2 { (said(language, "report-tables")) }
        (tables::line_ups(report))
        details {
            summary { (said(language, "report-all_figures_of_the_games")) }
            (everything)
        }
        h3 { (said(language, "report-features")) }
        (tables::features(report))
        h2 { (said(language, "report-methods_and_definitions")) }
        (methods::methods(report))
        h2 { (said(language, "report-commands_and_seed")) }
        (methods::commands(report))
    };
    document(language, &of_statistics::of_game(&of.game, language, &what), &body)
}

/// A page that needs nothing else.
pub(super) fn document(language: Language, title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(language.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (title) }
                    (body)
                }
            }
        }
    };
    page.into_string()
}

/// Which games the report is about.
fn about(report: &Report) -> Markup {
    let (language, of) = (report.language, &report.summary.population);
    html! {
        p {
            (said(language, "report-games_from")) " " code { (of.source) } ", "
            (said(language, "report-ruleset")) " " code { (of.ruleset) } "."
        }
        details {
            summary { (said(language, "report-options_of_the_ruleset")) }
            pre { (report.options.as_str()) }
        }
    }
}

fn charts(report: &Report) -> Markup {
    let (language, summary) = (report.language, &report.summary);
    let charts: [(&str, Chart); 4] = [
        ("seats", of_statistics::seats(summary, language)),
        ("score", of_statistics::score(summary, language)),
        ("length", of_statistics::length(summary, language)),
        ("features", of_statistics::features(&report.features, language)),
    ];
    html! { @for (id, chart) in &charts { (PreEscaped(svg::draw(chart, id, language))) } }
}
