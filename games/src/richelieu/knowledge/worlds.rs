//! Worlds that agree with what a viewer knows.
//!
//! All orders of the unseen discs are equally likely, so a world's weight is the number of orders of *labelled* discs
//! that look like it: only the two marker returns have look-alikes. Held discs that cannot be returns (see
//! [`super::learn::barred`]) restrict held discs alone, so what lies on the table never weighs on them.

use arrayvec::ArrayVec;

use super::super::Richelieu;
use super::super::deal::Deal;
use super::super::disc::{Disc, DiscBag, LAID};
use super::super::state::{Place, State};
use super::learn::barred;
use crate::hidden_hands::choose;
use crate::prelude::*;

type DiscSlots = ArrayVec<usize, LAID>;

/// The unknown slots of a position.
pub(super) struct Unknown {
    /// Held by somebody and certainly no marker return.
    pub(super) barred: DiscSlots,
    /// Held by somebody.
    pub(super) free: DiscSlots,
    pub(super) table: usize,
    /// The discs among which they are, with the six removed.
    pub(super) bag: DiscBag,
}

impl Unknown {
    pub(super) fn of(state: &State) -> Self {
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
    pub(super) fn count(&self, open: usize) -> u128 {
        let slots = (self.barred.len() + open) as u32;
        let scoring = u128::from(self.bag.scoring());
        (0..=self.bag.count(Disc::MarkerReturn).min(open as u32))
            .map(|returns| choose(open as u32, returns) * falling(scoring, u128::from(slots - returns)))
            .sum()
    }
}

impl Richelieu {
    /// Different set-ups, discs and first seats included.
    pub(super) fn deals(&self) -> f64 {
        let mut deck = self.options.deck.clone();
        deck.sort_unstable();
        let alike = deck.chunk_by(|a, b| a == b).map(|alike| factorial(alike.len())).product::<f64>();
        let slots = Unknown::of(&State::empty(self.seats));
        let first = if self.options.first_seat.is_some() { 1.0 } else { self.seats as f64 };
        factorial(deck.len()) / alike * slots.count(slots.table) as f64 * first
    }

    /// A deal that led to a world, with its open slots filled.
    pub(super) fn deal_behind<R: Rng + ?Sized>(&self, world: &State, rng: &mut R) -> Deal {
        let mut rest: Vec<_> = world.unseen_discs().discs().collect();
        shuffle(rng, &mut rest);
        let mut rest = rest.into_iter();
        let shown = world.slots.iter().map(|slot| slot.disc.or_else(|| rest.next()));
        let discs = self.options.disc_cells.iter().copied().zip(shown);
        let discs = discs.filter_map(|(cell, disc)| disc.map(|disc| (cell, disc))).collect();
        Deal { first_seat: world.first_seat, rows: self.rows(world), discs, removed: rest.collect() }
    }
}

pub(super) fn place(state: &mut State, bag: &mut DiscBag, number: usize, disc: Option<Disc>) {
    if let Some(disc) = disc {
        bag.take(disc);
        state.assign(number, disc);
    }
}

/// `n · (n − 1) · …`, `k` factors.
fn falling(n: u128, k: u128) -> u128 {
    (0..k).map(|i| n.saturating_sub(i)).product()
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|i| i as f64).product()
}
