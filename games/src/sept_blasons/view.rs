//! What a viewer sees of a position.

use super::SeptBlasons;
use super::card::Family;
use super::moves::Action;
use super::options::Variant;
use super::state::{Phase, State};
use super::token::mask;
use super::token::{Place, Token};
use crate::prelude::*;

/// The position as one viewer may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeptBlasonsView)]
pub struct View {
    /// The round, from 1.
    pub round: u8,
    /// The trick, from 1; 8 is the last.
    pub trick_number: u8,
    /// The decision under way.
    pub phase: PhaseName,
    /// The cards of the trick, in order of play.
    pub trick: Vec<TrickCard>,
    pub seats: Vec<SeatView>,
    pub pool: PoolView,
}

/// The decision under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SeptBlasonsPhase)]
pub enum PhaseName {
    /// The round is being dealt; no view or document is made in this phase.
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

/// A card of the trick.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeptBlasonsTrickCard)]
pub struct TrickCard {
    /// Who laid it.
    pub seat: Seat,
    /// Its character: 0 is the malandrin.
    pub character: u8,
    /// The value it has now; 0 is `*`.
    pub value: u8,
    /// Who uses its power, or used it.
    pub actor: Seat,
    /// What was activated with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activated: Option<Action>,
}

/// What lies before a seat, and what it holds.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeptBlasonsSeat)]
pub struct SeatView {
    pub family: Family,
    /// Characters in hand (public: they follow from the cards played).
    pub hand: Vec<u8>,
    /// Tokens in its area, by id.
    pub tokens: Vec<TokenView>,
    /// Number of tricks collected this round.
    pub tricks: u8,
    /// Collected tricks the viewer may look at.
    pub collected: Vec<CollectedTrick>,
    /// Points of the finished rounds.
    pub total: i32,
    /// Strength of its bourgeoisie card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bourgeoisie: Option<u8>,
    /// Whether that card has been activated this round.
    pub activated: bool,
}

/// A token with an id.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeptBlasonsToken)]
pub struct TokenView {
    /// Its id, as in `t05`.
    pub id: String,
    /// Whether it lies face up.
    pub face_up: bool,
    /// Its family, where the viewer knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<Family>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeptBlasonsPool)]
pub struct PoolView {
    pub face_up: Vec<TokenView>,
    pub face_down: u8,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeptBlasonsCollectedTrick)]
pub struct CollectedTrick {
    /// Its number in the round, from 1.
    pub trick: u8,
    pub cards: Vec<CardView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SeptBlasonsCard)]
pub struct CardView {
    pub family: Family,
    /// Its character: 0 is the malandrin.
    pub character: u8,
}

impl SeptBlasons {
    pub(super) fn seat_view(&self, state: &State, seat: Seat, viewer: Viewer) -> SeatView {
        let tricks = state.tricks.iter().filter(|trick| trick.winner == Some(seat)).count();
        SeatView {
            family: state.families[seat.index()],
            hand: (0..8).filter(|c| state.hands[seat.index()] >> c & 1 == 1).collect(),
            tokens: tokens(state, Place::Area(seat), viewer),
            tricks: tricks as u8,
            collected: self.collected_view(state, seat, viewer),
            total: i32::from(state.totals[seat.index()]),
            bourgeoisie: Some(state.strength[seat.index()]).filter(|strength| *strength > 0),
            activated: state.activated >> seat.0 & 1 == 1,
        }
    }

    /// Tricks the rules let the viewer look at: the own ones, none of them under *consultent*, and those looked at.
    fn collected_view(&self, state: &State, seat: Seat, viewer: Viewer) -> Vec<CollectedTrick> {
        let own = viewer.knows_as(seat) && !self.options.variants.contains(&Variant::Consultent);
        let may = |looked: u8| viewer == Viewer::Replay || own || looked & mask(viewer) != 0;
        let won = state
            .tricks
            .iter()
            .enumerate()
            .filter(|(_, trick)| trick.winner == Some(seat) && may(trick.looked));
        won.map(|(n, trick)| CollectedTrick {
            trick: n as u8 + 1,
            cards: trick.cards.iter().map(|(family, c)| CardView { family, character: c.0 }).collect(),
        })
        .collect()
    }
}

pub(super) fn tokens(state: &State, place: Place, viewer: Viewer) -> Vec<TokenView> {
    let show = |token: &Token| TokenView {
        id: format!("t{:02}", token.id),
        face_up: token.up,
        family: if viewer == Viewer::Replay { token.family } else { token.seen_by(mask(viewer)) },
    };
    state.tokens.iter().filter(|token| token.place == place).map(show).collect()
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
