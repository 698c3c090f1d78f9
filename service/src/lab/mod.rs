//! The lab: bots play a ruleset in memory, and what came of the games is kept for the statistics.
//!
//! A [`Simulation`] is a ruleset, a line-up and a seed. Its games are numbered: every deal is played in every different
//! seating, so that no player has the better cards. Game *n* depends on the simulation and on *n* alone, and its id on
//! nothing else: whatever the number of threads and however often it is interrupted, the same games are recorded, each once.

mod simulation;

pub use simulation::{LabError, Simulation};
