//! Tests of the exhaustive solver from outside: against the oracle, and through the engine.

mod cases;
mod claims;
mod comparison;
mod concepts;
mod ends;
mod engine;
mod games;
mod hints;
mod malin;
mod oracle;
mod played;
mod positions;
mod rounds;
