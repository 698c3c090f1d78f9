//! What the figures say, in words. Nothing is said that a test or an interval does not say.

use super::Report;
use super::headline::headline;
use crate::statistics::{BucketFigures, FeatureFigures};
use crate::told::believed;
use crate::words::{As, BETWEEN, interval, said, say};
use tapis_games::feature::{FeatureKind, Role};
use tapis_games::locale::Language;

/// The most values of a role that are told in words.
const MOST_FEATURES: usize = 5;

/// The verdicts, the most important first: a sentence or two each.
pub fn verdicts(report: &Report) -> Vec<String> {
    let mut sentences = headline(report);
    sentences.extend(line_ups(report));
    if report.summary.population.games > 0 {
        sentences.push(ties(report));
        sentences.push(length(report));
    }
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
    if ties.n == 0 {
        return said(language, "headline-no_games");
    }
    say!(language, "found-ties"; share: interval(ties, As::Share(1), BETWEEN, language), n: ties.n)
}

/// How long a game is; an average of one is none.
pub(super) fn length(report: &Report) -> String {
    let (language, mean) = (report.language, &report.summary.length.spread.mean);
    if mean.low.is_none() {
        return said(language, "found-length_unknown");
    }
    say!(language, "found-length"; plies: interval(mean, As::Number(1), BETWEEN, language))
}

/// What chance dealt that matters, and which choices go with winning. What came of the game is not among the verdicts.
fn features(report: &Report) -> Vec<String> {
    let (all, language) = (&report.features, report.language);
    let one = |feature: &FeatureFigures, bucket: &BucketFigures| one(feature, bucket, language);
    let of = |(role, keys)| believed(all, role, keys, MOST_FEATURES, one, language);
    [(Role::Dealt, DEALT), (Role::Choice, CHOSEN)].map(of).concat()
}

/// The keys of what is said of none and of some.
pub(crate) const DEALT: [&str; 2] = ["found-no_dealt", "found-dealt_values"];
const CHOSEN: [&str; 2] = ["found-no_choice", "found-choices"];

/// The lift of one value, and what it is compared with.
pub(crate) fn one(feature: &FeatureFigures, bucket: &BucketFigures, language: Language) -> String {
    let key = match (feature.role, feature.kind) {
        (Some(Role::Dealt), Some(FeatureKind::Categories)) => "found-dealt",
        (Some(Role::Dealt), _) => "found-dealt_number",
        _ => "found-choice",
    };
    let points = interval(bucket.told(), As::Points(1), BETWEEN, language);
    say!(language, key; name: feature.title(language), value: feature.spoken(bucket, language), points: points, n: bucket.n)
}

/// That games were left out, where some were.
fn left_out(report: &Report) -> Option<String> {
    let left_out = report.summary.population.left_out;
    (left_out > 0).then(|| say!(report.language, "found-left_out"; n: left_out))
}
