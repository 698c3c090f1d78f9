//! Deals, the count, and the Malheur cards that come with lost points.

use super::Malin;
use super::card::{Card, Hand};
use super::malheur::{KINDS, Kind};
use super::piece::card_piece;
use super::state::{Phase, SEATS, State, Trick};
use crate::prelude::*;
use crate::shown::{Milestone, Watch};

/// A round's deal: everything it decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MalinDeal)]
pub struct Deal {
    /// The round, from 1.
    pub round: u16,
    /// The dealer.
    pub dealer: Seat,
    /// The card shown to all and set aside.
    pub removed: Card,
    /// The hands by seat.
    pub hands: Vec<Vec<Card>>,
    /// The card left over with five players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_over: Vec<Card>,
    /// The Malheur pile before this round's draws, its top last; chance decides it only in round 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pile: Vec<Kind>,
}

impl Malin {
    /// Cards each seat is dealt, which is the number of tricks.
    #[inline]
    pub fn tricks(&self) -> usize {
        match self.seats() {
            3 | 5 => 7,
            4 => 9,
            _ => 6,
        }
    }

    /// The highest printed value: 20 with three players, else 35.
    #[inline]
    pub fn highest(&self) -> u8 {
        if self.seats() == 3 { 20 } else { 35 }
    }

    /// Numbers and twins, in order.
    fn numbers_and_twins(&self) -> Vec<Card> {
        let twins = self.fixed_twins().map_or([Card::Twin; 2], |high| [0, high].map(Card::FixedTwin));
        (1..self.highest()).map(Card::Number).chain(twins).collect()
    }

    /// Numbers, twins and the wish.
    pub(super) fn whole_pack(&self) -> Vec<Card> {
        let mut all = self.numbers_and_twins();
        all.push(Card::Wish);
        all
    }

    pub(super) fn draw_deal<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Deal {
        let seats = self.seats();
        let first = state.round == 0;
        let dealer = if first { Seat(below(rng, seats as u32) as u8) } else { state.dealer.next(seats) };
        let mut cards = self.numbers_and_twins();
        let removed = cards.remove(below(rng, cards.len() as u32) as usize);
        cards.push(Card::Wish);
        shuffle(rng, &mut cards);
        let mut hands: Vec<Vec<_>> = cards.chunks(self.tricks()).take(seats).map(<[Card]>::to_vec).collect();
        hands.iter_mut().for_each(|hand| hand.sort());
        let left_over = cards.get(seats * self.tricks()..).unwrap_or_default().to_vec();
        let mut pile = state.pile.to_vec();
        if first && self.options.malheurs {
            pile = self.whole_deck();
            shuffle(rng, &mut pile);
        }
        Deal { round: state.round + 1, dealer, removed, hands, left_over, pile }
    }

    pub(super) fn deal_fits(&self, state: &State, deal: &Deal) -> bool {
        let seats = self.seats();
        let dealer =
            deal.dealer.index() < seats && (state.round == 0 || deal.dealer == state.dealer.next(seats));
        let mut cards: Vec<_> = deal.hands.iter().flatten().chain(&deal.left_over).copied().collect();
        cards.push(deal.removed);
        cards.sort();
        let mut all = self.whole_pack();
        all.sort();
        let mut pile = deal.pile.clone();
        let mut old = if state.round > 0 { state.pile.to_vec() } else { self.whole_deck() };
        if state.round == 0 {
            pile.sort();
            old.sort();
        }
        deal.round == state.round + 1
            && dealer
            && deal.removed != Card::Wish
            && deal.hands.len() == seats
            && deal.hands.iter().all(|hand| hand.len() == self.tricks())
            && cards == all
            && pile == old
    }

    /// The Malheur cards of the deck.
    pub(super) fn whole_deck(&self) -> Vec<Kind> {
        let deck = if self.options.malheurs { &self.options.malheur_deck[..] } else { &[] };
        deck.iter().flat_map(|card| std::iter::repeat_n(card.id, card.copies.into())).collect()
    }

    pub(super) fn start_round(&self, state: &mut State, deal: &Deal, watch: &mut impl Watch<State>) {
        watch.gather("card", &[], "stock");
        for (hand, dealt) in state.hands.iter_mut().zip(&deal.hands) {
            *hand = dealt.iter().copied().collect();
        }
        state.left_over = deal.left_over.iter().copied().collect();
        state.removed = deal.removed;
        state.dealer = deal.dealer;
        state.contracts = [None; SEATS];
        state.announced = [None; SEATS];
        state.taken = [0; SEATS];
        state.tricks = 0;
        state.known = [[Hand::default(); SEATS]; SEATS + 1];
        let first = deal.dealer.next(self.seats());
        state.trick = Trick::new(first);
        state.phase = Phase::Bid(first);
        if state.round == 0 {
            state.first_dealer = deal.dealer;
            state.pile = deal.pile.iter().copied().collect();
            if self.options.malheurs {
                watch.gather("malheur", &[], "malheur_pile");
                let from_left = |place| Seat(((first.index() + place) % self.seats()) as u8);
                (0..self.seats()).map(from_left).for_each(|seat| self.draw_one(state, seat));
            }
        }
        state.round = deal.round;
        watch.tell(|| {
            let (removed, round) = (card_piece(deal.removed), i32::from(deal.round));
            Milestone::new(
                "round_dealt",
                [("cards", removed.into()), ("round", round.into()), ("seat", deal.dealer.into())],
            )
        });
    }

    /// The top of the pile goes to `seat`.
    fn draw_one(&self, state: &mut State, seat: Seat) {
        if let Some(kind) = state.pile.pop() {
            state.malheurs[seat.index()][kind as usize] += 1;
        }
    }

    /// Everybody loses points; the game ends or the next round is prepared.
    pub(super) fn count_round(&self, state: &mut State, watch: &mut impl Watch<State>) {
        state.phase = Phase::Deal;
        watch.stage(state);
        for seat in Seat::all(self.seats()).filter(|&seat| self.off_contract(state, seat) == 0) {
            let contract = state.contracts[seat.index()].unwrap_or(0);
            watch.tell(|| {
                Milestone::new(
                    "contract_met",
                    [("contract", i32::from(contract).into()), ("seat", seat.into())],
                )
            });
        }
        watch.tell(|| Milestone::scored(self.rows(state)));
        state.before_round = state.points;
        let lost = self.losses(state);
        for seat in Seat::all(self.seats()) {
            state.points[seat.index()] -= lost[seat] as i16;
        }
        watch.stage(state);
        if state.points[..self.seats()].iter().any(|&points| points <= 0) {
            state.phase = Phase::Over;
            return;
        }
        if self.options.malheurs {
            for seat in Seat::all(self.seats()) {
                let (had, has) = (state.before_round[seat.index()], state.points[seat.index()]);
                state.due[seat.index()] = (has..had).filter(|points| points % 2 != 0).count() as u8;
            }
        }
        self.hand_out(state);
    }

    /// Points each seat loses with the tricks as they are; partners lose together.
    pub(super) fn losses(&self, state: &State) -> BySeat<i32> {
        BySeat::from_fn(self.seats(), |seat| {
            let partner = Seat((seat.0 + 3) % 6);
            let own = self.off_contract(state, seat);
            own + if self.options.teams { self.off_contract(state, partner) } else { 0 }
        })
    }

    /// The points that a seat loses for the tricks by which it is off its contract.
    pub(super) fn off_contract(&self, state: &State, seat: Seat) -> i32 {
        let contract = i32::from(state.contracts[seat.index()].unwrap_or(0));
        i32::from(self.options.penalty) * (contract - i32::from(state.taken[seat.index()])).abs()
    }

    /// Draws the Malheur cards due, from the dealer's left; waits where the used ones must be reshuffled.
    pub(super) fn hand_out(&self, state: &mut State) {
        let mut seat = state.dealer.next(self.seats());
        for _ in 0..self.seats() {
            while state.due[seat.index()] > 0 {
                if state.pile.is_empty() && state.used.iter().any(|&n| n > 0) {
                    state.phase = Phase::Reshuffle(seat);
                    return;
                }
                state.due[seat.index()] -= 1;
                self.draw_one(state, seat);
            }
            seat = seat.next(self.seats());
        }
        state.phase = Phase::Deal;
    }

    /// The used cards become the pile, in this order, its top last.
    pub(super) fn reshuffle(&self, state: &mut State, order: &[Kind], watch: &mut impl Watch<State>) {
        watch.gather("malheur", &["malheurs_used"], "malheur_pile");
        state.pile = order.iter().copied().collect();
        state.used = [0; KINDS];
        self.hand_out(state);
    }

    /// Whether `order` holds exactly the used cards.
    pub(super) fn reshuffle_fits(&self, state: &State, order: &[Kind]) -> bool {
        let mut counts = [0; KINDS];
        order.iter().for_each(|&kind| counts[kind as usize] += 1);
        counts == state.used.map(usize::from)
    }
}
