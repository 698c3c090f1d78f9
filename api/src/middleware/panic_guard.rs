//! The panic guard: a panic is one failed request, not a broken connection.

use std::panic::AssertUnwindSafe;

use actix_web::body::MessageBody;
use actix_web::dev::ServiceRequest;
use actix_web::middleware::Next;
use futures_util::FutureExt;

use super::Back;
use crate::problem::ApiError;

/// Makes a panic of a handler a 500.
///
/// # Errors
/// Those of the inner service, and an internal error for a panic.
pub async fn panic_guard<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Back<B> {
    match AssertUnwindSafe(next.call(request)).catch_unwind().await {
        Ok(answered) => answered,
        Err(_) => Err(ApiError::internal("a handler panicked").into()),
    }
}
