//! What an experiment measured, deal by deal.

use crate::routes::prelude::*;

use tapis_lab::Experiment;
use tapis_lab::tabular::as_text;

use super::{NO_STORE, experiment};
use tapis_db::model::ExperimentChunk;

/// Export the data of an experiment.
///
/// A table (CSV, RFC 4180) of the metric of every deal in every arm: the mean over the seatings of the deal. Of a lift there are four
/// numbers for each seat of each seating: what it `won` where it had the value, whether it `had`, what it won times the values it was
/// `dealt`, and how many these were; of the balance the win share of each place in the order of play. Every figure of the comparison can be recomputed from it. Needs the admin token or a key of scope `lab`.
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
pub(super) async fn export_experiment(state: AppState, _: Designer, id: web::Path<String>) -> Answer {
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
    let most = (0..experiment.arms().len()).map(|arm| experiment.numbers(arm)).max().unwrap_or(1);
    let names = experiment.plan().metric.columns(most);
    let mut lines = format!("deal,arm,{}\r\n", names.join(","));
    let mut first = 0;
    for chunk in chunks {
        let mut deals = 0;
        for (at, (arm, values)) in experiment.arms().iter().zip(&chunk.measured).enumerate() {
            let (name, of_deals) = (quoted(&arm.name), values.chunks(experiment.numbers(at)));
            deals = deals.max(of_deals.len());
            for (deal, values) in (first..).zip(of_deals) {
                let values: Vec<String> = values.iter().map(f64::to_string).collect();
                lines += &format!("{deal},{name},{}\r\n", values.join(","));
            }
        }
        first += deals;
    }
    lines
}

/// A field with its quotation marks doubled, and no formula.
fn quoted(text: &str) -> String {
    format!("\"{}\"", as_text(text).replace('"', "\"\""))
}
