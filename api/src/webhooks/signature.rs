//! Signatures as <https://www.standardwebhooks.com> says.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac::{HMAC_SHA256, Key, sign};
use tapis_db::model::Secret;

/// A secret as a receiver keeps it.
pub(crate) fn shown(secret: &Secret) -> String {
    format!("whsec_{}", STANDARD.encode(secret.0))
}

/// What `webhook-signature` says of a message.
pub(super) fn signature(secret: &Secret, id: &str, timestamp: i64, body: &[u8]) -> String {
    let signed = [format!("{id}.{timestamp}.").as_bytes(), body].concat();
    format!("v1,{}", STANDARD.encode(sign(&Key::new(HMAC_SHA256, &secret.0), &signed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_the_standard() {
        // Of Python: base64(hmac.new(bytes(32 * [7]), b"msg_1.1700000000.{}", "sha256").digest()).
        let secret = Secret([7; 32]);
        assert_eq!(shown(&secret), "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=");
        assert_eq!(
            signature(&secret, "msg_1", 1_700_000_000, b"{}"),
            "v1,nuLLyheCKcS2N8JNOFt5stk98R+umYWr26/ZTfdtGM8="
        );
    }
}
