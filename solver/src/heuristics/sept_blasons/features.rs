//! What learned values see of a position. Points are relative to the lead that is worth a factor of e, values of cards to those of a
//! family.

use arrayvec::ArrayVec;
use tapis_games::game::{Game, Published, Turn};
use tapis_games::seat::{MAX_SEATS, Seat};
use tapis_games::sept_blasons::{Character, SeptBlasons, State};

use super::SAFE_LEAD;
use crate::value::Features;

/// One name a feature. Families are those that count for the seat, the best first: `sum` is what it has collected, `left` what nobody
/// has, `up` its tokens.
pub(super) const NAMES: [&str; 38] = [
    "phase",
    "total",
    "points",
    "expected",
    "expected_second",
    "expected_lead",
    "expected_lead_last_round",
    "points_lead",
    "down",
    "own_up",
    "up",
    "best_up",
    "best_sum",
    "best_left",
    "second_up",
    "second_sum",
    "second_left",
    "third_up",
    "third_sum",
    "third_left",
    "hand",
    "hand_high",
    "hand_malandrin",
    "hand_draws",
    "hand_reveals",
    "hand_removes",
    "hand_intendant",
    "to_move",
    "to_play",
    "wins_now",
    "wins_now_worth",
    "chance",
    "chance_worth",
    "worth",
    "decides",
    "may_activate",
    "strength",
    "last_round",
];

/// Tricks a round.
const TRICKS: f32 = 8.0;
/// The value of a face-down token, relative to one face up of a family that is as likely as the others.
const FACE_DOWN: f32 = 0.35;

/// One family as a seat sees it.
#[derive(Clone, Copy, Default)]
struct Stand {
    up: f32,
    sum: f32,
    left: f32,
    points: f32,
    expected: f32,
}

/// The position of one seat.
#[derive(Clone, Copy, Default)]
struct Side {
    total: f32,
    points: f32,
    own_up: f32,
    down: f32,
    /// The best families.
    best: [Stand; 3],
    trick_worth: f32,
}

impl Side {
    fn of(rules: &SeptBlasons, state: &State, seat: Seat, trick: &[f32; 7]) -> Self {
        let seats = rules.seats();
        let shown = state.tokens.shown(seat);
        let down = state.tokens.area(seat).filter(|token| !token.up).count() as f32;
        let own = state.families[seat.index()];
        let mut side = Self { total: f32::from(state.totals[seat.index()]), down, ..Self::default() };
        side.own_up = f32::from(shown[own.index()]);
        for &family in state.families[..seats].iter().filter(|family| **family != own) {
            let sum_of = |seat: usize| values(rules, state.collected[seat].of(family));
            let taken: f32 = (0..seats).map(sum_of).sum();
            let mut stand =
                Stand { up: f32::from(shown[family.index()]), sum: sum_of(seat.index()), ..Stand::default() };
            stand.left = (values(rules, u8::MAX) - taken).max(0.0);
            stand.points = stand.up * stand.sum;
            let tokens = stand.up + FACE_DOWN * down / seats as f32;
            stand.expected = tokens * (stand.sum + stand.left / seats as f32);
            side.points = side.points.max(stand.points);
            side.trick_worth += trick[family.index()] * (0.1 + stand.up);
            side.add(stand);
        }
        side
    }

    /// Keeps the best three.
    fn add(&mut self, mut stand: Stand) {
        for best in &mut self.best {
            if stand.expected > best.expected {
                std::mem::swap(best, &mut stand);
            }
        }
    }

    fn expected(&self) -> f32 {
        self.total + self.best[0].expected
    }
}

pub(super) fn fill(rules: &SeptBlasons, state: &State, seat: Seat, out: &mut Features) {
    let seats = rules.seats();
    let rounds_left = f32::from(rules.rounds().saturating_sub(state.round).max(1));
    let scale = SAFE_LEAD as f32 * rounds_left.sqrt();
    let last = f32::from(u8::from(state.round >= rules.rounds()));
    let mut on_table = [0.0; 7];
    for (place, laid) in state.trick.laid().iter().enumerate() {
        let family = state.families[state.trick.seat(place).index()];
        on_table[family.index()] += values(rules, 1 << (laid.character.0 & 7));
    }
    let sides = Seat::all(seats).map(|seat| Side::of(rules, state, seat, &on_table));
    let sides: ArrayVec<Side, MAX_SEATS> = sides.collect();
    let own = sides[seat.index()];
    let lead = |of: &dyn Fn(&Side) -> f32| {
        let others = sides.iter().enumerate().filter(|(other, _)| *other != seat.index());
        of(&own) - others.map(|(_, side)| of(side)).fold(f32::NEG_INFINITY, f32::max)
    };
    let expected_lead = lead(&Side::expected);
    let family = values(rules, u8::MAX).max(1.0);
    let (chance, wins_now) = trick(rules, state, seat);
    let worth = own.trick_worth / family;
    let bounded = |points: f32| (points / scale).clamp(-4.0, 4.0);
    let is = |so: bool| f32::from(u8::from(so));
    let rest = [
        (f32::from(state.trick_no) + state.trick.laid().len() as f32 / seats as f32) / TRICKS,
        bounded(own.total - sides.iter().map(|side| side.total).sum::<f32>() / seats as f32),
        bounded(own.points),
        bounded(own.best[0].expected),
        bounded(own.best[1].expected),
        bounded(expected_lead),
        bounded(expected_lead) * last,
        bounded(lead(&|side| side.total + side.points)),
        own.down / 4.0,
        own.own_up / 4.0,
        own.best.iter().map(|stand| stand.up).sum::<f32>() / 4.0,
    ];
    out[..11].copy_from_slice(&rest);
    for (stand, at) in own.best.iter().zip([11, 14, 17]) {
        out[at..at + 3].copy_from_slice(&[stand.up / 4.0, stand.sum / family, stand.left / family]);
    }
    out[20..27].copy_from_slice(&held(rules, state.hands[seat.index()], family));
    let decides = rules.turn(state) == Turn::Player(seat);
    let strength = f32::from(state.strength[seat.index()]);
    let rest = [
        is(decides && state.trick.card_of(seat).is_none()),
        is(state.trick.card_of(seat).is_none()),
        wins_now,
        wins_now * worth,
        chance,
        chance * worth,
        worth,
        is(decides),
        is(strength > 0.0 && state.activated >> seat.0 & 1 == 0),
        strength / 5.0,
        last,
    ];
    out[27..NAMES.len()].copy_from_slice(&rest);
}

/// What the characters of a hand are good for.
fn held(rules: &SeptBlasons, hand: u8, family: f32) -> [f32; 7] {
    let holds = |character: u8| f32::from(hand >> character & 1);
    let high = (holds(7) + holds(6)) / 2.0;
    [values(rules, hand) / family, high, holds(0), holds(1), holds(2), holds(3), holds(5)]
}

/// The printed values of the characters of a mask.
fn values(rules: &SeptBlasons, mask: u8) -> f32 {
    let values = rules.options().deck.values.iter().enumerate();
    values.filter(|(c, _)| mask >> c & 1 == 1).map(|(_, &value)| f32::from(value)).sum()
}

/// The chance that the seat takes the trick with the card it laid, if all that follow play at random; and whether it is ahead.
fn trick(rules: &SeptBlasons, state: &State, seat: Seat) -> (f32, f32) {
    let Some(laid) = state.trick.card_of(seat) else { return (0.0, 0.0) };
    let mut printed = [0; 8];
    printed.iter_mut().zip(&rules.options().deck.values).for_each(|(value, &of)| *value = of);
    if state.trick.winner(rules.options().ties, &printed) != Some(seat) {
        return (0.0, 0.0);
    }
    let Character(character) = laid.character;
    let below = |hand: u8| {
        (hand & ((1u16 << (character & 7)) - 1) as u8).count_ones() as f32 / hand.count_ones().max(1) as f32
    };
    let to_come = state.trick.laid().len()..rules.seats();
    let chance = to_come.map(|place| below(state.hands[state.trick.seat(place).index()])).product();
    (chance, 1.0)
}
