//! What the figures say, in words. Nothing is said that an interval does not say.

use super::Report;
use crate::language::Language;
use crate::statistics::{BucketFigures, Estimate, SeatFigures};

/// The most features that are told in words.
const MOST_FEATURES: usize = 5;

/// The verdicts, the most important first: a sentence or two each.
pub fn verdicts(report: &Report) -> Vec<String> {
    let mut said = seats(report);
    said.extend(line_ups(report));
    said.push(ties(report));
    said.push(length(report));
    said.extend(features(report));
    said.extend(left_out(report));
    said
}

/// Which seats are better or worse off than the fair share.
fn seats(report: &Report) -> Vec<String> {
    let (language, seats) = (report.language, &report.summary.seats);
    let fair = 1.0 / f64::from(report.summary.population.players.max(1));
    let off: Vec<String> = seats.iter().filter_map(|seat| seat_off(seat, fair, language)).collect();
    if !off.is_empty() {
        return off;
    }
    let radius = |share: &Estimate| Some((share.high? - share.low?) / 2.0);
    let widest = seats.iter().filter_map(|seat| radius(&seat.win_share)).fold(0.0, f64::max);
    if widest == 0.0 {
        return vec![language.say("There are no games yet.", "Il n'y a pas encore de parties.").to_owned()];
    }
    let (fair, points) = (language.percent(fair, 1), language.number(widest * 100.0, 1));
    vec![language.say(
        format!(
            "No seat is shown to be better or worse off: each interval has the fair share, {fair}, in it. They are up to \
             {points} points wide to either side: a smaller difference would not show with so many games."
        ),
        format!(
            "Aucune place n'est visiblement avantagée ou désavantagée\u{202f}: chaque intervalle contient la part équitable, \
             {fair}. Ils s'étendent jusqu'à {points} points de part et d'autre\u{202f}: une différence plus petite ne se \
             verrait pas avec ce nombre de parties."
        ),
    )]
}

/// That a seat is off the fair share, where its interval leaves it out.
fn seat_off(figures: &SeatFigures, fair: f64, language: Language) -> Option<String> {
    let off = figures.win_share.above(fair);
    let (value, low, high) = (off.value?, off.low?, off.high?);
    if low <= 0.0 && high >= 0.0 {
        return None;
    }
    let points = |number: f64| language.signed(number * 100.0, 1);
    let size = language.number(value.abs() * 100.0, 1);
    let (low, high, n, seat) = (points(low), points(high), figures.win_share.n, figures.seat);
    let how =
        if value > 0.0 { language.say("better", "meilleure") } else { language.say("worse", "moins bonne") };
    Some(language.say(
        format!("Seat {seat} is {how} by {size} points of win share [{low}, {high}]; n {n}."),
        format!("La place {seat} est {how} de {size} points de part de victoire [{low}\u{202f}; {high}]\u{202f}; n {n}."),
    ))
}

/// That line-ups differ, where they do.
fn line_ups(report: &Report) -> Option<String> {
    let differ = report.summary.lineups_differ == Some(true);
    differ.then(|| {
        let said = report.language.say(
            "The line-ups differ in the win shares of their seats: read each by itself. One number for all of them is the mean \
             of different things.",
            "Les compositions de joueurs diffèrent par les parts de victoire des places\u{202f}: il faut lire chacune à part. \
             Un seul nombre pour toutes est la moyenne de choses différentes.",
        );
        said.to_owned()
    })
}

fn ties(report: &Report) -> String {
    let (language, ties) = (report.language, &report.summary.ties);
    let (share, n) = (between(ties, language, |number| language.percent(number, 1)), ties.n);
    language.say(
        format!("The win was shared in {share} of {n} games."),
        format!("La victoire a été partagée dans {share} des {n} parties."),
    )
}

fn length(report: &Report) -> String {
    let (language, mean) = (report.language, &report.summary.length.spread.mean);
    let plies = between(mean, language, |number| language.number(number, 1));
    language.say(
        format!("On average a game took {plies} plies."),
        format!("En moyenne, une partie a duré {plies} coups."),
    )
}

/// How many values of features go with winning, and the largest lifts.
fn features(report: &Report) -> Vec<String> {
    let language = report.language;
    let all = report.features.features.iter();
    let all = all.flat_map(|feature| feature.buckets.iter().map(move |bucket| (feature, bucket)));
    let tested = all.clone().filter(|(_, bucket)| bucket.discovery.is_some()).count();
    let mut found: Vec<_> = all.filter(|(_, bucket)| bucket.discovery == Some(true)).collect();
    let lift = |bucket: &BucketFigures| bucket.lift.value.unwrap_or_default();
    found.sort_by(|(_, a), (_, b)| lift(b).abs().total_cmp(&lift(a).abs()));
    let mut said = vec![how_many(tested, found.len(), report)];
    said.extend(found.into_iter().take(MOST_FEATURES).map(|(feature, bucket)| {
        let points = between(&bucket.lift, language, |number| language.signed(number * 100.0, 1));
        let (name, value, n, colon) = (&feature.name, &bucket.bucket, bucket.n, language.colon());
        let what = language.say(
            "points of win share against the other values",
            "points de part de victoire face aux autres valeurs",
        );
        format!("{name} {value}{colon} {points} {what}, n {n}.")
    }));
    said
}

/// How many of the values that were looked at are to be believed, and what that means.
fn how_many(tested: usize, found: usize, report: &Report) -> String {
    let language = report.language;
    if found == 0 {
        return language.say(
            format!(
                "Of {tested} values of features with enough games, none is shown to go with winning or losing by more than \
                 chance explains."
            ),
            format!(
                "Sur {tested} valeurs de caractéristiques ayant assez de parties, aucune ne va visiblement avec la victoire ou \
                 la défaite plus que le hasard ne l'explique."
            ),
        );
    }
    let rate = language.percent(report.features.false_discovery_rate, 0);
    language.say(
        format!(
            "Of {tested} values of features with enough games, {found} go with winning or losing by more than chance explains; \
             about {rate} of these are expected to be false. A feature that goes with winning need not be the cause of it."
        ),
        format!(
            "Sur {tested} valeurs de caractéristiques ayant assez de parties, {found} vont avec la victoire ou la défaite plus \
             que le hasard ne l'explique\u{202f}; environ {rate} d'entre elles sont sans doute fausses. Une caractéristique \
             qui va avec la victoire n'en est pas forcément la cause."
        ),
    )
}

/// That games were left out, where some were.
fn left_out(report: &Report) -> Option<String> {
    let left_out = report.summary.population.left_out;
    (left_out > 0).then(|| {
        report.language.say(
            format!("{left_out} more games are not counted: assisted ones, or of another line-up."),
            format!("{left_out} autres parties ne sont pas comptées\u{202f}: assistées, ou d'une autre composition de joueurs."),
        )
    })
}

/// `31.4 [30.7, 32.1]`.
pub(super) fn between(estimate: &Estimate, language: Language, write: impl Fn(f64) -> String) -> String {
    match (estimate.value, estimate.low, estimate.high) {
        (Some(value), Some(low), Some(high)) => {
            let comma = language.say(",", "\u{202f};");
            format!("{} [{}{comma} {}]", write(value), write(low), write(high))
        }
        _ => language.say("an unknown number", "un nombre inconnu").to_owned(),
    }
}
