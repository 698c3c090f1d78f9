//! The headline: who is better off, where one test over all places says that anybody is.

use super::Report;
use crate::statistics::{Estimate, Places};
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
fn differing(kind: Kind, places: &Places, found: &[usize], language: Language) -> Vec<String> {
    if !found.is_empty() {
        return found.iter().filter_map(|at| off(kind, *at, places, language)).collect();
    }
    let p = p_value(places.p_value, language);
    let said = match kind {
        Kind::Turn => language.say(
            format!("It matters who begins ({p}), but which turn is better off cannot be told yet."),
            format!("Il importe de savoir qui commence ({p}), mais on ne peut pas encore dire quel tour est avantagé."),
        ),
        Kind::Seat => language.say(
            format!("The seats differ ({p}), but which one is better off cannot be told yet."),
            format!("Les places diffèrent ({p}), mais on ne peut pas encore dire laquelle est avantagée."),
        ),
    };
    vec![said]
}

/// That a place is off the fair share.
fn off(kind: Kind, at: usize, places: &Places, language: Language) -> Option<String> {
    let off = places.shares.get(at)?.above(1.0 / places.shares.len() as f64);
    let (value, low, high, n) = (off.value?, off.low?, off.high?, off.n);
    let points = |number: f64| language.signed(number * 100.0, 1);
    let size = language.number(value.abs() * 100.0, 1);
    let (low, high, who) = (points(low), points(high), named(kind, at, language));
    let how =
        if value > 0.0 { language.say("better", "meilleure") } else { language.say("worse", "moins bonne") };
    Some(language.say(
        format!("{who} is {how} by {size} points of win share [{low}, {high}]; n {n}."),
        format!(
            "{who} est {how} de {size} points de part de victoire [{low}\u{202f}; {high}]\u{202f}; n {n}."
        ),
    ))
}

fn named(kind: Kind, at: usize, language: Language) -> String {
    match (kind, at) {
        (Kind::Seat, seat) => language.say(format!("Seat {seat}"), format!("La place {seat}")),
        (Kind::Turn, 0) => language.say("The seat that begins", "La place qui commence").to_owned(),
        (Kind::Turn, before) => language.say(
            format!("The seat whose turn is number {}", before + 1),
            format!("La place dont le tour est le numéro {}", before + 1),
        ),
    }
}

/// That nobody is shown to be better off, and what would not show.
fn nothing(report: &Report) -> String {
    let (language, advantage) = (report.language, &report.advantage);
    let p = |places: &Option<Places>| places.as_ref().map(|places| p_value(places.p_value, language));
    let by = match (p(&advantage.turns), p(&advantage.seats)) {
        (Some(turns), Some(seats)) => language.say(
            format!("neither by who begins ({turns}) nor by the seat itself ({seats})"),
            format!("ni par qui commence ({turns}), ni par la place elle-même ({seats})"),
        ),
        (Some(turns), None) => {
            language.say(format!("by who begins ({turns})"), format!("par qui commence ({turns})"))
        }
        (None, Some(seats)) => language.say(
            format!("by one test over all seats ({seats})"),
            format!("par un seul test de toutes les places ({seats})"),
        ),
        (None, None) => return unknown(report),
    };
    let radius = |share: &Estimate| Some((share.high? - share.low?) / 2.0);
    let places = [&advantage.turns, &advantage.seats].into_iter().flatten();
    let widest = places.flat_map(|places| &places.shares).filter_map(radius).fold(0.0, f64::max);
    let points = language.number(widest * 100.0, 1);
    language.say(
        format!(
            "No seat is shown to be better or worse off, {by}. The intervals are up to {points} points wide to either side: a \
             smaller difference would not show with so many games."
        ),
        format!(
            "Aucune place n'est visiblement avantagée ou désavantagée, {by}. Les intervalles s'étendent jusqu'à {points} points \
             de part et d'autre\u{202f}: une différence plus petite ne se verrait pas avec ce nombre de parties."
        ),
    )
}

/// That the games do not tell.
fn unknown(report: &Report) -> String {
    let said = match report.summary.population.games {
        0 => report.language.say("There are no games yet.", "Il n'y a pas encore de parties."),
        _ => report.language.say(
            "Whether a seat is better off cannot be told: no line-up with the same player in every seat has enough games.",
            "On ne peut pas dire si une place est avantagée\u{202f}: aucune composition avec le même joueur à toutes les places \
             n'a assez de parties.",
        ),
    };
    said.to_owned()
}

/// `p = 0.031`.
fn p_value(p: f64, language: Language) -> String {
    if p < 0.001 {
        return format!("p < {}", language.number(0.001, 3));
    }
    format!("p = {}", language.number(p, 3))
}
