//! What the database has of the secret of signatures.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::{PRIVATE, add_key, serve, set, table_with, two, with};
use crate::common::receiver::{Manner, Receiver};
use crate::common::until;

/// Whoever has the database, or a backup of it, cannot sign.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_secret_that_a_receiver_keeps_is_not_in_the_store() {
    let app = serve(&[PRIVATE]).await;
    let key = add_key(&app, "kept");
    let receiver = Receiver::start(Manner::Say(204));
    let secret = set(&app, &key, &receiver.url()).await;
    let stored = app.state.service.store().webhooks().unwrap().remove(0).secret;
    let written = |bytes: &[u8]| format!("whsec_{}", STANDARD.encode(bytes));
    assert_ne!(written(&stored.0), secret);
    table_with(&app, &key, two()).await;
    until(|| !receiver.log().is_empty()).await;
    let received = receiver.log().remove(0);
    assert!(received.is_signed_with(&secret) && !received.is_signed_with(&written(&stored.0)));
    // It stays, whatever else is changed, and goes when another is asked for.
    let again = with(app.put("/v1/webhook"), &key).json(&json!({"url": receiver.url()})).send().await;
    assert!(again.expect(200)["secret"].is_null());
    assert_eq!(app.state.service.store().webhooks().unwrap().remove(0).secret, stored);
    let new = json!({"url": receiver.url(), "new_secret": true});
    let new = with(app.put("/v1/webhook"), &key).json(&new).send().await.expect(200);
    assert!(new["secret"].as_str().is_some_and(|new| new != secret), "{new}");
}
