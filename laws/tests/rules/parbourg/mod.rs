//! Parbourg: whole games, the booklet's example and questions, every effect, decks.

#![allow(clippy::unwrap_used)]

mod alchemy;
mod booklet;
mod data;
mod docs;
mod effects;
mod logs;
mod others;
mod random;
mod table;
mod texts;
mod worlds;
