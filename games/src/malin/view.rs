//! What a viewer sees of a position, and moves taken apart.

use serde::Serialize;
use utoipa::ToSchema;

use super::Malin;
use super::card::{Card, Hand};
use super::malheur::{Kind, Malheur};
use super::moves::{Move, ValuedCard};
use super::state::{Phase, State};
use crate::seat::{Seat, Viewer};

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
    /// What is being decided.
    pub phase: PhaseName,
    /// Who dealt.
    pub dealer: Seat,
    /// The card set aside.
    pub removed: Card,
    /// Who led the trick on the table.
    pub leader: Seat,
    /// Malheurs waiting to act on it, in order of arrival.
    pub waiting: Vec<WaitingView>,
    /// The seats, in order.
    pub seats: Vec<SeatView>,
    /// Malheur cards in the pile.
    pub pile: u8,
    /// Used Malheur cards, in the order of the rules file.
    pub used: Vec<Kind>,
}

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MalinPhase)]
pub enum PhaseName {
    /// Nothing: the round is being dealt, which is over before anybody looks.
    Deal,
    /// A contract is to be announced.
    Bid,
    /// Whether a Malheur is used after the deal.
    DealWindow,
    /// A card is to be laid.
    Play,
    /// Whether a Malheur is used after the trick.
    AfterWindow,
    /// Nothing: a card is being drawn for a barter, which is over before anybody looks.
    Barter,
    /// Nothing: the game is over.
    Over,
}

/// A Malheur waiting to act.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MalinWaiting)]
pub struct WaitingView {
    /// As in the notation, without `malheur `.
    pub malheur: String,
    /// Who used it.
    pub seat: Seat,
}

/// What belongs to a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MalinSeat)]
pub struct SeatView {
    /// Number of cards in hand.
    pub cards: u8,
    /// The hand, to its holder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<Card>>,
    /// Cards of the hand the viewer knows for certain (looked at or bartered).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<Card>,
    /// Number of Malheur cards held.
    pub malheurs: u8,
    /// Malheur cards held, to their holder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub malheur_cards: Option<Vec<Kind>>,
    /// The announced contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announced: Option<i8>,
    /// The contract as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<i8>,
    /// Tricks taken this round.
    pub taken: u8,
    /// The card laid in the trick on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub laid: Option<LaidView>,
    /// Points.
    pub points: i16,
}

/// A laid card.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MalinLaid)]
pub struct LaidView {
    /// The card.
    pub card: Card,
    /// Its value as declared.
    pub value: i16,
}

/// A move taken apart.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MalinMove)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
pub enum MoveArgs {
    /// Announce a contract.
    Bid {
        /// Number of tricks.
        contract: u8,
    },
    /// Lay a card.
    Play {
        /// The card.
        card: Card,
        /// Its value.
        value: u8,
    },
    /// Use a Malheur card.
    Malheur {
        /// Its effect.
        malheur: Kind,
        /// The seats chosen.
        seats: Vec<Seat>,
        /// The card named.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
        /// Its value.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<u8>,
        /// The change of a contract.
        #[serde(skip_serializing_if = "Option::is_none")]
        change: Option<i8>,
    },
    /// Use none.
    Pass {},
}

impl Malin {
    pub(super) fn viewed(&self, state: &State, viewer: Viewer) -> View {
        View {
            round: state.round,
            tricks: self.tricks() as u8,
            played: state.tricks,
            phase: state.phase.into(),
            dealer: state.dealer,
            removed: state.removed,
            leader: state.trick.leader,
            waiting: self.waiting_views(state),
            seats: Seat::all(self.seats_count()).map(|seat| self.seat_view(state, seat, viewer)).collect(),
            pile: state.pile.len() as u8,
            used: kinds(&state.used),
        }
    }

    fn waiting_views(&self, state: &State) -> Vec<WaitingView> {
        let text = |malheur: Malheur| self.write(Move::Malheur(malheur), super::notation::Barter::Hidden);
        let shown = |&(seat, malheur): &(Seat, Malheur)| WaitingView {
            seat,
            malheur: text(malheur).trim_start_matches("malheur ").to_owned(),
        };
        state.trick.waiting.iter().map(shown).collect()
    }

    fn seat_view(&self, state: &State, seat: Seat, viewer: Viewer) -> SeatView {
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
            malheur_cards: own.then(|| kinds(&state.malheurs[at])),
            announced: state.announced[at],
            contract: state.contracts[at],
            taken: state.taken[at],
            laid: state.trick.before(seat).map(|laid| LaidView { card: laid.card, value: laid.value }),
            points: state.points[at],
        }
    }

    pub(super) fn cards(&self, hand: Hand) -> Vec<Card> {
        hand.cards(self.fixed_twins()).collect()
    }

    pub(super) fn taken_apart(&self, mv: Move) -> MoveArgs {
        match mv {
            Move::Bid(contract) => MoveArgs::Bid { contract },
            Move::Play(lay) => MoveArgs::Play { card: lay.card, value: lay.value },
            Move::Pass => MoveArgs::Pass {},
            Move::Malheur(malheur) => {
                let (mut seats, mut card, mut value, mut change) = (Vec::new(), None, None, None);
                match malheur {
                    Malheur::Drain(seat) | Malheur::Gift(seat) | Malheur::EvilEye(seat) => seats.push(seat),
                    Malheur::Swap(a, b) => seats.extend([a, b]),
                    Malheur::Retake(ValuedCard { card: named, value: said }) => {
                        (card, value) = (Some(named), Some(said));
                    }
                    Malheur::Perjury(by) => change = Some(by.delta()),
                    Malheur::Curse(seat, by) => {
                        seats.push(seat);
                        change = Some(by.delta());
                    }
                    Malheur::Barter(given, seat) => {
                        seats.push(seat);
                        card = Some(given);
                    }
                    Malheur::Inversion | Malheur::Boost | Malheur::Void | Malheur::Parry => {}
                }
                MoveArgs::Malheur { malheur: malheur.kind(), seats, card, value, change }
            }
        }
    }
}

/// Malheur cards by kind, each as often as it is there.
pub(super) fn kinds(counts: &[u8]) -> Vec<Kind> {
    let each = Kind::ALL.into_iter().zip(counts);
    each.flat_map(|(kind, &n)| std::iter::repeat_n(kind, n.into())).collect()
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
