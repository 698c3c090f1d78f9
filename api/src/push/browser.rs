//! A browser that is to be told, as it was sent.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tapis_db::model::Digest;
use tapis_games::locale::{Language, Said, said};
use tapis_service::{Browser, FieldError, ServiceError};
use url::Url;

use super::encryption::{AUTH, is_point};
use crate::outgoing::given;
use crate::settings::Settings;
use crate::wire::PutPush;

/// Reads a browser. Everything that is wrong is said.
///
/// # Errors
/// Nothing can be sent to it.
pub(crate) fn read(
    wanted: PutPush,
    (creator, language): (Digest, Language),
    settings: &Settings,
) -> Result<Browser, ServiceError> {
    let PutPush { endpoint, keys } = wanted;
    let (p256dh, auth) = (decoded(&keys.p256dh), decoded(&keys.auth));
    let (has_key, has_secret) = (is_point(&p256dh), auth.len() == AUTH);
    let faults = [
        endpoint_fault(&endpoint, settings).map(|fault| ("/endpoint", fault)),
        (!has_key).then(|| ("/keys/p256dh", said("push_key"))),
        (!has_secret).then(|| ("/keys/auth", said("push_secret"))),
    ];
    let faults = faults.into_iter().flatten().map(|(pointer, fault)| FieldError::new(pointer, fault));
    let faults: Vec<FieldError> = faults.collect();
    if faults.is_empty() {
        Ok(Browser { endpoint, p256dh, auth, creator, language })
    } else {
        Err(ServiceError::Invalid(faults))
    }
}

/// Bytes in Base64 for URLs; none where it is something else.
fn decoded(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).unwrap_or_default()
}

fn endpoint_fault(endpoint: &str, settings: &Settings) -> Option<Said> {
    let (private_too, has_contact) = (settings.webhooks.to_private_networks, settings.push.contact.is_some());
    let is_apple = |url: &Url| url.domain().is_some_and(|name| name.ends_with(".push.apple.com"));
    match given(endpoint, private_too, said("push_endpoint")) {
        Err(fault) => Some(fault),
        Ok(url) if is_apple(&url) && !has_contact => Some(said("push_contact")),
        Ok(url) if url.scheme() == "https" || private_too => None,
        Ok(_) => Some(said("push_endpoint")),
    }
}
