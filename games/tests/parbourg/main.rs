//! Parbourg: whole games, the booklet's example and questions, every effect, decks.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod random;
