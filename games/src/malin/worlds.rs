//! All worlds of a knowledge, look-alikes merged.

use super::Malin;
use super::card::{Card, Hand};
use super::knowledge::{Hypothesis, Knowledge};
use super::state::State;
use crate::seat::{Seat, Viewer};

impl Malin {
    /// Every deal of the hidden cards with its weight; `None` beyond `limit`, or where hidden Malheur cards or barters
    /// make the worlds many more than the deals.
    pub(super) fn all_worlds(&self, knowledge: &Knowledge, limit: usize) -> Option<Vec<(State, u64)>> {
        let [hypothesis] = &knowledge.belief[..] else { return None };
        if self.options.malheurs || hypothesis.count(self, knowledge.viewer) > limit as u128 {
            return None;
        }
        let mut cards: Vec<_> = hypothesis.hidden_cards(self, knowledge.viewer).collect();
        cards.sort();
        let mut deals = Deals { rules: self, viewer: knowledge.viewer, hypothesis, worlds: Vec::new() };
        let mut hands: Vec<Hand> = Vec::new();
        let sizes = deals.sizes();
        hands.resize(sizes.len(), Hand::default());
        deals.deal(&cards, &sizes, &mut hands, 1);
        Some(deals.worlds)
    }
}

struct Deals<'a> {
    rules: &'a Malin,
    viewer: Viewer,
    hypothesis: &'a Hypothesis,
    worlds: Vec<(State, u64)>,
}

impl Deals<'_> {
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        let viewer = self.viewer;
        Seat::all(self.rules.seats_count()).filter(move |&seat| !viewer.is(seat))
    }

    /// Hidden cards of each other seat, then the card left over.
    fn sizes(&self) -> Vec<u32> {
        let hidden = self.seats().map(|seat| self.hypothesis.uncertain(seat).len());
        hidden.chain([self.hypothesis.world.left_over.len()]).collect()
    }

    /// Deals `cards` (sorted) one by one to every place with room; twins that look alike are dealt together, each
    /// split weighted by the ways it comes about.
    fn deal(&mut self, cards: &[Card], room: &[u32], hands: &mut Vec<Hand>, weight: u64) {
        let Some((&card, rest)) = cards.split_first() else { return self.push(hands, weight) };
        if card == Card::Twin && rest.first() == Some(&Card::Twin) {
            return self.deal_twins(&rest[1..], room, hands, weight);
        }
        for at in 0..room.len() {
            if let Some(room) = with(room, at) {
                let held = hands[at];
                hands[at].insert(card);
                self.deal(rest, &room, hands, weight);
                hands[at] = held;
            }
        }
    }

    fn deal_twins(&mut self, rest: &[Card], room: &[u32], hands: &mut Vec<Hand>, weight: u64) {
        for first in 0..room.len() {
            let Some(one) = with(room, first) else { continue };
            for second in first..room.len() {
                let Some(both) = with(&one, second) else { continue };
                let held = (hands[first], hands[second]);
                hands[first].insert(Card::Twin);
                hands[second].insert(Card::Twin);
                self.deal(rest, &both, hands, weight * if first == second { 1 } else { 2 });
                (hands[first], hands[second]) = held;
            }
        }
    }

    fn push(&mut self, hands: &[Hand], weight: u64) {
        let fixed = self.rules.fixed_twins();
        let mut world = self.hypothesis.world.clone();
        let seats: Vec<_> = self.seats().collect();
        for (seat, hand) in seats.iter().zip(hands) {
            let certain = self.hypothesis.certain[seat.index()];
            world.hands[seat.index()] = certain.cards(fixed).chain(hand.cards(fixed)).collect();
        }
        world.left_over = hands.last().copied().unwrap_or_default();
        self.worlds.push((world, weight));
    }
}

/// The room left after one more card at `at`.
fn with(room: &[u32], at: usize) -> Option<Vec<u32>> {
    let mut room = room.to_vec();
    room[at] = room[at].checked_sub(1)?;
    Some(room)
}
