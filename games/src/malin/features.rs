//! What designers count.

use std::cmp::Ordering;

use super::Malin;
use super::card::{Card, Hand};
use super::malheur::{KINDS, Kind, Malheur};
use super::moves::Move;
use super::state::{SEATS, State};
use crate::prelude::*;

pub(super) mod infos;

/// Cards of a hand at most, and contracts up to as many.
const CARDS: usize = 9;

/// Running counts of one seat.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    /// Contracts announced, as bits: by strong cards in the hand.
    by_strength: [u16; CARDS + 1],
    /// The same by place in the order of announcements.
    by_turn: [u16; SEATS],
    met: i64,
    over: i64,
    under: i64,
    rounds: i64,
    dealt: i64,
    /// Strong cards of the first hand.
    strength: i64,
    /// The Malheur dealt before the first round.
    malheur: Option<Kind>,
    twins_high: i64,
    twins_low: i64,
    wishes: i64,
    used: [i64; KINDS],
    parried: [i64; KINDS],
    turned: [i64; KINDS],
    /// The cards that took tricks.
    winners: Hand,
}

/// Running counts of a game.
#[derive(Clone, Default)]
pub struct Tally {
    pub(super) seats: [Counts; SEATS],
    /// Who announced first in the first round: the seat left of the first dealer.
    pub(super) first: Seat,
}

impl Malin {
    pub(super) fn count_deal(&self, tally: &mut Tally, after: &State) {
        if after.round == 1 {
            tally.first = after.dealer.next(self.seats());
        }
        for seat in Seat::all(self.seats()) {
            let counts = &mut tally.seats[seat.index()];
            counts.dealt += i64::from(after.dealer == seat);
            counts.rounds += 1;
            if after.round == 1 {
                counts.strength = self.strong_cards(after, seat) as i64;
                let held = &after.malheurs[seat.index()];
                counts.malheur = Kind::ALL.into_iter().find(|&kind| held[kind as usize] > 0);
            }
        }
    }

    /// Cards of the highest third in the hand, and those whose value can be said.
    fn strong_cards(&self, state: &State, seat: Seat) -> usize {
        let high = |card: &Card| match *card {
            Card::Number(number) => number * 3 > self.highest() * 2,
            Card::Twin | Card::Wish => true,
            Card::FixedTwin(value) => value > 0,
        };
        state.hands[seat.index()].cards(self.fixed_twins()).filter(high).count()
    }

    pub(super) fn count_move(&self, tally: &mut Tally, before: &State, seat: Seat, mv: Move) {
        let counts = &mut tally.seats[seat.index()];
        match mv {
            Move::Bid(bid) => {
                let seats = self.seats();
                let place = (seat.index() + seats - before.dealer.index() - 1) % seats;
                let bid = 1 << bid.min(15);
                counts.by_turn[place] |= bid;
                counts.by_strength[self.strong_cards(before, seat).min(CARDS)] |= bid;
            }
            Move::Malheur(malheur) => {
                counts.used[malheur.kind() as usize] += 1;
                if let (Malheur::Parry, Some((user, parried))) = (malheur, before.trick.waiting.last()) {
                    tally.seats[user.index()].parried[parried.kind() as usize] += 1;
                }
            }
            Move::Play(lay) => match lay.card {
                Card::Wish => counts.wishes += 1,
                Card::Twin | Card::FixedTwin(_) if lay.value == 0 => counts.twins_low += 1,
                Card::Twin | Card::FixedTwin(_) => counts.twins_high += 1,
                Card::Number(_) => {}
            },
            Move::Pass => {}
        }
    }

    /// The trick that `mv` ends: which card took it, and which Malheurs made it go elsewhere.
    pub(super) fn count_trick(&self, tally: &mut Tally, before: &State, seat: Seat, mv: Move) {
        let mut trick = before.trick.clone();
        trick.enter(seat, mv);
        let taken = self.decided(before, trick.clone());
        if let Some((taker, card)) = taken {
            tally.seats[taker.index()].winners.insert(card);
        }
        for (at, (user, malheur)) in trick.waiting.iter().enumerate() {
            let mut without = trick.clone();
            without.waiting.remove(at);
            let otherwise = self.decided(before, without).map(|(taker, _)| taker);
            let turned = otherwise != taken.map(|(taker, _)| taker);
            tally.seats[user.index()].turned[malheur.kind() as usize] += i64::from(turned);
        }
    }

    /// Contracts met, over and under in the round that just ended in `end`.
    pub(super) fn count_contracts(&self, tally: &mut Tally, end: &State) {
        for seat in Seat::all(self.seats()) {
            let contract = end.contracts[seat.index()].unwrap_or(0);
            let counts = &mut tally.seats[seat.index()];
            match (end.taken[seat.index()] as i8).cmp(&contract) {
                Ordering::Equal => counts.met += 1,
                Ordering::Greater => counts.over += 1,
                Ordering::Less => counts.under += 1,
            }
        }
    }

    pub(super) fn seat_features(&self, counts: &Counts) -> Vec<Feature> {
        let mut features = vec![
            Feature::number("rounds", counts.rounds),
            Feature::number("contracts_met", counts.met),
            Feature::number("contracts_over", counts.over),
            Feature::number("contracts_under", counts.under),
            Feature::number("rounds_dealt", counts.dealt),
            Feature::number("strong_cards_dealt", counts.strength),
            Feature::number("twins_high", counts.twins_high),
            Feature::number("twins_low", counts.twins_low),
            Feature::number("wishes", counts.wishes),
            Feature::number("malheurs_used", counts.used.iter().sum::<i64>()),
        ];
        let announced = counts.by_turn.iter().fold(0, |all, bids| all | bids);
        features.extend(bids(announced).map(|bid| Feature::category("announced", bid.to_string())));
        for (strong, &of_strength) in counts.by_strength.iter().enumerate() {
            let text = |bid| format!("{bid} with {strong}");
            features
                .extend(bids(of_strength).map(|bid| Feature::category("announced_with_strength", text(bid))));
        }
        for (place, &in_turn) in counts.by_turn.iter().enumerate() {
            let text = |bid| format!("{bid} in turn {}", place + 1);
            features.extend(bids(in_turn).map(|bid| Feature::category("announced_in_turn", text(bid))));
        }
        // Look-alike twins are one card.
        let winners = counts.winners.kinds(self.fixed_twins());
        features.extend(winners.map(|card| Feature::category("taken_with", self.card_name(card))));
        features.extend(counts.malheur.map(|kind| Feature::category("malheur_dealt", kind.name())));
        for (name, counts) in [
            ("malheur_used", counts.used),
            ("malheur_parried", counts.parried),
            ("malheur_turned_trick", counts.turned),
        ] {
            let kinds = Kind::ALL.into_iter().filter(|&kind| counts[kind as usize] > 0);
            features.extend(kinds.map(|kind| Feature::category(name, kind.name())));
        }
        features
    }
}

/// The contracts whose bits are set.
fn bids(bits: u16) -> impl Iterator<Item = u32> {
    (0..16).filter(move |bid| bits >> bid & 1 == 1)
}
