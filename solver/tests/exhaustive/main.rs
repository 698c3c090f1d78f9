//! The exhaustive solver from outside: against the oracle, and through the engine's door.

mod door;
mod games;
mod oracle;
mod positions;
