//! What happens inside a ply, as it happens.
//!
//! The rules tell a [`Observer`] of everything hidden just before it comes to light. Search listens with `()`, which is
//! compiled away; redaction writes it down; a follower of a log, who does not know what the cards are, makes them what
//! the log says they were.

use super::card::CardSet;
use super::state::State;
use crate::prelude::*;
use crate::shown::Watch;

/// What a window is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[schema(as = ParbourgAskedFor)]
#[serde(rename_all = "snake_case")]
pub enum AskedFor {
    /// *Contre*.
    Response,
    /// Ephemeral cards.
    Window,
}

/// Receives what happens inside a ply: what comes to light, and what people see.
pub(super) trait Observer: Watch<State> {
    /// `seat` is about to draw the top of the pile.
    fn draws(&mut self, _state: &mut State, _seat: Seat) {}

    /// `seat` is about to lay open the top of the henchmen's pile.
    fn lays_open(&mut self, _state: &mut State, _seat: Seat) {}

    /// `seat` is about to look at the two top henchmen.
    fn chooses(&mut self, _state: &mut State, _seat: Seat) {}

    /// The face-down card at this place of the table is about to be shown.
    fn shows(&mut self, _state: &mut State, _at: usize) {}

    /// `user` is about to look at the hand of `seat`.
    fn peeks(&mut self, _state: &mut State, _user: Seat, _seat: Seat) {}

    /// Whether `seat` is asked, where only holders of one of `cards` are.
    fn asks(&mut self, state: &mut State, seat: Seat, _ask: AskedFor, cards: CardSet) -> bool {
        state.hand(seat).meets(cards)
    }
}

impl Observer for () {}
