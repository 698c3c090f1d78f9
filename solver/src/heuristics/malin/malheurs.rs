//! Scores Malheurs.

use tapis_games::game::{Game, Published};
use tapis_games::malin::{Malheur, Malin, State};
use tapis_games::seat::Seat;

use super::strength::{HandValues, unseen};
use super::{need, tricks_left};

/// The value of keeping a Malheur for later.
const KEEP_VALUE: f64 = 90.0;
/// The value of changing who takes a trick.
const TRICK_VALUE: f64 = 350.0;
/// The value of a point of a contract.
const POINT_VALUE: f64 = 300.0;

/// The gain from using `malheur` minus the value of keeping it.
pub(super) fn score(rules: &Malin, state: &State, seat: Seat, malheur: Malheur) -> i32 {
    let gain = match malheur {
        Malheur::Perjury(change) => {
            POINT_VALUE
                * (contract_gap(rules, state, seat, 0) - contract_gap(rules, state, seat, change.delta()))
        }
        Malheur::Curse(target, change) => {
            let harm =
                contract_gap(rules, state, target, change.delta()) - contract_gap(rules, state, target, 0);
            let sign = if are_partners(rules, seat, target) { -1.0 } else { 0.5 };
            POINT_VALUE * sign * harm
        }
        Malheur::EvilEye(_) => KEEP_VALUE + 10.0,
        Malheur::Barter(..) | Malheur::Inversion if state.trick.len() < rules.seats() => 0.0,
        _ => trick_gain(rules, state, seat, malheur),
    };
    (gain - KEEP_VALUE) as i32
}

/// How far the contract of `of`, changed by `change`, is from its expected tricks. For the seat to move they follow
/// from its hand, else from the average.
fn contract_gap(rules: &Malin, state: &State, of: Seat, change: i8) -> f64 {
    let need = f64::from(need(state, of).unwrap_or(0)) + f64::from(change);
    let left = f64::from(tricks_left(rules, state));
    let mover = rules.turn(state) == tapis_games::game::Turn::Player(of);
    let expected = if mover {
        let own = HandValues::of(rules, state, state.hands[of.index()]);
        let unseen = unseen(rules, state, of);
        let others = rules.seats() as i32 - 1;
        let fixed: f64 = own.descending().map(|value| unseen.below(value, false).powi(others)).sum();
        fixed + (need - fixed).clamp(0.0, f64::from(own.free))
    } else {
        need.clamp(0.0, left)
    };
    (need - expected).abs() + if need < 0.0 || need > left { 0.5 } else { 0.0 }
}

/// The value of the trick with the Malheur minus its value without.
fn trick_gain(rules: &Malin, state: &State, seat: Seat, malheur: Malheur) -> f64 {
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
    TRICK_VALUE * (preference(rules, state, seat, with) - preference(rules, state, seat, without))
}

/// How much `seat` wants `taker` to take the trick. Partners want the same; tricks of opponents matter less.
fn preference(rules: &Malin, state: &State, seat: Seat, taker: Option<Seat>) -> f64 {
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
