//! Statistics of finished games, at tables and in the lab.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod counts;
mod experiments;
mod forms;
mod lineups;
mod pages;
mod periods;
mod replays;
mod simulated;
