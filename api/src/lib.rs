//! HTTP and nothing else: routes, extractors, middleware, problems, bodies and the OpenAPI document, over
//! [`tapis_service`] and [`tapis_lab`], which it joins.
//!
//! [`startup::Application`] is the whole of it; [`routes`] is the one list of what it answers, which feeds the server
//! and [`openapi()`] alike; [`problem::ApiError`] is every refusal it can give.

/// An example of the document, which stands in `text/examples`.
macro_rules! example {
    ($name:literal) => {
        $crate::openapi::read_example(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/text/examples/",
            $name,
            ".json"
        )))
    };
}

#[macro_use]
mod at_once;

mod allowance;
pub mod commands;
mod dispatch;
pub mod etag;
pub mod extract;
mod fallback;
mod gzip;
pub mod housekeeping;
pub mod keys;
pub mod languages;
mod login;
mod mcp;
pub mod middleware;
pub mod openapi;
mod outbox;
mod outgoing;
pub mod paths;
pub mod pictures;
pub mod places;
pub mod problem;
mod push;
mod push_keys;
pub mod quotas;
pub mod rates;
pub mod routes;
pub mod serve;
pub mod serving;
pub mod settings;
pub mod startup;
pub mod state;
pub mod telemetry;
mod until_revoked;
mod webhooks;
pub mod wire;

pub use openapi::openapi;
