//! Traces that are sent to a collector.
//!
//! Spans wait in a bounded queue for a thread of their own: where the collector is slow or away, the newest are dropped and no request
//! waits. Sampling, queue, headers and more are told by the variables that all programs with OpenTelemetry know.

use std::sync::OnceLock;
use std::time::Duration;

use actix_web::http::header::HeaderMap;
use actix_web::http::{Method, StatusCode};
use anyhow::Context as _;
use opentelemetry::KeyValue;
use opentelemetry::propagation::{Extractor, TextMapPropagator as _};
use opentelemetry::trace::{Span as _, SpanKind, Status, Tracer as _, TracerProvider as _};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider, Span};
use url::Url;

use super::client::Client;

/// How long the end of the program waits for the collector.
const FINISHED_WITHIN: Duration = Duration::from_secs(2);

/// The variables that say where the collector is, in a program that was not told by its flag.
const STANDARD: [&str; 2] = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];

/// Where spans go, once it was said. There is one a process.
static TRACES: OnceLock<(SdkTracerProvider, SdkTracer)> = OnceLock::new();

/// The trace of a request under way. One that is dropped without an answer is told without a status.
pub struct RequestTrace(Option<Span>);

/// Has traces sent to `collector`, or to where the standard variables say; to nowhere where neither does.
///
/// # Errors
/// The variables cannot be used.
pub fn init(collector: Option<&Url>) -> anyhow::Result<()> {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if collector.is_none() && !STANDARD.into_iter().any(is_set) {
        return Ok(());
    }
    if let Some(collector) = collector
        && !["http", "https"].contains(&collector.scheme())
    {
        anyhow::bail!("--otlp-endpoint begins with http:// or https://");
    }
    let client = Client::new().context("traces cannot be sent")?;
    let mut exporter =
        SpanExporter::builder().with_http().with_http_client(client).with_protocol(Protocol::HttpBinary);
    if let Some(collector) = collector {
        exporter = exporter.with_endpoint(format!("{}/v1/traces", collector.as_str().trim_end_matches('/')));
    }
    let exporter = exporter.build().context("traces cannot be sent")?;
    let mut resource = Resource::builder();
    if !is_set("OTEL_SERVICE_NAME") {
        resource = resource.with_service_name("tapis");
    }
    let resource = resource.with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
    let provider =
        SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource.build()).build();
    let tracer = provider.tracer("tapis");
    TRACES.set((provider, tracer)).map_err(|_| anyhow::anyhow!("traces were set up before"))
}

/// Sends what is left, if the collector takes it soon. Blocks.
pub fn finish() {
    if let Some((provider, _)) = TRACES.get()
        && let Err(error) = provider.shutdown_with_timeout(FINISHED_WITHIN)
    {
        tracing::debug!(%error, "the last traces were not sent");
    }
}

impl RequestTrace {
    /// A request begins: a part of the trace that its caller names, if it names one.
    pub fn begin(headers: &HeaderMap) -> Self {
        Self(TRACES.get().map(|(_, tracer)| {
            let parent = TraceContextPropagator::new().extract(&Headers(headers));
            let span = tracer.span_builder("request").with_kind(SpanKind::Server);
            span.start_with_context(tracer, &parent)
        }))
    }

    /// It was answered. `route` is the pattern of its path, if there is one: never the path itself, which names games.
    pub fn end(self, method: &Method, route: Option<&str>, status: StatusCode) {
        let Some(mut span) = self.0.filter(|span| span.is_recording()) else { return };
        let method = known(method);
        span.update_name(route.map_or_else(|| method.to_owned(), |route| format!("{method} {route}")));
        span.set_attribute(KeyValue::new("http.request.method", method));
        span.set_attribute(KeyValue::new("http.response.status_code", i64::from(status.as_u16())));
        if let Some(route) = route {
            span.set_attribute(KeyValue::new("http.route", route.to_owned()));
        }
        if status.is_server_error() {
            span.set_status(Status::error(""));
        }
        span.end();
    }
}

/// Callers may make methods up.
fn known(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];
    known.into_iter().find(|known| *known == method.as_str()).unwrap_or("_OTHER")
}

/// The headers of a request.
struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(|name| name.as_str()).collect()
    }
}
