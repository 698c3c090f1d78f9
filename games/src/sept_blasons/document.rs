//! The full state as documented in `docs/sept-blasons-state.md`, and moves taken apart.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use super::card::Family;
use super::moves::Action;
use super::state::Phase;
use super::token::Token;
use crate::prelude::*;

/// The full state after a ply.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    pub activated: Vec<bool>,
    pub bourgeoisie: Vec<u8>,
    pub collected: Vec<Vec<Vec<u8>>>,
    pub families: Vec<Family>,
    pub hands: Vec<Vec<u8>>,
    pub laid: Vec<LaidDocument>,
    pub leader: Seat,
    pub next_id: u8,
    pub phase: PhaseName,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    pub pool: [u8; 7],
    pub round: u8,
    pub tokens: Vec<Token>,
    pub totals: Vec<i16>,
    pub trick: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
}

/// A card of the trick.
#[derive(Clone, Debug, Serialize)]
pub struct LaidDocument {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activated: Option<Action>,
    pub actor: Seat,
    pub character: u8,
    pub value: u8,
}

/// The decision under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    /// The round is being dealt; no document is made in this phase.
    Deal,
    /// A card is to be played.
    Play,
    /// A power is to be used.
    Power,
    /// An activated card may take a card of the trick.
    Serve,
    /// The winner of the trick does one thing with a token.
    FreeAction,
    /// An activated card may look at tricks or tokens.
    Look,
    /// The game is over.
    Over,
}

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

pub(super) fn characters(mask: u8) -> Vec<u8> {
    (0..8).filter(|c| mask >> c & 1 == 1).collect()
}

pub(super) fn numbers(mask: u8) -> Vec<u8> {
    characters(mask).into_iter().map(|n| n + 1).collect()
}

impl From<Phase> for PhaseName {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Deal => Self::Deal,
            Phase::Play => Self::Play,
            Phase::Power(_) => Self::Power,
            Phase::Serve(_) => Self::Serve,
            Phase::Free => Self::FreeAction,
            Phase::Look(_) => Self::Look,
            Phase::Over => Self::Over,
        }
    }
}
