//! The OpenAPI document, made from the route list.

use actix_web::App;
use utoipa::openapi::OpenApi;
use utoipa_actix_web::AppExt;

use crate::routes;

/// The whole document.
pub fn openapi() -> OpenApi {
    let (_, document) =
        App::new().into_utoipa_app().openapi(base()).configure(routes::configure).split_for_parts();
    document
}

fn base() -> OpenApi {
    use utoipa::OpenApi as _;
    #[derive(utoipa::OpenApi)]
    #[openapi(info(title = "tapis", description = "Four French card games at one table."))]
    struct Base;
    Base::openapi()
}
