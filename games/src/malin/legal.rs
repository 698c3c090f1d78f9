//! Legal moves, phase by phase.

use super::Malin;
use super::card::{Card, Hand};
use super::malheur::{Change, Kind, Malheur};
use super::moves::{Lay, Move};
use super::options::Wish;
use super::state::{Phase, State};
use crate::seat::Seat;

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

impl Malin {
    /// The moves of the phase, in no order.
    pub(super) fn phase_moves(&self, state: &State, out: &mut Vec<Move>) {
        match state.phase {
            Phase::Bid(_) => out.extend(self.bids(state).map(Move::Bid)),
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

    /// The contracts that may be announced.
    pub(super) fn bids(&self, state: &State) -> impl Iterator<Item = u8> {
        let made: Vec<i8> = state.announced.iter().flatten().copied().collect();
        let sum: i8 = made.iter().sum();
        let tricks = self.tricks() as i8;
        (0..tricks)
            .filter(move |bid| !made.contains(bid) && (made.is_empty() || sum + bid != tricks))
            .map(|bid| bid as u8)
    }

    /// Every card of `hand` with every value it may be given.
    pub(super) fn lays(&self, state: &State, hand: Hand, mut each: impl FnMut(Lay)) {
        let highest = self.highest();
        for card in hand.kinds(self.fixed_twins()) {
            match card {
                Card::Number(value) => each(Lay { card, value }),
                Card::FixedTwin(value) => each(Lay { card, value }),
                Card::Twin => [0, highest].into_iter().for_each(|value| each(Lay { card, value })),
                Card::Wish => match (self.options.wish, state.removed) {
                    (Wish::Declared, _) => (0..=highest).for_each(|value| each(Lay { card, value })),
                    (Wish::RemovedCard, Card::Number(value) | Card::FixedTwin(value)) => {
                        each(Lay { card, value });
                    }
                    (Wish::RemovedCard, Card::Twin | Card::Wish) => {
                        [0, highest].into_iter().for_each(|value| each(Lay { card, value }));
                    }
                },
            }
        }
    }

    fn malheurs(&self, state: &State, seat: Seat, window: Window, out: &mut Vec<Move>) {
        for kind in Kind::ALL {
            if state.malheurs[seat.index()][kind as usize] > 0 && window.admits(kind) {
                self.uses(state, seat, kind, |malheur| out.push(Move::Malheur(malheur)));
            }
        }
    }

    /// Every way to use a Malheur of this kind, its targets named.
    fn uses(&self, state: &State, seat: Seat, kind: Kind, mut each: impl FnMut(Malheur)) {
        let others = || Seat::all(self.seats_count()).filter(move |&other| other != seat);
        let changes = [Change::Down, Change::Up];
        match kind {
            Kind::Inversion => each(Malheur::Inversion),
            Kind::Boost => each(Malheur::Boost),
            Kind::Void => each(Malheur::Void),
            Kind::Parry if !state.trick.waiting.is_empty() => each(Malheur::Parry),
            Kind::Parry => {}
            Kind::Drain => others().for_each(|target| each(Malheur::Drain(target))),
            Kind::Gift => others().for_each(|target| each(Malheur::Gift(target))),
            Kind::Swap => {
                for a in Seat::all(self.seats_count()) {
                    let above = Seat::all(self.seats_count()).filter(|&b| b > a);
                    above.for_each(|b| each(Malheur::Swap(a, b)));
                }
            }
            Kind::Retake => self.lays(state, self.free_hand(state, seat), |lay| each(Malheur::Retake(lay))),
            Kind::Perjury => {
                let fits = |change: &Change| self.contract_fits(state, seat, *change);
                changes.into_iter().filter(fits).for_each(|change| each(Malheur::Perjury(change)));
            }
            Kind::Curse => {
                for target in others() {
                    let fits = |change: &Change| self.contract_fits(state, target, *change);
                    changes.into_iter().filter(fits).for_each(|change| each(Malheur::Curse(target, change)));
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
