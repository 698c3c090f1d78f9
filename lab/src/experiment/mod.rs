//! Arms on the same deals, and what differs between them.
//!
//! A chunk of deals is the unit of work: it is played in memory by all arms, then its results and what it measured are recorded.
//! It is there when all of it is; a game that was recorded before is not counted again. What is decided depends on the values of the chunks in order, and on nothing else.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::mpsc::{Receiver, sync_channel};

use serde_json::Value;
use tapis_db::Store;
use tapis_db::model::{ExperimentChunk, SimulatedGame};
use tapis_games::locale::said;
use tapis_games::refusal::Text;
use tapis_solver::confidence::Kind;
use tapis_solver::control::Control;

use super::{LabError, Metric};
use crate::metric::Shape;
use tapis_common::FieldError;
use tapis_common::rulesets::Rulesets;
use tapis_common::sources::Clock;

mod arm;
mod balance;
mod budget;
mod changes;
mod extension;
#[cfg(test)]
mod honesty_tests;
mod interaction;
mod known;
mod lift;
mod looks;
mod measured;
mod needed;
mod outcome;
mod plan;
mod race;
#[cfg(test)]
mod sentences_tests;
mod tally;
#[cfg(test)]
mod tests;
mod words;

pub use arm::Arm;
use arm::below;
#[cfg(test)]
pub(crate) use outcome::SequenceMethod;
pub use outcome::{ArmFigures, Comparison, Found, Interacting, MeasuredFeature, Outcome, Verdict};
pub use plan::{Compare, Goal, Plan, PlannedArm, Stop, seed_of};
use tally::{Field, Tally};

/// About so many games are played and recorded together: many where bots are quick, few where one of them searches. A run
/// that ends early loses less than a chunk.
const QUICK_GAMES_A_CHUNK: u64 = 64;
const SEARCHED_GAMES_A_CHUNK: u64 = 8;

/// No more arms are looked at when so many faults are found.
const MOST_FAULTS: usize = 100;

/// An experiment that can be run.
pub struct Experiment {
    id: String,
    plan: Plan,
    arms: Vec<Arm>,
    /// The most deals of an arm.
    deals: u64,
    /// The arm with which the others are compared.
    reference: usize,
    feature: Option<MeasuredFeature>,
    /// For each arm what it has where not all rulesets have the same, in words.
    pub(crate) changes: Vec<Vec<Text>>,
}

/// What an experiment is run with.
#[derive(Clone, Copy)]
pub struct Equipment<'a> {
    /// Where the results go.
    pub store: &'a dyn Store,
    /// What time it is.
    pub clock: &'a dyn Clock,
    /// Ends the run early.
    pub control: &'a Control,
    /// How many rows of facts are recorded in one transaction, but one game at least. Moves of people wait for no more than one
    /// transaction.
    pub rows_a_transaction: usize,
    /// Asked after each chunk: whether another experiment has its turn.
    pub gives_way: &'a (dyn Fn() -> bool + Sync),
}

impl Experiment {
    /// The experiment of a plan. Reads rulesets that are named by their hash from the store.
    ///
    /// # Errors
    /// Everything that is wrong with the plan, each with its pointer.
    pub fn new(plan: &Plan, rulesets: &Rulesets, store: &dyn Store) -> Result<Self, Vec<FieldError>> {
        let mut faults = plan.faults();
        if rulesets.games().game(&plan.game).is_none() {
            let detail = said("no_game_of").with("game", &plan.game).with("games", rulesets.games().ids());
            faults.push(FieldError::new("/game", detail));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let number = plan.number_of_arms()?;
        let mut arms = Vec::new();
        let base = plan.arms.first().filter(|_| !plan.search.is_empty());
        let given = base.map(|base| base.rules(plan, rulesets, store)).transpose();
        let given = given.map_err(|faults| below(faults, "/arms/0"))?;
        let complete = given.as_ref().map_or(Value::Null, |given| given.ruleset().options.clone());
        // One at a time: of an arm only its ruleset is kept, and equal rulesets are shared.
        for number in 0..number {
            let arm = plan.arm(number, &complete)?;
            match arm.simulation(plan, rulesets, store) {
                Ok(simulation) => arms.push(Arm { name: arm.name, simulation }),
                Err(of_arm) => faults.extend(of_arm.into_iter().map(|fault| plan.placed(number, fault))),
            }
            if faults.len() >= MOST_FAULTS {
                break;
            }
        }
        let seatings = arms.iter().map(|arm| arm.simulation.seatings() as u64).min().unwrap_or(1);
        let as_given = |arm: &Arm| {
            given.as_ref().is_some_and(|given| given.ruleset().hash == arm.simulation.ruleset_hash())
        };
        let reference = arms.iter().position(as_given).unwrap_or(0);
        let deals = plan.games.div_ceil(seatings);
        let (id, plan, changes) = (plan.id(), plan.clone(), changes::changes(&arms));
        let mut experiment = Self { id, plan, arms, deals, reference, feature: None, changes };
        if faults.is_empty() {
            faults.extend(experiment.hopeless());
            faults.extend(experiment.without_metric());
            experiment.feature = experiment.measured();
        }
        if faults.is_empty() { Ok(experiment) } else { Err(faults) }
    }

    /// Its id, see [`Plan::id`].
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The arms.
    pub fn arms(&self) -> &[Arm] {
        &self.arms
    }

    /// How many games are played if it does not stop early.
    pub fn games(&self) -> u64 {
        self.deals * self.games_a_deal()
    }

    fn games_a_deal(&self) -> u64 {
        self.arms.iter().map(|arm| arm.simulation.seatings() as u64).sum::<u64>().max(1)
    }

    fn deals_a_chunk(&self) -> u64 {
        let plays_lines = matches!(self.plan.metric, Metric::Course(_));
        let searches = plays_lines || self.arms.iter().any(|arm| arm.simulation.searches());
        let games = if searches { SEARCHED_GAMES_A_CHUNK } else { QUICK_GAMES_A_CHUNK };
        (games / self.games_a_deal()).max(1)
    }

    /// The deals of a chunk.
    fn chunk(&self, number: u64) -> Range<u64> {
        let first = number * self.deals_a_chunk();
        first.min(self.deals)..(first + self.deals_a_chunk()).min(self.deals)
    }

    /// What came of the chunks recorded so far.
    pub fn outcome_of(&self, chunks: &[ExperimentChunk]) -> Outcome {
        self.outcome(&self.tally_of(chunks))
    }

    fn tally_of(&self, chunks: &[ExperimentChunk]) -> Tally {
        let mut tally = Tally::new(self.plan.clone(), &self.field());
        self.readable(chunks).iter().for_each(|chunk| tally.push(&chunk.measured));
        tally
    }

    /// The recorded chunks up to the first that measured other numbers: an earlier version had two of a lift.
    fn readable<'c>(&self, chunks: &'c [ExperimentChunk]) -> &'c [ExperimentChunk] {
        let fits = |chunk: &ExperimentChunk| {
            let deals = self.chunk(chunk.number).count();
            let of =
                |(arm, values): (usize, &Vec<f64>)| [0, deals * self.numbers(arm)].contains(&values.len());
            chunk.measured.iter().enumerate().all(of)
        };
        &chunks[..chunks.iter().take_while(|chunk| fits(chunk)).count()]
    }

    /// Who is compared with whom, and over how many deals.
    fn field(&self) -> Field {
        let source = |arm: &Arm| arm.simulation.source();
        let twin = |of: &Arm| self.arms.iter().position(|arm| source(arm) == source(of)).unwrap_or_default();
        let seatings = self.arms.iter().map(|arm| arm.simulation.seatings() as u64).min().unwrap_or(1);
        let earlier = self.plan.extends.iter().map(|games| games.div_ceil(seatings));
        let mut seen = HashSet::new();
        let levels = self.plan.levels.len().max(1);
        Field {
            twins: self.arms.iter().map(twin).collect(),
            reference: self.reference,
            numbers: (0..self.arms.len()).map(|arm| self.numbers(arm)).collect(),
            levels,
            plans: earlier.chain([self.deals]).filter(|deals| seen.insert(*deals)).collect(),
        }
    }

    /// Plays what is missing in the rayon pool of the caller, and records it. `known` are the chunks recorded before;
    /// `progress` gets the outcome so far and the number of games played, those recorded before included. The outcome does
    /// not depend on the number of threads, nor on what was recorded before.
    ///
    /// # Errors
    /// See [`LabError`]; what was recorded stays.
    pub fn run(
        &self,
        known: &[ExperimentChunk],
        with: Equipment<'_>,
        progress: &(dyn Fn(u64, &dyn Fn() -> Outcome) + Sync),
    ) -> Result<Outcome, LabError> {
        let known = self.readable(known);
        let mut tally = self.tally_of(known);
        std::thread::scope(|scope| {
            // One chunk is recorded while the next is played.
            let (sender, receiver) = sync_channel(1);
            let recorder = scope.spawn(move || self.record(with, &receiver));
            let mut games = self.games_of(known);
            let mut number = known.len() as u64;
            let played = loop {
                progress(games, &|| self.outcome(&tally));
                if self.chunk(number).is_empty() || tally.is_decided() {
                    break Ok(());
                }
                if number > known.len() as u64 && (with.gives_way)() {
                    break Err(LabError::GaveWay);
                }
                match self.play(number, &tally, with) {
                    Ok((chunk, played)) => {
                        games += played.len() as u64;
                        tally.push(&chunk.measured);
                        if sender.send((chunk, played)).is_err() {
                            break Ok(()); // the recorder says why
                        }
                    }
                    Err(error) => break Err(error),
                }
                number += 1;
            };
            drop(sender);
            let recorded =
                recorder.join().map_err(|_| LabError::Internal("the recording of results panicked"))?;
            recorded.and(played)
        })?;
        Ok(self.outcome(&tally))
    }

    /// The games of recorded chunks.
    fn games_of(&self, chunks: &[ExperimentChunk]) -> u64 {
        let numbers = |arm: usize| {
            chunks.iter().filter_map(|chunk| chunk.measured.get(arm)).map(Vec::len).sum::<usize>()
        };
        let deals = |arm: usize| numbers(arm) / self.numbers(arm);
        self.arms.iter().enumerate().map(|(at, arm)| (deals(at) * arm.simulation.seatings()) as u64).sum()
    }

    /// Plays a chunk in all arms that still play.
    fn play(
        &self,
        number: u64,
        tally: &Tally,
        with: Equipment<'_>,
    ) -> Result<(ExperimentChunk, Vec<SimulatedGame>), LabError> {
        let (mut measured, mut games) = (Vec::new(), Vec::new());
        for (arm, plays) in self.arms.iter().zip(tally.playing()) {
            let mut values = Vec::new();
            if plays {
                let deals = self.chunk(number);
                let played = arm.simulation.play_deals(deals.clone(), with.clock, with.control)?;
                values = self.by_deal(arm, deals, &played, with.control)?;
                games.extend(played);
            }
            measured.push(values);
        }
        Ok((ExperimentChunk { number, measured }, games))
    }

    /// Records chunks until there are no more. The chunk itself comes with its last games: until then it is not there, and a
    /// game that is recorded again is not counted again.
    fn record(
        &self,
        with: Equipment<'_>,
        chunks: &Receiver<(ExperimentChunk, Vec<SimulatedGame>)>,
    ) -> Result<(), LabError> {
        for (chunk, mut games) in chunks {
            loop {
                let rest = games.split_off(together(&games, with.rows_a_transaction));
                if rest.is_empty() {
                    break;
                }
                with.store.record_simulated(std::mem::replace(&mut games, rest))?;
            }
            with.store.record_chunk(&self.id, chunk, games)?;
        }
        Ok(())
    }

    fn outcome(&self, tally: &Tally) -> Outcome {
        let names: Vec<&str> = self.arms.iter().map(|arm| arm.name.as_str()).collect();
        let arms = self.arms.iter().zip(&tally.arms).map(|(arm, of)| {
            let mean = of.mean.interval(tally.budget.arm);
            ArmFigures {
                name: arm.name.clone(),
                ruleset: arm.simulation.ruleset_hash(),
                seats: arm.simulation.line_up(),
                source: arm.simulation.source().to_string(),
                games: mean.n * arm.simulation.seatings() as u64,
                mean,
                holders: of.mean.holders(),
                dropped_after: of.dropped_after,
                looks: if tally.arms.len() == 1 { of.looks.until(mean) } else { Vec::new() },
            }
        });
        Outcome { arms: arms.collect(), feature: self.feature.clone(), ..tally.outcome(&names, self.deals) }
    }

    /// A least effect on a share that so many games cannot find.
    fn hopeless(&self) -> Option<FieldError> {
        let effect = self.plan.minimum_effect;
        let metric = &self.plan.metric;
        let is_course = matches!(metric, Metric::Course(_));
        let is_share = metric.kind() == Kind::Share && metric.shape() == Shape::Mean && !is_course;
        if self.arms.len() < 2 || effect <= 0.0 || !is_share {
            return None;
        }
        let simulation = &self.arms.first()?.simulation;
        let seatings = simulation.seatings() as u64;
        let deals = budget::deals_for_share(effect, simulation.line_up().len(), seatings);
        (deals > self.deals as f64).then(|| {
            let games = (deals.ceil() as u64).saturating_mul(seatings);
            let detail = said("too_few_games").with("games", self.plan.games).with("effect", effect);
            let detail = detail.with("least", games);
            FieldError::new("/minimum_effect", detail)
        })
    }
}

/// How many games, from the first on, have so many rows together: one at least, where there is one.
fn together(games: &[SimulatedGame], rows: usize) -> usize {
    let mut total = 0;
    let fit = games.iter().take_while(|game| {
        total += game.rows();
        total <= rows
    });
    fit.count().max(1).min(games.len())
}
