//! What learned values see of a position. Points are relative to the lead that is worth a factor of e, values of cards to those of a
//! family.

use arrayvec::ArrayVec;
use tapis_games::game::{Game, Published, Turn};
use tapis_games::seat::{MAX_SEATS, Seat};
use tapis_games::sept_blasons::{Character, SeptBlasons, State};

use super::SAFE_LEAD;
use crate::heuristics::inputs::inputs;

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

inputs! {
    // Families are those that count for the seat, the best first: `sum` is what it has collected, `left` what nobody has, `up` its tokens.
    fn fill(rules: &SeptBlasons, state: &State, seat: Seat) {
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
        let [best, second, third] = own.best;
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
        let hand = state.hands[seat.index()];
        let holds = |character: u8| f32::from(hand >> character & 1);
        let decides = rules.turn(state) == Turn::Player(seat);
        let to_play = state.trick.card_of(seat).is_none();
        let strength = f32::from(state.strength[seat.index()]);
    }
    "phase": (f32::from(state.trick_no) + state.trick.laid().len() as f32 / seats as f32) / TRICKS,
    "total": bounded(own.total - sides.iter().map(|side| side.total).sum::<f32>() / seats as f32),
    "points": bounded(own.points),
    "expected": bounded(best.expected),
    "expected_second": bounded(second.expected),
    "expected_lead": bounded(expected_lead),
    "expected_lead_last_round": bounded(expected_lead) * last,
    "points_lead": bounded(lead(&|side| side.total + side.points)),
    "down": own.down / 4.0,
    "own_up": own.own_up / 4.0,
    "up": own.best.iter().map(|stand| stand.up).sum::<f32>() / 4.0,
    "best_up": best.up / 4.0,
    "best_sum": best.sum / family,
    "best_left": best.left / family,
    "second_up": second.up / 4.0,
    "second_sum": second.sum / family,
    "second_left": second.left / family,
    "third_up": third.up / 4.0,
    "third_sum": third.sum / family,
    "third_left": third.left / family,
    "hand": values(rules, hand) / family,
    "hand_high": (holds(7) + holds(6)) / 2.0,
    "hand_malandrin": holds(0),
    "hand_draws": holds(1),
    "hand_reveals": holds(2),
    "hand_removes": holds(3),
    "hand_intendant": holds(5),
    "to_move": is(decides && to_play),
    "to_play": is(to_play),
    "wins_now": wins_now,
    "wins_now_worth": wins_now * worth,
    "chance": chance,
    "chance_worth": chance * worth,
    "worth": worth,
    "decides": is(decides),
    "may_activate": is(strength > 0.0 && state.activated >> seat.0 & 1 == 0),
    "strength": strength / 5.0,
    "last_round": last,
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
