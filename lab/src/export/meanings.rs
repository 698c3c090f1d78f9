//! What is said of features and measures in every row of theirs, so that a notebook needs nothing else.

use std::collections::HashMap;

use tapis_db::model::Bucket;
use tapis_games::course;
use tapis_games::feature::FeatureInfo;
use tapis_solver::registry::Registry;

use crate::words::name_of;

/// Roles of features and units of measures, by name, with what they are called.
#[derive(Clone, Debug, Default)]
pub struct Meanings {
    pub(super) features: HashMap<String, FeatureMeanings>,
    pub(super) measures: HashMap<&'static str, Meaning>,
}

/// What the features of a game are, by name.
pub(super) type FeatureMeanings = HashMap<&'static str, Meaning>;

/// What a feature or a measure is.
#[derive(Clone, Debug)]
pub(super) struct Meaning {
    /// Its role, or its unit.
    pub word: String,
    pub label: String,
    /// What values are called that are the numbers of cards.
    values: HashMap<String, String>,
}

impl Meaning {
    fn of_feature(info: &FeatureInfo) -> Self {
        let values = info.names.iter().map(|name| (name.value.clone(), name.text.en.clone()));
        Self { word: name_of(info.role), label: info.text.en.clone(), values: values.collect() }
    }

    /// What a value is called; most values are names of their own.
    pub(super) fn value(&self, bucket: &Bucket) -> Option<&str> {
        let Bucket::Category(category) = bucket else { return None };
        self.values.get(category).map(String::as_str)
    }
}

impl Meanings {
    /// Those of these games.
    pub fn new(games: &Registry) -> Self {
        let features = games.games().filter_map(|game| {
            let ruleset = game.ruleset("{}").ok()?;
            let infos = ruleset.feature_infos();
            let meanings = infos.iter().map(|info| (info.name, Meaning::of_feature(info)));
            Some((ruleset.ruleset().game.clone(), meanings.collect()))
        });
        let measures = course::infos().into_iter().map(|info| {
            let meaning =
                Meaning { word: name_of(info.unit), label: info.label.en.clone(), values: HashMap::new() };
            (info.name, meaning)
        });
        Self { features: features.collect(), measures: measures.collect() }
    }
}
