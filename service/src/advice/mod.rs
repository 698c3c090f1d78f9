//! Advice: what callers may ask of a solver, who may search now, and analyses of posted observations.
//!
//! Nothing here ever holds a true state: every search starts from an observation log.

pub mod analyses;
pub mod hints;
