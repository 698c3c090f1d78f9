//! What a viewer sees of a position, and moves taken apart.

use super::Malin;
use super::card::{Card, Hand};
use super::malheur::{Kind, Malheur};
use super::moves::{Move, ValuedCard};
use super::state::{LaidCard, Phase, State};
use crate::prelude::*;

/// The position as one viewer may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MalinView)]
pub struct View {
    /// The round, from 1.
    pub round: u16,
    /// Number of tricks a round.
    pub tricks: u8,
    /// Tricks played this round.
    pub played: u8,
    /// The decision under way.
    pub phase: PhaseName,
    pub dealer: Seat,
    /// The card set aside.
    pub removed: Card,
    /// Who led the trick on the table.
    pub leader: Seat,
    /// Malheurs waiting to act on it, in order of arrival.
    pub waiting: Vec<WaitingView>,
    pub seats: Vec<SeatView>,
    /// Malheur cards in the pile.
    pub pile: u8,
    /// Used Malheur cards, in the order of the rules file.
    pub used: Vec<Kind>,
}

/// The decision under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MalinPhase)]
pub enum PhaseName {
    /// The round is being dealt; no view or document is made in this phase.
    Deal,
    /// A contract is to be announced.
    Bid,
    /// Whether a Malheur is used after the deal.
    DealWindow,
    /// A card is to be laid.
    Play,
    /// Whether a Malheur is used after the trick.
    AfterWindow,
    /// A card is being drawn for a barter; no view or document is made in this phase.
    Barter,
    /// The game is over.
    Over,
}

/// A Malheur waiting to act.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MalinWaiting)]
pub struct WaitingView {
    /// The Malheur as in the notation, without the word `malheur`.
    pub malheur: String,
    /// The seat that used it.
    pub seat: Seat,
}

/// What belongs to a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MalinSeat)]
pub struct SeatView {
    /// Number of cards in hand.
    pub cards: u8,
    /// The hand; only for its holder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<Card>>,
    /// Cards of the hand the viewer knows for certain (looked at or bartered).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<Card>,
    /// Number of Malheur cards held.
    pub malheurs: u8,
    /// Malheur cards held; only for their holder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub malheur_cards: Option<Vec<Kind>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announced: Option<i8>,
    /// The contract as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<i8>,
    /// Tricks taken this round.
    pub taken: u8,
    /// The card laid in the trick on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub laid: Option<LaidCard>,
    pub points: i16,
}

/// A move as its kind and its arguments.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MalinMove)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
pub enum MoveArgs {
    /// Announce a contract.
    Bid { contract: u8 },
    /// Lay a card.
    Play(ValuedCard),
    /// Use a Malheur card.
    Malheur {
        malheur: Kind,
        seats: Vec<Seat>,
        /// The card named.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<u8>,
        /// The change of a contract.
        #[serde(skip_serializing_if = "Option::is_none")]
        change: Option<i8>,
    },
    /// Use nothing.
    Pass {},
}

impl Malin {
    pub(super) fn waiting_views(&self, state: &State) -> Vec<WaitingView> {
        let shown = |&(seat, malheur): &(Seat, Malheur)| WaitingView {
            seat,
            malheur: self
                .write(Move::Malheur(malheur), seat, Viewer::Spectator)
                .trim_start_matches("malheur ")
                .to_owned(),
        };
        state.trick.waiting.iter().map(shown).collect()
    }

    pub(super) fn seat_view(&self, state: &State, seat: Seat, viewer: Viewer) -> SeatView {
        let at = seat.index();
        let own = viewer.knows_as(seat);
        let known = match viewer {
            Viewer::Seat(viewer) if viewer != seat => state.known[viewer.index()][at],
            _ => Hand::default(),
        };
        SeatView {
            cards: state.hands[at].len() as u8,
            hand: own.then(|| self.cards(state.hands[at])),
            known: self.cards(known),
            malheurs: state.malheurs_held(seat) as u8,
            malheur_cards: own.then(|| Kind::repeated(state.malheurs[at]).collect()),
            announced: state.announced[at],
            contract: state.contracts[at],
            taken: state.taken[at],
            laid: state.trick.before(seat).copied(),
            points: state.points[at],
        }
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
