//! What the games of an arm are measured by: the numbers of a deal, and whether there are such numbers.

use std::ops::Range;

use tapis_common::FieldError;
use tapis_db::model::SimulatedGame;
use tapis_games::feature::FeatureKind;
use tapis_games::locale::{Said, said};
use tapis_games::refusal::Text;
use tapis_solver::control::Control;

use super::{Arm, Experiment, MeasuredFeature};
use crate::metric::Shape;
use crate::{LabError, Metric, course};

impl Experiment {
    /// How many numbers an arm measures a deal.
    pub fn numbers(&self, arm: usize) -> usize {
        let numbers = |arm: &Arm| {
            self.plan.metric.shape().numbers(arm.simulation.line_up().len(), arm.simulation.seatings())
        };
        self.arms.get(arm).map_or(1, numbers)
    }

    /// The means of the numbers of the metric over the seatings of each deal, deal by deal; of a lift the numbers of all seatings, because
    /// only the same seats of the same line-up are compared.
    pub(super) fn by_deal(
        &self,
        arm: &Arm,
        deals: Range<u64>,
        games: &[SimulatedGame],
        control: &Control,
    ) -> Result<Vec<f64>, LabError> {
        let metric = &self.plan.metric;
        let seatings = arm.simulation.seatings().max(1);
        let values: Vec<Vec<f64>> = match metric {
            Metric::Course(name) => {
                let numbers = deals.start * seatings as u64..deals.end * seatings as u64;
                let values = course::of_games(&arm.simulation, numbers, name, control)?;
                values.into_iter().map(|value| vec![value]).collect()
            }
            _ => {
                let infos = arm.simulation.ruleset().feature_infos();
                let values =
                    games.iter().map(|game| metric.values(&game.result, &infos)).collect::<Option<_>>();
                values.ok_or_else(|| LabError::NoMetric(metric.clone()))?
            }
        };
        match metric.shape() {
            Shape::Lift => Ok(values.concat()),
            _ => Ok(values.chunks(seatings).flat_map(means).collect()),
        }
    }

    /// The feature that is measured.
    pub(super) fn measured(&self) -> Option<MeasuredFeature> {
        let (name, value) = match &self.plan.metric {
            Metric::Feature(name) => (name, None),
            Metric::Lift(name, value) => (name, Some(value)),
            _ => return None,
        };
        let infos = self.arms.first()?.simulation.ruleset().feature_infos();
        let info = infos.into_iter().find(|info| info.name == name)?;
        let Some(value) = value else { return Some(MeasuredFeature { role: info.role, text: info.text }) };
        let of = info.name_of(value).unwrap_or_else(|| Text::new(value, value));
        let text =
            Text::new(format!("{}: {}", info.text.en, of.en), format!("{}\u{202f}: {}", info.text.fr, of.fr));
        Some(MeasuredFeature { role: info.role, text })
    }

    /// A metric that an arm's games do not have.
    pub(super) fn without_metric(&self) -> Option<FieldError> {
        let metric = &self.plan.metric;
        let without = self.arms.iter().find(|arm| {
            !metric.exists(&arm.simulation.line_up(), &arm.simulation.ruleset().feature_infos())
        })?;
        let detail = match metric {
            Metric::Lift(feature, value) => no_such_value(without, feature, value),
            Metric::Course(name) => {
                let known = course::MEASURES.join(", ");
                said("course_measure").with("measure", name).with("known", known)
            }
            _ => said("no_metric").with("arm", &without.name).with("metric", metric),
        };
        Some(FieldError::new("/metric", detail))
    }
}

/// The mean of each number over the games of a deal.
fn means(games: &[Vec<f64>]) -> Vec<f64> {
    let numbers = games.first().map_or(0, Vec::len);
    let sum = |at: usize| games.iter().filter_map(|of_game| of_game.get(at)).sum::<f64>();
    (0..numbers).map(|at| sum(at) / games.len() as f64).collect()
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
