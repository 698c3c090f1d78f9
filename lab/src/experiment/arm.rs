//! An arm: a ruleset with a line-up.

use std::sync::Arc;

use tapis_db::Store;
use tapis_games::erased::AnyRuleset;
use tapis_games::locale::{Said, said};
use tapis_solver::bots::{Bot, UnknownBot};

use super::plan::{Plan, PlannedArm, seed_of};
use crate::{LabError, Simulation};
use tapis_common::FieldError;
use tapis_common::rulesets::{RulesetError, Rulesets};

/// An arm that can be played.
pub struct Arm {
    /// Its name.
    pub name: String,
    /// Its games.
    pub simulation: Simulation,
}

impl PlannedArm {
    /// The games of the arm.
    ///
    /// # Errors
    /// What is wrong with it, with pointers into it.
    pub(super) fn simulation(
        &self,
        plan: &Plan,
        rulesets: &Rulesets,
        store: &dyn Store,
    ) -> Result<Simulation, Vec<FieldError>> {
        let ruleset = self.rules(plan, rulesets, store)?;
        let mut bots = Vec::new();
        for (at, bot) in self.seats.iter().enumerate() {
            let bot = bot.parse::<Bot>();
            bots.push(bot.map_err(|UnknownBot(name)| {
                one(&format!("/seats/{at}"), said("no_bot").with("name", name))
            })?);
        }
        let simulation = Simulation::new(rulesets.games(), ruleset, &bots, seed_of(&plan.seed));
        simulation.map_err(|error| {
            let why = match error {
                LabError::WrongNumber { bots, seats } => {
                    said("line_up_bots").with("bots", bots).with("seats", seats)
                }
                other => Said::foreign(other.to_string()),
            };
            one("/seats", why)
        })
    }

    /// The ruleset of the arm.
    ///
    /// # Errors
    /// What is wrong with it, with pointers into the arm.
    pub(super) fn rules(
        &self,
        plan: &Plan,
        rulesets: &Rulesets,
        store: &dyn Store,
    ) -> Result<Arc<dyn AnyRuleset>, Vec<FieldError>> {
        let options = self.options.as_ref().map_or_else(|| "{}".to_owned(), ToString::to_string);
        let found = match &self.ruleset {
            Some(hash) => rulesets.by_hash(hash, store).map_err(|error| one("/ruleset", error.said())),
            None => rulesets.by_options(&plan.game, &options).map_err(|error| match error {
                RulesetError::Faults(faults) => faults
                    .into_iter()
                    .map(|fault| FieldError::new(format!("/options{}", fault.pointer), fault.detail))
                    .collect(),
                error => one("/options", error.said()),
            }),
        };
        let ruleset = found?;
        let game = &ruleset.ruleset().game;
        if *game != plan.game {
            return Err(one("/ruleset", said("this_ruleset_of").with("game", game)));
        }
        Ok(ruleset)
    }
}

fn one(pointer: &str, detail: Said) -> Vec<FieldError> {
    vec![FieldError::new(pointer, detail)]
}

/// The same faults of something that stands at `place`.
pub(super) fn below(faults: Vec<FieldError>, place: &str) -> Vec<FieldError> {
    faults.into_iter().map(|fault| fault.below(place)).collect()
}
