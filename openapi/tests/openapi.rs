//! The document: what it says, the rules it keeps, and what stands in texts beside it.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod document;
mod excerpts;
mod lint_rules;
mod phrases;
