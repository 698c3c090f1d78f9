//! Moves taken apart.

use super::moves::{Action, Move, Pick};
use super::state::State;
use crate::bits::members;
use crate::parts::parts;
use crate::prelude::*;

parts! {
    /// A move as its kind and its arguments.
    #[derive(ToSchema)]
    #[schema(as = SeptBlasonsMove)]
    MoveArgs(mv: Move, state: &State) {
        /// Play a card.
        Move::Play(character, action) => Play {
            character: u8 = character.0,
            /// What is activated with it.
            #[serde(skip_serializing_if = "Option::is_none")]
            activate: Option<Action> = action,
        },
        /// Malandrin: take over the value of a card.
        Move::Value(of) => Value {
            /// The seat that played the card.
            seat: Seat = of,
        },
        /// Malandrin: take over the power of a card.
        Move::Power(of) => Power {
            /// The seat that played the card.
            seat: Seat = of,
        },
        /// Malandrin: change nothing.
        #[serde(rename = "self")]
        Move::Itself => Itself {},
        /// Take a pool token.
        Move::Draw(pick) => Draw {
            /// A token id, or `pool`.
            token: String = pick.to_string(),
        },
        /// Turn a token up.
        Move::Reveal(pick) => Reveal {
            /// A token id, or `pool`.
            token: String = pick.to_string(),
        },
        /// Move a token to the pool.
        Move::Remove(id) => Remove { token: String = Pick::Token(id).to_string() },
        /// Move a token to another area.
        Move::Give(id, to) => Give {
            token: String = Pick::Token(id).to_string(),
            /// The seat that receives it.
            seat: Seat = to,
        },
        /// Exchange two tokens.
        Move::Swap(id, with) => Swap {
            /// A token before a player.
            token: String = Pick::Token(id).to_string(),
            /// Another token, or `pool`.
            with: String = with.to_string(),
        },
        /// Take a card of the trick.
        Move::Serve(of) => Serve {
            /// The seat that played the card.
            seat: Seat = of,
        },
        /// Look at collected tricks.
        Move::Look { own, other } => Look {
            /// Own trick numbers.
            own: Vec<u8> = members(u64::from(own) << 1).collect(),
            #[serde(skip_serializing_if = "Option::is_none")]
            seat: Option<Seat> = other.map(|(seat, _)| seat),
            /// Its trick numbers.
            tricks: Vec<u8> = members(other.map_or(0, |(_, mask)| u64::from(mask) << 1)).collect(),
        },
        /// Look at face-down tokens.
        Move::Peek(mask) => Peek {
            tokens: Vec<String> = state.tokens.among(mask).map(|token| Pick::Token(token.id).to_string()).collect(),
        },
        /// Decline the activated action.
        Move::Decline => None {},
    }
}
