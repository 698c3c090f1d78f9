//! What an experiment measured, deal by deal.

use actix_web::{HttpResponse, get, web};
use bytes::Bytes;
use tapis_lab::Experiment;
use tapis_lab::tabular::as_text;
use tapis_service::ServiceError;

use super::{NO_STORE, experiment};
use crate::extract::Designer;
use crate::problem::{ApiError, DesignerProblems, NoSuchExperiment, ProblemResponses};
use crate::state::AppState;
use tapis_db::model::ExperimentChunk;

/// Export the data of an experiment.
///
/// A table (CSV, RFC 4180) of the metric of every deal in every arm: the mean over the seatings of the deal. Every figure of
/// the comparison can be recomputed from it. Needs the admin token or a key of scope `lab`.
#[utoipa::path(
    tag = "experiments", operation_id = "exportExperiment", security(("admin_token" = []), ("api_key" = [])),
    params(("id" = String, Path, description = "The experiment.", example = json!(super::EXAMPLE_ID))),
    responses(
        (status = 200, description = "A table of deals, arms and values.", body = String, content_type = "text/csv",
            example = json!("deal,arm,value\r\n0,standard,0.5\r\n")),
        DesignerProblems, NoSuchExperiment, ProblemResponses
    )
)]
#[get("/v1/experiments/{id}/export")]
pub(super) async fn export_experiment(
    state: AppState,
    _: Designer,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let experiment = experiment(&state, id.into_inner()).await?;
    let store = state.service.store().clone();
    let made = move || {
        let chunks = store.experiment_chunks(experiment.id())?;
        Ok::<_, ServiceError>(table(&experiment, &chunks))
    };
    let table = state.service.answers().make_here(made).await??;
    Ok(HttpResponse::Ok().content_type("text/csv").insert_header(NO_STORE).body(Bytes::from(table)))
}

fn table(experiment: &Experiment, chunks: &[ExperimentChunk]) -> String {
    let mut lines = String::from("deal,arm,value\r\n");
    let mut first = 0;
    for chunk in chunks {
        for (arm, values) in experiment.arms().iter().zip(&chunk.measured) {
            let name = quoted(&arm.name);
            for (deal, value) in (first..).zip(values) {
                lines += &format!("{deal},{name},{value}\r\n");
            }
        }
        first += chunk.measured.iter().map(Vec::len).max().unwrap_or(0);
    }
    lines
}

/// A field with its quotation marks doubled, and no formula.
fn quoted(text: &str) -> String {
    format!("\"{}\"", as_text(text).replace('"', "\"\""))
}
