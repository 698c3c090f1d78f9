//! What hints claim, and how often it holds.

use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse, get};
use serde_json::json;
use tapis_service::catalogue::Document;
use tapis_solver::calibration::Calibration;

use super::respond::public;
use crate::problem::{ApiError, ProblemResponses};

/// Read how far hints can be trusted.
///
/// Sampled hints claim intervals of values and of differences, and sets of moves that are good enough. These claims are based
/// on this table, which was measured beforehand. For each game, number of seats, third of the game and lines of the search, it
/// has the parameters of the claims, and how often the claims held in positions that were not fitted. Exhaustive hints need no
/// calibration. A table belongs to one search, which `search` identifies.
#[utoipa::path(
    tag = "hints", operation_id = "getCalibration", security(()),
    responses(
        (status = 200, description = "The table.", body = Calibration, example = json!(example())),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        ProblemResponses
    )
)]
#[get("/v1/solver/calibration")]
pub(super) async fn get_calibration(request: HttpRequest) -> Result<HttpResponse, ApiError> {
    static TABLE: LazyLock<Document> = LazyLock::new(|| Document::of(Calibration::current()));
    public(&request, &TABLE, "application/json", None)
}

fn example() -> serde_json::Value {
    let held = |of: u32, share: f64, low: f64, high: f64| json!({"of": of, "share": share, "low": low, "high": high});
    let check = json!({
        "positions": 50, "exact": 1, "values": held(50, 0.96, 0.865, 0.989), "differences": held(50, 0.94, 0.838, 0.979),
        "sets": held(44, 0.932, 0.818, 0.977), "claimed": 0.941, "small": 0.86, "calibration_error": 0.018
    });
    json!({
        "command": "cargo xtask calibrate --positions 300 --games all --budgets 300,2000 --reference 20000 --seed 1",
        "date": "2026-11-25",
        "search": "9b74c9897bac770ffc029102a200c5de2a5bb9c1e4b5e1f3f1a0c8d7e6f50413",
        "reference": 20_000,
        "games": [{"game": "richelieu", "seats": "two", "options": ["{}"], "thirds": [13.5, 7.0]}],
        "buckets": [{
            "game": "richelieu", "seats": "two", "third": 2, "lines": 2_000, "pooled": false, "fitted": 50,
            "claims": {
                "map": {"shift": 0.02, "slope": 1.31}, "bias": 0.071, "quantile": 1.94,
                "difference_bias": 0.052, "difference_quantile": 2.07, "model_error": 0.05
            },
            "check": check
        }],
        "all": check
    })
}
