//! The documents about the service, for programs and for people. Everything is in the binary; nothing is loaded from
//! elsewhere.

use std::sync::{Arc, OnceLock};

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use utoipa_actix_web::service_config::ServiceConfig;
use utoipa_swagger_ui::Config;

use super::rulesets::document;
use crate::problem::{ApiError, Kind, ProblemResponses};
use crate::state::AppState;
use tapis_service::ServiceError;

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(get_open_api).service(get_docs).service(get_docs_file).service(get_problems);
}

/// What the page may load: its own files, and what it draws itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Get the OpenAPI document.
///
/// The description of this service in OpenAPI 3.1, made from its handlers.
#[utoipa::path(
    tag = "operation", operation_id = "getOpenApi", security(()),
    responses(
        (status = 200, description = "The document.", content_type = "application/json",
            body = OpenApiDocument, example = json!({"openapi": "3.1.0", "info": {"title": "tapis"}})),
        (status = 304, description = "What `If-None-Match` names is still current."),
        ProblemResponses
    )
)]
#[get("/openapi.json")]
async fn get_open_api(state: AppState, request: HttpRequest) -> Result<HttpResponse, ApiError> {
    document(&request, &state.openapi)
}

/// An OpenAPI document.
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "describes the document in itself")]
pub(crate) struct OpenApiDocument {
    /// The version of OpenAPI.
    openapi: String,
    /// About the service.
    #[schema(value_type = Object)]
    info: serde_json::Value,
}

/// Read and try the API.
///
/// A page for browsers. It works offline.
#[utoipa::path(
    tag = "operation", operation_id = "getDocs", security(()),
    responses((status = 200, description = "The page.", body = String, content_type = "text/html"), ProblemResponses)
)]
#[get("/docs")]
async fn get_docs() -> HttpResponse {
    page(include_str!("docs.html").to_owned())
}

/// Get a part of the page.
///
/// Scripts, styles and pictures of `/docs`.
#[utoipa::path(
    tag = "operation", operation_id = "getDocsFile", security(()),
    params(("file" = String, Path, description = "The file's name.", example = "swagger-ui.css")),
    responses(
        (status = 200, description = "The file.", body = String, content_type = "text/css"),
        (status = 404, description = "There is no such file.", body = crate::problem::Problem,
            content_type = "application/problem+json"),
        ProblemResponses
    )
)]
#[get("/docs/{file}")]
async fn get_docs_file(file: web::Path<String>) -> Result<HttpResponse, ApiError> {
    static SETTINGS: OnceLock<Arc<Config<'static>>> = OnceLock::new();
    // "none": the badge would ask a validator elsewhere.
    let settings = SETTINGS.get_or_init(|| {
        Arc::new(Config::new(["openapi.json"]).validator_url("none").display_request_duration(true))
    });
    let found = utoipa_swagger_ui::serve(&file, Arc::clone(settings)).map_err(ApiError::internal)?;
    let found = found.filter(|found| PARTS.contains(&file.as_str()) && !found.bytes.is_empty());
    let found = found.ok_or(ServiceError::NotFound { what: "file" })?;
    let mut response = HttpResponse::Ok();
    if found.gzpipped {
        response
            .insert_header((header::CONTENT_ENCODING, "gzip"))
            .insert_header((header::VARY, "Accept-Encoding"));
    }
    Ok(response
        .insert_header((header::CONTENT_TYPE, found.content_type))
        .insert_header((header::CACHE_CONTROL, "public, max-age=3600"))
        .body(found.bytes.into_owned()))
}

/// The files the page is made of; the distribution has others that nothing asks for.
const PARTS: [&str; 6] = [
    "swagger-ui.css",
    "index.css",
    "favicon-32x32.png",
    "swagger-ui-bundle.js",
    "swagger-ui-standalone-preset.js",
    "swagger-initializer.js",
];

/// Read about the problems.
///
/// A page with the code, status and title of every refusal: where the `type` of a problem document leads.
#[utoipa::path(
    tag = "operation", operation_id = "getProblems", security(()),
    responses((status = 200, description = "The page.", body = String, content_type = "text/html"), ProblemResponses)
)]
#[get("/problems")]
async fn get_problems() -> HttpResponse {
    static PAGE: OnceLock<String> = OnceLock::new();
    page(PAGE.get_or_init(problems).clone())
}

fn problems() -> String {
    let rows = Kind::ALL.iter().map(|kind| {
        let (code, status, title) = (kind.code(), kind.status().as_u16(), kind.title());
        let titles = format!("<td>{}</td><td lang=\"fr\">{}</td>", title.en, title.fr);
        format!("<tr id=\"{code}\"><td><code>{code}</code></td><td>{status}</td>{titles}</tr>\n")
    });
    include_str!("problems.html").replace("{{rows}}", &rows.collect::<String>())
}

fn page(html: String) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .body(html)
}
