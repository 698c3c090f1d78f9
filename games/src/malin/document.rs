//! The full state as documented in `docs/malin-state.md`.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use super::Malin;
use super::card::{Card, Hand};
use super::malheur::{Kind, Malheur};
use super::moves::Move;
use super::state::{LaidCard, Phase, State};
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
    pub waiting: Vec<Waiting>,
}

/// The decision under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    /// The round is being dealt; no document is made in this phase.
    Deal,
    /// A contract is to be announced.
    Bid,
    /// Whether a Malheur is used after the deal.
    DealWindow,
    /// A card is to be laid.
    Play,
    /// Whether a Malheur is used after the trick.
    AfterWindow,
    /// A card is being drawn for a barter; no document is made in this phase.
    Barter,
    /// The game is over.
    Over,
}

/// A Malheur waiting to act.
#[derive(Clone, Debug, Serialize)]
pub struct Waiting {
    /// The Malheur as in the notation, without the word `malheur`.
    pub malheur: String,
    /// The seat that used it.
    pub seat: Seat,
}

impl Malin {
    pub(super) fn waiting(&self, state: &State) -> Vec<Waiting> {
        let shown = |&(seat, malheur): &(Seat, Malheur)| Waiting {
            malheur: self
                .write(Move::Malheur(malheur), seat, Viewer::Spectator)
                .trim_start_matches("malheur ")
                .to_owned(),
            seat,
        };
        state.trick.waiting.iter().map(shown).collect()
    }

    pub(super) fn cards(&self, hand: Hand) -> Vec<Card> {
        hand.cards(self.fixed_twins()).collect()
    }
}

impl From<Phase> for PhaseName {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Deal | Phase::Reshuffle(_) => Self::Deal,
            Phase::Bid(_) => Self::Bid,
            Phase::DealWindow(_) => Self::DealWindow,
            Phase::Play(_) => Self::Play,
            Phase::After(..) => Self::AfterWindow,
            Phase::Barter(..) => Self::Barter,
            Phase::Over => Self::Over,
        }
    }
}
