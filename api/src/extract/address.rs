//! Where a request comes from.

use std::net::IpAddr;

use actix_web::HttpRequest;

/// The address of the caller.
pub fn caller_address(request: &HttpRequest) -> Option<IpAddr> {
    request.peer_addr().map(|address| address.ip())
}
