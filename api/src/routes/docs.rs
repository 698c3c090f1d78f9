//! The documents about the service, for programs and for people. Everything is in the binary; nothing is loaded from
//! elsewhere.

use super::prelude::*;

use std::io::Read as _;
use std::sync::{Arc, LazyLock, OnceLock};

use utoipa_swagger_ui::Config;

use super::rules;

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
    respond::constant(&request, &state.openapi, "application/json", respond::CHECKED)
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
async fn get_docs(request: HttpRequest) -> Answer {
    static PAGE: LazyLock<Document> = LazyLock::new(|| Document::of_bytes(include_str!("docs.html")));
    page(&request, &PAGE)
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
    static FILES: [OnceLock<(Document, String)>; PARTS.len()] = [const { OnceLock::new() }; PARTS.len()];
    let part = PARTS.iter().position(|part| *part == file.as_str());
    let part = part.ok_or(ServiceError::NotFound { what: "file" })?;
    let (document, media) = match FILES[part].get() {
        Some(known) => known,
        None => {
            let made = docs_file(PARTS[part])?;
            FILES[part].get_or_init(|| made)
        }
    };
    respond::constant(&request, document, media, "public, max-age=3600")
}

/// A part and its media type. Most are in the program compressed.
fn docs_file(name: &str) -> Result<(Document, String), ApiError> {
    // "none": the badge would ask a validator elsewhere.
    let settings = Config::new(["openapi.json"]).validator_url("none").display_request_duration(true);
    let found = utoipa_swagger_ui::serve(name, Arc::new(settings)).map_err(ApiError::internal)?;
    let found = found.ok_or(ServiceError::NotFound { what: "file" })?;
    let bytes = found.bytes.into_owned();
    if !found.gzpipped {
        return Ok((Document::of_bytes(bytes), found.content_type));
    }
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut plain).map_err(ApiError::internal)?;
    let document = Document::of_bytes(plain);
    document.packed(|_| bytes);
    Ok((document, found.content_type))
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
async fn get_problems(request: HttpRequest) -> Answer {
    static PAGE: LazyLock<Document> = LazyLock::new(|| Document::of_bytes(problems()));
    page(&request, &PAGE)
}

fn problems() -> String {
    let rows = Kind::ALL.iter().map(|kind| {
        let (code, status, title) = (kind.code(), kind.status().as_u16(), kind.title());
        let titles = format!("<td>{}</td><td lang=\"fr\">{}</td>", title.en, title.fr);
        format!("<tr id=\"{code}\"><td><code>{code}</code></td><td>{status}</td>{titles}</tr>\n")
    });
    include_str!("problems.html").replace("{{rows}}", &rows.collect::<String>())
}

fn page(request: &HttpRequest, html: &Document) -> Answer {
    let response = respond::constant(request, html, "text/html; charset=utf-8", respond::CHECKED)?;
    Ok(with(response, header::CONTENT_SECURITY_POLICY, POLICY))
}
