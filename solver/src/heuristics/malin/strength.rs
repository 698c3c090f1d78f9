//! Estimates the tricks of a hand.

use tapis_games::game::{Game, Published};
use tapis_games::malin::{Card, Hand, Malin, State, Wish};
use tapis_games::seat::{BySeat, Seat};

use super::{need, tricks_left};

/// The probability that a card of chosen value takes its trick.
const FREE_CARD_TAKES: f64 = 0.93;
/// Bounds of the factor by which the demand of all seats changes the tricks of one.
const PRESSURE_BOUNDS: (f64, f64) = (0.6, 1.6);
/// The part of the uncertainty of a hand that is luck; the rest is skill.
const LUCK: f64 = 0.4;

/// The value of a card, unless its player chooses it.
pub(super) fn value(rules: &Malin, state: &State, card: Card) -> Option<u8> {
    match card {
        Card::Number(value) | Card::FixedTwin(value) => Some(value),
        Card::Twin => None,
        Card::Wish => match (rules.options().wish, state.removed) {
            (Wish::RemovedCard, Card::Number(value) | Card::FixedTwin(value)) => Some(value),
            _ => None,
        },
    }
}

/// The values of a hand: the fixed ones as bits, and the number of cards of chosen value.
#[derive(Clone, Copy)]
pub(super) struct HandValues {
    pub fixed: u64,
    pub free: u32,
}

impl HandValues {
    pub(super) fn of(rules: &Malin, state: &State, hand: Hand) -> Self {
        let mut values = Self { fixed: hand.numbers(), free: 0 };
        match rules.fixed_twins() {
            Some(high) => {
                let held = |value: u8| u64::from(hand.contains(Card::FixedTwin(value))) << value;
                values.fixed |= held(0) | held(high);
            }
            None => values.free += hand.count(Card::Twin),
        }
        if hand.contains(Card::Wish) {
            match value(rules, state, Card::Wish) {
                Some(value) => values.fixed |= 1 << value,
                None => values.free += 1,
            }
        }
        values
    }

    /// The union of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self { fixed: self.fixed | other.fixed, free: self.free + other.free }
    }

    /// The number of cards.
    pub(super) fn len(self) -> u32 {
        self.fixed.count_ones() + self.free
    }

    /// The share of these cards that does not beat `value`. Half of the cards of chosen value count as beating it.
    pub(super) fn below(self, value: u8, inverted: bool) -> f64 {
        let above = self.fixed >> value >> 1;
        let beats = if inverted { self.fixed & !(!0 << value) } else { above };
        1.0 - (f64::from(beats.count_ones()) + 0.5 * f64::from(self.free)) / f64::from(self.len().max(1))
    }

    /// The fixed values in descending order.
    pub(super) fn descending(self) -> impl Iterator<Item = u8> {
        let mut left = self.fixed;
        std::iter::from_fn(move || {
            let highest = left.checked_ilog2()?;
            left &= !(1 << highest);
            Some(highest as u8)
        })
    }
}

/// All cards that `seat` cannot see. It does not matter who holds them.
pub(super) fn unseen(rules: &Malin, state: &State, seat: Seat) -> HandValues {
    let hands =
        Seat::all(rules.seats()).filter(|&other| other != seat).map(|other| state.hands[other.index()]);
    let none = HandValues { fixed: 0, free: 0 };
    hands.chain([state.left_over]).fold(none, |heap, hand| heap.and(HandValues::of(rules, state, hand)))
}

/// The expected loss of each seat in the current round, with all hands open.
pub(super) fn losses(rules: &Malin, state: &State) -> BySeat<f64> {
    let seats = rules.seats();
    let left = f64::from(tricks_left(rules, state));
    let hands = BySeat::from_fn(seats, |seat| HandValues::of(rules, state, state.hands[seat.index()]));
    let forecasts = BySeat::from_fn(seats, |seat| TrickForecast::of(state, &hands, seat));
    let wanted: f64 = forecasts.iter().map(|forecast| forecast.tricks()).sum();
    let pressure = if wanted > 0.0 {
        (left / wanted).clamp(PRESSURE_BOUNDS.0, PRESSURE_BOUNDS.1)
    } else {
        PRESSURE_BOUNDS.1
    };
    let alone = |seat: Seat| match need(state, seat) {
        None => 0.3,
        Some(need) if left == 0.0 => f64::from(need.abs()),
        Some(need) => {
            let gap = f64::from(need) - (forecasts[seat].tricks() * pressure).min(left);
            (gap * gap + LUCK * forecasts[seat].variance).sqrt()
        }
    };
    let (teams, penalty) = (rules.options().teams, f64::from(rules.options().penalty));
    let alone = |seat: Seat| penalty * alone(seat);
    BySeat::from_fn(seats, |seat| alone(seat) + if teams { alone(Seat((seat.0 + 3) % 6)) } else { 0.0 })
}

/// The expected tricks of a seat if the others play arbitrary cards.
struct TrickForecast {
    /// From cards of fixed value and the card already laid.
    fixed: f64,
    /// From cards of chosen value, as far as they are needed.
    chosen: f64,
    variance: f64,
}

impl TrickForecast {
    fn of(state: &State, hands: &BySeat<HandValues>, seat: Seat) -> Self {
        let others = || Seat::all(hands.len()).filter(move |&other| other != seat);
        let wins = |value: u8| -> f64 {
            others()
                .filter(|&other| hands[other].len() > 0)
                .map(|other| hands[other].below(value, false))
                .product()
        };
        let mut forecast = Self { fixed: 0.0, chosen: 0.0, variance: 0.0 };
        hands[seat].descending().for_each(|value| forecast.count(wins(value)));
        if let Some(laid) = state.trick.before(seat) {
            let lies_below = others()
                .any(|other| state.trick.before(other).is_some_and(|other| other.value >= laid.value));
            let to_come = others().filter(|&other| state.trick.before(other).is_none());
            let value = laid.value.clamp(0, 62) as u8;
            let holds: f64 = to_come.map(|other| hands[other].below(value, false)).product();
            forecast.count(if lies_below { 0.0 } else { holds });
        }
        let wanted = need(state, seat).map_or(0.5, f64::from) - forecast.fixed;
        forecast.chosen = wanted.clamp(0.0, f64::from(hands[seat].free) * FREE_CARD_TAKES);
        forecast
    }

    fn count(&mut self, chance: f64) {
        self.fixed += chance;
        self.variance += chance * (1.0 - chance);
    }

    fn tricks(&self) -> f64 {
        self.fixed + self.chosen
    }
}
