//! What no route answers: `OPTIONS` with the methods there are, 405 with `Allow` when another method would do, a redirect from
//! `/docs/` to the page, else 404; of a call that is gone with what takes its place, of a wrong path with the nearest one.

use actix_web::dev::ResourceDef;
use actix_web::http::{Method, header};
use actix_web::{HttpRequest, HttpResponse};
use utoipa::openapi::OpenApi;

use crate::paths::routed_path;
use crate::problem::ApiError;

/// Calls of 0.1.0 that are gone, each with what takes its place.
pub const GONE: [(&str, &str); 15] = [
    ("/v1/stats/{game}/summary.{format}", "GET /v1/stats/{game}/summary?format="),
    ("/v1/stats/{game}/features.{format}", "GET /v1/stats/{game}/features?format="),
    ("/v1/stats/{game}/series.{format}", "GET /v1/stats/{game}/series?format="),
    ("/v1/stats/{game}/sources", "GET /v1/stats/{game}/summary (sources)"),
    ("/v1/stats/{game}/luck", "tapis luck"),
    ("/v1/stats/{game}/course", "tapis course"),
    ("/v1/stats/{game}/course.svg", "tapis course --to"),
    ("/v1/stats/{game}/ratings", "tapis ratings"),
    ("/v1/experiments/{id}/comparison", "GET /v1/experiments/{id} (outcome)"),
    ("/v1/experiments/{id}/chart.svg", "GET /v1/experiments/{id}/report"),
    ("/v1/experiments/{id}/events", "GET /v1/experiments/{id} (Accept: text/event-stream)"),
    ("/v1/experiments/{id}/games", "GET /v1/experiments/{id}/games/{arm}/{number}"),
    ("/v1/solver/calibration", "docs/calibration.md"),
    ("/v1/reviews", "POST /v1/games/{id}/reviews; tapis review"),
    ("/v1/reviews/{id}/events", "GET /v1/reviews/{id}"),
];

/// Pages for browsers and their parts, of which the document does not speak.
const PAGES: [&str; 7] =
    ["/", "/assets/{build}/{file}", "/push.js", "/docs", "/docs/guide", "/docs/{file}", "/problems"];

/// The paths of the document and of the pages, and the methods they answer.
pub struct Fallback(Vec<(ResourceDef, String)>);

impl Fallback {
    /// Collects paths and methods from the document.
    pub fn new(document: &OpenApi) -> Self {
        let paths = document.paths.paths.iter().map(|(path, item)| {
            let methods = [
                (Method::GET, &item.get),
                (Method::HEAD, &item.get), // every GET answers HEAD, see the middleware
                (Method::POST, &item.post),
                (Method::PUT, &item.put),
                (Method::PATCH, &item.patch),
                (Method::DELETE, &item.delete),
            ];
            let allowed = methods.iter().filter(|(_, operation)| operation.is_some());
            let mut names = allowed.map(|(method, _)| method.as_str()).collect::<Vec<_>>();
            names.push(Method::OPTIONS.as_str());
            (ResourceDef::new(path.as_str()), names.join(", "))
        });
        let pages = PAGES.iter().map(|path| (ResourceDef::new(*path), "GET, HEAD, OPTIONS".to_owned()));
        Self(paths.chain(pages).collect())
    }

    /// Answers a request that no route took.
    ///
    /// # Errors
    /// 404 or 405, unless the path exists and the method is `OPTIONS`.
    pub fn answer(&self, request: &HttpRequest) -> Result<HttpResponse, ApiError> {
        let asked = routed_path(request);
        let allowed = self.0.iter().find(|(path, _)| path.is_match(asked));
        match allowed {
            Some((_, allow)) if request.method() == Method::OPTIONS => {
                Ok(HttpResponse::NoContent().insert_header((header::ALLOW, allow.as_str())).finish())
            }
            Some((_, allow)) => Err(ApiError::MethodNotAllowed { allow: allow.clone() }),
            // The page names its parts as they are seen from `/docs`.
            None if asked == "/docs/" => {
                Ok(HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "../docs")).finish())
            }
            None => match GONE.iter().find(|(path, _)| ResourceDef::new(*path).is_match(asked)) {
                Some((_, instead)) => Err(ApiError::CallGone { instead }),
                None => Err(ApiError::NoSuchPath { nearest: self.nearest(asked) }),
            },
        }
    }

    /// The path of the document that is nearest to one where nothing is; none where all are far, or several as near.
    fn nearest(&self, asked: &str) -> Option<String> {
        if asked.len() > MOST_COMPARED {
            return None;
        }
        let asked = segments(asked);
        let documented = self.0.iter().filter_map(|(path, _)| path.pattern());
        let documented = documented.filter(|path| !PAGES.contains(path));
        let mut ranked: Vec<(f64, &str)> = documented.map(|path| (nearness(&asked, path), path)).collect();
        ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        match ranked[..] {
            [(near, path), (next, _), ..] if near >= NEAR && near > next => Some(path.to_owned()),
            _ => None,
        }
    }
}

/// Longer paths are compared with none.
const MOST_COMPARED: usize = 200;
/// A path that is less near was not meant.
const NEAR: f64 = 0.6;

fn segments(path: &str) -> Vec<&str> {
    path.split('/').filter(|segment| !segment.is_empty()).rev().collect()
}

/// How near a path is to one of the document, 1 where they are equal. Both are read from their ends, as most that is wrong stands before,
/// and a name in braces stands for any segment.
fn nearness(asked: &[&str], documented: &str) -> f64 {
    let documented = segments(documented);
    let is_any = |at: usize| documented.get(at).is_some_and(|segment| segment.starts_with('{'));
    let [asked, documented] = [asked, &documented[..]].map(|path| {
        let fixed = path.iter().enumerate().map(|(at, &segment)| if is_any(at) { "" } else { segment });
        fixed.collect::<Vec<_>>().join("/")
    });
    strsim::normalized_levenshtein(&asked, &documented)
}
