//! The pages, built from `web/` and kept in the binary: the one page at `/`, and its parts under `/assets`.

use actix_web::http::header;
use actix_web::{HttpResponse, get, web};
use include_dir::{Dir, include_dir};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::problem::{ApiError, ProblemResponses};
use tapis_service::ServiceError;

/// What `npm run build` made in `web/`.
static BUILT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../web/dist");

/// What the pages may load: their own parts, and calls of this service. Nothing inline, nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(get_home).service(get_page_asset);
}

/// Sit down and play.
///
/// The pages: a lobby and a table for every game, for browsers. They use nothing but this API.
#[utoipa::path(
    tag = "operation", operation_id = "getHome", security(()),
    responses((status = 200, description = "The page.", body = String, content_type = "text/html"), ProblemResponses)
)]
#[get("/")]
async fn get_home() -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .body(built("index.html")?))
}

/// Get a part of the pages.
///
/// Scripts, styles and pictures. A file never changes, because its name has the hash of its content.
#[utoipa::path(
    tag = "operation", operation_id = "getPageAsset", security(()),
    params(("file" = String, Path, description = "The file's name.", example = "index-2b9f1c.js")),
    responses(
        (status = 200, description = "The file.", body = String, content_type = "text/javascript"),
        (status = 404, description = "There is no such file.", body = crate::problem::Problem,
            content_type = "application/problem+json"),
        ProblemResponses
    )
)]
#[get("/assets/{file}")]
async fn get_page_asset(file: web::Path<String>) -> Result<HttpResponse, ApiError> {
    let body = built(&format!("assets/{file}"))?;
    let media = match file.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "application/octet-stream",
    };
    Ok(HttpResponse::Ok()
        .content_type(media)
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(body))
}

fn built(path: &str) -> Result<&'static [u8], ServiceError> {
    BUILT.get_file(path).map(include_dir::File::contents).ok_or(ServiceError::NotFound { what: "file" })
}
