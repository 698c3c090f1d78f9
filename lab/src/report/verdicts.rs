//! What the figures say, in words. Nothing is said that a test or an interval does not say.

use super::Report;
use super::headline::headline;
use crate::statistics::{BucketFigures, Estimate};
use crate::words::{TEXTS, said};
use tapis_games::locale::{Arg, Language};

/// The most features that are told in words.
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

fn ties(report: &Report) -> String {
    let (language, ties) = (report.language, &report.summary.ties);
    let (share, n) = (between(ties, language, |number| language.percent(number, 1)), ties.n);
    TEXTS.say(language, "found-ties", &[("share", share.into()), ("n", n.into())])
}

fn length(report: &Report) -> String {
    let (language, mean) = (report.language, &report.summary.length.spread.mean);
    let plies = between(mean, language, |number| language.number(number, 1));
    TEXTS.say(language, "found-length", &[("plies", plies.into())])
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
    let mut sentences = vec![how_many(tested, found.len(), report)];
    sentences.extend(found.into_iter().take(MOST_FEATURES).map(|(feature, bucket)| {
        let points = between(&bucket.lift, language, |number| language.signed(number * 100.0, 1));
        let args = [
            ("name", feature.name.as_str().into()),
            ("value", bucket.label(language).into()),
            ("points", points.into()),
            ("n", bucket.n.into()),
        ];
        TEXTS.say(language, "found-feature", &args)
    }));
    sentences
}

/// How many of the values that were looked at are to be believed, and what that means.
fn how_many(tested: usize, found: usize, report: &Report) -> String {
    let language = report.language;
    let counted = |key, mut args: Vec<(&'static str, Arg)>| {
        args.push(("tested", tested.into()));
        TEXTS.say(language, key, &args)
    };
    if found == 0 {
        return counted("found-no_feature", Vec::new());
    }
    let rate = language.percent(report.features.false_discovery_rate, 0);
    counted("found-features", vec![("found", found.into()), ("rate", rate.into())])
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
