//! The OpenAPI document and the service say the same: every example and default is of its schema, and so is every answer of
//! whole games.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod bounds;
mod examples;
mod live;
mod rules;
mod shape;
