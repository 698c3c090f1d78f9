//! The pages, built from `web/` and kept in the binary: the one page at `/`, and its parts under `/assets`.

use super::prelude::*;

use include_dir::{Dir, include_dir};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What `npm run build` made in `web/`.
static BUILT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../web/dist");

/// What tells this build of the pages from others: a hash of all its parts. It stands in their addresses and not in their
/// names, so that a change of the pages changes the files it is about and no others.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for file in BUILT.get_dir("assets").into_iter().flat_map(Dir::files) {
        hash.update(file.path().to_string_lossy().as_bytes());
        hash.update(Sha256::digest(file.contents()));
    }
    hex::encode(&hash.finalize()[..8])
});

/// The page, in which its parts are asked for under the name of the build.
static HOME: LazyLock<Option<Document>> = LazyLock::new(|| {
    let page = std::str::from_utf8(BUILT.get_file("index.html")?.contents()).ok()?;
    Some(Document::of_bytes(page.replace("./assets/", &format!("./assets/{}/", *BUILD))))
});

/// All files, by their paths.
static FILES: LazyLock<BTreeMap<&str, Document>> = LazyLock::new(|| {
    let assets = BUILT.get_dir("assets").into_iter().flat_map(Dir::files);
    let named = BUILT.files().chain(assets).filter_map(|file| Some((file.path().to_str()?, file)));
    named.map(|(path, file)| (path, Document::of_bytes(file.contents()))).collect()
});

/// What the pages may load: their own parts, and calls of this service. Nothing inline, nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What the worker may load, which shows messages while no page is open: nothing. It may call this service.
const POLICY_OF_WORKER: &str = "default-src 'none'; connect-src 'self'";

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

const NO_FILE: ServiceError = ServiceError::NotFound { what: "file" };

pub(super) fn configure(config: &mut ServiceConfig) {
    config.map(|config| config.service(get_home).service(get_push_worker).service(get_page_asset));
}

/// The page of an address where nothing is. It works at every depth, and behind a proxy that puts the service under a path.
pub(crate) fn lost_page(request: &HttpRequest) -> HttpResponse {
    let language = languages::of_page(request);
    let [title, text, back] = lost(language);
    let up = match request.path().matches('/').count() {
        0 | 1 => "./".to_owned(),
        depth => "../".repeat(depth - 1),
    };
    let page =
        include_str!("lost.html").replace("{{language}}", language.code()).replace("{{title}}", &title);
    let page = page.replace("{{text}}", &text).replace("{{back}}", &back).replace("{{up}}", &up);
    HttpResponse::NotFound()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_LANGUAGE, language.code()))
        .insert_header((header::VARY, "Accept, Accept-Language"))
        .body(page.replace("{{parts}}", &format!("assets/{}", *BUILD)))
}

/// Sit down and play.
///
/// The pages: a lobby and a table for every game, for browsers. They use nothing but this API.
#[get("/")]
async fn get_home(request: HttpRequest) -> Answer {
    let page = HOME.as_ref().ok_or(NO_FILE)?;
    let response = respond::constant(&request, page, "text/html; charset=utf-8", respond::CHECKED)?;
    Ok(with(response, header::CONTENT_SECURITY_POLICY, POLICY))
}

/// Get the worker of the pages.
///
/// The script that shows messages (`putPush`) while no page is open. It may show them for all pages, so it lies beside them, and not
/// under the name of their build.
#[get("/push.js")]
async fn get_push_worker(request: HttpRequest) -> Answer {
    let script = FILES.get("push.js").ok_or(NO_FILE)?;
    let response = respond::constant(&request, script, JAVASCRIPT, respond::CHECKED)?;
    Ok(with(response, header::CONTENT_SECURITY_POLICY, POLICY_OF_WORKER))
}

/// Get a part of the pages.
///
/// Scripts, styles and pictures. A file never changes, because `build` is a hash of all files; those of another build are not found.
#[get("/assets/{build}/{file}")]
async fn get_page_asset(request: HttpRequest, path: web::Path<(String, String)>) -> Answer {
    let (build, file) = path.into_inner();
    let found = FILES.get(&*format!("assets/{file}")).filter(|_| build == *BUILD);
    let media = match file.rsplit_once('.') {
        Some((_, "js")) => JAVASCRIPT,
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        Some((_, "png")) => "image/png",
        Some((_, "webmanifest")) => "application/manifest+json",
        _ => "application/octet-stream",
    };
    respond::constant(&request, found.ok_or(NO_FILE)?, media, respond::FOR_EVER)
}
