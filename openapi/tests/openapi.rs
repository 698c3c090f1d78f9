//! The document: what it says, and what stands in texts beside it.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod document;
mod excerpts;
mod phrases;
