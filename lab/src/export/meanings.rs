//! What is said of features and measures in every row of theirs, so that a notebook needs nothing else.

use std::collections::HashMap;

use tapis_games::course::{self, MeasureUnit};
use tapis_games::feature::Role;
use tapis_solver::registry::Registry;

/// Roles of features and units of measures, by name.
#[derive(Clone, Debug, Default)]
pub struct Meanings {
    roles: HashMap<String, HashMap<&'static str, &'static str>>,
    units: HashMap<&'static str, &'static str>,
}

impl Meanings {
    /// Those of these games.
    pub fn new(games: &Registry) -> Self {
        let roles = games.games().filter_map(|game| {
            let ruleset = game.ruleset("{}").ok()?;
            let infos = ruleset.feature_infos();
            Some((
                ruleset.ruleset().game.clone(),
                infos.iter().map(|info| (info.name, role(info.role))).collect(),
            ))
        });
        let units = course::infos().into_iter().map(|info| (info.name, unit(info.unit)));
        Self { roles: roles.collect(), units: units.collect() }
    }

    pub(super) fn role(&self, game: &str, feature: &str) -> Option<&'static str> {
        self.roles.get(game)?.get(feature).copied()
    }

    pub(super) fn unit(&self, measure: &str) -> Option<&'static str> {
        self.units.get(measure).copied()
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
