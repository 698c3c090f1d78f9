//! Moves taken apart.

use super::moves::Action;
use crate::prelude::*;

/// A move as its kind and its arguments.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeptBlasonsMove)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
pub enum MoveArgs {
    /// Play a card.
    Play {
        character: u8,
        /// What is activated with it.
        #[serde(skip_serializing_if = "Option::is_none")]
        activate: Option<Action>,
    },
    /// Malandrin: take over the value of a card.
    Value {
        /// The seat that played the card.
        seat: Seat,
    },
    /// Malandrin: take over the power of a card.
    Power {
        /// The seat that played the card.
        seat: Seat,
    },
    /// Malandrin: change nothing.
    #[serde(rename = "self")]
    Itself {},
    /// Take a pool token.
    Draw {
        /// A token id, or `pool`.
        token: String,
    },
    /// Turn a token up.
    Reveal {
        /// A token id, or `pool`.
        token: String,
    },
    /// Move a token to the pool.
    Remove { token: String },
    /// Move a token to another area.
    Give {
        token: String,
        /// The seat that receives it.
        seat: Seat,
    },
    /// Exchange two tokens.
    Swap {
        /// A token before a player.
        token: String,
        /// Another token, or `pool`.
        with: String,
    },
    /// Take a card of the trick.
    Serve {
        /// The seat that played the card.
        seat: Seat,
    },
    /// Look at collected tricks.
    Look {
        /// Own trick numbers.
        own: Vec<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Its trick numbers.
        tricks: Vec<u8>,
    },
    /// Look at face-down tokens.
    Peek { tokens: Vec<String> },
    /// Decline the activated action.
    None {},
}
