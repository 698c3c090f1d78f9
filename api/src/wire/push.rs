//! Browsers that are told of a seat.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What browsers subscribe with.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"public_key": "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"}))]
pub struct PushView {
    /// The service's public key in Base64 for URLs: the `applicationServerKey` of `pushManager.subscribe`.
    pub public_key: String,
}

/// A browser that wishes to be told, as its `PushSubscription` says.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(example!("put-push")))]
pub struct PutPush {
    /// Where the browser's push service takes messages: an address of https on the internet.
    #[schema(max_length = 2048)]
    pub endpoint: String,
    /// What messages are encrypted with.
    pub keys: PutPushKeys,
}

/// The keys of a browser's subscription.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PutPushKeys {
    /// The browser's public key: the 65 bytes of a point of P-256 in Base64 for URLs.
    #[schema(min_length = 87, max_length = 88)]
    pub p256dh: String,
    /// The secret that it shares: 16 bytes in Base64 for URLs.
    #[schema(min_length = 22, max_length = 24)]
    pub auth: String,
}
