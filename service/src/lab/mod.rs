//! The lab: bots play a ruleset in memory, and what came of the games is kept for the statistics.
//!
//! A [`Simulation`] is a ruleset, a line-up and a seed. Its games are numbered: every deal is played in every different
//! seating, so that no player has the better cards. Game *n* depends on the simulation and on *n* alone, and its id on
//! nothing else: whatever the number of threads and however often it is interrupted, the same games are recorded, each once.
//!
//! An [`Experiment`] compares arms: simulations of one seed, so that all are dealt the same cards. A [`Metric`] is taken deal by
//! deal, and the differences between the arms have intervals that hold however often they are looked at.

mod experiment;
mod metric;
mod seed;
mod sequence;
mod simulation;

pub use experiment::{Arm, ArmFigures, Comparison, Experiment, Outcome, Plan, PlannedArm, Stop, Verdict};
pub use metric::{Metric, ParseMetricError};
pub use seed::seed_of;
pub use sequence::{Interval, Sequence};
pub use simulation::{LabError, Simulation};
