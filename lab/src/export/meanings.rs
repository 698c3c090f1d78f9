//! What is said of features and measures in every row of theirs, so that a notebook needs nothing else.

use std::collections::HashMap;

use tapis_db::model::SnapshotWords;
use tapis_games::course::{self, MeasureUnit};
use tapis_games::feature::Role;
use tapis_solver::registry::Registry;

/// Roles of features and units of measures, by name, with what they are called.
#[derive(Clone, Debug, Default)]
pub struct Meanings {
    roles: HashMap<String, HashMap<&'static str, Meaning>>,
    units: HashMap<&'static str, Meaning>,
}

/// A role or a unit, and a label.
type Meaning = (&'static str, String);

impl Meanings {
    /// Those of these games.
    pub fn new(games: &Registry) -> Self {
        let roles = games.games().filter_map(|game| {
            let ruleset = game.ruleset("{}").ok()?;
            let infos = ruleset.feature_infos();
            Some((
                ruleset.ruleset().game.clone(),
                infos.iter().map(|info| (info.name, (role(info.role), info.text.en.clone()))).collect(),
            ))
        });
        let units = course::infos().into_iter().map(|info| (info.name, (unit(info.unit), info.label.en)));
        Self { roles: roles.collect(), units: units.collect() }
    }

    pub(super) fn role(&self, game: &str, feature: &str) -> Option<&'static str> {
        Some(self.roles.get(game)?.get(feature)?.0)
    }

    pub(super) fn unit(&self, measure: &str) -> Option<&'static str> {
        Some(self.units.get(measure)?.0)
    }

    /// All of them, sorted.
    pub(super) fn words(&self) -> SnapshotWords {
        let of_game = |(game, features): (&String, &HashMap<&'static str, Meaning>)| {
            let row = |(name, (role, label)): (&&'static str, &Meaning)| {
                [game.clone(), (*name).to_owned(), (*role).to_owned(), label.clone()]
            };
            features.iter().map(row).collect::<Vec<_>>()
        };
        let mut features: Vec<[String; 4]> = self.roles.iter().flat_map(of_game).collect();
        let measure = |(name, (unit, label)): (&&'static str, &Meaning)| {
            [(*name).to_owned(), (*unit).to_owned(), label.clone()]
        };
        let mut measures: Vec<[String; 3]> = self.units.iter().map(measure).collect();
        features.sort_unstable();
        measures.sort_unstable();
        SnapshotWords { features, measures }
    }
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Dealt => "dealt",
        Role::Choice => "choice",
        Role::Consequence => "consequence",
    }
}

fn unit(unit: MeasureUnit) -> &'static str {
    match unit {
        MeasureUnit::Percent => "percent",
        MeasureUnit::Points => "points",
        MeasureUnit::Tenths => "tenths",
        MeasureUnit::Times => "times",
    }
}
