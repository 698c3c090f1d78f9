//! Arms on the same deals, and what differs between them.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tapis_db::Store;
use tapis_solver::bots::Bot;
use tapis_solver::confidence::Kind;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use super::{Interval, LabError, Metric, Sequence, Simulation};
use crate::FieldError;
use crate::sources::Clock;

/// Deals that are played between two looks at the result.
const LOOK: u64 = 64;
/// The most arms.
const ARMS: usize = 16;

/// An experiment as it is written down.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The game's id.
    pub game: String,
    /// What is compared: the first arm with each of the others.
    pub arms: Vec<PlannedArm>,
    /// The most games of an arm, rounded up to whole deals.
    pub games: u64,
    /// What is measured.
    pub metric: Metric,
    /// The least difference that matters, in the unit of the metric; 0 for any.
    #[serde(default)]
    pub minimum_effect: f64,
    /// The probability with which all intervals hold.
    #[serde(default = "usual_confidence")]
    pub confidence: f64,
    /// When to stop.
    #[serde(default)]
    pub stop: Stop,
}

fn usual_confidence() -> f64 {
    0.95
}

/// An arm as it is written down.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedArm {
    /// What it is called.
    pub name: String,
    /// Options of the ruleset; missing ones take their defaults.
    #[serde(default = "no_options")]
    pub options: Value,
    /// One bot for all seats, or one for each.
    pub seats: Vec<String>,
}

fn no_options() -> Value {
    Value::Object(serde_json::Map::new())
}

/// When an experiment stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// After all games.
    #[default]
    Fixed,
    /// As soon as every comparison has found a difference.
    Effect,
    /// As soon as every comparison has found a difference, or that there is none that matters.
    EffectOrFutility,
}

/// An arm that can be played.
pub struct Arm {
    /// What it is called.
    pub name: String,
    /// Its games.
    pub simulation: Simulation,
}

/// An experiment that can be run.
pub struct Experiment {
    arms: Vec<Arm>,
    deals: u64,
    metric: Metric,
    minimum_effect: f64,
    alpha: f64,
    stop: Stop,
}

/// What came of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// What was measured.
    pub metric: Metric,
    /// The probability with which all intervals of all comparisons hold, however often they were looked at.
    pub confidence: f64,
    /// The deals played in every arm.
    pub deals: u64,
    /// Whether it stopped before all games were played, as everything was decided.
    pub stopped_early: bool,
    /// The arms.
    pub arms: Vec<ArmFigures>,
    /// Every arm but the first, compared with the first.
    pub comparisons: Vec<Comparison>,
}

/// What came of an arm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmFigures {
    /// What it is called.
    pub name: String,
    /// Where its games come from, in the statistics.
    pub source: String,
    /// Its games.
    pub games: u64,
    /// The mean of the metric.
    pub mean: Interval,
}

/// An arm compared with the first, deal by deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The arm.
    pub arm: String,
    /// The first arm.
    pub with: String,
    /// Its mean less that of the first arm.
    pub difference: Interval,
    /// What that says.
    pub verdict: Verdict,
    /// About how many more deals would decide, if the difference is what it looks like; absent where it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_deals: Option<u64>,
}

/// What a comparison says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The arm has more of it than the first.
    Higher,
    /// The arm has less of it.
    Lower,
    /// Whatever the difference is, it is less than what matters.
    NoRelevantDifference,
    /// It cannot be said yet.
    Undecided,
}

impl Experiment {
    /// The experiment of a plan, with this seed for the deals of all arms.
    ///
    /// # Errors
    /// Everything that is wrong with the plan, each with its pointer.
    pub fn new(plan: &Plan, games: &Registry, seed: [u8; 32]) -> Result<Self, Vec<FieldError>> {
        let mut faults = plan.faults();
        let mut arms = Vec::new();
        for (at, arm) in plan.arms.iter().enumerate() {
            match arm.simulation(&plan.game, games, seed) {
                Ok(simulation) => arms.push(Arm { name: arm.name.clone(), simulation }),
                Err(of_arm) => faults.extend(
                    of_arm
                        .into_iter()
                        .map(|fault| FieldError::new(format!("/arms/{at}{}", fault.pointer), fault.detail)),
                ),
            }
        }
        let seatings = arms.iter().map(|arm| arm.simulation.seatings() as u64).min().unwrap_or(1);
        if !faults.is_empty() {
            return Err(faults);
        }
        let comparisons = arms.len().saturating_sub(1).max(1) as f64;
        Ok(Self {
            arms,
            deals: plan.games.div_ceil(seatings),
            metric: plan.metric.clone(),
            minimum_effect: plan.minimum_effect,
            // All comparisons hold together (Bonferroni).
            alpha: (1.0 - plan.confidence) / comparisons,
            stop: plan.stop,
        })
    }

    /// How many games are played if it does not stop early.
    pub fn games(&self) -> u64 {
        self.arms.iter().map(|arm| self.deals * arm.simulation.seatings() as u64).sum()
    }

    /// Plays the deals in all arms, in the rayon pool of the caller, records the games, and looks at the result every
    /// [`LOOK`] deals; `progress` gets the number of games played. The outcome does not depend on the number of threads,
    /// nor on whether some of the games were recorded before.
    ///
    /// # Errors
    /// See [`LabError`]; what was recorded stays.
    pub fn run(
        &self,
        store: &dyn Store,
        clock: &dyn Clock,
        control: &Control,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Outcome, LabError> {
        let mut means = vec![self.sequence(); self.arms.len()];
        let mut differences = vec![self.sequence_of_differences(); self.arms.len().saturating_sub(1)];
        let (mut deals, mut games) = (0, 0);
        while deals < self.deals {
            let next = (deals..self.deals.min(deals + LOOK)).end;
            let mut of_arms = Vec::new();
            for arm in &self.arms {
                let played = arm.simulation.play_deals(deals..next, clock, control)?;
                games += played.len() as u64;
                of_arms.push(self.by_deal(&played, arm.simulation.seatings())?);
                store.record_simulated(played)?;
                progress(games);
            }
            for (sequence, values) in means.iter_mut().zip(&of_arms) {
                values.iter().for_each(|value| sequence.push(*value));
            }
            let Some((first, others)) = of_arms.split_first() else { break };
            for (sequence, values) in differences.iter_mut().zip(others) {
                values.iter().zip(first).for_each(|(value, first)| sequence.push(value - first));
            }
            deals = next;
            if self.is_decided(&differences) {
                break;
            }
        }
        Ok(self.outcome(deals, &means, &differences))
    }

    /// The mean of the metric over the seatings of each deal.
    fn by_deal(
        &self,
        games: &[tapis_db::model::SimulatedGame],
        seatings: usize,
    ) -> Result<Vec<f64>, LabError> {
        let of = |deal: &[tapis_db::model::SimulatedGame]| -> Option<f64> {
            let values: Option<Vec<f64>> = deal.iter().map(|game| self.metric.of(&game.result)).collect();
            Some(values?.iter().sum::<f64>() / deal.len() as f64)
        };
        games
            .chunks(seatings.max(1))
            .map(|deal| of(deal).ok_or_else(|| LabError::NoMetric(self.metric.clone())))
            .collect()
    }

    fn sequence(&self) -> Sequence {
        match self.metric.kind() {
            Kind::Share => Sequence::of_shares(),
            Kind::Points => Sequence::of_points(),
        }
    }

    fn sequence_of_differences(&self) -> Sequence {
        match self.metric.kind() {
            Kind::Share => Sequence::of_differences(),
            Kind::Points => Sequence::of_points(),
        }
    }

    fn is_decided(&self, differences: &[Sequence]) -> bool {
        let verdicts = differences.iter().map(|sequence| self.verdict(&sequence.interval(self.alpha)));
        let mut verdicts = verdicts.peekable();
        self.stop != Stop::Fixed
            && verdicts.peek().is_some()
            && verdicts.all(|verdict| match verdict {
                Verdict::Higher | Verdict::Lower => true,
                Verdict::NoRelevantDifference => self.stop == Stop::EffectOrFutility,
                Verdict::Undecided => false,
            })
    }

    fn verdict(&self, difference: &Interval) -> Verdict {
        let (Some(low), Some(high)) = (difference.low, difference.high) else { return Verdict::Undecided };
        if low > 0.0 {
            Verdict::Higher
        } else if high < 0.0 {
            Verdict::Lower
        } else if -self.minimum_effect < low && high < self.minimum_effect {
            Verdict::NoRelevantDifference
        } else {
            Verdict::Undecided
        }
    }

    fn outcome(&self, deals: u64, means: &[Sequence], differences: &[Sequence]) -> Outcome {
        let arms = self.arms.iter().zip(means).map(|(arm, mean)| ArmFigures {
            name: arm.name.clone(),
            source: arm.simulation.source().to_string(),
            games: deals * arm.simulation.seatings() as u64,
            mean: mean.interval(self.alpha),
        });
        let first = self.arms.first().map(|arm| arm.name.clone()).unwrap_or_default();
        let comparisons = self.arms.iter().skip(1).zip(differences).map(|(arm, sequence)| {
            let difference = sequence.interval(self.alpha);
            let verdict = self.verdict(&difference);
            let more_deals = (verdict == Verdict::Undecided).then(|| self.more_deals(&difference)).flatten();
            Comparison { arm: arm.name.clone(), with: first.clone(), difference, verdict, more_deals }
        });
        Outcome {
            metric: self.metric.clone(),
            confidence: 1.0 - self.alpha * differences.len().max(1) as f64,
            deals,
            stopped_early: deals < self.deals,
            arms: arms.collect(),
            comparisons: comparisons.collect(),
        }
    }

    /// The width of an interval goes with the root of the number of deals; it decides when it is as narrow as the
    /// difference, or as the least that matters.
    fn more_deals(&self, difference: &Interval) -> Option<u64> {
        let radius = (difference.high? - difference.low?) / 2.0;
        let target = difference.value.abs().max(self.minimum_effect);
        let needed = difference.n as f64 * (radius / target).powi(2);
        (target > 0.0 && needed < 1e12).then(|| (needed.ceil() as u64).saturating_sub(difference.n).max(1))
    }
}

impl Plan {
    fn faults(&self) -> Vec<FieldError> {
        let wrong = |is: bool, pointer: &str, detail: &str| is.then(|| FieldError::new(pointer, detail));
        let number = |number: f64, least: f64, most: f64| !(least..=most).contains(&number);
        [
            wrong(self.arms.is_empty() || self.arms.len() > ARMS, "/arms", "1 to 16 arms"),
            wrong(!(1..=100_000_000).contains(&self.games), "/games", "1 to 100000000 games"),
            wrong(number(self.minimum_effect, 0.0, 1e6), "/minimum_effect", "0 or more, at most a million"),
            wrong(number(self.confidence, 0.5, 0.9999), "/confidence", "0.5 to 0.9999"),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

impl PlannedArm {
    /// The games of the arm.
    ///
    /// # Errors
    /// What is wrong with it, with pointers into it.
    fn simulation(
        &self,
        game: &str,
        games: &Registry,
        seed: [u8; 32],
    ) -> Result<Simulation, Vec<FieldError>> {
        let Some(found) = games.game(game) else {
            return Err(vec![FieldError::new(
                "",
                format!("there is no game '{game}'; there are {}", games.ids()),
            )]);
        };
        let ruleset = found.ruleset(&self.options.to_string()).map_err(|faults| {
            let at = |fault: tapis_games::ruleset::Fault| {
                FieldError::new(format!("/options{}", fault.pointer), fault.detail)
            };
            faults.into_iter().map(at).collect::<Vec<_>>()
        })?;
        let mut bots = Vec::new();
        for (at, bot) in self.seats.iter().enumerate() {
            let bot = bot.parse::<Bot>();
            bots.push(bot.map_err(|error| vec![FieldError::new(format!("/seats/{at}"), error.to_string())])?);
        }
        let simulation = Simulation::new(games, ruleset, &bots, seed);
        simulation.map_err(|error| vec![FieldError::new("/seats", error.to_string())])
    }
}
