//! Tests of the sampling solver on positions of known value.

mod coverage;
mod determinism;
mod hidden;
mod limits;
mod proofs;
mod rival;
mod support;
mod tactics;
