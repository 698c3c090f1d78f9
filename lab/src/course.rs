//! The course of games by win probabilities: when they are decided, how often the lead changes, how long they stay open.
//!
//! A sample of games is played, and every position of it is worth what the reference player makes of it (`tapis_solver`'s
//! `simulation::course`). A seat leads when it is ahead of all others by more than two standard errors of the estimate, so that its
//! noise is no change of the lead.

use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;
use tapis_games::refusal::Text;
use tapis_solver::control::Control;
use tapis_solver::simulation::ValuedGame;
use utoipa::ToSchema;

use crate::statistics::{Estimate, Method};
use crate::words::TEXTS;
use crate::{LabError, Simulation};

mod game;

use game::Played;

/// Points of a curve: at every twentieth of a game, the beginning and the end with it.
const POINTS: usize = 21;
/// The lines of every position where the course is the metric of an experiment: always as many, because what is noise depends on them.
pub(crate) const LINES: u32 = 50;
/// Fewer games have no interval.
const LEAST_GAMES: u64 = 2;

/// How games go.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = MeasuredCourse)]
pub struct Course {
    /// The game.
    #[schema(example = "richelieu")]
    pub game: String,
    /// The hash of the ruleset.
    pub ruleset: String,
    /// The bot of each seat in the first seating.
    pub seats: Vec<String>,
    /// The seed, in lower-case hex.
    pub seed: String,
    /// The number of games.
    #[schema(example = 100)]
    pub games: u64,
    /// How many lines each position is worth.
    #[schema(example = 100)]
    pub lines: u32,
    /// The measures, each a mean over the games.
    pub measures: Vec<CourseMeasure>,
    /// The curves, from the beginning of a game to its end.
    pub curve: Vec<CoursePoint>,
}

/// A measure of the course.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CourseMeasure {
    /// Its stable name.
    #[schema(example = "drama")]
    pub name: &'static str,
    /// What it is called.
    pub label: Text,
    /// Its definition.
    pub text: Text,
    /// The mean over the games.
    pub mean: Estimate,
}

/// A point of the curves: means over the games.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CoursePoint {
    /// Where in the game: 0 is after the set-up, 1 is the end.
    #[schema(example = 0.5)]
    pub at: f64,
    /// By how much the first is ahead of the second, in win probability.
    pub lead: Estimate,
    /// The entropy of the win probabilities, 1 where all seats have the same.
    pub uncertainty: Estimate,
    /// The win probability of who wins in the end; of several, the best.
    pub winner: Estimate,
}

/// How often the lead changed; all other measures are parts of 1.
pub(crate) const LEAD_CHANGES: &str = "lead_changes";
/// The measures, in their order.
pub(crate) const MEASURES: [&str; 6] =
    [LEAD_CHANGES, "drama", "largest_drama", "behind", "decided_after", "uncertainty"];

impl Course {
    /// Plays so many games of a simulation, in the rayon pool of the caller, and so many lines from every position of them.
    /// `progress` gets the games played.
    ///
    /// # Errors
    /// See [`LabError`].
    pub fn measure(
        simulation: &Simulation,
        games: u64,
        lines: u32,
        control: &Control,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Self, LabError> {
        let done = std::sync::atomic::AtomicU64::new(0);
        let play = |number| {
            let valued = simulation.play_valued(number, lines, control)?;
            progress(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1);
            Ok(Played::new(&valued, lines))
        };
        let played: Vec<Played> = (0..games).into_par_iter().map(play).collect::<Result<_, LabError>>()?;
        Ok(Self {
            game: simulation.ruleset().ruleset().game.clone(),
            ruleset: simulation.ruleset_hash(),
            seats: simulation.line_up(),
            seed: hex::encode(simulation.seed()),
            games,
            lines,
            measures: MEASURES.iter().enumerate().map(|(at, &name)| measure(at, name, &played)).collect(),
            curve: (0..POINTS).map(|at| point(at, &played)).collect(),
        })
    }
}

/// A measure of each of these games of a simulation, in the rayon pool of the caller.
///
/// # Errors
/// See [`LabError`].
pub(crate) fn of_games(
    simulation: &Simulation,
    numbers: Range<u64>,
    name: &str,
    control: &Control,
) -> Result<Vec<f64>, LabError> {
    let at = MEASURES.iter().position(|known| *known == name);
    let at = at.ok_or(LabError::Internal("a measure of the course is unknown"))?;
    let measure = |number| {
        let valued = simulation.play_valued(number, LINES, control)?;
        Ok(Played::new(&valued, LINES).measures[at])
    };
    numbers.into_par_iter().map(measure).collect()
}

/// What a measure is called.
pub(crate) fn label(name: &str) -> Text {
    TEXTS.both(&format!("course-label-{name}"), &[])
}

fn measure(at: usize, name: &'static str, played: &[Played]) -> CourseMeasure {
    let values: Vec<f64> = played.iter().map(|game| game.measures[at]).collect();
    let text = TEXTS.both(&format!("course-text-{name}"), &[]);
    CourseMeasure { name, label: label(name), text, mean: mean(&values) }
}

fn point(at: usize, played: &[Played]) -> CoursePoint {
    let part = at as f64 / (POINTS - 1) as f64;
    let of = |which: usize| {
        let values: Vec<f64> = played.iter().map(|game| game.at(part)[which]).collect();
        mean(&values).within(0.0, 1.0)
    };
    CoursePoint { at: part, lead: of(0), uncertainty: of(1), winner: of(2) }
}

/// A mean with its interval by Student's t distribution.
fn mean(values: &[f64]) -> Estimate {
    let n = values.len() as u64;
    if n < LEAST_GAMES {
        return Estimate::insufficient(n, Method::StudentT, LEAST_GAMES);
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let half = crate::statistics::student(n - 1) * (squares / (n - 1) as f64 / n as f64).sqrt();
    Estimate::new(n, (mean - half, mean, mean + half), Method::StudentT, LEAST_GAMES)
}

#[cfg(test)]
mod tests;
