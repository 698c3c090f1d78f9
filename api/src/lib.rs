//! The service: HTTP in front, storage behind, games and search in between.
//!
//! [`startup::Application`] is the whole of it; [`routes`] is the one list of what it answers, which feeds the server
//! and [`openapi()`] alike; [`problem::ApiError`] is every refusal it can give.

pub mod analyses;
pub mod arena_cli;
pub mod bots;
pub mod catalogue;
pub mod cli;
pub mod extract;
pub mod hints;
pub mod housekeeping;
pub mod middleware;
pub mod openapi;
pub mod problem;
pub mod retry;
pub mod routes;
pub mod rulesets;
pub mod serve;
pub mod sessions;
pub mod settings;
pub mod solving;
pub mod sources;
pub mod startup;
pub mod state;
pub mod statistics;
pub mod streams;
pub mod telemetry;
pub mod wire;

pub use openapi::openapi;
