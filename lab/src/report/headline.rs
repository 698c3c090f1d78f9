//! The headline: who is better off, where one test over all places says that anybody is.

use super::Report;
use crate::statistics::PlacesBySeat;
use crate::words::{said, say};
use tapis_games::locale::Language;

/// What is said of places of a kind: that they differ, and what the first and each later one is called.
type PlaceKeys = [&'static str; 3];
const TURN: PlaceKeys = ["headline-turns_differ", "headline-first", "headline-turn"];
const SEAT: PlaceKeys = ["headline-seats_differ", "headline-seat", "headline-seat"];

/// Who is better or worse off, who began first; or that nobody is shown to be.
pub(super) fn headline(report: &Report) -> Vec<String> {
    let language = report.language;
    let (turns, seats) = report.advantage.found();
    let places =
        [(TURN, report.advantage.turns.as_ref(), turns), (SEAT, report.advantage.seats.as_ref(), seats)];
    let found: Vec<String> = places
        .into_iter()
        .filter_map(|(keys, places, found)| Some(differing(keys, places?, &found?, language)))
        .flatten()
        .collect();
    if found.is_empty() { vec![nothing(report)] } else { found }
}

/// A sentence for each place that is better or worse off; one for all where none can be named.
fn differing(keys: PlaceKeys, places: &PlacesBySeat, found: &[usize], language: Language) -> Vec<String> {
    if !found.is_empty() {
        return found.iter().filter_map(|at| off(keys, *at, places, language)).collect();
    }
    vec![say!(language, keys[0]; p: p_value(places.p_value, language))]
}

/// That a place is off the fair share.
fn off([_, first, later]: PlaceKeys, at: usize, places: &PlacesBySeat, language: Language) -> Option<String> {
    let off = places.shares.get(at)?.above(1.0 / places.shares.len() as f64);
    let (value, low, high, n) = (off.value?, off.low?, off.high?, off.n);
    let points = |number: f64| language.signed(number * 100.0, 1);
    let size = language.number(value.abs() * 100.0, 1);
    let who = say!(language, if at == 0 { first } else { later }; n: at + 1);
    let key = if value > 0.0 { "headline-better" } else { "headline-worse" };
    Some(say!(language, key; who: who, size: size, low: points(low), high: points(high), n: n))
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
