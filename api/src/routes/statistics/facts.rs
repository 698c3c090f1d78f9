//! Finished games one by one, as a table.

use crate::routes::prelude::*;

use tapis_lab::export::tables::FactTable;
use tapis_lab::export::{Meanings, bytes_of_table};
use tapis_lab::tabular::TableFormat;

use super::form::{self, PARQUET};
use super::query::StatisticsQuery;
use super::{ask, question};

/// The most bytes of an answer.
const MOST_BYTES: usize = 64 << 20;

/// Export finished games.
///
/// The facts that every figure is computed from, row by row, as `tapis export` writes them: no seed, no token, no move, no name. At most
/// 64 MiB; Parquet is the smallest, and `tapis export` has no limit. Needs the admin token or a key of scope `lab`.
#[utoipa::path(
    tag = "statistics", operation_id = "exportFacts", security(("admin_token" = []), ("api_key" = [])),
    params(
        ("game" = String, Path, description = "The game's id.", example = "richelieu"),
        ("table" = inline(FactTable), Path, description = "What a row is."),
        ("format" = inline(TableFormat), Path, description = "The format."),
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
) -> Answer {
    let (game, table, suffix) = path.into_inner();
    let table = table.parse::<FactTable>().map_err(|_| ServiceError::NotFound { what: "facts_table" })?;
    let (format, media) = match suffix.as_str() {
        "csv" => (TableFormat::Csv, "text/csv"),
        "ndjson" => (TableFormat::Ndjson, "application/x-ndjson"),
        "parquet" => (TableFormat::Parquet, PARQUET),
        _ => return Err(ServiceError::NotFound { what: "facts_form" }.into()),
    };
    let meanings = Meanings::new(&state.service.sources().games);
    let at = (state, web::Path::from(game), request);
    let question = question(&at, query.which()).await?;
    let made = ask(&at, true, question, move |question, store| {
        let bytes = bytes_of_table(table, format, &meanings, MOST_BYTES, &mut |each| {
            store.for_each_game(&question.filter, each)
        })?;
        Ok(bytes.map(Document::of_bytes))
    });
    let Some(document) = made.await? else {
        return Err(ApiError::query("source", said("export_too_large").with("most", MOST_BYTES >> 20)));
    };
    public(&at.2, &document, media, None)
}
