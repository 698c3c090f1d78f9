//! Worlds that agree with what a viewer knows.
//!
//! All orders of the unseen discs are equally likely, so a world's weight is the number of orders of *labelled* discs
//! that look like it: only the two marker returns have look-alikes. Held discs that cannot be returns (see
//! [`super::learn::barred`]) restrict held discs alone, so what lies on the table never weighs on them.

use arrayvec::ArrayVec;
use rand::Rng;

use super::super::Richelieu;
use super::super::disc::{Disc, DiscBag, LAID};
use super::super::state::{Place, State, Step};
use super::Knowledge;
use super::learn::barred;
use crate::game::WorldCount;
use crate::random::below;

/// Numbers of disc slots.
type DiscSlots = ArrayVec<usize, LAID>;

/// The unknown slots of a position.
struct Unknown {
    /// Held by somebody and certainly no marker return.
    barred: DiscSlots,
    /// Held by somebody.
    free: DiscSlots,
    /// On the table.
    table: usize,
    /// The discs among which they are, with the six removed.
    bag: DiscBag,
}

impl Unknown {
    fn of(state: &State) -> Self {
        let mut unknown =
            Self { barred: DiscSlots::new(), free: DiscSlots::new(), table: 0, bag: state.unseen_discs() };
        for (number, slot) in state.slots.iter().enumerate().filter(|(_, slot)| slot.disc.is_none()) {
            match slot.place {
                Place::Table => unknown.table += 1,
                _ if barred(state, number) => unknown.barred.push(number),
                _ => unknown.free.push(number),
            }
        }
        unknown
    }

    /// Ways to fill the barred slots and `open` others, marker returns alike.
    fn count(&self, open: usize) -> u128 {
        let slots = (self.barred.len() + open) as u128;
        let scoring = u128::from(self.bag.scoring());
        (0..=u128::from(self.bag.count(Disc::MarkerReturn)).min(open as u128))
            .map(|returns| choose(open as u128, returns) * falling(scoring, slots - returns))
            .sum()
    }
}

impl Richelieu {
    pub(in super::super) fn worlds_of(&self, knowledge: &Knowledge) -> WorldCount {
        if knowledge.state.step == Step::Deal {
            return WorldCount::Estimate(self.deals());
        }
        let unknown = Unknown::of(&knowledge.state);
        WorldCount::Exact(unknown.count(unknown.free.len() + unknown.table))
    }

    pub(in super::super) fn draw_world<R: Rng + ?Sized>(&self, knowledge: &Knowledge, rng: &mut R) -> State {
        let mut state = knowledge.state;
        let mut unknown = Unknown::of(&state);
        for &number in &unknown.barred {
            // The scoring discs come first in the bag's order.
            let disc = unknown.bag.nth(below(rng, unknown.bag.scoring()));
            place(&mut state, &mut unknown.bag, number, disc);
        }
        for &number in &unknown.free {
            let disc = unknown.bag.nth(below(rng, unknown.bag.len()));
            place(&mut state, &mut unknown.bag, number, disc);
        }
        state
    }

    pub(in super::super) fn list_worlds(
        &self,
        knowledge: &Knowledge,
        limit: usize,
    ) -> Option<Vec<(State, u64)>> {
        let unknown = Unknown::of(&knowledge.state);
        if unknown.count(unknown.free.len()) > limit as u128 {
            return None;
        }
        let mut worlds = vec![(knowledge.state, unknown.bag, 1)];
        let slots = unknown.barred.iter().map(|&n| (n, false)).chain(unknown.free.iter().map(|&n| (n, true)));
        for (number, may_return) in slots {
            worlds = worlds
                .into_iter()
                .flat_map(|(state, bag, weight)| {
                    let kinds =
                        bag.kinds().filter(move |&(disc, _)| may_return || disc != Disc::MarkerReturn);
                    kinds.map(move |(disc, copies)| {
                        let (mut state, mut bag) = (state, bag);
                        place(&mut state, &mut bag, number, Some(disc));
                        (state, bag, weight * u64::from(copies))
                    })
                })
                .collect();
        }
        Some(worlds.into_iter().map(|(state, _, weight)| (state, weight)).collect())
    }

    /// Different set-ups, discs and first seats included.
    fn deals(&self) -> f64 {
        let mut deck = self.options.deck.clone();
        deck.sort_unstable();
        let alike = deck.chunk_by(|a, b| a == b).map(|alike| factorial(alike.len())).product::<f64>();
        let slots = Unknown::of(&State::empty(self.seats));
        let first = if self.options.first_seat.is_some() { 1.0 } else { self.seats as f64 };
        factorial(deck.len()) / alike * slots.count(slots.table) as f64 * first
    }
}

fn place(state: &mut State, bag: &mut DiscBag, number: usize, disc: Option<Disc>) {
    if let Some(disc) = disc {
        bag.take(disc);
        state.assign(number, disc);
    }
}

fn choose(n: u128, k: u128) -> u128 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// `n · (n − 1) · …`, `k` factors.
fn falling(n: u128, k: u128) -> u128 {
    (0..k).map(|i| n.saturating_sub(i)).product()
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|i| i as f64).product()
}
