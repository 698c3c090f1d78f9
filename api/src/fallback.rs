//! What no route answers: `OPTIONS` with the methods there are, 405 with `Allow` when another method would do, a redirect from
//! `/docs/` to the page, else 404.

use actix_web::dev::ResourceDef;
use actix_web::http::{Method, header};
use actix_web::{HttpRequest, HttpResponse};
use utoipa::openapi::OpenApi;

use crate::paths::routed_path;
use crate::problem::ApiError;
use tapis_service::ServiceError;

/// The paths of the document and the methods they answer.
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
        Self(paths.collect())
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
            None => Err(ServiceError::NotFound { what: "resource" }.into()),
        }
    }
}
