//! Deals, the end of a round, scores and bourgeoisie cards.

use std::cmp::Reverse;

use super::SeptBlasons;
use super::card::{Cards, Family};
use super::state::{Phase, State, TRICKS, WonTrick};
use super::token::{PER_FAMILY, Place, Tokens};
use super::trick::Trick;
use crate::prelude::*;
use crate::seat::MAX_SEATS;
use crate::shown::{Milestone, Watch};

/// A round's deal: everything it decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SeptBlasonsDeal)]
pub struct Deal {
    /// The round, from 1.
    pub round: u8,
    /// The family of each seat (drawn before round 1, then unchanged).
    pub families: Vec<Family>,
    /// The seat that leads the first trick.
    pub leader: Seat,
    /// For each seat, the families of its tokens in the order of their ids. The last one lies face up, the others face down. A
    /// family is absent if the viewer may not know it.
    pub tokens: Vec<Vec<Option<Family>>>,
}

impl SeptBlasons {
    /// Tokens each seat starts a round with; the last lies face up.
    pub(super) fn tokens_each(&self) -> usize {
        if self.seats() <= 4 { 3 } else { 2 }
    }

    pub(super) fn draw_deal<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Deal {
        let seats = self.seats();
        let families = if state.round > 0 {
            state.families[..seats].to_vec()
        } else {
            self.options.families.clone().unwrap_or_else(|| {
                let mut all = Family::ALL;
                shuffle(rng, &mut all);
                all[..seats].to_vec()
            })
        };
        let leader =
            if state.round > 0 { state.trick.leader() } else { Seat(below(rng, seats as u32) as u8) };
        let mut sorted = families.clone();
        sorted.sort();
        let mut pool: Vec<_> = sorted.iter().flat_map(|&family| [family; PER_FAMILY as usize]).collect();
        shuffle(rng, &mut pool);
        let each = self.tokens_each();
        let tokens =
            pool.chunks(each).take(seats).map(|own| own.iter().map(|&f| Some(f)).collect()).collect();
        Deal { round: state.round + 1, families, leader, tokens }
    }

    /// Whether `deal` can follow `state`.
    pub(super) fn deal_fits(&self, state: &State, deal: &Deal) -> bool {
        let seats = self.seats();
        let same_course = state.round == 0
            || (deal.families[..] == state.families[..deal.families.len().min(seats)]
                && deal.leader == state.trick.leader());
        let distinct = deal.families.iter().enumerate().all(|(at, f)| !deal.families[..at].contains(f));
        let chosen = self.options.families.as_ref().is_none_or(|families| *families == deal.families);
        let mut left = [0u8; 7];
        deal.families.iter().for_each(|family| left[family.index()] = PER_FAMILY);
        let counted = deal.tokens.iter().flatten().flatten().all(|family| {
            let enough = left[family.index()] > 0;
            left[family.index()] = left[family.index()].saturating_sub(1);
            enough
        });
        let shaped = deal.families.len() == seats
            && deal.tokens.len() == seats
            && deal
                .tokens
                .iter()
                .all(|own| own.len() == self.tokens_each() && own.last().is_some_and(Option::is_some));
        shaped
            && deal.round == state.round + 1
            && same_course
            && distinct
            && chosen
            && counted
            && deal.leader.index() < seats
    }

    /// Starts the round of a fitting deal. Where a family is absent the tokens of the pool have none either.
    pub(super) fn start_round(&self, state: &mut State, deal: &Deal, watch: &mut impl Watch<State>) {
        watch.gather("card", &[], "box");
        watch.gather("token", &[], "box");
        watch.tell(|| {
            Milestone::new(
                "round_dealt",
                [("round", i32::from(deal.round).into()), ("seat", deal.leader.into())],
            )
        });
        let seats = self.seats();
        let each = self.tokens_each();
        state.families[..seats].copy_from_slice(&deal.families);
        let all_fixed = deal.tokens.iter().flatten().all(Option::is_some);
        let mut pool = [0; 7];
        let mut unknown = 0;
        if all_fixed {
            deal.families.iter().for_each(|family| pool[family.index()] = PER_FAMILY);
            deal.tokens.iter().flatten().flatten().for_each(|family| pool[family.index()] -= 1);
        } else {
            unknown = (seats * (usize::from(PER_FAMILY) - each)) as u8;
        }
        state.tokens = Tokens::new(pool, unknown);
        for (seat, own) in Seat::all(seats).zip(&deal.tokens) {
            for (at, &family) in own.iter().enumerate() {
                state.tokens.lay(family, at + 1 == each, Place::Area(seat));
            }
        }
        state.round = deal.round;
        state.hands = [u8::MAX; MAX_SEATS];
        state.trick = Trick::new(deal.leader, seats);
        state.trick_no = 0;
        state.collected = [Cards::default(); MAX_SEATS];
        state.tricks = [WonTrick::default(); TRICKS as usize];
        state.activated = 0;
        state.phase = Phase::Play;
    }

    /// Counts the round and goes on to the next deal or the end.
    pub(super) fn end_round(&self, state: &mut State, watch: &mut impl Watch<State>) {
        watch.stage(state);
        watch.tell(|| Milestone::scored(self.rows(state)));
        let points = self.round_points(state);
        for seat in Seat::all(self.seats()) {
            state.last_round[seat.index()] = points[seat] as i16;
            state.totals[seat.index()] = state.totals[seat.index()].saturating_add(points[seat] as i16);
        }
        state.phase = if self.plays_on(state) { Phase::Deal } else { Phase::Over };
        if state.phase == Phase::Deal {
            state.strength = self.bourgeoisie(state);
        }
    }

    /// The points each seat would make if the round ended now.
    pub(super) fn round_points(&self, state: &State) -> BySeat<i32> {
        let points = |(_, tokens, values): (Family, i32, i32)| tokens * values;
        BySeat::from_fn(self.seats(), |seat| self.best_family(state, seat).map_or(0, points))
    }

    /// The family of another seat that makes a seat's points, with its tokens there and what its cards count.
    pub(super) fn best_family(&self, state: &State, seat: Seat) -> Option<(Family, i32, i32)> {
        let (own, shown) = (state.families[seat.index()], state.tokens.shown(seat));
        let factors = |family: Family| {
            (family, i32::from(shown[family.index()]), self.sum(state.collected[seat.index()], family))
        };
        let others = Family::ALL.into_iter().filter(|&family| family != own).map(factors);
        let best = others.max_by_key(|&(family, tokens, values)| (tokens * values, Reverse(family)));
        best.filter(|(_, tokens, values)| tokens * values > 0)
    }

    /// The printed values of the cards of one family.
    pub(super) fn sum(&self, cards: Cards, family: Family) -> i32 {
        let mask = cards.of(family);
        (0..8).filter(|c| mask >> c & 1 == 1).map(|c| i32::from(self.values[c])).sum()
    }

    fn plays_on(&self, state: &State) -> bool {
        let totals = &state.totals[..self.seats()];
        let best = totals.iter().max();
        let tied = totals.iter().filter(|&total| Some(total) == best).count() > 1;
        let rounds = self.options.rounds;
        state.round < rounds || (tied && state.round < rounds + self.options.max_extra_rounds)
    }

    /// Hands the bourgeoisie cards to the single-ranked players, the highest card to the first of them.
    fn bourgeoisie(&self, state: &State) -> [u8; MAX_SEATS] {
        let mut strengths = [0; MAX_SEATS];
        if self.actions.is_empty() {
            return strengths;
        }
        let totals = &state.totals[..self.seats()];
        let alone = |seat: &Seat| totals.iter().filter(|&&total| total == totals[seat.index()]).count() == 1;
        let mut single: Vec<_> = Seat::all(totals.len()).filter(alone).collect();
        single.sort_by_key(|seat| Reverse(totals[seat.index()]));
        let highest = if totals.len() == 3 { 4 } else { 5 };
        for (seat, strength) in single.into_iter().zip((2..=highest).rev()) {
            strengths[seat.index()] = strength;
        }
        strengths
    }
}
