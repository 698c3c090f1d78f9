//! Rules of the tapis card games, pure: no I/O, no clock, no randomness of their own, no HTTP.
//!
//! Read [`game`] first: it is the whole contract between a game and everything that plays, searches, shows or
//! stores it. [`erased`] turns a typed game into objects the service can hold side by side.

mod belief;
mod bits;
pub mod by_viewer;
pub mod erased;
pub mod feature;
pub mod game;
mod hash;
pub mod history;
pub mod json;
pub mod lines;
pub mod log;
pub mod malin;
mod names;
pub mod parbourg;
pub mod payoff;
pub mod random;
mod rebuild;
pub mod refusal;
pub mod richelieu;
pub mod ruleset;
pub mod seat;
pub mod sept_blasons;
#[cfg(feature = "testing")]
pub mod testing;
mod words;
