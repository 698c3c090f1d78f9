//! What is for the night: load, kills at any moment, long waits, ranks of times (`cargo xtask soak --nightly`).
#![allow(clippy::unwrap_used, reason = "tests")]

#[allow(dead_code, reason = "of the tests of the program")]
#[path = "../live/binary.rs"]
mod binary;
#[path = "../common/mod.rs"]
mod common;
mod delays;
mod follower;
mod hint_load;
#[path = "../live/knobs.rs"]
mod knobs;
mod lab_kills;
mod newcomers;
mod nodes;
mod nodes_clocks;
mod nodes_rolling;
#[allow(dead_code, reason = "of the tests of the program")]
#[path = "../live/player.rs"]
mod player;
mod reviews;
#[allow(dead_code, reason = "made for tests of the store")]
#[path = "../../../db/tests/server/mod.rs"]
mod server;
#[allow(dead_code, reason = "of the tests of the program")]
#[path = "../live/table.rs"]
mod table;
#[path = "../live/waiting.rs"]
mod waiting;
