//! Reports how an average over worlds differs from a single plan for all of them.

use tapis_games::game::Published;

use super::analysis::AnalysisOf;
use super::findings::{FindingsBuilder, best};
use crate::answer::{Explanation, Fusion, Level};
use crate::heuristics::Heuristics;
use crate::report::TOLERANCE;
use crate::words::{Figure, fact};

impl<G: Published + Heuristics> FindingsBuilder<'_, '_, G> {
    /// The average over worlds beside the best single plan, if plans were found.
    pub(super) fn fusion(&self, analysis: &AnalysisOf<G>, level: Level) -> Option<Fusion> {
        let plans = analysis.plans.as_ref().filter(|_| level == Level::AllWorlds)?;
        let (plan, seeing): (Vec<_>, Vec<_>) =
            plans.iter().map(|planned| (planned.plan, planned.seeing)).unzip();
        let most = |values: &[f64]| values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (seen, planned) = (best(&seeing), best(&plan));
        Some(Fusion {
            seeing: most(&seeing),
            plan: most(&plan),
            price: (most(&seeing) - most(&plan)).max(0.0),
            misleads: !seen.iter().any(|move_| planned.contains(move_)),
            best_plan: planned.iter().map(|&i| self.task.notations[i].clone()).collect(),
        })
    }

    /// Two facts: in how many worlds the best move on average is a best move, and what it costs to need one move for
    /// all worlds.
    pub(super) fn world_facts(
        &self,
        analysis: &AnalysisOf<G>,
        level: Level,
        fusion: Option<&Fusion>,
    ) -> Vec<Explanation> {
        if !matches!(level, Level::AllWorlds | Level::SampledWorlds) || self.problem.moves.len() < 2 {
            return Vec::new();
        }
        let own = self.task.seat.index();
        let average = self.averages(analysis);
        let Some(&first) = best(&average).first() else { return Vec::new() };
        let (mut total, mut agreeing, mut clairvoyant) = (0.0, 0.0, 0.0);
        for (world, lines) in self.problem.worlds.iter().zip(&analysis.worlds) {
            let most = lines.iter().map(|line| line.values[own]).fold(f64::NEG_INFINITY, f64::max);
            total += world.weight;
            agreeing += if lines[first].values[own] >= most - TOLERANCE { world.weight } else { 0.0 };
            clairvoyant += world.weight * most;
        }
        let mut facts = vec![fact("best_in_worlds", &[("share", Figure::Share(agreeing / total, 1))])];
        let price = clairvoyant / total - average[first];
        if price > TOLERANCE {
            facts.push(fact("fusion_price", &[("value", Figure::Value(self.task.objective, price))]));
        }
        facts.extend(fusion.into_iter().flat_map(|fusion| self.planned(fusion)));
        facts
    }

    /// The facts about the best single plan.
    fn planned(&self, fusion: &Fusion) -> Vec<Explanation> {
        let mut facts = Vec::new();
        if fusion.price > TOLERANCE {
            let value = |value| Figure::Value(self.task.objective, value);
            facts.push(fact("plan_price", &[("value", value(fusion.plan)), ("more", value(fusion.price))]));
        }
        if fusion.misleads {
            facts.push(fact("plan_disagrees", &[]));
        }
        facts
    }

    /// The value of each move to the seat advised, averaged over the worlds.
    fn averages(&self, analysis: &AnalysisOf<G>) -> Vec<f64> {
        let own = self.task.seat.index();
        self.problem.average(analysis).iter().map(|values| values[own]).collect()
    }
}
