//! The full state as documented in `docs/parbourg-state.md`.
//! Members are declared in canonical order: then nothing has to be put in order at every ply.

use super::Parbourg;
use super::card::CardSet;
use super::state::{LaidCard, Phase, State, UsedCard};
use crate::prelude::*;

/// The full state after a ply: what everybody may see, and everything hidden.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    pub actions: u8,
    pub built: bool,
    pub chain: Vec<Used>,
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
    pub seats: Vec<Side>,
    pub spare: Vec<u8>,
    pub to_answer: Vec<Seat>,
    pub to_ask: Vec<Seat>,
    pub tokens: Vec<super::card::Colour>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
}

/// The decision under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    /// Chance decides; no document is made in this phase.
    Chance,
    /// Which henchman is kept.
    KeepHenchman,
    /// Whether an alchemy card is used.
    Alchemy,
    /// Which initiative is taken.
    ChooseInitiative,
    /// What is done in a turn.
    Turn,
    /// Whether a card is used between turns.
    Window,
    /// Whether a card is used against one that was used.
    Response,
    /// The game is over.
    Over,
}

#[derive(Clone, Debug, Serialize)]
pub struct Used {
    /// The seat that used it.
    pub seat: Seat,
    /// The card, and what it is aimed at, as in the notation.
    pub text: String,
}

/// What belongs to a seat.
#[derive(Clone, Debug, Serialize)]
pub struct Side {
    /// Bonus of used events, part of the points.
    pub bonus: u16,
    pub buildings: Vec<u16>,
    /// Number of cards in hand.
    pub cards: u8,
    /// The two henchmen offered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choice: Vec<u8>,
    /// Bonuses of the day by colour: politique, militaire, intrigue, science.
    pub day_bonus: Vec<u16>,
    pub hand: Vec<u16>,
    /// The henchmen, the one whose score counts first.
    pub henchmen: Vec<u8>,
    /// Action cards laid, in order.
    pub laid: Vec<Laid>,
    /// Most action cards the seat may have before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
    /// Points in the challenge, face-down cards counted.
    pub points: u32,
    /// Whether the seat cannot be chosen.
    pub shielded: bool,
    pub skips: u8,
    /// Whether the seat stands.
    pub standing: bool,
    /// Tokens won by colour: politique, militaire, intrigue, science.
    pub won: Vec<u8>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Laid {
    pub card: u16,
    /// Whether its bet counts twice.
    pub doubled: bool,
    /// Whether it lies face down.
    pub hidden: bool,
}

impl Parbourg {
    pub(super) fn ids(&self, cards: CardSet) -> Vec<u16> {
        cards.iter().map(|card| self.id(card)).collect()
    }

    pub(super) fn chain(&self, state: &State) -> Vec<Used> {
        let used = |used: &UsedCard| Used {
            seat: used.seat,
            text: format!("#{}{}", self.id(used.card), self.aim(used.target)),
        };
        state.chain.iter().map(used).collect()
    }

    pub(super) fn side(&self, state: &State, seat: Seat) -> Side {
        let at = seat.index();
        let choice = match state.phase {
            Phase::Keep(chooser, a, b) if chooser == seat => vec![self.score(a), self.score(b)],
            _ => Vec::new(),
        };
        let laid =
            |laid: &LaidCard| Laid { card: self.id(laid.card), hidden: laid.hidden, doubled: laid.doubled };
        Side {
            cards: state.hands[at].len() as u8,
            hand: self.ids(state.hands[at]),
            henchmen: state.henchmen[at].iter().map(|&henchman| self.score(henchman)).collect(),
            choice,
            standing: state.stands(seat),
            shielded: state.shielded >> seat.0 & 1 == 1,
            skips: state.skips[at],
            limit: Some(state.limits[at]).filter(|&limit| limit != u8::MAX),
            laid: state.row(seat).map(laid).collect(),
            buildings: self.ids(state.buildings[at]),
            points: self.points_of(state, seat, |_| true),
            bonus: state.bonus[at],
            day_bonus: state.day_bonus[at].to_vec(),
            won: state.won[at].to_vec(),
        }
    }
}

impl PhaseName {
    /// What is being decided in `state`.
    pub(super) fn of(state: &State) -> Self {
        if !state.chain.is_empty() {
            return Self::Response;
        }
        match state.phase {
            Phase::Keep(..) => Self::KeepHenchman,
            Phase::Alchemy => Self::Alchemy,
            Phase::Number(_) => Self::ChooseInitiative,
            Phase::Turn => Self::Turn,
            Phase::Window => Self::Window,
            Phase::Over => Self::Over,
            Phase::Deal | Phase::Henchmen | Phase::Drawing(_) | Phase::Reveal | Phase::NextTurn => {
                Self::Chance
            }
        }
    }
}
