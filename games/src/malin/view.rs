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
    /// `bid`, `deal_window`, `play`, `after_window` or `over`.
    pub phase: &'static str,
    /// Who dealt.
    pub dealer: Seat,
    /// The card set aside.
    pub removed: String,
    /// Who led the trick on the table.
    pub leader: Seat,
    /// Malheurs waiting to act on it, in order of arrival.
    pub waiting: Vec<WaitingView>,
    /// The seats, in order.
    pub seats: Vec<SeatView>,
    /// Malheur cards in the pile.
    pub pile: u8,
    /// Used Malheur cards, in the order of the rules file.
    pub used: Vec<&'static str>,
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
    pub hand: Option<Vec<String>>,
    /// Cards of the hand the viewer knows for certain (looked at or bartered).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<String>,
    /// Number of Malheur cards held.
    pub malheurs: u8,
    /// Malheur cards held, to their holder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub malheur_cards: Option<Vec<&'static str>>,
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
    pub card: String,
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
        card: String,
        /// Its value.
        value: u8,
    },
    /// Use a Malheur card.
    Malheur {
        /// Its id.
        malheur: &'static str,
        /// The seats chosen.
        seats: Vec<Seat>,
        /// The card named.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<String>,
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
            phase: phase_name(state.phase),
            dealer: state.dealer,
            removed: self.card_name(state.removed),
            leader: state.trick.leader,
            waiting: self.waiting_views(state),
            seats: Seat::all(self.seats_count()).map(|seat| self.seat_view(state, seat, viewer)).collect(),
            pile: state.pile.len() as u8,
            used: names(&state.used),
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
            hand: own.then(|| self.card_names(state.hands[at])),
            known: self.card_names(known),
            malheurs: state.malheurs_held(seat) as u8,
            malheur_cards: own.then(|| names(&state.malheurs[at])),
            announced: state.announced[at],
            contract: state.contracts[at],
            taken: state.taken[at],
            laid: state
                .trick
                .before(seat)
                .map(|laid| LaidView { card: self.card_name(laid.card), value: laid.value }),
            points: state.points[at],
        }
    }

    pub(super) fn card_names(&self, hand: Hand) -> Vec<String> {
        hand.cards(self.fixed_twins()).map(|card| self.card_name(card)).collect()
    }

    pub(super) fn taken_apart(&self, mv: Move) -> MoveArgs {
        match mv {
            Move::Bid(contract) => MoveArgs::Bid { contract },
            Move::Play(lay) => MoveArgs::Play { card: self.card_name(lay.card), value: lay.value },
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
                let card = card.map(|card: Card| self.card_name(card));
                MoveArgs::Malheur { malheur: malheur.kind().name(), seats, card, value, change }
            }
        }
    }
}

/// Malheur cards by kind, each as often as it is there.
pub(super) fn names(counts: &[u8]) -> Vec<&'static str> {
    Kind::ALL
        .into_iter()
        .zip(counts)
        .flat_map(|(kind, &n)| std::iter::repeat_n(kind.name(), n.into()))
        .collect()
}

pub(super) fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Deal | Phase::Reshuffle(_) => "deal",
        Phase::Bid(_) => "bid",
        Phase::DealWindow(_) => "deal_window",
        Phase::Play(_) => "play",
        Phase::After(..) => "after_window",
        Phase::Barter(..) => "barter",
        Phase::Over => "over",
    }
}
