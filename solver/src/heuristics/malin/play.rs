//! Scores cards to play.

use tapis_games::game::{Game, Published};
use tapis_games::malin::{Card, Malheur, Malin, State, Ties, ValuedCard};
use tapis_games::seat::Seat;

use super::strength::{HandValues, unseen, value};
use super::{need, tricks_left};

/// A position seen by the seat that is to play a card.
pub(super) struct CardScorer<'a> {
    rules: &'a Malin,
    state: &'a State,
    seat: Seat,
    /// Tricks still wanted.
    need: i32,
    own: HandValues,
    unseen: HandValues,
    /// Seats that play after this one.
    to_come: i32,
    /// The value to beat.
    best: Option<i16>,
    inverted: bool,
    /// The number of cards of chosen value that should take tricks.
    high_free: i32,
    /// The lowest fixed value that should take a trick; greater than any value if none should.
    threshold: u8,
}

impl<'a> CardScorer<'a> {
    pub(super) fn of(rules: &'a Malin, state: &'a State, seat: Seat) -> Self {
        let own = HandValues::of(rules, state, state.hands[seat.index()]);
        let inversions = state.trick.waiting.iter().filter(|(_, malheur)| *malheur == Malheur::Inversion);
        let inverted = inversions.count() % 2 == 1;
        let laid = state.trick.laid.iter().flatten().map(|laid| laid.value);
        let mut scorer = Self {
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
        scorer.choose_winners();
        scorer
    }

    /// Chooses the cards that should take tricks: cards of chosen value as far as the fixed ones do not suffice, then
    /// the highest.
    fn choose_winners(&mut self) {
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

    /// The probability that `value` takes this trick.
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

    /// The heuristic score of a card.
    pub(super) fn score(&self, lay: ValuedCard) -> i32 {
        let takes = self.takes(lay.value);
        let height = f64::from(lay.value) / f64::from(self.rules.highest());
        let chosen = value(self.rules, self.state, lay.card).is_none();
        let last = self.state.hands[self.seat.index()].len() == 1;
        let score = if chosen {
            self.score_chosen(lay, takes) - if last { 0.0 } else { 120.0 }
        } else if lay.value >= self.threshold {
            // Should take a trick: now if it does so cheaply, else later.
            600.0 * takes - 300.0 - 60.0 * height
        } else {
            // Should take none: best is the highest card that is beaten anyway.
            (1.0 - takes) * (250.0 + 350.0 * height) - 450.0 * takes
        };
        score as i32
    }

    fn score_chosen(&self, lay: ValuedCard, takes: f64) -> f64 {
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

/// Every card of the seat with its sensible values.
pub(super) fn sensible(rules: &Malin, state: &State, seat: Seat) -> impl Iterator<Item = ValuedCard> {
    let ends = [0, rules.highest()];
    state.hands[seat.index()].kinds(rules.fixed_twins()).flat_map(move |card: Card| {
        let fixed = value(rules, state, card);
        let values = fixed.map_or(ends, |value| [value; 2]);
        values
            .into_iter()
            .take(if fixed.is_some() { 1 } else { 2 })
            .map(move |value| ValuedCard { card, value })
    })
}
