//! The headline: who is better off, where one test over all places says that anybody is.

use super::Report;
use crate::statistics::PlacesBySeat;
use crate::words::{said, say};
use tapis_games::locale::Language;

/// What a place is.
#[derive(Clone, Copy)]
enum Kind {
    Turn,
    Seat,
}

/// Who is better or worse off, who began first; or that nobody is shown to be.
pub(super) fn headline(report: &Report) -> Vec<String> {
    let language = report.language;
    let (turns, seats) = report.advantage.found();
    let places = [
        (Kind::Turn, report.advantage.turns.as_ref(), turns),
        (Kind::Seat, report.advantage.seats.as_ref(), seats),
    ];
    let found: Vec<String> = places
        .into_iter()
        .filter_map(|(kind, places, found)| Some(differing(kind, places?, &found?, language)))
        .flatten()
        .collect();
    if found.is_empty() { vec![nothing(report)] } else { found }
}

/// A sentence for each place that is better or worse off; one for all where none can be named.
fn differing(kind: Kind, places: &PlacesBySeat, found: &[usize], language: Language) -> Vec<String> {
    if !found.is_empty() {
        return found.iter().filter_map(|at| off(kind, *at, places, language)).collect();
    }
    let p = p_value(places.p_value, language);
    let key = match kind {
        Kind::Turn => "headline-turns_differ",
        Kind::Seat => "headline-seats_differ",
    };
    vec![say!(language, key; p: p)]
}

/// That a place is off the fair share.
fn off(kind: Kind, at: usize, places: &PlacesBySeat, language: Language) -> Option<String> {
    let off = places.shares.get(at)?.above(1.0 / places.shares.len() as f64);
    let (value, low, high, n) = (off.value?, off.low?, off.high?, off.n);
    let points = |number: f64| language.signed(number * 100.0, 1);
    let size = language.number(value.abs() * 100.0, 1);
    let (low, high, who) = (points(low), points(high), named(kind, at, language));
    let key = if value > 0.0 { "headline-better" } else { "headline-worse" };
    Some(say!(language, key; who: who, size: size, low: low, high: high, n: n))
}

fn named(kind: Kind, at: usize, language: Language) -> String {
    match (kind, at) {
        (Kind::Seat, before) => say!(language, "headline-seat"; n: before + 1),
        (Kind::Turn, 0) => said(language, "headline-first"),
        (Kind::Turn, before) => say!(language, "headline-turn"; n: before + 1),
    }
}

/// That nobody is shown to be better off, and what would be missed.
fn nothing(report: &Report) -> String {
    let (language, advantage) = (report.language, &report.advantage);
    let p = |places: &Option<PlacesBySeat>| places.as_ref().map(|places| p_value(places.p_value, language));
    let by = match (p(&advantage.turns), p(&advantage.seats)) {
        (Some(turns), Some(seats)) => say!(language, "headline-by_both"; turns: turns, seats: seats),
        (Some(turns), None) => say!(language, "headline-by_turns"; turns: turns),
        (None, Some(seats)) => say!(language, "headline-by_seats"; seats: seats),
        (None, None) => return unknown(report),
    };
    let points = language.number(advantage.detectable().unwrap_or(1.0) * 100.0, 1);
    say!(language, "headline-nothing"; by: by, points: points)
}

/// That the games do not tell.
fn unknown(report: &Report) -> String {
    let none = report.summary.population.games == 0;
    said(report.language, if none { "headline-no_games" } else { "headline-unknown" })
}

/// `p = 0.031`.
fn p_value(p: f64, language: Language) -> String {
    if p < 0.001 {
        return format!("p < {}", language.number(0.001, 3));
    }
    format!("p = {}", language.number(p, 3))
}
