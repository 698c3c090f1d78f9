//! The learned evaluation: a small network per game that judges a world after a few plies of a line.
//!
//! * [`Inputs`] are the facts about a position that a seat's network reads. A game lists them in its heuristics
//!   ([`Heuristics::inputs`](crate::heuristics::Heuristics::inputs)), in terms that any options or deck of the game give;
//! * [`Network`] turns them into [`Outputs`], one for each seat, without unsafe code and in a fixed order of operations, so that
//!   a position has the same evaluation on any processor and any number of threads;
//! * the game turns the outputs of all seats into an [`Outlook`]: win shares and points.
//!
//! The weights are data, `solver/data/<game>.json`. `cargo xtask learn --game G` makes them from nothing by self-play.

mod inputs;
mod network;
mod outlook;

pub use inputs::{Inputs, inputs_of};
pub use network::{HIDDEN, Network, WeightsError};
pub use outlook::{Outlook, Outputs, POINTS_UNIT, softmax};
