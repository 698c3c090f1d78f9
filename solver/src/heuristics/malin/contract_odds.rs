//! Estimates the odds of each contract by playing deals out.

use rand::Rng;
use tapis_games::game::{Game, Turn};
use tapis_games::malin::{Malin, Move, Phase, State};
use tapis_games::seat::Seat;

use super::super::{Heuristics, draw};
use crate::answer::Explanation;
use crate::request::Objective;
use crate::words::{fact, figure, percent, same, value};

/// Maximal number of tricks in a round.
const TRICKS: usize = 9;

/// For each contract the seat to move may announce: how often it is met, what it brings on average and how many tricks the seat takes, over
/// heuristic playouts of `worlds`.
pub(super) fn of_contracts<R: Rng + ?Sized>(
    rules: &Malin,
    worlds: &[State],
    rng: &mut R,
) -> Vec<Explanation> {
    let Some(Phase::Bid(seat)) = worlds.first().map(|world| world.phase) else { return Vec::new() };
    let bids = rules.legal_moves(&worlds[0]);
    let facts = bids.iter().filter_map(|&mv| match mv {
        Move::Bid(contract) => Some(contract_fact(rules, worlds, seat, contract, rng)),
        _ => None,
    });
    facts.collect()
}

fn contract_fact<R: Rng + ?Sized>(
    rules: &Malin,
    worlds: &[State],
    seat: Seat,
    contract: u8,
    rng: &mut R,
) -> Explanation {
    let (mut met, mut points, mut tricks) = (0, 0, [0usize; TRICKS + 1]);
    for world in worlds {
        let mut state = world.clone();
        rules.play_unchecked(&mut state, Move::Bid(contract));
        play_out(rules, &mut state, rng);
        let taken = state.taken[seat.index()];
        met += usize::from(state.contracts[seat.index()] == Some(taken as i8));
        points += rules.round_scores(&state).map_or(0, |scores| scores[seat]);
        tricks[usize::from(taken).min(TRICKS)] += 1;
    }
    let deals = worlds.len();
    let share = |count: usize| count as f64 / deals as f64;
    let shares = figure(|language| {
        let taken = tricks.iter().enumerate().filter(|(_, count)| **count > 0);
        let one =
            |(taken, &count)| format!("{taken}{} {}", language.colon(), language.percent(share(count), 0));
        taken.map(one).collect::<Vec<_>>().join(", ")
    });
    let blanks = [
        ("contract", same(contract)),
        ("met", percent(share(met), 0)),
        ("deals", same(deals)),
        ("points", value(Objective::RoundPayoff, f64::from(points) / deals as f64)),
        ("tricks", shares),
    ];
    fact("contract_chances", &blanks)
}

/// Plays the round to its end.
fn play_out<R: Rng + ?Sized>(rules: &Malin, state: &mut State, rng: &mut R) {
    while rules.round_scores(state).is_none() {
        match rules.playout_move(state, rng) {
            Some(mv) => rules.play_unchecked(state, mv),
            None if rules.turn(state) == Turn::Chance && draw(rules, state, rng).is_some() => {}
            None => return,
        }
    }
}
