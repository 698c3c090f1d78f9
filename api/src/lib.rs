//! HTTP and nothing else: routes, extractors, middleware, problems, bodies and the OpenAPI document, over
//! [`tapis_service`].
//!
//! [`startup::Application`] is the whole of it; [`routes`] is the one list of what it answers, which feeds the server
//! and [`openapi()`] alike; [`problem::ApiError`] is every refusal it can give.

pub mod commands;
pub mod extract;
pub mod housekeeping;
pub mod middleware;
pub mod openapi;
pub mod problem;
pub mod quotas;
pub mod routes;
pub mod serve;
pub mod settings;
pub mod startup;
pub mod state;
pub mod telemetry;
pub mod wire;

pub use openapi::openapi;
