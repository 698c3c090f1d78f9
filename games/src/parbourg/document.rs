//! The full state as documented in `docs/parbourg-state.md`.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use super::view::{PhaseName, SeatView, UsedView};
use crate::prelude::*;

/// The full state after a ply: what everybody may see, and everything hidden.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    pub actions: u8,
    pub built: bool,
    pub chain: Vec<UsedView>,
    pub challenge: u8,
    pub day: u8,
    pub discard: Vec<u16>,
    pub done: u8,
    pub first: Seat,
    pub henchman_pile: Vec<u8>,
    pub known: Vec<Vec<u16>>,
    pub known_to_all: Vec<u16>,
    pub last: bool,
    pub mover: Seat,
    pub order: Vec<Seat>,
    pub passed: Vec<Seat>,
    pub phase: PhaseName,
    pub pile: Vec<u16>,
    pub round: u16,
    pub seats: Vec<SeatView>,
    pub spare: Vec<u8>,
    pub to_answer: Vec<Seat>,
    pub to_ask: Vec<Seat>,
    pub tokens: Vec<super::card::Colour>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
}
