//! The documents about the service, for programs and for people. Everything is in the binary; nothing is loaded from
//! elsewhere.

use super::prelude::*;

use std::io::Read as _;
use std::sync::{Arc, OnceLock};

use utoipa_swagger_ui::Config;

use super::rules;
use super::rulesets::document;

pub(super) fn configure(config: &mut ServiceConfig) {
    // The guide comes before `/docs/{file}`.
    config.service(get_open_api).map(|config| {
        config.service(get_docs).service(get_guide).service(get_docs_file).service(get_problems)
    });
}

/// The content security policy: the page loads its own files and inline images only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Get the OpenAPI document.
///
/// The OpenAPI 3.1 document of this service, generated from its handlers. What belongs to single games are
/// objects in it: a client that draws by layouts and plays by picks needs no more, and `getRuleset` has their JSON Schemas.
#[utoipa::path(
    tag = "operation", operation_id = "getOpenApi", security(()),
    responses(
        (status = 200, description = "The document.", content_type = "application/json",
            body = OpenApiDocument, example = json!({"openapi": "3.1.0", "info": {"title": "tapis"}})),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        ProblemResponses
    )
)]
#[get("/openapi.json")]
async fn get_open_api(state: AppState, request: HttpRequest) -> Answer {
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
#[get("/docs")]
async fn get_docs() -> HttpResponse {
    page(include_str!("docs.html").to_owned())
}

/// Read how to draw a table.
///
/// The guide for front ends, a page for browsers. It shows how to draw a table on which people can play any game, without
/// knowing its rules. It has a whole example each of a state, an event, pieces and a hint.
#[get("/docs/guide")]
async fn get_guide(request: HttpRequest) -> Answer {
    static PAGE: OnceLock<Document> = OnceLock::new();
    let page = PAGE.get_or_init(|| {
        let text = include_str!("../../../docs/draw-a-table.md");
        rules::page(("tapis", "draw a table"), Language::English, (text, text))
    });
    rules::shown(&request, page, Language::English)
}

/// Get a part of the page.
///
/// Scripts, styles and pictures of `/docs`.
#[get("/docs/{file}")]
async fn get_docs_file(request: HttpRequest, file: web::Path<String>) -> Answer {
    static SETTINGS: OnceLock<Arc<Config<'static>>> = OnceLock::new();
    // "none": the badge would ask a validator elsewhere.
    let settings = SETTINGS.get_or_init(|| {
        Arc::new(Config::new(["openapi.json"]).validator_url("none").display_request_duration(true))
    });
    let found = utoipa_swagger_ui::serve(&file, Arc::clone(settings)).map_err(ApiError::internal)?;
    let found = found.filter(|found| !found.bytes.is_empty());
    let part = PARTS.iter().position(|part| *part == file.as_str());
    let (found, part) = found.zip(part).ok_or(ServiceError::NotFound { what: "file" })?;
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CONTENT_TYPE, found.content_type))
        .insert_header((header::CACHE_CONTROL, "public, max-age=3600"));
    if found.gzpipped && !respond::takes_gzip(&request) {
        return Ok(response.body(unpacked(part, &found.bytes)?));
    }
    if found.gzpipped {
        response.insert_header((header::CONTENT_ENCODING, "gzip"));
    }
    Ok(response.body(found.bytes.into_owned()))
}

/// A part, decompressed for clients that do not accept gzip; each part once.
fn unpacked(part: usize, bytes: &[u8]) -> Result<Bytes, ApiError> {
    static UNPACKED: [OnceLock<Bytes>; PARTS.len()] = [const { OnceLock::new() }; PARTS.len()];
    if let Some(known) = UNPACKED[part].get() {
        return Ok(known.clone());
    }
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain).map_err(ApiError::internal)?;
    Ok(UNPACKED[part].get_or_init(|| plain.into()).clone())
}

/// The files of the page; the rest of the distribution is not served.
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
/// A page with the code, status and title of every refusal. The `type` of a problem document links to it.
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
