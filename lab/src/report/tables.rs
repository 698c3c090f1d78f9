//! The figures of a report as tables.

use maud::{Markup, html};

use super::Report;
use crate::chart::{of_statistics, svg};
use crate::statistics::{BucketFigures, Estimate, FeatureFigures, Features, tidy};
use crate::tabular::Cell;
use crate::words::{As, BETWEEN, interval, said, say, seat_in_words};
use tapis_games::locale::Language;

/// Win shares of the seats in each line-up.
pub(super) fn line_ups(report: &Report) -> Markup {
    let language = report.language;
    html! {
        table {
            caption { (said(language, "report-win_shares_by_line_up")) }
            thead { tr {
                th { (said(language, "report-line_up")) }
                th { (said(language, "report-games")) }
                @for seat in &report.summary.seats { th { (said(language, "report-seat")) " " (seat_in_words(seat.seat)) } }
            } }
            tbody {
                @for lineup in &report.summary.lineups {
                    tr {
                        th scope="row" { (lineup.lineup) }
                        td { (lineup.games) }
                        @for estimate in &lineup.win_shares { td { (interval(estimate, As::Share(1), BETWEEN, language)) } }
                    }
                }
            }
        }
    }
}

/// Every feature with its chart and its table.
pub(super) fn features(report: &Report) -> Markup {
    let language = report.language;
    html! {
        @for (at, feature) in report.features.ranked().into_iter().enumerate() {
            details {
                summary { code { (feature.name) } (language.colon()) " " (feature.title(language)) " (" (said(language, &format!("report-{}", feature.role()))) ")" }
                @if feature.values().any(|bucket| bucket.lift.value.is_some()) {
                    (maud::PreEscaped(chart(&report.features, feature, at, language)))
                }
                (buckets(feature, language))
            }
        }
    }
}

fn chart(features: &Features, feature: &FeatureFigures, at: usize, language: Language) -> String {
    let chart = of_statistics::feature(&features.population, feature, language);
    svg::draw(&chart, &format!("feature-{at}"), language)
}

fn buckets(feature: &FeatureFigures, language: Language) -> Markup {
    let between = |of: &Estimate, number| interval(of, number, BETWEEN, language);
    let p_value = |p: f64| if p < 1e-4 { "< 0.0001".to_owned() } else { format!("{p:.4}") };
    let found = |bucket: &BucketFigures| match (bucket.discovery, bucket.lift.value) {
        _ if bucket.same_as.is_some() => same(bucket, language),
        (Some(true), _) => said(language, "report-yes"),
        (Some(false), _) => said(language, "report-no"),
        (None, None) => said(language, "report-too_few_games"),
        (None, Some(lift)) if lift > 0.0 => said(language, "report-goes_with_winning"),
        (None, Some(_)) => said(language, "report-goes_with_losing"),
    };
    html! {
        table {
            thead { tr {
                th { (said(language, "report-value")) }
                th { "n" }
                th { (said(language, "report-win_share")) }
                th { (said(language, "report-lift_in_points")) }
                th { (said(language, "report-score")) }
                th { "p" }
                th { (said(language, "report-to_be_believed")) }
            } }
            tbody {
                @for bucket in feature.values() {
                    tr {
                        th scope="row" { (feature.spoken(bucket, language)) }
                        td { (bucket.n) }
                        td { (between(&bucket.win_share, As::Share(1))) }
                        td { (between(&bucket.lift, As::Points(1))) }
                        td { (between(&bucket.score, As::Number(1))) }
                        td { (bucket.p_value.map(p_value).unwrap_or_default()) }
                        td { (found(bucket)) }
                    }
                }
            }
        }
    }
}

/// Under which name a value is counted.
fn same(bucket: &BucketFigures, language: Language) -> String {
    let same = bucket.same_as.as_ref().map(|same| format!("{} {}", same.feature, same.bucket));
    say!(language, "report-same_as"; value: same.unwrap_or_default())
}

/// Every figure of the summary but the histograms, as the program calls them: nothing is left out.
pub(super) fn everything(report: &Report) -> Markup {
    let shown: Vec<(usize, &str)> = tidy::COLUMNS
        .iter()
        .enumerate()
        .map(|(at, column)| (at, column.name))
        .filter(|(_, name)| !["game", "ruleset", "source", "bucket", "at"].contains(name))
        .collect();
    let at = tidy::COLUMNS.iter().position(|column| column.name == "at").expect("a column of the table");
    let mut rows = tidy::tidy(&report.summary);
    rows.retain(|row| row.get(at) == Some(&Cell::Missing));
    html! {
        table {
            thead { tr { @for (_, name) in &shown { th { (name) } } } }
            tbody {
                @for row in &rows {
                    tr { @for (at, _) in &shown { td { (row.get(*at).map(|cell| cell.written(four_digits)).unwrap_or_default()) } } }
                }
            }
        }
    }
}

/// A number that is not whole with four digits.
fn four_digits(number: f64) -> String {
    if number.fract() == 0.0 { number.to_string() } else { format!("{number:.4}") }
}
