//! Statistics of finished games, at tables and in the lab.

mod counts;
mod experiments;
mod forms;
mod lineups;
mod pages;
mod periods;
mod replays;
mod simulated;
