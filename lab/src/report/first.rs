//! The first page: what somebody asks who decides about a game, before any table.

use maud::{Markup, PreEscaped, html};
use tapis_db::model::LineUp;
use tapis_games::feature::{Role, TURN_ORDER};

use super::Report;
use super::headline::headline;
use super::verdicts::{self, ties};
use crate::ShareOfVariance;
use crate::chart::{of_statistics, svg};
use crate::statistics::HistogramBar;
use crate::told;
use crate::words::{ALONE, As, BETWEEN, interval, said, say};

/// The most cards that are named.
const MOST_CARDS: usize = 3;

/// Who played, three findings, who begins, how long, how close, how much luck, which cards.
pub(super) fn first(report: &Report) -> Markup {
    let language = report.language;
    let findings = findings(report);
    html! {
        section.first {
            @if !report.summary.lineups.is_empty() { p.who { (who(report)) } }
            h2 { (said(language, "report-in_short")) }
            ol.findings { @for finding in &findings { li { (finding) } } }
            h2 { (said(language, "first-who_begins")) }
            (PreEscaped(svg::draw(&begins(report), "begins", language)))
            dl {
                dt { (said(language, "first-how_long")) }
                dd { (length(report)) }
                dt { (said(language, "first-how_close")) }
                dd { (closeness(report)) }
                dt { (said(language, "first-luck")) }
                dd { (luck(report)) }
                dt { (said(language, "first-cards")) }
                @for card in cards(report) { dd { (card) } }
            }
        }
    }
}

/// Whether a place is better off, the most important thing that chance deals, and how close the games are.
fn findings(report: &Report) -> Vec<String> {
    let mut findings: Vec<String> = headline(report).into_iter().take(1).collect();
    findings.extend(cards(report).into_iter().take(1));
    findings.push(closeness(report));
    findings.dedup(); // without games each says so
    findings
}

/// `812 games, played by club bots.`
fn who(report: &Report) -> String {
    let language = report.language;
    let line_up = |line_up: &str| {
        let mut players = line_up.split(',');
        let first = players.next().unwrap_or_default();
        let are_people = line_up.parse().is_ok_and(|of: LineUp| of.people_only());
        match (players.all(|player| player == first), first) {
            _ if are_people => said(language, "first-people"),
            (true, bot) => say!(language, "first-bots"; bot: bot),
            (false, _) => line_up.replace(',', ", "),
        }
    };
    let mut played: Vec<String> = report.summary.lineups.iter().map(|of| line_up(&of.lineup)).collect();
    played.dedup();
    let games = report.summary.population.games;
    say!(language, "first-who"; n: games, who: played.join("; "))
}

fn begins(report: &Report) -> crate::chart::Chart {
    match &report.advantage.turns {
        Some(turns) => of_statistics::turns(&report.summary.population, turns, report.language),
        None => of_statistics::seats(&report.summary, report.language),
    }
}

/// The mean, and between what nine of ten games are.
fn length(report: &Report) -> String {
    let (language, length) = (report.language, &report.summary.length);
    match (part(&length.histogram, 0.05), part(&length.histogram, 0.95)) {
        (Some(low), Some(high)) if length.spread.mean.low.is_some() => {
            let mean = interval(&length.spread.mean, As::Number(1), BETWEEN, language);
            say!(language, "first-length"; mean: mean, low: low.to_string(), high: high.to_string())
        }
        _ => verdicts::length(report),
    }
}

/// The value below which this part of the games is.
fn part(bars: &[HistogramBar], part: f64) -> Option<i64> {
    let all: u64 = bars.iter().map(|bar| bar.n).sum();
    let mut below = 0;
    let reached = bars.iter().find(|bar| {
        below += bar.n;
        below as f64 >= part * all as f64
    });
    reached.map(|bar| bar.value)
}

/// How far the first is ahead at the end, how often the lead changes, and how often the win is shared.
fn closeness(report: &Report) -> String {
    let language = report.language;
    let mean = |name: &str| {
        let of = report.summary.measures.iter().find(|of| of.name == name)?;
        of.spread.mean.value.map(|mean| language.number(mean, 1))
    };
    let share = report.summary.ties.value.map(|share| language.percent(share, 1));
    let share = share.unwrap_or_else(|| said(language, "found-unknown_number"));
    let shared = say!(language, "first-shared"; share: share);
    match (mean("closeness"), mean("lead_changes")) {
        (Some(points), Some(changes)) => {
            say!(language, "first-close"; points: points, changes: changes, shared: shared)
        }
        _ => ties(report),
    }
}

/// How much of a win the deal decides and how much play; how to learn it where it was not measured.
fn luck(report: &Report) -> String {
    let language = report.language;
    let Some(luck) = &report.luck else { return said(language, "first-luck_unknown") };
    let share = |of: ShareOfVariance| interval(of, As::Share(0), ALONE, language);
    let of = &luck.win_share;
    let measured = say!(language, "first-luck_measured"; deal: share(of.deal), play: share(of.play),
        deals: luck.deals, replays: luck.replays);
    let skill = |players| format!(" {}", say!(language, "first-skill"; share: share(players)));
    measured + &of.players.map(skill).unwrap_or_default()
}

/// The cards, or whatever else chance deals, that raise or lower the win share most; how many were tested where none is shown to.
fn cards(report: &Report) -> Vec<String> {
    let mut cards = told::cards(&report.features, "first-nothing_dealt", MOST_CARDS, report.language);
    if !report.features.believed(Role::Dealt).1.iter().all(|(of, _)| of.name == TURN_ORDER) {
        // How many there are is said below.
        cards.remove(0);
    }
    cards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_of_ten_games_lie_between_two_lengths() {
        let bar = |value, n| HistogramBar { value, n };
        let bars = [bar(10, 4), bar(20, 2), bar(30, 88), bar(40, 2), bar(50, 4)];
        assert_eq!((part(&bars, 0.05), part(&bars, 0.95)), (Some(20), Some(40)));
        assert_eq!(part(&[], 0.05), None);
    }
}
