//! The exhaustive solver from outside: against the oracle, and through the engine's door.

mod comparison;
mod door;
mod games;
mod malin;
mod oracle;
mod positions;
mod rounds;
