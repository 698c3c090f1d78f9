//! The application of one worker without a socket. The MCP endpoint calls the API through it.

use std::rc::Rc;

use actix_http::Request;
use actix_service::{IntoServiceFactory, Service, ServiceFactory};
use actix_web::body;
use actix_web::dev::AppConfig;

use super::app::app;
use crate::mcp::{Answer, Ask};
use crate::problem::ApiError;
use crate::state::AppState;

/// Builds the application, and answers the function that sends it requests.
///
/// # Errors
/// The application cannot be built.
pub(super) async fn open(state: AppState) -> Result<Ask, ApiError> {
    let factory = IntoServiceFactory::<_, Request>::into_factory(app(&state));
    let service = factory.new_service(AppConfig::default()).await;
    let service = Rc::new(service.map_err(|()| ApiError::internal("no application from inside"))?);
    let ask: Ask = Rc::new(move |request| {
        let service = Rc::clone(&service);
        Box::pin(async move {
            // Every error has its document, as on a connection.
            let response = match service.call(request).await {
                Ok(response) => response.into_parts().1.map_into_boxed_body(),
                Err(error) => error.error_response(),
            };
            let status = response.status();
            let body = body::to_bytes(response.into_body()).await.map_err(ApiError::internal)?;
            Ok(Answer { status, body })
        })
    });
    Ok(ask)
}
