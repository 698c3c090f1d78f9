//! Moves. Their order is the canonical order in which they are listed.

use super::card::Character;
use crate::names::names;
use crate::prelude::*;

names! {
    /// The action a bourgeoisie card is activated for.
    #[schema(as = SeptBlasonsAction)]
    pub enum Action {
        /// Variant 1: look at collected tricks.
        Consult,
        /// Variant 2: take a card of the trick.
        Serve,
        /// Variant 3: look at face-down tokens.
        Peek,
    }
}

/// A token named in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pick {
    /// The token with this id.
    Token(u8),
    /// Any face-down token of the pool.
    Pool,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Play a card, activating the bourgeoisie card with it or not.
    Play(Character, Option<Action>),
    /// Malandrin: take over the value of the card this seat played.
    Value(Seat),
    /// Malandrin: take over the power of the card this seat played.
    Power(Seat),
    /// Malandrin: change nothing.
    Itself,
    Draw(Pick),
    Reveal(Pick),
    Remove(u8),
    /// Move a token to another area.
    Give(u8, Seat),
    /// Exchange a token before a player with another one.
    Swap(u8, Pick),
    /// Take the card this seat played into one's collected cards.
    Serve(Seat),
    /// Look at collected tricks: a mask of one's own (bit 0: trick 1) and of another seat's.
    Look {
        /// One's own tricks.
        own: u8,
        /// The other seat and its tricks.
        other: Option<(Seat, u8)>,
    },
    /// Look at face-down tokens: a mask over the tokens with an id, in ascending order of id.
    Peek(u32),
    /// Decline an activated action.
    Decline,
}
