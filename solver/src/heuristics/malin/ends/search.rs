//! Max^n over the tricks left. Choices are tried in canonical order, and only what is better replaces what was found, so that of equal
//! moves the first counts.

use super::Memory;
use super::key::{Tricks, key};
use super::position::{NOBODY, Position, SEATS, Table, below};
use crate::heuristics::NoEnd;

/// Tricks that a seat takes of those left: at least and at most.
type Span = (i8, i8);

/// The search of one end.
pub(super) struct Search<'a> {
    pub table: Table,
    pub memory: &'a mut Memory,
    /// Told of every so many cards laid; false ends the search.
    pub go_on: &'a mut dyn FnMut(u64) -> bool,
    /// Cards laid and not told.
    pub laid: u64,
}

impl Search<'_> {
    /// The tricks that each seat takes from `position` on.
    pub(super) fn solve(&mut self, position: &Position) -> Result<Tricks, NoEnd> {
        if position.laid > 0 { self.lay(position) } else { self.trick(position) }
    }

    /// Before a trick.
    fn trick(&mut self, position: &Position) -> Result<Tricks, NoEnd> {
        if position.tricks == 0 {
            return Ok(Tricks::default());
        }
        if position.tricks == 1 && !position.has_said() {
            let highest = 63 - (position.out() | 1).leading_zeros();
            let taker = usize::from(self.table.owner[highest as usize % self.table.owner.len()]);
            return Ok(Tricks::default().and_one_of(taker % SEATS));
        }
        let (leader, seats) = (position.leader, self.table.seats);
        let key = key(&self.table, position);
        if let Some(known) = self.memory.get(key) {
            return Ok(known.unturned(leader, seats));
        }
        if !(self.go_on)(std::mem::take(&mut self.laid)) {
            return Err(NoEnd::Stopped);
        }
        let tricks = self.lay(position)?;
        self.memory.put(key, tricks.led_by(leader, seats));
        Ok(tricks)
    }

    /// The choice of one seat in a trick.
    fn lay(&mut self, position: &Position) -> Result<Tricks, NoEnd> {
        if usize::from(position.laid) == self.table.seats {
            let (next, taker) = self.taken(position);
            return Ok(self.trick(&next)?.and_one_of(taker));
        }
        let seat = self.table.mover(position);
        let most = self.most(position, seat);
        let mut best: Option<(i8, Tricks)> = None;
        for lay in self.table.lays(position) {
            self.laid += 1;
            let after = self.table.after(position, lay);
            if best.is_some_and(|(worth, _)| self.most(&after, seat) <= worth) {
                continue;
            }
            let tricks = self.lay(&after)?;
            let worth = self.worth(position, seat, tricks);
            if best.is_none_or(|(best, _)| worth > best) {
                best = Some((worth, tricks));
            }
            if worth >= most {
                break;
            }
        }
        Ok(best.map_or(Tricks::default(), |(_, tricks)| tricks))
    }

    /// The next trick, and who takes this one.
    fn taken(&self, position: &Position) -> (Position, usize) {
        let taker = usize::from(position.taker) % SEATS;
        let mut next = Position {
            leader: position.taker,
            tricks: position.tricks.saturating_sub(1),
            laid: 0,
            best: -1,
            taker: NOBODY,
            ..*position
        };
        next.needs[taker] -= 1;
        (next, taker)
    }

    /// What these tricks are worth to `seat`.
    fn worth(&self, position: &Position, seat: usize, tricks: Tricks) -> i8 {
        let lost = |seat: usize| {
            let off = |seat: usize| (position.needs[seat] - tricks.of(seat)).abs();
            off(seat) + if self.table.teams { off((seat + 3) % SEATS) } else { 0 }
        };
        (0..self.table.seats).filter(|&other| other != seat).map(lost).min().unwrap_or(0) - lost(seat)
    }

    /// The most that `position` can be worth to `seat`.
    fn most(&self, position: &Position, seat: usize) -> i8 {
        let (least, _) = self.lost(position, seat);
        let others = (0..self.table.seats).filter(|&other| other != seat);
        others.map(|other| self.lost(position, other).1).min().unwrap_or(0) - least
    }

    /// The points that `seat` loses, at least and at most.
    fn lost(&self, position: &Position, seat: usize) -> Span {
        let (mut least, mut most) = self.off(position, seat);
        if self.table.teams {
            let partner = self.off(position, (seat + 3) % SEATS);
            (least, most) = (least + partner.0, most + partner.1);
        }
        (least, most)
    }

    /// By how many tricks `seat` will be off its contract, at least and at most.
    fn off(&self, position: &Position, seat: usize) -> Span {
        let (least, most) = self.span(position, seat);
        let need = position.needs[seat];
        ((least - need).max(need - most).max(0), (need - least).abs().max((need - most).abs()))
    }

    /// The tricks that `seat` takes of those left, at least and at most: the highest cards of all always take, the lowest never.
    fn span(&self, position: &Position, seat: usize) -> Span {
        let place = (seat + self.table.seats - usize::from(position.leader)) % self.table.seats;
        let has_laid = place < usize::from(position.laid);
        let (mut sure, mut never) = (0, 0);
        let said_by_others = position.has_said() && {
            position.wish != NOBODY && usize::from(position.wish) != seat
                || (0..self.table.seats).any(|other| other != seat && position.twins[other] > 0)
        };
        let mut left = position.tricks as i8;
        if has_laid {
            left -= 1;
            if usize::from(position.taker) == seat {
                left += 1;
                sure += i8::from(self.is_taken(position));
            }
        }
        // What lies on the table counts as a card of the others for whoever has not laid one.
        let on_table = if has_laid || position.best < 0 { 0 } else { 1 << position.best };
        let others = position.out() & !position.hands[seat] | on_table;
        if !said_by_others && others != 0 {
            let (lowest, highest) = (others.trailing_zeros(), 63 - others.leading_zeros());
            sure += (position.hands[seat] >> highest >> 1).count_ones() as i8;
            never = (position.hands[seat] & below(lowest as u8)).count_ones() as i8;
        }
        (sure, left - never)
    }

    /// Whether nobody can take the trick from its taker any more.
    fn is_taken(&self, position: &Position) -> bool {
        let least = (position.best + i8::from(!self.table.last_wins)).max(0) as u32;
        (position.laid..self.table.seats as u8).all(|place| {
            let seat = (usize::from(position.leader) + usize::from(place)) % self.table.seats;
            let high = self.table.beats(self.table.high, position.best);
            let said = position.twins[seat] > 0 || usize::from(position.wish) == seat;
            position.hands[seat] >> least == 0 && !(said && high)
        })
    }
}
