//! The full state as documented in `docs/malin-state.md`.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use serde::Serialize;
use utoipa::ToSchema;

use super::Malin;
use super::card::Card;
use super::malheur::Kind;
use super::state::{Phase, State};
use super::view::{LaidView, PhaseName, WaitingView, kinds};
use crate::seat::{Seat, Viewer};

/// The full state after a ply.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MalinDocument)]
pub struct Document {
    /// Announced contracts by seat, as far as they go.
    pub announced: Vec<Option<i8>>,
    /// Contracts as they are now.
    pub contracts: Vec<Option<i8>>,
    /// Who dealt.
    pub dealer: Seat,
    /// The hands.
    pub hands: Vec<Vec<Card>>,
    /// What lies before each seat.
    pub laid: Vec<Option<LaidView>>,
    /// Who led the trick on the table.
    pub leader: Seat,
    /// The card left over with five players.
    pub left_over: Vec<Card>,
    /// Malheur cards held.
    pub malheurs: Vec<Vec<Kind>>,
    /// What is being decided.
    pub phase: PhaseName,
    /// The Malheur pile, its top last.
    pub pile: Vec<Kind>,
    /// Tricks played this round.
    pub played: u8,
    /// Points.
    pub points: Vec<i16>,
    /// In `after_window`: how many seats in a row have used nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<u8>,
    /// The card set aside.
    pub removed: Card,
    /// The round, from 1.
    pub round: u16,
    /// Tricks taken.
    pub taken: Vec<u8>,
    /// The seat to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// Used Malheur cards.
    pub used: Vec<Kind>,
    /// Malheurs waiting to act.
    pub waiting: Vec<WaitingView>,
}

impl Malin {
    pub(super) fn documented(&self, state: &State) -> Document {
        let seats = self.seats_count();
        let view = self.viewed(state, Viewer::Replay);
        Document {
            round: state.round,
            phase: state.phase.into(),
            turn: self.decider(state),
            quiet: match state.phase {
                Phase::After(_, quiet) => Some(quiet),
                _ => None,
            },
            dealer: state.dealer,
            removed: view.removed,
            hands: state.hands[..seats].iter().map(|&hand| self.cards(hand)).collect(),
            left_over: self.cards(state.left_over),
            announced: state.announced[..seats].to_vec(),
            contracts: state.contracts[..seats].to_vec(),
            taken: state.taken[..seats].to_vec(),
            played: state.tricks,
            leader: state.trick.leader,
            laid: view.seats.into_iter().map(|seat| seat.laid).collect(),
            waiting: view.waiting,
            points: state.points[..seats].to_vec(),
            malheurs: state.malheurs[..seats].iter().map(|held| kinds(held)).collect(),
            pile: state.pile.to_vec(),
            used: view.used,
        }
    }
}
