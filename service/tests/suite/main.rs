//! All tests of the service from outside, in one program: it is linked once.

#![allow(clippy::unwrap_used, reason = "a test says what it expects by unwrapping it")]

#[path = "../clocks/mod.rs"]
mod clocks;
#[path = "../common/mod.rs"]
mod common;
#[path = "../nodes/mod.rs"]
mod nodes;
mod order_of_checks;
mod people;
#[path = "../../../db/tests/server/mod.rs"]
mod server;
