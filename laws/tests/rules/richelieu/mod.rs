//! Richelieu against its rules file.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

mod accepted;
mod common;
mod data;
mod docs;
mod ends;
mod features;
mod golden;
mod keys;
mod logs;
mod notation;
mod play;
mod table;
mod turns;
mod worlds;
