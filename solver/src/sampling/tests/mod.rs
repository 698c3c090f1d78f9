//! Tests of the sampling solver on positions of known value.

mod careless;
mod claims;
mod coverage;
mod determinism;
mod hidden;
mod kept;
mod limits;
mod rival;
mod support;
mod tactics;
