//! The course of games by win probabilities: when they are decided, how often the lead changes, how long they stay open.
//!
//! The lab plays a sample of games, and the reference player estimates the win probabilities of every position (`tapis_solver`'s
//! `simulation::course`). A seat leads when it is ahead of all others by more than two standard errors of the estimate. So the noise of
//! the estimate does not count as a change of the lead.

use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;
use tapis_games::refusal::Text;
use tapis_solver::control::Control;
use tapis_solver::simulation::ValuedGame;

use crate::simulation::each;
use crate::statistics::{Estimate, mean_of_values};
use crate::words::TEXTS;
use crate::{LabError, Sampled, Simulation};

mod game;

use game::Played;

/// The number of points of a curve: the beginning of a game, and each twentieth of it up to the end.
const POINTS: usize = 21;
/// The lines for each position when the course is the metric of an experiment. The number is fixed, because the noise depends on it.
pub(crate) const LINES: u32 = 50;
/// With fewer games than this there is no interval.
const LEAST_GAMES: u64 = 2;

/// How games go.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Course {
    /// Which games.
    #[serde(flatten)]
    pub of: Sampled,
    /// The number of games.
    pub games: u64,
    /// How many lines estimate each position.
    pub lines: u32,
    /// The measures, each a mean over the games.
    pub measures: Vec<CourseMeasure>,
    /// The curves, from the beginning of a game to its end.
    pub curve: Vec<CoursePoint>,
}

/// A measure of the course.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CourseMeasure {
    /// Its stable name.
    pub name: &'static str,
    /// Its name for people.
    pub label: Text,
    /// Its definition.
    pub text: Text,
    /// The mean over the games.
    pub mean: Estimate,
}

/// A point of the curves: means over the games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoursePoint {
    /// Where in the game: 0 is after the set-up, 1 is the end.
    pub at: f64,
    /// By how much the first is ahead of the second, in win probability.
    pub lead: Estimate,
    /// The entropy of the win probabilities, 1 where all seats have the same.
    pub uncertainty: Estimate,
    /// The win probability of the later winner; of several winners, the highest.
    pub winner: Estimate,
}

/// The measure that counts changes of the lead. All other measures are from 0 to 1.
pub(crate) const LEAD_CHANGES: &str = "lead_changes";
/// The measures, in their order.
pub(crate) const MEASURES: [&str; 5] = [LEAD_CHANGES, "drama", "behind", "decided_after", "uncertainty"];

impl Course {
    /// Plays `games` games of a simulation, and `lines` lines from each of their positions, in the rayon pool of the caller.
    /// `progress` gets the number of games played so far.
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
        let play = |number| Ok(Played::new(&simulation.play_valued(number, lines, control)?, lines));
        let played = each(games, progress, play)?;
        Ok(Self {
            of: simulation.sampled(),
            games,
            lines,
            measures: MEASURES.iter().enumerate().map(|(at, &name)| measure(at, name, &played)).collect(),
            curve: (0..POINTS).map(|at| point(at, &played)).collect(),
        })
    }
}

/// One measure for each of the games `numbers` of a simulation. They are played in the rayon pool of the caller.
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

/// The name of a measure for people.
pub(crate) fn label(name: &str) -> Text {
    TEXTS.both(&format!("course-label-{name}"), &[])
}

fn measure(at: usize, name: &'static str, played: &[Played]) -> CourseMeasure {
    let values: Vec<f64> = played.iter().map(|game| game.measures[at]).collect();
    let text = TEXTS.both(&format!("course-text-{name}"), &[]);
    CourseMeasure { name, label: label(name), text, mean: mean_of_values(&values, 0.0, LEAST_GAMES) }
}

fn point(at: usize, played: &[Played]) -> CoursePoint {
    let part = at as f64 / (POINTS - 1) as f64;
    let of = |which: usize| {
        let values: Vec<f64> = played.iter().map(|game| game.at(part)[which]).collect();
        mean_of_values(&values, 0.0, LEAST_GAMES).within(0.0, 1.0)
    };
    CoursePoint { at: part, lead: of(0), uncertainty: of(1), winner: of(2) }
}

#[cfg(test)]
mod tests;
