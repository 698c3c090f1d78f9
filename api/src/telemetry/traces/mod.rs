//! Traces: a span a request, in a program that was built with the feature `otlp`.

#[cfg(feature = "otlp")]
mod client;
#[cfg(feature = "otlp")]
mod sent;
#[cfg(not(feature = "otlp"))]
mod unsent;

#[cfg(feature = "otlp")]
pub use sent::{RequestTrace, finish, init};
#[cfg(not(feature = "otlp"))]
pub use unsent::{RequestTrace, finish, init};
