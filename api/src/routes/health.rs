//! Is it alive, is it ready.

use actix_web::{HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::problem::{ApiError, ProblemResponses};
use crate::state::{AppState, answered};

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(get_health).service(get_readiness);
}

/// The service's condition.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// `ok`.
    #[schema(example = "ok")]
    pub status: &'static str,
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
    HttpResponse::Ok().json(Health { status: "ok" })
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
    if state.stopping.is_cancelled() {
        return Err(ApiError::ShuttingDown);
    }
    answered(|reply| state.store.ping_then(reply)).await.map_err(|_| ApiError::StoreUnavailable)?;
    Ok(HttpResponse::Ok().json(Health { status: "ok" }))
}
