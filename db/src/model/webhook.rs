//! Webhooks: where a front end is told what happens in its games, and how far it was told.

use super::{GameId, Secret, Time};

/// Where the owner of a key is told what happens in the games that it creates, and in which its people sit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// The name of the key.
    pub key: String,
    /// Where messages are sent.
    pub url: String,
    /// Random bytes, of which and of the server's secret follows what they are signed with.
    pub secret: Secret,
    /// What they are signed with as well until `old_until`: the secret before this one.
    pub old_secret: Option<Secret>,
    /// Until when the secret before this one is used, too.
    pub old_until: Option<Time>,
    /// When it was set, or switched on again.
    pub on_since: Time,
    /// Since when no message arrives.
    pub failing_since: Option<Time>,
    /// Since when nothing is sent any more, because no message arrived for long.
    pub off_since: Option<Time>,
    /// Why the newest message that did not arrive did not.
    pub fault: Option<String>,
}

/// How far the owner of a key was told of a game. Each key that has a person at the table has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedGame {
    /// The game.
    pub game: GameId,
    /// The name of the key.
    pub key: String,
    /// The newest version of which all was told.
    pub delivered: u64,
    /// How often the next message was sent in vain.
    pub tries: u32,
    /// When it is sent next, at the earliest.
    pub next_try: Time,
    /// Since when it is sent in vain.
    pub failing_since: Option<Time>,
    /// Why it was not taken.
    pub fault: Option<String>,
    /// Whether the end was told, or the game was given up: nothing else follows, but to an end that the people play again.
    pub is_done: bool,
    /// Where its messages are sent, instead of the address of the key: what the key itself has given.
    pub url: Option<String>,
}

impl WatchedGame {
    /// The owner of `key` is told of what happens in a game after the version `delivered`, from `now` on.
    pub fn new(game: GameId, key: String, delivered: u64, now: Time) -> Self {
        Self {
            game,
            key,
            delivered,
            tries: 0,
            next_try: now,
            failing_since: None,
            fault: None,
            is_done: false,
            url: None,
        }
    }
}
