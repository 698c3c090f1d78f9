//! Is it alive, is it ready, and how is it doing.

use super::prelude::*;

use actix_web::http::header::ContentType;
use tapis_games::refusal::Text;
use tapis_service::tables::{Doubt, DoubtName};

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(get_health).service(get_readiness).service(get_metrics);
}

/// The service's condition.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"status": "ok"}))]
pub struct Health {
    /// That all is well; any other condition is a refusal.
    pub status: HealthStatus,
    /// Why the clock may be wrong although the service runs. Only in the answer about readiness.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clock_doubts: Vec<ClockDoubt>,
}

/// Why the clock may be wrong.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"code": "ahead", "text": "The newest event is 40 days old: the clock is wrong, or nothing happened for so long."}))]
pub struct ClockDoubt {
    /// A stable code.
    pub code: DoubtName,
    /// The same in words.
    pub text: Text,
}

impl Health {
    fn ok(doubts: Vec<Doubt>) -> Answer {
        let clock_doubts =
            doubts.into_iter().map(|doubt| ClockDoubt { code: doubt.name(), text: doubt.text() });
        let health = Self { status: HealthStatus::Ok, clock_doubts: clock_doubts.collect() };
        Ok(HttpResponse::Ok()
            .content_type(ContentType::json())
            .body(languages::json(&health).map_err(ApiError::internal)?))
    }
}

/// The condition of a service that answers.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthStatus {
    /// All is well.
    Ok,
}

/// Check whether the process is alive.
///
/// Answers as long as the process can answer at all.
#[utoipa::path(
    tag = "operation", operation_id = "getHealth", security(()),
    responses((status = 200, description = "Alive.", body = Health), ProblemResponses)
)]
#[get("/healthz")]
async fn get_health() -> Answer {
    Health::ok(Vec::new())
}

/// Check whether the service can take requests.
///
/// Answers 503 while the service starts or stops, and while the store does not answer. If the clock is doubtful, the answer says so.
#[utoipa::path(
    tag = "operation", operation_id = "getReadiness", security(()),
    responses((status = 200, description = "Ready.", body = Health), ProblemResponses)
)]
#[get("/readyz")]
async fn get_readiness(state: AppState) -> Answer {
    state.service.ready().await?;
    Health::ok(state.service.doubts())
}

/// Read the metrics.
///
/// Counters, gauges and histograms in the text format of Prometheus. Needs the admin token.
#[utoipa::path(
    tag = "operation", operation_id = "getMetrics", security(("admin_token" = [])),
    responses(
        (status = 200, description = "The metrics.", body = String, content_type = "text/plain",
            example = json!("tapis_moves_total 17\n")),
        AdminProblems, ProblemResponses
    )
)]
#[get("/metrics")]
async fn get_metrics(state: AppState, _: Administrator) -> Answer {
    Ok(HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(state.metrics.render(state.service.load(), state.streams.taken())))
}
