//! Legal moves, phase by phase.

use super::Malin;
use super::card::{Card, Hand};
use super::malheur::{Change, Kind, Malheur};
use super::moves::{Move, ValuedCard};
use super::options::Wish;
use super::state::{Phase, State};
use crate::prelude::*;

/// The windows in which Malheurs can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Window {
    Deal,
    Before,
    After,
}

impl Window {
    pub(super) fn admits(self, kind: Kind) -> bool {
        use Kind::{Barter, Curse, EvilEye, Inversion, Perjury};
        match self {
            Window::Deal => matches!(kind, Perjury | Curse | EvilEye | Barter),
            Window::Before => matches!(kind, Perjury | Curse | EvilEye | Barter | Inversion),
            Window::After => !matches!(kind, Perjury | Curse | EvilEye | Barter),
        }
    }
}

/// The values a card may be given, ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    One(u8),
    /// 0 or the highest.
    Either(u8),
    /// Any up to the highest.
    UpTo(u8),
}

impl Values {
    #[inline]
    pub(super) fn count(self) -> u32 {
        match self {
            Values::One(_) => 1,
            Values::Either(_) => 2,
            Values::UpTo(highest) => u32::from(highest) + 1,
        }
    }

    /// Value number `n` of so many.
    #[inline]
    pub(super) fn nth(self, n: u32) -> u8 {
        match self {
            Values::One(value) => value,
            Values::Either(highest) => highest * n.min(1) as u8,
            Values::UpTo(_) => n as u8,
        }
    }
}

impl Malin {
    /// The moves of the phase, ascending.
    pub(super) fn phase_moves(&self, state: &State, out: &mut Vec<Move>) {
        match state.phase {
            Phase::Bid(_) => {
                let open = self.open_bids(state);
                out.extend((0..self.tricks() as u8).filter(|bid| open >> bid & 1 != 0).map(Move::Bid));
            }
            Phase::DealWindow(seat) => {
                self.malheurs(state, seat, Window::Deal, out);
                out.push(Move::Pass);
            }
            Phase::Play(seat) => {
                self.lays(state, state.hands[seat.index()], |lay| out.push(Move::Play(lay)));
                self.malheurs(state, seat, Window::Before, out);
            }
            Phase::After(seat, _) => {
                self.malheurs(state, seat, Window::After, out);
                out.push(Move::Pass);
            }
            Phase::Deal | Phase::Reshuffle(_) | Phase::Barter(..) | Phase::Over => {}
        }
    }

    /// The contracts that may be announced, as bits: nobody's, and not what would make the sum the number of tricks.
    #[inline]
    pub(super) fn open_bids(&self, state: &State) -> u64 {
        let bit = |bid: i32| u32::try_from(bid).ok().and_then(|bid| 1u64.checked_shl(bid)).unwrap_or(0);
        let tricks = self.tricks() as i32;
        let (mut made, mut sum) = (0, 0);
        for &bid in state.announced.iter().flatten() {
            made |= bit(i32::from(bid));
            sum += i32::from(bid);
        }
        let even = if made == 0 { 0 } else { bit(tricks - sum) };
        (bit(tricks) - 1) & !made & !even
    }

    /// Every card of `hand` with every value it may be given.
    pub(super) fn lays(&self, state: &State, hand: Hand, mut each: impl FnMut(ValuedCard)) {
        for card in hand.kinds(self.fixed_twins()) {
            let values = self.values(state, card);
            (0..values.count()).for_each(|n| each(ValuedCard { card, value: values.nth(n) }));
        }
    }

    /// The values that `card` may be given.
    #[inline]
    pub(super) fn values(&self, state: &State, card: Card) -> Values {
        match (card, self.options.wish, state.removed) {
            (Card::Number(value) | Card::FixedTwin(value), ..) => Values::One(value),
            (Card::Wish, Wish::Declared, _) => Values::UpTo(self.highest()),
            (Card::Wish, Wish::RemovedCard, Card::Number(value) | Card::FixedTwin(value)) => {
                Values::One(value)
            }
            (Card::Twin, ..) | (Card::Wish, Wish::RemovedCard, _) => Values::Either(self.highest()),
        }
    }

    /// Whether `seat` has a Malheur card in its hand.
    #[inline]
    pub(super) fn holds_malheurs(&self, state: &State, seat: Seat) -> bool {
        self.options.malheurs && state.malheurs_held(seat) > 0
    }

    fn malheurs(&self, state: &State, seat: Seat, window: Window, out: &mut Vec<Move>) {
        if !self.holds_malheurs(state, seat) {
            return;
        }
        for kind in Kind::ALL {
            if state.malheurs[seat.index()][kind as usize] > 0 && window.admits(kind) {
                self.uses(state, seat, kind, |malheur| out.push(Move::Malheur(malheur)));
            }
        }
    }

    /// Every way to use a Malheur of this kind, its targets named.
    fn uses(&self, state: &State, seat: Seat, kind: Kind, mut each: impl FnMut(Malheur)) {
        let others = || Seat::all(self.seats()).filter(move |&other| other != seat);
        match kind {
            Kind::Inversion => each(Malheur::Inversion),
            Kind::Boost => each(Malheur::Boost),
            Kind::Void => each(Malheur::Void),
            Kind::Parry if !state.trick.waiting.is_empty() => each(Malheur::Parry),
            Kind::Parry => {}
            Kind::Drain => others().for_each(|target| each(Malheur::Drain(target))),
            Kind::Gift => others().for_each(|target| each(Malheur::Gift(target))),
            Kind::Swap => {
                for a in Seat::all(self.seats()) {
                    let above = Seat::all(self.seats()).filter(|&b| b > a);
                    above.for_each(|b| each(Malheur::Swap(a, b)));
                }
            }
            Kind::Retake => self.lays(state, self.free_hand(state, seat), |lay| each(Malheur::Retake(lay))),
            Kind::Perjury => {
                let fits = |change: &Change| self.contract_fits(state, seat, *change);
                Change::ALL.into_iter().filter(fits).for_each(|change| each(Malheur::Perjury(change)));
            }
            Kind::Curse => {
                for target in others() {
                    let fits = |change: &Change| self.contract_fits(state, target, *change);
                    Change::ALL
                        .into_iter()
                        .filter(fits)
                        .for_each(|change| each(Malheur::Curse(target, change)));
                }
            }
            Kind::EvilEye => others()
                .filter(|other| !state.hands[other.index()].is_empty())
                .for_each(|target| each(Malheur::EvilEye(target))),
            Kind::Barter => {
                for card in state.hands[seat.index()].kinds(self.fixed_twins()) {
                    let targets = others().filter(|other| !state.hands[other.index()].is_empty());
                    targets.for_each(|target| each(Malheur::Barter(card, target)));
                }
            }
        }
    }

    /// The hand less the cards named by the seat's waiting retakes.
    fn free_hand(&self, state: &State, seat: Seat) -> Hand {
        state.hands[seat.index()].minus(state.trick.named(seat), self.fixed_twins())
    }

    fn contract_fits(&self, state: &State, seat: Seat, change: Change) -> bool {
        let contract = state.contracts[seat.index()].map(|contract| contract + change.delta());
        contract.is_some_and(|contract| (0..=self.tricks() as i8).contains(&contract))
    }
}
