//! Tests of the exhaustive solver from outside: against the oracle, and through the engine.

mod cases;
mod claims;
mod comparison;
mod concepts;
mod engine;
mod games;
mod hints;
mod malin;
mod oracle;
mod plans;
mod played;
mod positions;
mod rounds;
