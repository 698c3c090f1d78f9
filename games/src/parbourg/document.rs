//! The full state as documented in `docs/parbourg-state.md`.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use serde::Serialize;
use utoipa::ToSchema;

use super::Parbourg;
use super::state::State;
use super::view::{PhaseName, SeatView, UsedView, View};
use crate::seat::{Seat, Viewer};

/// The full state after a ply: what everybody may see, and everything hidden.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ParbourgDocument)]
pub struct Document {
    /// Action cards the mover has used in the turn.
    pub actions: u8,
    /// Whether a building was laid in the turn.
    pub built: bool,
    /// Cards used and not yet settled, the first one first.
    pub chain: Vec<UsedView>,
    /// The challenge of the day, from 1.
    pub challenge: u8,
    /// The day, from 1.
    pub day: u8,
    /// The discard, ascending.
    pub discard: Vec<u16>,
    /// How many of them have been asked (alchemy) or had their turn.
    pub done: u8,
    /// Who draws a henchman first.
    pub first: Seat,
    /// The henchmen's pile, in the order in which it is drawn.
    pub henchman_pile: Vec<u8>,
    /// For each seat, the cards it knows to be in other hands, ascending.
    pub known: Vec<Vec<u16>>,
    /// The cards everybody knows to be in a hand, ascending.
    pub known_to_all: Vec<u16>,
    /// Whether the turn can end only by lying down.
    pub last: bool,
    /// Who has, or last had, the turn.
    pub mover: Seat,
    /// The order of this round.
    pub order: Vec<Seat>,
    /// Who has passed at the start of the day since the last alchemy card.
    pub passed: Vec<Seat>,
    /// As in the view.
    pub phase: PhaseName,
    /// The pile, in the order in which it is drawn.
    pub pile: Vec<u16>,
    /// The round of turns or of alchemy.
    pub round: u16,
    /// The seats, everything shown.
    pub seats: Vec<SeatView>,
    /// Spare tokens: politique, militaire, intrigue, science.
    pub spare: Vec<u8>,
    /// Seats still to be asked for *Contre* against the last of them.
    pub to_answer: Vec<Seat>,
    /// Seats still to be asked in the window after a turn.
    pub to_ask: Vec<Seat>,
    /// The day's tokens in order.
    pub tokens: Vec<super::card::Colour>,
    /// The seat to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
}

impl Parbourg {
    pub(super) fn documented(&self, state: &State) -> Document {
        let view: View = self.viewed(state, Viewer::Replay);
        let seats = self.seats_count();
        let seats_of = |mask: u8| Seat::all(seats).filter(|seat| mask >> seat.0 & 1 == 1).collect();
        Document {
            day: view.day,
            challenge: view.challenge,
            phase: view.phase,
            turn: self.decider(state),
            first: view.first,
            tokens: view.tokens,
            spare: view.spare,
            order: view.order,
            done: state.at,
            round: state.round,
            mover: state.mover,
            actions: state.actions,
            built: state.built,
            last: state.last,
            passed: seats_of(state.passed),
            to_ask: seats_of(state.to_ask),
            chain: view.chain,
            to_answer: seats_of(state.chain.last().map_or(0, |used| used.to_ask)),
            seats: view.seats,
            pile: state.pile.iter().rev().map(|&card| self.id(card)).collect(),
            discard: view.discard,
            henchman_pile: state.henchman_pile.iter().rev().map(|&h| self.score(h)).collect(),
            known: state.known[..seats].iter().map(|&known| self.ids(known)).collect(),
            known_to_all: self.ids(state.known[super::state::SEATS]),
        }
    }
}
