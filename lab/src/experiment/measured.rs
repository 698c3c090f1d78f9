//! What the games of an arm are measured by: the numbers of a deal, and whether there are such numbers.

use tapis_common::FieldError;
use tapis_db::model::SimulatedGame;
use tapis_games::feature::FeatureKind;
use tapis_games::locale::{Said, said};

use super::{Arm, Experiment};
use crate::{LabError, Metric};

impl Experiment {
    /// How many numbers an arm measures a deal.
    pub fn numbers(&self, arm: usize) -> usize {
        let players = self.arms.get(arm).map_or(1, |arm| arm.simulation.line_up().len());
        self.plan.metric.shape().numbers(players)
    }

    /// The means of the numbers of the metric over the seatings of each deal, deal by deal.
    pub(super) fn by_deal(&self, games: &[SimulatedGame], seatings: usize) -> Result<Vec<f64>, LabError> {
        let metric = &self.plan.metric;
        let of = |deal: &[SimulatedGame]| -> Option<Vec<f64>> {
            let values: Option<Vec<Vec<f64>>> = deal.iter().map(|game| metric.values(&game.result)).collect();
            let values = values?;
            let numbers = values.first().map_or(0, Vec::len);
            let mean = |at: usize| {
                let of_games = values.iter().filter_map(|of_game| of_game.get(at));
                of_games.sum::<f64>() / deal.len() as f64
            };
            Some((0..numbers).map(mean).collect())
        };
        let deals: Result<Vec<Vec<f64>>, LabError> = games
            .chunks(seatings.max(1))
            .map(|deal| of(deal).ok_or_else(|| LabError::NoMetric(metric.clone())))
            .collect();
        Ok(deals?.concat())
    }

    /// A metric that an arm's games do not have.
    pub(super) fn without_metric(&self) -> Option<FieldError> {
        let metric = &self.plan.metric;
        let without = self.arms.iter().find(|arm| {
            !metric.exists(&arm.simulation.line_up(), &arm.simulation.ruleset().feature_infos())
        })?;
        let detail = match metric {
            Metric::Lift(feature, value) => no_such_value(without, feature, value),
            _ => said("no_metric").with("arm", &without.name).with("metric", metric),
        };
        Some(FieldError::new("/metric", detail))
    }
}

/// That the games of an arm have no such feature, or that it has no such value.
fn no_such_value(arm: &Arm, feature: &str, value: &str) -> Said {
    let infos = arm.simulation.ruleset().feature_infos();
    let Some(info) = infos.iter().find(|info| info.name == feature) else {
        let known = infos.iter().map(|info| info.name).collect::<Vec<_>>().join(", ");
        return said("lift_feature").with("arm", &arm.name).with("feature", feature).with("known", known);
    };
    let detail = match (info.kind, info.names.as_slice()) {
        (FeatureKind::Number, _) => said("lift_number"),
        (FeatureKind::Categories, [first, .., last]) => {
            said("lift_value").with("first", &first.value).with("last", &last.value)
        }
        (FeatureKind::Categories, _) => said("lift_other"),
    };
    detail.with("arm", &arm.name).with("feature", feature).with("value", value)
}
