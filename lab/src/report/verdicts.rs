//! What the figures say, in words. Nothing is said that a test or an interval does not say.

use super::Report;
use super::headline::headline;
use crate::statistics::{BucketFigures, Estimate, FeatureFigures};
use crate::words::{TEXTS, said};
use tapis_games::feature::{FeatureKind, Role};
use tapis_games::locale::{Arg, Language};

/// The most values of a role that are told in words.
const MOST_FEATURES: usize = 5;

/// The verdicts, the most important first: a sentence or two each.
pub fn verdicts(report: &Report) -> Vec<String> {
    let mut sentences = headline(report);
    sentences.extend(line_ups(report));
    sentences.push(ties(report));
    sentences.push(length(report));
    sentences.extend(features(report));
    sentences.extend(left_out(report));
    sentences
}

/// That line-ups differ, where they do.
fn line_ups(report: &Report) -> Option<String> {
    let differ = report.summary.lineups_differ == Some(true);
    differ.then(|| said(report.language, "found-line_ups"))
}

pub(super) fn ties(report: &Report) -> String {
    let (language, ties) = (report.language, &report.summary.ties);
    let (share, n) = (between(ties, language, |number| language.percent(number, 1)), ties.n);
    TEXTS.say(language, "found-ties", &[("share", share.into()), ("n", n.into())])
}

fn length(report: &Report) -> String {
    let (language, mean) = (report.language, &report.summary.length.spread.mean);
    let plies = between(mean, language, |number| language.number(number, 1));
    TEXTS.say(language, "found-length", &[("plies", plies.into())])
}

/// What chance dealt that matters, and which choices go with winning. What came of the game is not among the verdicts.
fn features(report: &Report) -> Vec<String> {
    let mut sentences = Vec::new();
    for (role, words) in [(Role::Dealt, DEALT), (Role::Choice, CHOSEN)] {
        let (tested, found) = report.features.believed(role);
        if tested > 0 {
            sentences.push(how_many(tested, found.len(), words, report));
            let most = found.into_iter().take(MOST_FEATURES);
            sentences.extend(most.map(|(feature, bucket)| one(feature, bucket, report.language)));
        }
    }
    sentences
}

/// The keys of what is said of none and of some.
const DEALT: [&str; 2] = ["found-no_dealt", "found-dealt_values"];
const CHOSEN: [&str; 2] = ["found-no_choice", "found-choices"];

/// The lift of one value, and what it is compared with.
pub(super) fn one(feature: &FeatureFigures, bucket: &BucketFigures, language: Language) -> String {
    let points = between(&bucket.lift, language, |number| language.signed(number * 100.0, 1));
    let args = [
        ("name", feature.title(language).into()),
        ("value", feature.spoken(bucket, language).into()),
        ("points", points.into()),
        ("n", bucket.n.into()),
    ];
    let key = match (feature.role, feature.kind) {
        (Some(Role::Dealt), Some(FeatureKind::Categories)) => "found-dealt",
        (Some(Role::Dealt), _) => "found-dealt_number",
        _ => "found-choice",
    };
    TEXTS.say(language, key, &args)
}

/// How many of the values that were looked at are to be believed, and what that means.
fn how_many(tested: usize, found: usize, [none, some]: [&str; 2], report: &Report) -> String {
    let language = report.language;
    let mut args: Vec<(&'static str, Arg)> = vec![("tested", tested.into())];
    if found == 0 {
        return TEXTS.say(language, none, &args);
    }
    let rate = language.percent(report.features.false_discovery_rate, 0);
    args.extend([("found", found.into()), ("rate", rate.into())]);
    TEXTS.say(language, some, &args)
}

/// That games were left out, where some were.
fn left_out(report: &Report) -> Option<String> {
    let left_out = report.summary.population.left_out;
    (left_out > 0).then(|| TEXTS.say(report.language, "found-left_out", &[("n", left_out.into())]))
}

/// `31.4 [30.7, 32.1]`.
pub(super) fn between(estimate: &Estimate, language: Language, write: impl Fn(f64) -> String) -> String {
    match (estimate.value, estimate.low, estimate.high) {
        (Some(value), Some(low), Some(high)) => {
            let args = [("value", write(value)), ("low", write(low)), ("high", write(high))];
            TEXTS.say(language, "report-between", &args.map(|(name, number)| (name, number.into())))
        }
        _ => said(language, "found-unknown_number"),
    }
}
