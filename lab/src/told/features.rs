//! Reports in words how features go with winning. A feature has a role: chance dealt it, a player chose it, or the game led to it.

use tapis_games::feature::{Role, TURN_ORDER};
use tapis_games::locale::Language;

use super::mark;
use crate::report;
use crate::statistics::{BucketFigures, FeatureFigures, Features};
use crate::words::{figure, said, say};

/// How many of the significant values are listed, the most important first.
const MOST_BELIEVED: usize = 20;

/// The significant values first, then every value of every feature.
pub(crate) fn lines(features: &Features, language: Language) -> Vec<String> {
    let one = |feature: &FeatureFigures, bucket: &BucketFigures| {
        let moved = bucket.importance.unwrap_or_default() * 100.0;
        say!(language, "figures-believed"; name: feature.name.as_str(), value: feature.spoken(bucket, language),
            moved: language.number(moved, 2), lift: figure(bucket.told(), 4, language))
    };
    let roles = [(Role::Dealt, DEALT), (Role::Choice, CHOSEN)];
    let found = roles.map(|(role, keys)| believed(features, role, keys, MOST_BELIEVED, one, language));
    let mut lines = found.concat();
    lines.push(said(language, "figures-every_value"));
    for feature in features.ranked() {
        let (name, title) = (feature.name.as_str(), feature.title(language));
        lines.push(say!(language, "figures-feature"; name: name, title: title, role: feature.role()));
        lines.extend(feature.values().map(|bucket| value(feature, bucket, language)));
    }
    lines
}

/// Which cards matter, or what else chance deals: how many values were tested, and the most important of those to believe. Says in how
/// many games the rest can be tested, or `nothing` where the games count nothing of the kind. The place in the order of play is another
/// question.
pub(crate) fn cards(
    features: &Features,
    nothing: &'static str,
    most: usize,
    language: Language,
) -> Vec<String> {
    if features.population.games == 0 {
        return vec![said(language, "headline-no_games")];
    }
    let mut cards = features.clone();
    cards.features.retain(|of| of.name != TURN_ORDER);
    let one = |feature: &FeatureFigures, bucket: &BucketFigures| report::one(feature, bucket, language);
    let mut lines = believed(&cards, Role::Dealt, report::DEALT, most, one, language);
    let needed = cards.games_needed(Role::Dealt);
    lines.extend(needed.map(|games| say!(language, "found-too_few"; n: features.minimum_n, games: games)));
    if lines.is_empty() { vec![said(language, nothing)] } else { lines }
}

/// The keys of the sentences for no significant value and for some.
const DEALT: [&str; 2] = ["figures-no_dealt", "figures-dealt"];
const CHOSEN: [&str; 2] = ["figures-no_choice", "figures-choices"];

/// How many values of a role are significant, then the line of `one` for the most important of them. Empty if nothing was tested.
pub(crate) fn believed(
    features: &Features,
    role: Role,
    [none, some]: [&str; 2],
    most: usize,
    one: impl Fn(&FeatureFigures, &BucketFigures) -> String,
    language: Language,
) -> Vec<String> {
    let (tested, found) = features.believed(role);
    if tested == 0 {
        return Vec::new();
    }
    let rate = language.percent(features.false_discovery_rate, 0);
    let key = if found.is_empty() { none } else { some };
    let mut lines = vec![say!(language, key; tested: tested, found: found.len(), rate: rate)];
    let early = found.iter().take(most).any(|(_, bucket)| bucket.looks_larger());
    lines.extend(found.into_iter().take(most).map(|(feature, bucket)| one(feature, bucket)));
    lines.extend(early.then(|| said(language, "found-early")));
    lines
}

/// The line of one value. A value that the game led to has no mark, because it goes with winning or losing anyway.
fn value(feature: &FeatureFigures, bucket: &BucketFigures, language: Language) -> String {
    let same = bucket.same_as.as_ref().map(|same| format!("{} {}", same.feature, same.bucket));
    let key = if same.is_some() { "figures-value_same" } else { "figures-value" };
    say!(language, key; mark: mark(bucket.discovery), name: feature.name.as_str(), value: feature.spoken(bucket, language),
        share: figure(&bucket.win_share, 4, language), lift: figure(&bucket.lift, 4, language),
        role: feature.role(), same: same.unwrap_or_default())
}
