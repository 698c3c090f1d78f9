//! The webhook of a key.

use serde::{Deserialize, Serialize};
use tapis_db::model::{WatchedGame, Webhook};
use utoipa::ToSchema;

use super::time;

/// Where messages are to be sent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"url": "https://example.com/tapis"}))]
pub struct PutWebhook {
    /// An address of http or https on the internet, without name, password and fragment.
    #[schema(max_length = 2048)]
    pub url: String,
    /// Whether to make another secret. The first one is made in any case.
    #[serde(default)]
    pub new_secret: bool,
}

/// The webhook of a key.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"url": "https://example.com/tapis", "status": "on", "on_since": "2026-01-01T12:00:00.000Z"}))]
pub struct WebhookView {
    /// Where messages are sent.
    pub url: String,
    /// What they are signed with, if it was made by this request. It is not shown again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "whsec_…")]
    pub secret: Option<String>,
    /// Whether messages arrive.
    pub status: WebhookStatus,
    /// When it was set or switched on again: an RFC 3339 time in UTC.
    #[schema(format = DateTime)]
    pub on_since: String,
    /// Since when a message is not taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub failing_since: Option<String>,
    /// Since when it is off.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub off_since: Option<String>,
    /// Why the newest message that was not taken was not: a word for what failed on the way, or the status of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "status_503")]
    pub fault: Option<String>,
    /// Games of which a message is not taken, those that failed last first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 20)]
    pub failing_games: Vec<FailingGame>,
}

/// A game of which a message is not taken.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "game": "0197f0c5-3a1b-7c2d-8e4f-0123456789ab", "url": "https://example.com/table-7",
    "failing_since": "2026-01-01T12:00:00.000Z", "fault": "status_404", "given_up": false
}))]
pub struct FailingGame {
    /// The game's id.
    #[schema(format = Uuid)]
    pub game: String,
    /// Where its messages are sent, if that is an address of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Since when a message is not taken.
    #[schema(format = DateTime)]
    pub failing_since: String,
    /// Why it was not, as the `fault` of a webhook.
    #[schema(example = "status_404")]
    pub fault: String,
    /// Whether that was so for a day: nothing more is sent of this game.
    pub given_up: bool,
}

impl FailingGame {
    /// What is known of a game; nothing where its messages are taken.
    pub fn new(watched: WatchedGame) -> Option<Self> {
        let WatchedGame { game, url, failing_since, fault, is_done, .. } = watched;
        let (game, failing_since) = (game.to_string(), time(failing_since?));
        Some(Self { game, url, failing_since, fault: fault.unwrap_or_default(), given_up: is_done })
    }
}

/// Whether messages arrive.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookStatus {
    /// As far as is known they do.
    On,
    /// The newest did not, and is sent again.
    Failing,
    /// One was not taken for a day: nothing is sent until the webhook is set again.
    Off,
}

impl WebhookView {
    /// A webhook, with its secret where that was just made.
    pub fn new(webhook: Webhook, secret: Option<String>) -> Self {
        let Webhook { url, on_since, failing_since, off_since, fault, .. } = webhook;
        let status = match (off_since, failing_since) {
            (Some(_), _) => WebhookStatus::Off,
            (None, Some(_)) => WebhookStatus::Failing,
            (None, None) => WebhookStatus::On,
        };
        let (failing_since, off_since) = (failing_since.map(time), off_since.map(time));
        let (on_since, failing_games) = (time(on_since), Vec::new());
        Self { url, secret, status, on_since, failing_since, off_since, fault, failing_games }
    }
}
