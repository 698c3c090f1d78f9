//! The sampling solver on positions whose worth is known.

mod coverage;
mod determinism;
mod hidden;
mod limits;
mod rival;
mod support;
mod tactics;
