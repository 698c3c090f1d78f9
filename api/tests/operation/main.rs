//! What is so for every call: health, refusals, headers, limits, the documents, starting and being patient.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod administrator;
mod answers;
mod attacks;
mod clock;
mod connections;
mod cors;
mod docs;
mod fixture;
mod guesses;
mod housekeeping;
mod keys;
mod logins;
mod long_answers;
mod matching;
mod mcp;
mod metrics;
mod nulls;
mod players;
mod proxies;
mod push;
mod quotas;
mod rates;
mod ratings;
mod retries;
#[path = "../../../db/tests/server/mod.rs"]
mod server;
mod space;
mod spellings;
mod start;
mod statistics;
mod webhooks;
