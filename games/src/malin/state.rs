//! The position.

use arrayvec::ArrayVec;

use super::card::{Card, Hand};
use super::malheur::{KINDS, Kind, Malheur};
use super::moves::Move;
use super::options::MAX_MALHEURS;
use crate::prelude::*;

pub const SEATS: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[schema(as = MalinLaid)]
pub struct LaidCard {
    pub card: Card,
    /// Its value now: as declared, with boosts and drains.
    pub value: i16,
}

/// The trick on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Trick {
    pub leader: Seat,
    /// What lies before each seat.
    pub laid: [Option<LaidCard>; SEATS],
    /// Malheurs waiting to act, in order of arrival, with their users.
    pub waiting: MalheurQueue,
}

/// Malheurs in order of arrival, with their users.
type MalheurQueue = ArrayVec<(Seat, Malheur), { MAX_MALHEURS as usize }>;

impl Trick {
    /// An empty trick.
    pub fn new(leader: Seat) -> Self {
        Self { leader, ..Self::default() }
    }

    /// Empties it for the next; nothing may be waiting any more.
    #[inline]
    pub(super) fn restart(&mut self, leader: Seat) {
        self.leader = leader;
        self.laid = [None; SEATS];
        self.waiting.clear();
    }

    /// The Malheurs waiting, taken out; `None` where there are none, which spares moving the room for them.
    #[inline]
    pub(super) fn take_waiting(&mut self) -> Option<MalheurQueue> {
        (!self.waiting.is_empty()).then(|| std::mem::take(&mut self.waiting))
    }

    /// What lies before `seat`.
    #[inline]
    pub fn before(&self, seat: Seat) -> Option<&LaidCard> {
        self.laid.get(seat.index())?.as_ref()
    }

    pub(super) fn before_mut(&mut self, seat: Seat) -> Option<&mut LaidCard> {
        self.laid.get_mut(seat.index())?.as_mut()
    }

    /// A card laid or a Malheur that waits comes in; a parry takes the last one out.
    pub(super) fn enter(&mut self, seat: Seat, mv: Move) {
        match mv {
            Move::Play(lay) => {
                self.laid[seat.index()] = Some(LaidCard { card: lay.card, value: i16::from(lay.value) });
            }
            Move::Malheur(Malheur::Parry) => {
                self.waiting.pop();
            }
            Move::Malheur(malheur) if malheur.waits() => {
                // A deck has at most as many cards as the list has room for.
                let _ = self.waiting.try_push((seat, malheur));
            }
            Move::Malheur(_) | Move::Bid(_) | Move::Pass => {}
        }
    }

    /// The cards that waiting retakes of `seat` name.
    pub(super) fn named(&self, seat: Seat) -> Hand {
        let named = |&(user, malheur): &(Seat, Malheur)| match malheur {
            Malheur::Retake(lay) if user == seat => Some(lay.card),
            _ => None,
        };
        self.waiting.iter().filter_map(named).collect()
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.laid.iter().flatten().count()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What is decided next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    /// The deal of the next round.
    #[default]
    Deal,
    /// The used Malheur cards are reshuffled, a card being due to this seat.
    Reshuffle(Seat),
    /// A seat announces its contract.
    Bid(Seat),
    /// A seat may use Malheurs before the first trick.
    DealWindow(Seat),
    /// A seat lays a card.
    Play(Seat),
    /// A seat may use a Malheur on the complete trick; so many seats in a row have not.
    #[strum(serialize = "after_window")]
    After(Seat, u8),
    /// The random card of a barter: giver, the card given, the other seat; then this phase goes on.
    Barter(Seat, Card, Seat, Resume),
    Over,
}

impl Phase {
    /// The name of what is decided.
    pub(super) fn name(self) -> &'static str {
        self.into()
    }
}

/// Where a barter was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resume {
    /// In the `deal` window.
    DealWindow,
    /// Before laying a card.
    Play,
}

/// A position with everything hidden in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// 0 before the first deal, then 1, 2, ….
    pub round: u16,
    pub phase: Phase,
    pub dealer: Seat,
    /// Who dealt the first round.
    pub first_dealer: Seat,
    /// The card set aside.
    pub removed: Card,
    pub hands: [Hand; SEATS],
    /// The card left over with five players.
    pub left_over: Hand,
    /// Contracts as they are now; `None` before the announcement.
    pub contracts: [Option<i8>; SEATS],
    pub announced: [Option<i8>; SEATS],
    /// Tricks taken this round.
    pub taken: [u8; SEATS],
    /// Tricks played this round, void ones included.
    pub tricks: u8,
    /// The trick on the table.
    pub trick: Trick,
    /// Points; partners have the same.
    pub points: [i16; SEATS],
    /// Points before the round just counted.
    pub before_round: [i16; SEATS],
    /// Malheur cards held, by kind.
    pub malheurs: [[u8; KINDS]; SEATS],
    /// The Malheur pile, its top last.
    pub pile: ArrayVec<Kind, { MAX_MALHEURS as usize }>,
    /// Used Malheur cards, by kind.
    pub used: [u8; KINDS],
    /// Malheur cards still due to each seat.
    pub due: [u8; SEATS],
    /// For each seat, and last for the public, the cards of each other hand known for certain.
    pub known: [[Hand; SEATS]; SEATS + 1],
}

impl State {
    /// The position before the first deal.
    pub fn start(points: u8) -> Self {
        let points = [i16::from(points); SEATS];
        Self { points, before_round: points, ..Self::default() }
    }

    #[inline]
    pub fn malheurs_held(&self, seat: Seat) -> u32 {
        self.malheurs[seat.index()].iter().map(|&n| u32::from(n)).sum()
    }
}
