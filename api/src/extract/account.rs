//! Whom a request is counted for.

use actix_web::HttpRequest;

use super::caller_address;
use crate::keys::KnownKey;
use crate::rates::Account;

/// The key that came with a request, or the address it comes from.
pub fn account(request: &HttpRequest) -> Option<Account> {
    match KnownKey::of(request) {
        Some(key) => Some(Account::Key(key.name().into())),
        None => caller_address(request).map(Account::of_address),
    }
}
