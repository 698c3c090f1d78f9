//! Which card to lay.

use tapis_games::game::{Game, Published};
use tapis_games::malin::{Card, Lay, Malheur, Malin, State, Ties};
use tapis_games::seat::Seat;

use super::strength::{Values, unseen, value};
use super::{need, tricks_left};

/// A table seen from the seat that is to lay a card.
pub(super) struct Look<'a> {
    rules: &'a Malin,
    state: &'a State,
    seat: Seat,
    /// Tricks still wanted.
    need: i32,
    own: Values,
    unseen: Values,
    /// Seats that lay a card after this one.
    to_come: i32,
    /// The value to beat.
    best: Option<i16>,
    inverted: bool,
    /// Cards of chosen value that are meant to take tricks.
    high_free: i32,
    /// The lowest fixed value meant to take a trick; more than any when none is.
    threshold: u8,
}

impl<'a> Look<'a> {
    pub(super) fn of(rules: &'a Malin, state: &'a State, seat: Seat) -> Self {
        let own = Values::of(rules, state, state.hands[seat.index()]);
        let inversions = state.trick.waiting.iter().filter(|(_, malheur)| *malheur == Malheur::Inversion);
        let inverted = inversions.count() % 2 == 1;
        let laid = state.trick.laid.iter().flatten().map(|laid| laid.value);
        let mut look = Self {
            rules,
            state,
            seat,
            need: need(state, seat).unwrap_or(0).clamp(0, tricks_left(rules, state)),
            own,
            unseen: unseen(rules, state, seat),
            to_come: rules.seats() as i32 - 1 - state.trick.len() as i32,
            best: if inverted { laid.min() } else { laid.max() },
            inverted,
            high_free: 0,
            threshold: u8::MAX,
        };
        look.plan();
        look
    }

    /// Which cards are meant to take tricks: those of chosen value as far as the fixed ones will not do, then the highest.
    fn plan(&mut self) {
        let others = self.rules.seats() as i32 - 1;
        let expected: f64 =
            self.own.descending().map(|value| self.unseen.below(value, false).powi(others)).sum();
        let missing = f64::from(self.need) - expected;
        self.high_free = (missing.round() as i32).clamp(0, self.own.free as i32);
        let fixed = (self.need - self.high_free).max(0) as usize;
        if let Some(lowest) = fixed.checked_sub(1) {
            self.threshold = self.own.descending().nth(lowest).unwrap_or(0);
        }
    }

    /// The chance that `value` takes this trick.
    fn takes(&self, value: u8) -> f64 {
        if let Some(best) = self.best {
            let ahead = if self.inverted { best - i16::from(value) } else { i16::from(value) - best };
            let level = self.rules.options().ties == Ties::Last;
            if ahead < 0 || (ahead == 0 && !level) {
                return 0.0;
            }
        }
        self.unseen.below(value, self.inverted).powi(self.to_come)
    }

    /// How promising it looks to lay a card.
    pub(super) fn score(&self, lay: Lay) -> i32 {
        let takes = self.takes(lay.value);
        let height = f64::from(lay.value) / f64::from(self.rules.highest());
        let chosen = value(self.rules, self.state, lay.card).is_none();
        let last = self.state.hands[self.seat.index()].len() == 1;
        let score = if chosen {
            self.chosen(lay, takes) - if last { 0.0 } else { 120.0 }
        } else if lay.value >= self.threshold {
            // Meant to take a trick: now if it does, cheaply; else kept.
            600.0 * takes - 300.0 - 60.0 * height
        } else {
            // Meant to take none: the highest that is beaten anyway.
            (1.0 - takes) * (250.0 + 350.0 * height) - 450.0 * takes
        };
        score as i32
    }

    fn chosen(&self, lay: Lay, takes: f64) -> f64 {
        let (low, high) = (0, self.rules.highest());
        if lay.value != low && lay.value != high {
            return -1000.0;
        }
        let meant_high = self.high_free > 0 && self.need > 0;
        let meant_low = (self.own.free as i32) > self.high_free;
        match lay.value == high {
            true if meant_high => 600.0 * takes - 250.0,
            true => -600.0 * takes - 200.0,
            false if meant_low || self.need == 0 => 250.0 - 600.0 * takes,
            false => -300.0,
        }
    }
}

/// Every card of the seat with the values worth thinking of.
pub(super) fn sensible(rules: &Malin, state: &State, seat: Seat) -> impl Iterator<Item = Lay> {
    let ends = [0, rules.highest()];
    state.hands[seat.index()].kinds(rules.fixed_twins()).flat_map(move |card: Card| {
        let fixed = value(rules, state, card);
        let values = fixed.map_or(ends, |value| [value; 2]);
        values.into_iter().take(if fixed.is_some() { 1 } else { 2 }).map(move |value| Lay { card, value })
    })
}
