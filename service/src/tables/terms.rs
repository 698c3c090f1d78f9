//! What the creator of a game settled about its table, beside the rules.

use serde::{Deserialize, Serialize};

use super::clock::Clock;

/// The terms of a game. They never change, and lie in its first event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    /// How long people have for their moves; without it, no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Whether everybody is told who follows the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub presence: bool,
    /// How long a bot's reply takes at least, in milliseconds; `None` in games without people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot_pace_ms: Option<u32>,
}

impl Terms {
    /// Whether nothing was settled.
    pub(super) fn are_usual(&self) -> bool {
        *self == Self::default()
    }
}
