//! What went with a win, in words: what chance dealt, what was chosen, what came of the game.

use tapis_games::feature::Role;
use tapis_games::locale::Language;

use super::interval;
use crate::statistics::{BucketFigures, FeatureFigures, Features};
use crate::words::{TEXTS, said};

/// So many of the values to be believed are listed by importance.
const MOST_BELIEVED: usize = 20;

/// First what is to be believed, then every value of every feature.
pub(super) fn lines(features: &Features, language: Language) -> Vec<String> {
    let mut lines = believed(features, Role::Dealt, DEALT, language);
    lines.extend(believed(features, Role::Choice, CHOSEN, language));
    lines.push(said(language, "figures-every_value"));
    let mut ranked: Vec<_> = features.features.iter().collect();
    ranked.sort_by_key(|feature| feature.role.unwrap_or(Role::Consequence));
    for feature in ranked {
        let title = [
            ("name", feature.name.as_str().into()),
            ("title", feature.title(language).into()),
            ("role", role(feature)),
        ];
        lines.push(TEXTS.say(language, "figures-feature", &title));
        lines.extend(feature.buckets.iter().map(|bucket| value(feature, bucket, language)));
    }
    lines
}

/// The keys of what is said of none and of some.
const DEALT: [&str; 2] = ["figures-no_dealt", "figures-dealt"];
const CHOSEN: [&str; 2] = ["figures-no_choice", "figures-choices"];

/// What is to be believed of a role, the most important first; nothing where nothing was tested.
fn believed(features: &Features, role: Role, [none, some]: [&str; 2], language: Language) -> Vec<String> {
    let (tested, found) = features.believed(role);
    if tested == 0 {
        return Vec::new();
    }
    let rate = language.percent(features.false_discovery_rate, 0);
    let key = if found.is_empty() { none } else { some };
    let mut lines = vec![TEXTS.say(
        language,
        key,
        &[("tested", tested.into()), ("found", found.len().into()), ("rate", rate.into())],
    )];
    lines.extend(found.into_iter().take(MOST_BELIEVED).map(|(feature, bucket)| {
        let moved = bucket.importance.unwrap_or_default() * 100.0;
        let args = [
            ("name", feature.name.as_str().into()),
            ("value", feature.spoken(bucket, language).into()),
            ("moved", language.number(moved, 2).into()),
            ("lift", interval(&bucket.lift, 4, language).into()),
        ];
        TEXTS.say(language, "figures-believed", &args)
    }));
    lines
}

/// The role as an argument of a text.
fn role(feature: &FeatureFigures) -> tapis_games::locale::Arg {
    let role = match feature.role {
        Some(Role::Dealt) => "dealt",
        Some(Role::Choice) => "choice",
        Some(Role::Consequence) | None => "consequence",
    };
    role.into()
}

/// One value; what came of the game goes with winning or losing, and has no mark.
fn value(feature: &FeatureFigures, bucket: &BucketFigures, language: Language) -> String {
    let same = bucket.same_as.as_ref().map(|same| format!("{} {}", same.feature, same.bucket));
    let args = [
        ("mark", if bucket.discovery == Some(true) { "yes" } else { "no" }.into()),
        ("name", feature.name.as_str().into()),
        ("value", feature.spoken(bucket, language).into()),
        ("share", interval(&bucket.win_share, 4, language).into()),
        ("lift", interval(&bucket.lift, 4, language).into()),
        ("role", role(feature)),
        ("same", same.clone().unwrap_or_default().into()),
    ];
    TEXTS.say(language, if same.is_some() { "figures-value_same" } else { "figures-value" }, &args)
}
