//! The binary as its users run it: started as a process, spoken to over loopback, killed and started again.
#![allow(clippy::unwrap_used, reason = "tests")]

mod adjusted;
mod binary;
mod bots_finish;
mod clocks;
mod commands;
mod experiment;
mod keys;
mod kills;
mod knobs;
mod lab;
mod leases;
mod many;
mod nodes;
mod nodes_analyses;
mod nodes_lab;
mod nodes_push;
mod nodes_reviews;
mod nodes_webhooks;
mod player;
#[path = "../common/push.rs"]
mod push;
mod questions;
mod readme;
#[path = "../common/receiver.rs"]
mod receiver;
mod review;
mod secrets;
#[allow(dead_code, reason = "made for tests")]
#[path = "../../../db/tests/server/mod.rs"]
mod server;
mod shutdown;
mod simulate;
mod sockets;
mod submits;
mod table;
mod terminal;
mod tools;
mod waiting;
