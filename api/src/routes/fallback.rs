//! What no route answers: 405 with `Allow` when another method would, else 404.

use std::sync::Arc;

use actix_web::dev::ResourceDef;
use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse};
use utoipa::openapi::OpenApi;

use crate::problem::ApiError;

/// The paths of the document and the methods they answer.
#[derive(Clone)]
pub struct Fallback(Arc<Vec<(ResourceDef, String)>>);

impl Fallback {
    /// Collects paths and methods from the document.
    pub fn new(document: &OpenApi) -> Self {
        let paths = document.paths.paths.iter().map(|(path, item)| {
            let methods = [
                (Method::GET, &item.get),
                (Method::HEAD, &item.head),
                (Method::POST, &item.post),
                (Method::PUT, &item.put),
                (Method::PATCH, &item.patch),
                (Method::DELETE, &item.delete),
            ];
            let allowed = methods.iter().filter(|(_, operation)| operation.is_some());
            let names = allowed.map(|(method, _)| method.as_str().to_owned()).collect::<Vec<_>>();
            (ResourceDef::new(path.as_str()), names.join(", "))
        });
        Self(Arc::new(paths.collect()))
    }

    /// Answers a request that no route took.
    ///
    /// # Errors
    /// Always: 404 or 405.
    pub fn answer(&self, request: &HttpRequest) -> Result<HttpResponse, ApiError> {
        let allowed = self.0.iter().find(|(path, _)| path.is_match(request.path()));
        match allowed {
            Some((_, allow)) => Err(ApiError::MethodNotAllowed { allow: allow.clone() }),
            None => Err(ApiError::NotFound { what: "resource" }),
        }
    }
}
