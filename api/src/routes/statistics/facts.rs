//! Finished games one by one, as a table.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use actix_web::{HttpRequest, HttpResponse, get, web};
use tapis_games::locale::said;
use tapis_lab::export::tables::FactTable;
use tapis_lab::export::{Meanings, bytes_of_table};
use tapis_lab::tabular::TableFormat;
use tapis_service::ServiceError;
use tapis_service::catalogue::Document;
use utoipa::ToSchema;

use super::form::{self, PARQUET};
use super::query::StatisticsQuery;
use super::{question, scan};
use crate::extract::{Designer, Query};
use crate::problem::{ApiError, DesignerProblems, NoSuchGame, ProblemResponses, QueryProblems};
use crate::routes::respond::public;
use crate::state::AppState;

/// The most bytes of an answer.
const MOST_BYTES: usize = 64 << 20;

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToSchema)]
#[schema(as = FactTable, rename_all = "snake_case")]
#[allow(dead_code, reason = "the schema of a part of the path")]
pub enum FactsTable {
    /// A game.
    Games,
    /// A game and seat.
    Seats,
    /// A game, seat and value of a feature.
    Features,
    /// A game and further measure.
    Measures,
    /// A game and seat, with all that was dealt to it, chosen by it, and came of the game.
    Records,
}

/// The format of a table of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToSchema)]
#[schema(as = FactsFormat, rename_all = "snake_case")]
#[allow(dead_code, reason = "the schema of a part of the path")]
pub enum FactsForm {
    /// A table with a head line (RFC 4180).
    Csv,
    /// A JSON object a row, one a line.
    Ndjson,
    /// Apache Parquet; its metadata say what each column means.
    Parquet,
}

/// Export finished games.
///
/// The facts that every figure is computed from, row by row, as `tapis export` writes them: no seed, no token, no move, no name. At most
/// 64 MiB; Parquet is the smallest, and `tapis export` has no limit. Needs the admin token or a key of scope `lab`.
#[utoipa::path(
    tag = "statistics", operation_id = "exportFacts", security(("admin_token" = []), ("api_key" = [])),
    params(
        ("game" = String, Path, description = "The game's id.", example = "richelieu"),
        ("table" = inline(FactsTable), Path, description = "What a row is."),
        ("format" = inline(FactsForm), Path, description = "The format."),
        StatisticsQuery
    ),
    responses(
        (status = 200, description = "The table.", content(
            (String = "text/csv", example = json!("game_number,game_id,game,…\r\n1,,richelieu,…\r\n")),
            (String = "application/x-ndjson", example = json!("{\"game_number\":1,\"game_id\":null,\"game\":\"richelieu\"}\n")),
            (String = "application/vnd.apache.parquet", example = json!(form::EXAMPLE_PARQUET)),
        )),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        DesignerProblems, NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/stats/{game}/facts/{table}.{format}")]
pub(super) async fn export_facts(
    state: AppState,
    _: Designer,
    path: web::Path<(String, String, String)>,
    Query(query): Query<StatisticsQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (game, table, suffix) = path.into_inner();
    let table = FactTable::named(&table).ok_or(ServiceError::NotFound { what: "facts_table" })?;
    let (format, media) = match suffix.as_str() {
        "csv" => (TableFormat::Csv, "text/csv"),
        "ndjson" => (TableFormat::Ndjson, "application/x-ndjson"),
        "parquet" => (TableFormat::Parquet, PARQUET),
        _ => return Err(ServiceError::NotFound { what: "facts_form" }.into()),
    };
    let question = question(&state, &game, query.which()).await?;
    let meanings = Meanings::new(&state.service.sources().games);
    let made = scan(&state, &request, move |store| {
        bytes_of_table(table, format, &meanings, MOST_BYTES, &mut |each| {
            store.for_each_game(&question.filter, each)
        })
    });
    let Some(bytes) = made.await? else {
        return Err(ApiError::query("source", said("export_too_large").with("most", MOST_BYTES >> 20)));
    };
    public(&request, &Document::of_bytes(bytes), media, None)
}
