//! An experiment for those who decide, on one page.

use crate::routes::prelude::*;

use tapis_lab::report::experiment_html;

use super::{NO_STORE, report};

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
pub(super) async fn get_experiment_report(state: AppState, _: Designer, id: web::Path<String>) -> Answer {
    let (report, language) = (report(&state, id.into_inner()).await?, languages::asked().one());
    let page = state.service.answers().make_here(move || experiment_html(&report, language)).await?;
    let response =
        HttpResponse::Ok().content_type("text/html; charset=utf-8").insert_header(NO_STORE).body(page);
    Ok(with(response, header::CONTENT_SECURITY_POLICY, STANDALONE))
}
