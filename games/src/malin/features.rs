//! What designers count.

use std::cmp::Ordering;

use super::Malin;
use super::card::{Card, Hand};
use super::malheur::{KINDS, Kind, Malheur};
use super::moves::Move;
use super::state::{SEATS, State};
use crate::bits::members;
use crate::feature::Counted::{self, Categories, Number};
use crate::feature::Role::{Choice, Consequence, Dealt};
use crate::feature::names;
use crate::prelude::*;

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
    /// The first one that it got for lost points from the top of a round's pile.
    drawn: Option<Kind>,
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

    /// The seat that got the top of the pile for lost points. One card a round, and the first of each seat: who loses draws more, so
    /// that of all cards those with few copies, of which none comes twice, would go with losing.
    pub(super) fn count_drawn(&self, tally: &mut Tally, before: &State, ply: &Ply<Self>, after: &State) {
        let (seats, drawn) = (self.seats(), self.drawn(before, ply, after, Viewer::Replay));
        let from_left = |seat: Seat| (seat.index() + seats - before.dealer.index() - 1) % seats;
        let first = drawn.iter().map(|of| of.seat).min_by_key(|&seat| from_left(seat));
        if let (Some(seat), Some(&top)) = (first, before.pile.last()) {
            tally.seats[seat.index()].drawn.get_or_insert(top);
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

    pub(super) fn seat_features(&self, tally: &Tally, seat: Seat) -> Vec<Feature> {
        let order = Feature::turn_order(tally.first, seat, self.seats());
        Counted::features(&table(), &(self, &tally.seats[seat.index()]), order)
    }
}

pub(super) fn infos() -> Vec<FeatureInfo> {
    Counted::infos(&table(), &super::told::TEXTS)
}

fn table<'a>() -> [Counted<(&'a Malin, &'a Counts)>; 19] {
    [
        Number(Consequence, "rounds", |(_, own)| own.rounds),
        Number(Consequence, "contracts_met", |(_, own)| own.met),
        Number(Consequence, "contracts_over", |(_, own)| own.over),
        Number(Consequence, "contracts_under", |(_, own)| own.under),
        Number(Consequence, "rounds_dealt", |(_, own)| own.dealt),
        Number(Dealt, "strong_cards_dealt", |(_, own)| own.strength),
        Number(Consequence, "twins_high", |(_, own)| own.twins_high),
        Number(Consequence, "twins_low", |(_, own)| own.twins_low),
        Number(Consequence, "wishes", |(_, own)| own.wishes),
        Number(Consequence, "malheurs_used", |(_, own)| own.used.iter().sum()),
        Categories(Dealt, "malheur_dealt", |(_, own)| names(own.malheur, Kind::name)),
        Categories(Dealt, "malheur_drawn", |(_, own)| names(own.drawn, Kind::name)),
        Categories(Choice, "announced", |(_, own)| {
            members(own.by_turn.iter().fold(0_u16, |all, bids| all | bids))
                .map(|bid| bid.to_string())
                .collect()
        }),
        Categories(Choice, "announced_with_strength", |(_, own)| {
            each_bid(&own.by_strength, |bid, strong| format!("{bid} with {strong}"))
        }),
        Categories(Choice, "announced_in_turn", |(_, own)| {
            each_bid(&own.by_turn, |bid, place| format!("{bid} in turn {}", place + 1))
        }),
        // Look-alike twins are one card.
        Categories(Consequence, "taken_with", |(rules, own)| {
            own.winners.kinds(rules.fixed_twins()).map(|card| card.to_string()).collect()
        }),
        Categories(Consequence, "malheur_used", |(_, own)| some(&own.used)),
        Categories(Consequence, "malheur_parried", |(_, own)| some(&own.parried)),
        Categories(Consequence, "malheur_turned_trick", |(_, own)| some(&own.turned)),
    ]
}

/// The kinds of which there are any.
fn some(counts: &[i64; KINDS]) -> Vec<String> {
    names(Kind::ALL.into_iter().filter(|&kind| counts[kind as usize] > 0), Kind::name)
}

fn each_bid(groups: &[u16], text: fn(u8, usize) -> String) -> Vec<String> {
    let of = |(group, &all): (usize, &u16)| members(all).map(move |bid| text(bid, group));
    groups.iter().enumerate().flat_map(of).collect()
}
