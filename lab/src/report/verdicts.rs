//! What the figures say, in words. Nothing is said that a test or an interval does not say.

use super::Report;
use super::headline::headline;
use crate::statistics::{BucketFigures, Estimate};
use tapis_games::locale::Language;

/// The most features that are told in words.
const MOST_FEATURES: usize = 5;

/// The verdicts, the most important first: a sentence or two each.
pub fn verdicts(report: &Report) -> Vec<String> {
    let mut said = headline(report);
    said.extend(line_ups(report));
    said.push(ties(report));
    said.push(length(report));
    said.extend(features(report));
    said.extend(left_out(report));
    said
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
    let importance = |bucket: &BucketFigures| bucket.importance.unwrap_or_default();
    found.sort_by(|(_, a), (_, b)| importance(b).total_cmp(&importance(a)));
    let mut said = vec![how_many(tested, found.len(), report)];
    said.extend(found.into_iter().take(MOST_FEATURES).map(|(feature, bucket)| {
        let points = between(&bucket.lift, language, |number| language.signed(number * 100.0, 1));
        let (name, value, n, colon) = (&feature.name, bucket.label(language), bucket.n, language.colon());
        let what = language.say(
            "points of win share against the same seats without it",
            "points de part de victoire face aux mêmes places sans elle",
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
