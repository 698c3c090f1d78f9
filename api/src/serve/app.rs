//! The application of one worker: routes, and what is done to every request and answer.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, Condition, from_fn};
use actix_web::{App, Error, HttpRequest, web};
use utoipa_actix_web::AppExt;

use crate::allowance::allowance;
use crate::mcp;
use crate::middleware;
use crate::routes;
use crate::state::AppState;

/// What a request passes, from the outside: its context, its languages, CORS, its caller's allowance, compression of what is not short,
/// a net for panics, and the media types it takes.
pub(super) fn app(
    state: &AppState,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody + use<>>,
        Error = Error,
        InitError = (),
    > + use<>,
> {
    let origins = &state.settings.security.cors_origins;
    App::new()
        .wrap(from_fn(middleware::acceptable))
        .wrap(from_fn(middleware::panic_guard))
        .wrap(from_fn(middleware::short_as_it_is))
        .wrap(Compress::default())
        .wrap(from_fn(allowance))
        .wrap(Condition::new(!origins.is_empty(), middleware::cors(origins)))
        .wrap(from_fn(middleware::in_languages))
        .wrap(from_fn(middleware::context))
        .into_utoipa_app()
        .app_data(web::ThinData(state.clone()))
        .configure(routes::configure)
        .into_app()
        .service(mcp::resource())
        .default_service(web::to(async |state: AppState, request: HttpRequest| {
            state.fallback.answer(&request)
        }))
}
