//! The key of a position before a trick: the order of the cards, not their values.

use super::position::{NOBODY, Position, SEATS, Table, bits};
use crate::heuristics::Mixer;

/// Positions share a key only if the tricks that each seat, counted from the leader, takes of those left are the same.
pub(super) fn key(table: &Table, position: &Position) -> u64 {
    let from_leader = |seat: u8| match seat {
        NOBODY => u64::from(NOBODY),
        seat => ((usize::from(seat) + table.seats - usize::from(position.leader)) % table.seats) as u64,
    };
    // Whose card is the lowest, the next, …: three bits each.
    let (mut order, mut count, mut said) = ([1u64, 0], 0, 0u64);
    // Whether a value is free below each card. That matters only to a wish.
    let (mut gaps, mut last) = (1u64, 0);
    for value in bits(position.out()) {
        let word = &mut order[usize::from(count >= 20)];
        *word = *word << 3 | from_leader(table.owner[usize::from(value)]);
        count += 1;
        if table.late >> value & 1 != 0 {
            said = said << 6 | count;
            said |= (table.wish >> value & 1) << 20;
        }
        gaps = gaps << 1 | u64::from(value > last + 1);
        last = value;
    }
    gaps = if position.wish == NOBODY { 0 } else { gaps << 1 | u64::from(table.high > last + 1) };
    let mut rest = u64::from(position.tricks) << 3 | from_leader(position.wish);
    for seat in 0..table.seats {
        let at = (seat + usize::from(position.leader)) % table.seats;
        rest = rest << 7 | u64::from(position.twins[at]) << 5 | (position.needs[at] + 16) as u64 & 31;
    }
    let seats = (table.seats as u64) << 1 | u64::from(table.last_wins);
    let start = Mixer::new(seats << 1 | u64::from(table.teams));
    start.with(order[0]).with(order[1]).with(gaps).with(said).with(rest).finish()
}

/// Tricks of each seat: four bits a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tricks(u32);

impl Tricks {
    #[inline]
    pub(super) fn of(self, seat: usize) -> i8 {
        (self.0 >> (4 * seat) & 15) as i8
    }

    #[inline]
    pub(super) fn and_one_of(self, seat: usize) -> Self {
        Self(self.0 + (1 << (4 * seat)))
    }

    /// Counted from `leader`, as a key counts seats.
    pub(super) fn led_by(self, leader: u8, seats: usize) -> Self {
        self.turned(usize::from(leader), seats)
    }

    /// Counted from the first seat again.
    pub(super) fn unturned(self, leader: u8, seats: usize) -> Self {
        self.turned(seats - usize::from(leader), seats)
    }

    /// The first `by` seats become the last ones.
    fn turned(self, by: usize, seats: usize) -> Self {
        let (all, by) = ((1u64 << (4 * seats)) - 1, by % seats);
        let tricks = u64::from(self.0);
        Self(((tricks >> (4 * by) | tricks << (4 * (seats - by))) & all) as u32)
    }
}

const _: () = assert!(SEATS * 4 <= 32);
