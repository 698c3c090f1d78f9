//! The rules from outside: each game against its booklet, its documents and its records, the laws of the contract, the second
//! implementation that recounts games, and the kit that finds what breaks a law.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;
mod kit;
mod laws;
mod malin;
mod parbourg;
mod recounts;
mod richelieu;
mod sept_blasons;
mod told;
