//! The search from outside: against the oracle, through the engine, as bots and in what hints say.

mod exhaustive;
mod explanations;
mod fingerprints;
mod kept;
mod named;
mod parbourg;
mod threads;
mod work;
