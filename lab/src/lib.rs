//! What tapis does for designers, without HTTP: games of bots, figures of finished games, and what is written of them.
//!
//! Bots play a ruleset in memory, and what came of the games is kept for the statistics.
//!
//! A [`Simulation`] is a ruleset, a line-up and a seed. Its games are numbered: every deal is played in every different
//! seating, so that no player has the better cards. Game *n* depends on the simulation and on *n* alone, and its id on
//! nothing else: whatever the number of threads and however often it is interrupted, the same games are recorded, each once.
//!
//! An [`Experiment`] compares arms: simulations of one seed, so that all are dealt the same cards. A [`Metric`] is taken deal by
//! deal, and the differences between the arms have intervals that hold however often they are looked at.
//!
//! The [`Laboratory`] plays the experiments that a running service is asked for.
//!
//! A [`FirstLook`] is what is asked first of any game.
//!
//! [`statistics`] turns counts into figures, [`export`] writes what they were counted from to files, as [`tabular`] data, [`chart`]
//! draws figures, [`told`] says them on the command line, and [`report`] puts them on one page.

mod adjusted;
pub mod chart;
mod course;
mod experiment;
pub mod export;
mod first_look;
mod laboratory;
mod luck;
mod metric;
mod moments;
mod ratings;
#[cfg(test)]
mod repeated_tests;
mod replay;
pub mod report;
mod sequence;
mod simulation;
mod spending;
pub mod statistics;
pub mod tabular;
pub mod told;
mod words;

pub use adjusted::{Adjusted, AdjustedShare};
pub use course::{Course, CourseMeasure, CoursePoint};
pub use experiment::{
    Arm, ArmFigures, Compare, Comparison, Equipment, Experiment, Found, Goal, Interacting, MeasuredFeature,
    Outcome, Plan, PlannedArm, Stop, Verdict, seed_of,
};
pub use first_look::{Contest, FirstLook, Means};
pub use laboratory::{LabSettings, Laboratory, Progress, Report, ask, conduct, reported};
pub use luck::{Components, Luck, ShareOfVariance};
pub use metric::Metric;
pub use ratings::{Ratings, meetings, pairs, ratings};
pub use replay::SimulatedReplay;
pub use sequence::{Interval, Sequence};
pub use simulation::{LabError, Sampled, Simulation};
