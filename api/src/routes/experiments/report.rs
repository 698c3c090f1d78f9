//! An experiment for those who decide: on one page, and drawn.

use actix_web::http::header;
use actix_web::{HttpResponse, get, web};
use serde::Deserialize;
use tapis_lab::chart::{of_experiment, svg};
use tapis_lab::report::experiment_html;
use utoipa::{IntoParams, ToSchema};

use super::super::respond::{STANDALONE, with};
use super::{NO_STORE, report};
use crate::extract::{Designer, Query};
use crate::languages;
use crate::problem::{ApiError, DesignerProblems, NoSuchExperiment, ProblemResponses, QueryProblems};
use crate::state::AppState;

/// What to draw.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct DrawQuery {
    /// What to draw; when absent the differences, or the arms where nothing is compared.
    #[param(inline)]
    of: Option<Drawn>,
}

/// What there is to draw of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Drawn {
    /// The mean of every arm.
    Arms,
    /// The difference of every comparison.
    Differences,
}

/// Read the report of an experiment.
///
/// One HTML page that needs nothing else: what was asked, the answers, charts with the intervals of the stopping rule, the arms, all
/// figures, and the plan. It may be read while the experiment is played. In the requested language or else in English. Needs the
/// admin token or a key of scope `lab`.
#[utoipa::path(
    tag = "experiments", operation_id = "getExperimentReport", security(("admin_token" = []), ("api_key" = [])),
    params(("id" = String, Path, description = "The experiment.", example = json!(super::EXAMPLE_ID))),
    responses(
        (status = 200, description = "The page.", body = String, content_type = "text/html",
            example = json!("<!DOCTYPE html><html lang=\"en\">…</html>")),
        DesignerProblems, NoSuchExperiment, ProblemResponses
    )
)]
#[get("/v1/experiments/{id}/report")]
pub(super) async fn get_experiment_report(
    state: AppState,
    _: Designer,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let (report, language) = (report(&state, id.into_inner()).await?, languages::asked().one());
    let page = state.service.answers().make_here(move || experiment_html(&report, language)).await?;
    let response =
        HttpResponse::Ok().content_type("text/html; charset=utf-8").insert_header(NO_STORE).body(page);
    Ok(with(response, header::CONTENT_SECURITY_POLICY, STANDALONE))
}

/// Draw an experiment.
///
/// A chart as SVG with the intervals of the stopping rule, which hold all together, however often you look. It includes a description
/// in words, in the requested language or else in English. Needs the admin token or a key of scope `lab`.
#[utoipa::path(
    tag = "experiments", operation_id = "getExperimentChart", security(("admin_token" = []), ("api_key" = [])),
    params(("id" = String, Path, description = "The experiment.", example = json!(super::EXAMPLE_ID)), DrawQuery),
    responses(
        (status = 200, description = "The chart.", body = String, content_type = "image/svg+xml",
            example = json!("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"><title>Richelieu: differences between the arms</title></svg>")),
        DesignerProblems, NoSuchExperiment, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/experiments/{id}/chart.svg")]
pub(super) async fn get_experiment_chart(
    state: AppState,
    _: Designer,
    id: web::Path<String>,
    Query(query): Query<DrawQuery>,
) -> Result<HttpResponse, ApiError> {
    let (report, language) = (report(&state, id.into_inner()).await?, languages::asked().one());
    let chart = match query.of {
        Some(Drawn::Arms) => of_experiment::arms(&report, language),
        Some(Drawn::Differences) => of_experiment::differences(&report, language),
        None => of_experiment::main(&report, language),
    };
    let drawn = svg::draw(&chart, "chart", language);
    let response = HttpResponse::Ok().content_type("image/svg+xml").insert_header(NO_STORE).body(drawn);
    Ok(with(response, header::CONTENT_SECURITY_POLICY, STANDALONE))
}
