//! When a Malheur is worth its card.

use tapis_games::game::{Game, Published};
use tapis_games::malin::{Malheur, Malin, State};
use tapis_games::seat::Seat;

use super::strength::{Values, unseen};
use super::{need, tricks_left};

/// What a Malheur kept for later is worth.
const KEPT: f64 = 90.0;
/// What a trick turned to one's liking is worth.
const TURNED: f64 = 350.0;
/// What a point of a contract is worth.
const POINT: f64 = 300.0;

/// How promising it looks to use `malheur`, less what keeping it is worth.
pub(super) fn score(rules: &Malin, state: &State, seat: Seat, malheur: Malheur) -> i32 {
    let gain = match malheur {
        Malheur::Perjury(change) => {
            POINT * (off(rules, state, seat, 0) - off(rules, state, seat, change.delta()))
        }
        Malheur::Curse(target, change) => {
            let harm = off(rules, state, target, change.delta()) - off(rules, state, target, 0);
            let sign = if are_partners(rules, seat, target) { -1.0 } else { 0.5 };
            POINT * sign * harm
        }
        Malheur::EvilEye(_) => KEPT + 10.0,
        Malheur::Barter(..) | Malheur::Inversion if state.trick.len() < rules.seats() => 0.0,
        _ => turned(rules, state, seat, malheur),
    };
    (gain - KEPT) as i32
}

/// How far the contract of `of`, changed by `change`, is from what it can expect: by its hand where that is the seat
/// to move, else by the average.
fn off(rules: &Malin, state: &State, of: Seat, change: i8) -> f64 {
    let need = f64::from(need(state, of).unwrap_or(0)) + f64::from(change);
    let left = f64::from(tricks_left(rules, state));
    let mover = rules.turn(state) == tapis_games::game::Turn::Player(of);
    let expected = if mover {
        let own = Values::of(rules, state, state.hands[of.index()]);
        let unseen = unseen(rules, state, of);
        let others = rules.seats() as i32 - 1;
        let fixed: f64 = own.descending().map(|value| unseen.below(value, false).powi(others)).sum();
        fixed + (need - fixed).clamp(0.0, f64::from(own.free))
    } else {
        need.clamp(0.0, left)
    };
    (need - expected).abs() + if need < 0.0 || need > left { 0.5 } else { 0.0 }
}

/// What the trick is worth to the seat with the Malheur, less what it is worth without.
fn turned(rules: &Malin, state: &State, seat: Seat, malheur: Malheur) -> f64 {
    let without = rules.taking(state);
    let mut used = state.clone();
    if malheur == Malheur::Parry {
        used.trick.waiting.pop();
    } else if used.trick.waiting.try_push((seat, malheur)).is_err() {
        return 0.0;
    }
    let with = rules.taking(&used);
    if with == without {
        return 0.0;
    }
    TURNED * (liking(rules, state, seat, with) - liking(rules, state, seat, without))
}

/// How much `seat` likes that `taker` takes the trick: partners like it together, others' tricks matter less.
fn liking(rules: &Malin, state: &State, seat: Seat, taker: Option<Seat>) -> f64 {
    let Some(taker) = taker else { return 0.0 };
    let wants = match need(state, taker) {
        Some(need) if need > 0 => 1.0,
        _ => -1.0,
    };
    if taker == seat || are_partners(rules, seat, taker) { wants } else { -0.25 * wants }
}

fn are_partners(rules: &Malin, one: Seat, other: Seat) -> bool {
    rules.options().teams && (one.0 + 3) % 6 == other.0
}
