//! What a seat can see of its contract in Le Malin, and what can still beat a card.

use tapis_games::game::{Game, Published};
use tapis_games::malin::{Card, Malin, Move, Phase, State, Ties, ValuedCard};
use tapis_games::seat::Seat;

use super::strength::unseen;
use super::{need, tricks_left};
use crate::heuristics::{TableFact, Topic};

/// What a contract is lost or made by.
const CONTRACT: &str = "off_contract";
const TRICK: &str = "trick_won";
/// How it stands for whoever needs every trick that is left.
const ALL: &str = "table-contract-all";

pub(super) fn facts(rules: &Malin, state: &State, mv: Option<Move>) -> Vec<TableFact> {
    let (Phase::Play(seat) | Phase::After(seat, _)) = state.phase else { return Vec::new() };
    match mv {
        None => standing(rules, state, seat),
        // A Malheur can turn any trick.
        Some(Move::Play(lay)) if !rules.options().malheurs => {
            laying(rules, state, seat, lay).into_iter().chain(of_hand(rules, state, seat, lay)).collect()
        }
        Some(_) => Vec::new(),
    }
}

fn standing(rules: &Malin, state: &State, seat: Seat) -> Vec<TableFact> {
    let (Some(need), left) = (need(state, seat), tricks_left(rules, state)) else { return Vec::new() };
    let kind = match need {
        ..0 => "table-contract-over",
        0 => "table-contract-full",
        _ if need > left => "table-contract-lost",
        _ if need == left => ALL,
        _ => "table-contract",
    };
    let numbers = [("need", need.abs()), ("left", left)];
    [CONTRACT, TRICK].map(|about| TableFact::new(kind, Topic::of(about), 0).numbers(numbers)).into()
}

/// Do not say “you need every trick” next to a card that gives one up, as far as cards alone decide.
pub(super) fn suits(rules: &Malin, state: &State, standing: &TableFact, mv: Move) -> bool {
    let Move::Play(lay) = mv else { return true };
    standing.kind != ALL || higher_laid(rules, state, lay.value.into()).is_none()
}

/// The highest value of the trick, if a card of this value does not beat it.
fn higher_laid(rules: &Malin, state: &State, value: i16) -> Option<i16> {
    let best = state.trick.laid.iter().flatten().map(|laid| laid.value).max();
    best.filter(|&best| !beats(rules, value, best))
}

/// Whether a card beats one that was laid before it, by their values.
fn beats(rules: &Malin, value: i16, other: i16) -> bool {
    value > other || value == other && rules.options().ties == Ties::Last
}

/// What a card does in this trick, as far as it is certain.
fn laying(rules: &Malin, state: &State, seat: Seat, lay: ValuedCard) -> Vec<TableFact> {
    let Some(need) = need(state, seat) else { return Vec::new() };
    // Whether the seat wants the trick: where the contract is out of reach, too, each trick leaves less to lose.
    let wants = if need > 0 { 1 } else { -1 };
    let later_wins = rules.options().ties == Ties::Last;
    let value = i16::from(lay.value);
    let to_come = rules.seats() - 1 - state.trick.len();
    let fact = |kind, speaks: i32| TableFact::new(kind, Topic::of(TRICK), speaks * wants);
    let out = unseen(rules, state, seat);
    // Whoever lays a card of free value may say the highest.
    let free = if beats(rules, rules.highest().into(), value) { out.free } else { 0 };
    let higher = out.fixed >> lay.value >> u32::from(!later_wins);
    let (n, all) = ((higher.count_ones() + free) as i32, out.len() as i32);
    // How much less than half of the cards that are out can beat it.
    let strength = 20 * (all - 2 * n) / all.max(1);
    if let Some(best) = higher_laid(rules, state, value) {
        let not = fact("table-trick-not", -50).numbers([("best", best.into())]);
        let thrown = fact("table-trick-thrown", -strength).numbers([("n", n), ("all", all)]);
        return vec![not, thrown];
    }
    let takes = if need == 1 { "table-trick-last_needed" } else { "table-trick-takes" };
    let unbeaten = if need == 1 { "table-trick-last_needed" } else { "table-trick-unbeaten" };
    vec![match (n, higher.count_ones()) {
        _ if to_come == 0 => fact(takes, 70),
        (0, _) => fact(unbeaten, 60),
        (1, 1) => {
            let beaten = u32::from(lay.value) + u32::from(!later_wins) + higher.trailing_zeros();
            fact("table-trick-only", 40).numbers([("n", beaten as i32)])
        }
        _ => fact("table-trick-beaten_by", strength).numbers([("n", n), ("all", all)]),
    }]
}

/// That a card is the lowest number of a hand whose seat needs some of the tricks that are left, and not all of them.
fn of_hand(rules: &Malin, state: &State, seat: Seat, lay: ValuedCard) -> Option<TableFact> {
    let numbers = state.hands[seat.index()].numbers();
    let is_lowest = matches!(lay.card, Card::Number(value) if numbers.trailing_zeros() == u32::from(value));
    let n = numbers.count_ones() as i32 - 1;
    let is_spared = (1..tricks_left(rules, state)).contains(&need(state, seat)?);
    let fact = || TableFact::new("table-card-lowest_held", Topic::of("hand"), 1).numbers([("n", n)]);
    (is_lowest && is_spared && n > 0).then(fact)
}
