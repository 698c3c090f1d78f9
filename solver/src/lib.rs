//! Search over the traits of games: hints, bots and games between them.
//!
//! Everything here works on a seat's observation, never on the true state. Only `heuristics/<game>.rs` knows a game.
//! [`registry::Registry`] is the list of games, and finds the [`engine::Engine`] of a ruleset for callers that hold games as
//! objects. An engine takes a [`request::Request`] and gives an [`answer::Answer`].

pub mod answer;
pub mod aside;
pub mod bots;
pub mod calibration;
pub mod confidence;
pub mod control;
pub mod engine;
pub mod error;
pub mod estimate;
pub mod exhaustive;
#[cfg(feature = "testing")]
#[path = "../examples/measuring/fingerprint/mod.rs"]
pub mod fingerprint;
mod forecast;
pub mod grades;
pub mod heuristics;
mod insight;
#[cfg(feature = "testing")]
#[path = "../examples/measuring/learning/mod.rs"]
pub mod learning;
pub mod oracle;
pub mod reference;
pub mod registry;
pub mod report;
pub mod request;
pub mod sampling;
pub mod simulation;
pub mod task;
#[cfg(feature = "testing")]
pub mod trials;
pub mod value;
pub mod words;
