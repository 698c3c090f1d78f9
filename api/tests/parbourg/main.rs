//! Parbourg over HTTP: seats that pass by themselves, decks of designers, refusals.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod auto_pass;
mod decks;
mod refusals;
mod stacked;
