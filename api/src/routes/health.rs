//! Is it alive, is it ready, and how is it doing.

use actix_web::http::header;
use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::extract::Administrator;
use crate::problem::{AdminProblems, ApiError, ProblemResponses};

use crate::state::AppState;

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(get_health).service(get_readiness).service(get_metrics);
}

/// The service's condition.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"status": "ok"}))]
pub struct Health {
    /// That all is well; anything else is a refusal.
    pub status: HealthStatus,
}

/// The one condition in which there is something to answer.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthStatus {
    /// All is well.
    Ok,
}

/// Is the process alive.
///
/// Answers as long as the process can answer at all.
#[utoipa::path(
    tag = "operation", operation_id = "getHealth", security(()),
    responses((status = 200, description = "Alive.", body = Health), ProblemResponses)
)]
#[get("/healthz")]
async fn get_health() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: HealthStatus::Ok })
}

/// Can the service take requests.
///
/// 503 while it starts or stops, and when the store does not answer.
#[utoipa::path(
    tag = "operation", operation_id = "getReadiness", security(()),
    responses((status = 200, description = "Ready.", body = Health), ProblemResponses)
)]
#[get("/readyz")]
async fn get_readiness(state: AppState) -> Result<HttpResponse, ApiError> {
    state.service.ready().await?;
    Ok(HttpResponse::Ok().json(Health { status: HealthStatus::Ok }))
}

/// Read the metrics.
///
/// Counters, gauges and histograms in Prometheus' text format. Where an admin token is set, it is required; where none is, they
/// are read on the server's own machine only.
#[utoipa::path(
    tag = "operation", operation_id = "getMetrics", security(("admin_token" = [])),
    responses(
        (status = 200, description = "The metrics.", body = String, content_type = "text/plain",
            example = json!("tapis_moves_total 17\n")),
        AdminProblems, ProblemResponses
    )
)]
#[get("/metrics")]
async fn get_metrics(state: AppState, _: Administrator) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(state.metrics.render(state.service.load(), state.streams.taken())))
}
