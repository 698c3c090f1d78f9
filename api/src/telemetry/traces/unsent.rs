//! A program without traces: they cost nothing.

use actix_web::http::header::HeaderMap;
use actix_web::http::{Method, StatusCode};
use url::Url;

/// The variables by which other programs are told where to send traces.
const STANDARD: [&str; 2] = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];

/// The trace of a request, of which there is none.
pub struct RequestTrace;

/// Has traces sent to `collector`, which this program cannot.
///
/// # Errors
/// A collector was named.
pub fn init(collector: Option<&Url>) -> anyhow::Result<()> {
    if collector.is_some() {
        anyhow::bail!(
            "this program was built without traces: leave --otlp-endpoint out, or build it with `cargo build --release --features otlp`"
        );
    }
    for name in STANDARD.into_iter().filter(|name| std::env::var_os(name).is_some()) {
        tracing::warn!("{name} is passed over: this program was built without the feature otlp");
    }
    Ok(())
}

/// Sends what is left.
pub fn finish() {}

impl RequestTrace {
    /// A request begins.
    pub fn begin(_: &HeaderMap) -> Self {
        Self
    }

    /// It was answered.
    pub fn end(self, _: &Method, _: Option<&str>, _: StatusCode) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_traces_says_so_to_who_wants_them() {
        let refused = init(Some(&"http://127.0.0.1:4318".parse().unwrap())).unwrap_err().to_string();
        assert!(refused.contains("--otlp-endpoint") && refused.contains("--features otlp"), "{refused}");
        assert!(init(None).is_ok());
    }
}
