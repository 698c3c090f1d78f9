//! Advice from a solver: hints in a game, and analyses of posted observation logs.
//!
//! Nothing here ever holds a true state: every search starts from an observation log.

pub mod analyses;
pub mod hints;
