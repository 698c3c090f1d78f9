//! Where the number cards lie: one way things may have gone.

use std::collections::BTreeMap;

use super::super::card::{Card, Hand};
use super::super::malheur::Malheur;
use super::super::round::Deal;
use super::super::state::{SEATS, State};
use super::bit;
use super::physical::{Physical, Place, Provenance};
use crate::belief::{self, Hypothesis};
use crate::hidden_hands::choose;
use crate::prelude::*;

/// A barter: the number of its ply, the card given and the random one, as places in the pack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Barter {
    pub ply: u32,
    pub given: usize,
    pub drawn: usize,
}

/// The physical cards of the pack, each with its way. Hidden ones may exchange their ways.
#[derive(Clone, Debug)]
pub(super) struct Cards {
    pub weight: f64,
    pub pack: Vec<Physical>,
    /// The barters of the round.
    pub barters: Vec<Barter>,
    /// For each Malheur waiting in the trick, the card it names.
    waiting: Vec<Option<usize>>,
}

impl Cards {
    /// A deal, of which the viewer sees its own cards.
    pub fn dealt(deal: &Deal, viewer: Viewer) -> Self {
        let removed = Physical { card: deal.removed, way: Provenance::dealt(Place::Gone, true) };
        let mut pack = vec![removed];
        for (seat, hand) in Seat::all(SEATS).zip(&deal.hands) {
            let way = Provenance::dealt(Place::Hand(seat), viewer.knows_as(seat));
            pack.extend(hand.iter().map(|&card| Physical { card, way }));
        }
        let way = Provenance::dealt(Place::LeftOver, viewer == Viewer::Replay);
        pack.extend(deal.left_over.iter().map(|&card| Physical { card, way }));
        Self { weight: 1.0, pack, barters: Vec::new(), waiting: Vec::new() }
    }

    fn ids(&self, holds: impl Fn(&Physical) -> bool) -> Vec<usize> {
        (0..self.pack.len()).filter(|&id| holds(&self.pack[id])).collect()
    }

    /// The cards whose place the viewer does not know.
    pub fn hidden(&self) -> Vec<usize> {
        self.ids(|card| card.way.is_hidden())
    }

    fn in_hand(&self, seat: Seat) -> Vec<usize> {
        self.ids(|card| card.way.now == Place::Hand(seat))
    }

    /// The ways in which `seat` can single out one of its cards, of the kind `card`: with the chance of each as a factor
    /// of the weight, and the card.
    pub fn single_out(&self, seat: Seat, card: Card) -> Vec<(Self, usize)> {
        let here = |one: &Physical| one.way.now == Place::Hand(seat) && one.card == card;
        let sure = self.ids(|one| here(one) && one.way.sure && !one.way.named);
        let mut ways = Vec::new();
        if let Some(&id) = sure.first() {
            ways.push((self.weighing(sure.len() as f64), id));
        }
        let hidden = self.hidden();
        let copies: Vec<_> = hidden.iter().copied().filter(|&id| self.pack[id].card == card).collect();
        let Some(&id) = copies.first() else { return ways };
        for (slot, size) in self.classes(seat) {
            let chance = copies.len() as f64 * size / hidden.len() as f64;
            let mut cards = self.weighing(chance);
            cards.exchange(id, slot);
            cards.pack[id].way.sure = true;
            ways.push((cards, id));
        }
        ways
    }

    /// What `seat` may have given away unseen: each card known to be there, or one of the others, with its chance.
    pub fn choices(&self, seat: Seat) -> Vec<(usize, f64)> {
        let hand = self.in_hand(seat);
        let sure = hand.iter().filter(|&&id| self.pack[id].way.sure).map(|&id| (id, 1.0));
        let all = hand.len().max(1) as f64;
        sure.chain(self.classes(seat)).map(|(id, size)| (id, size / all)).collect()
    }

    /// The hidden cards in a hand by who else knows them: one of each class, and its size.
    fn classes(&self, seat: Seat) -> impl Iterator<Item = (usize, f64)> + use<> {
        let mut classes: BTreeMap<u8, (usize, f64)> = BTreeMap::new();
        for id in self.ids(|card| card.way.is_hidden() && card.way.now == Place::Hand(seat)) {
            classes.entry(self.pack[id].way.knowers).or_insert((id, 0.0)).1 += 1.0;
        }
        classes.into_values()
    }

    /// The whole hand of `seat` is seen. Whether it can be that one.
    pub fn see_hand(&mut self, seat: Seat, hand: &[Card]) -> bool {
        let mut open = hand.to_vec();
        let (sure, places): (Vec<_>, Vec<_>) =
            self.in_hand(seat).into_iter().partition(|&id| self.pack[id].way.sure);
        for id in sure {
            let Some(at) = open.iter().position(|&card| card == self.pack[id].card) else { return false };
            open.swap_remove(at);
        }
        let hidden = self.hidden();
        if open.len() != places.len() {
            return false;
        }
        let twins = |cards: &[Card]| cards.iter().filter(|&&card| card == Card::Twin).count();
        let unseen: Vec<_> = hidden.iter().map(|&id| self.pack[id].card).collect();
        // One of two look-alikes can be the one seen in two ways.
        let ways = if (twins(&unseen), twins(&open)) == (2, 1) { 2.0 } else { 1.0 };
        self.weight *= ways / choose(hidden.len() as u32, places.len() as u32) as f64;
        for (place, card) in places.into_iter().zip(open) {
            let Some(&id) = hidden.iter().find(|&&id| self.pack[id].card == card && !self.pack[id].way.sure)
            else {
                return false;
            };
            // An earlier exchange may have moved the place to another card.
            let at = self.ids(|one| one.way.is_hidden() && one.way.now == Place::Hand(seat));
            self.exchange(id, if at.contains(&id) { id } else { at.first().copied().unwrap_or(place) });
            self.pack[id].way.sure = true;
        }
        true
    }

    /// Another seat has seen the whole hand of `seat`.
    pub fn show_hand(&mut self, seat: Seat, to: Seat) {
        self.in_hand(seat).into_iter().for_each(|id| self.pack[id].way.knowers |= bit(to.index()));
    }

    /// The card is laid before its holder.
    pub fn lay(&mut self, id: usize, seat: Seat) {
        (0..SEATS).for_each(|knower| self.lose(knower, id));
        let way = &mut self.pack[id].way;
        (way.now, way.knowers) = (Place::Table(seat), 0);
    }

    /// A Malheur waits that names no card.
    pub fn wait(&mut self) {
        self.waiting.push(None);
    }

    /// A retake waits that names this card: now everybody knows it.
    pub fn name(&mut self, id: usize, seat: Seat) {
        (0..SEATS).for_each(|knower| self.lose(knower, id));
        let way = &mut self.pack[id].way;
        (way.named, way.knowers) = (true, everybody_but(seat));
        self.waiting.push(Some(id));
    }

    /// The last waiting Malheur will not act.
    pub fn parry(&mut self) {
        if let Some(id) = self.waiting.pop().flatten() {
            self.pack[id].way.named = false;
        }
    }

    /// The trick is decided: what waited moves cards, all others are gone.
    pub fn settle(&mut self, waiting: &[(Seat, Malheur)]) {
        let named = std::mem::take(&mut self.waiting);
        for (&(user, malheur), named) in waiting.iter().zip(named) {
            match (malheur, named) {
                (Malheur::Swap(a, b), _) => self.swap(a, b),
                (Malheur::Retake(_), Some(id)) => {
                    let back = self.ids(|card| card.way.now == Place::Table(user));
                    self.pack[id].way.named = false;
                    self.lay(id, user);
                    for id in back {
                        let way = &mut self.pack[id].way;
                        (way.now, way.sure, way.knowers) = (Place::Hand(user), true, everybody_but(user));
                    }
                }
                _ => {}
            }
        }
        for card in &mut self.pack {
            if let Place::Table(_) = card.way.now {
                card.way.now = Place::Gone;
            }
        }
    }

    fn swap(&mut self, a: Seat, b: Seat) {
        for card in &mut self.pack {
            card.way.now = match card.way.now {
                Place::Table(seat) if seat == a => Place::Table(b),
                Place::Table(seat) if seat == b => Place::Table(a),
                other => other,
            };
        }
    }

    /// Giver and other seat exchange two cards; nobody else sees them.
    pub fn barter(&mut self, barter: Barter, giver: Seat, other: Seat) {
        let Barter { given, drawn, .. } = barter;
        self.lose(giver.index(), drawn);
        self.lose(other.index(), given);
        let two = bit(giver.index()) | bit(other.index());
        for id in self.in_hand(giver).into_iter().chain(self.in_hand(other)) {
            self.pack[id].way.knowers &= two;
        }
        let (way, back) = (&mut self.pack[given].way, bit(giver.index()));
        (way.now, way.knowers) = (Place::Hand(other), back);
        let (way, back) = (&mut self.pack[drawn].way, bit(other.index()));
        (way.now, way.knowers) = (Place::Hand(giver), back);
        self.barters.push(barter);
    }

    /// The card leaves the hand it is in: of two look-alikes a knower cannot tell which it was.
    fn lose(&mut self, knower: usize, id: usize) {
        let one = self.pack[id];
        if one.card != Card::Twin || one.way.knowers & bit(knower) != 0 {
            return;
        }
        for (other, twin) in self.pack.iter_mut().enumerate() {
            if other != id && twin.card == Card::Twin && twin.way.now == one.way.now && !twin.way.named {
                twin.way.knowers &= !bit(knower);
            }
        }
    }

    fn weighing(&self, factor: f64) -> Self {
        Self { weight: self.weight * factor, ..self.clone() }
    }

    /// Two hidden cards exchange their ways.
    fn exchange(&mut self, a: usize, b: usize) {
        *self = self.permuted(&[a, b], &[b, a]);
    }

    /// The hidden cards in any order.
    pub fn dealt_anew<R: Rng + ?Sized>(&self, rng: &mut R) -> Self {
        let ids = self.hidden();
        let mut to = ids.clone();
        shuffle(rng, &mut to);
        self.permuted(&ids, &to)
    }

    /// The hidden cards in one order that depends on their ways alone.
    fn in_order(&self) -> Self {
        let to = self.hidden();
        let mut ids = to.clone();
        ids.sort_by_key(|&id| self.pack[id].way);
        self.permuted(&ids, &to)
    }

    /// The ways of the cards `ids` become those of `to`.
    fn permuted(&self, ids: &[usize], to: &[usize]) -> Self {
        let mut turned: Vec<usize> = (0..self.pack.len()).collect();
        let mut cards = self.clone();
        for (&id, &to) in ids.iter().zip(to) {
            turned[id] = to;
            cards.pack[to].way = self.pack[id].way;
        }
        for barter in &mut cards.barters {
            (barter.given, barter.drawn) = (turned[barter.given], turned[barter.drawn]);
        }
        cards
    }

    /// Puts the cards into `world`, with what other seats than the viewer know of each other's hands.
    pub fn fill(&self, viewer: Viewer, world: &mut State) {
        world.hands = [Hand::default(); SEATS];
        world.left_over = Hand::default();
        let others = || (0..SEATS).filter(|&knower| !viewer.is(Seat(knower as u8)));
        others().for_each(|knower| world.known[knower] = [Hand::default(); SEATS]);
        for Physical { card, way } in &self.pack {
            match way.now {
                Place::Hand(seat) => {
                    world.hands[seat.index()].insert(*card);
                    let knowers = others().filter(|&knower| way.knowers & bit(knower) != 0);
                    knowers.for_each(|knower| world.known[knower][seat.index()].insert(*card));
                }
                Place::LeftOver => world.left_over.insert(*card),
                Place::Table(_) | Place::Gone => {}
            }
        }
    }
}

impl Hypothesis for Cards {
    type Content<'a> = Vec<(Place, bool, bool, u8)>;

    /// What matters from now on.
    fn content(&self) -> Vec<(Place, bool, bool, u8)> {
        self.pack.iter().map(|card| card.way.but_the_deal()).collect()
    }

    fn merge(&mut self, other: Self) {
        self.weight += other.weight;
    }
}

/// Puts ways that differ in nothing that matters from now on together; their weights then sum to 1. `None` when there
/// are none.
pub(super) fn merged(mut all: Vec<Cards>) -> Option<Vec<Cards>> {
    let sum: f64 = all.iter().map(|cards| cards.weight).sum();
    if all.len() > 1 {
        all = all.iter().map(Cards::in_order).collect();
    }
    all.iter_mut().for_each(|cards| cards.weight /= sum);
    (sum > 0.0).then(|| belief::merged(all))
}

fn everybody_but(seat: Seat) -> u8 {
    !bit(SEATS) & !bit(seat.index())
}
