//! The service in this process, asked over HTTP: what each resource answers, refuses and keeps.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod aid;
mod analyses;
mod configuration;
mod document;
mod drawn;
mod faults;
mod games;
mod hints;
mod hostile;
mod languages;
mod moves;
mod operation;
mod parbourg;
mod reviews;
mod rules;
mod rulesets;
#[allow(dead_code, reason = "made for tests of the store")]
#[path = "../../../db/tests/server/mod.rs"]
mod server;
mod sizes;
mod statistics;
mod table;
mod two_worlds;
