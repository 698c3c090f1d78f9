//! The full state as documented in `docs/malin-state.md`.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use super::card::Card;
use super::malheur::Kind;
use super::state::LaidCard;
use super::view::{PhaseName, WaitingView};
use crate::prelude::*;

/// The full state after a ply.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    pub announced: Vec<Option<i8>>,
    pub contracts: Vec<Option<i8>>,
    pub dealer: Seat,
    pub hands: Vec<Vec<Card>>,
    pub laid: Vec<Option<LaidCard>>,
    pub leader: Seat,
    pub left_over: Vec<Card>,
    pub malheurs: Vec<Vec<Kind>>,
    pub phase: PhaseName,
    pub pile: Vec<Kind>,
    pub played: u8,
    pub points: Vec<i16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<u8>,
    pub removed: Card,
    pub round: u16,
    pub taken: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    pub used: Vec<Kind>,
    pub waiting: Vec<WaitingView>,
}
