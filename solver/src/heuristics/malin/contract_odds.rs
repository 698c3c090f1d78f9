//! Estimates the odds of contracts by playing deals out.

use rand::Rng;
use tapis_games::game::{Game, Turn};
use tapis_games::malin::{Malin, Move, Phase, State};
use tapis_games::seat::Seat;

use super::super::{Heuristics, TOLD, draw};
use crate::answer::Explanation;
use crate::request::Objective;
use crate::words::{fact, figure, percent, same, value};

/// Maximal number of tricks in a round.
const TRICKS: usize = 9;

/// How a contract ends in deals that are played out.
#[derive(Default)]
struct Odds {
    contract: u8,
    deals: usize,
    met: usize,
    points: i32,
    /// In how many deals the seat takes so many tricks.
    tricks: [usize; TRICKS + 1],
}

/// For the best contracts that the seat to move may announce: how often each is met, what it brings on average and how many tricks the
/// seat takes, over heuristic playouts of worlds. Not one that brings more there than the best one: it would speak against that. Nothing
/// where it is `late`.
pub(super) fn of_contracts<R: Rng + ?Sized>(
    rules: &Malin,
    (worlds, ranked): (&[State], &[Move]),
    late: &dyn Fn() -> bool,
    rng: &mut R,
) -> Vec<Explanation> {
    let Some(Phase::Bid(seat)) = worlds.first().map(|world| world.phase) else { return Vec::new() };
    let contracts = ranked.iter().filter_map(|mv| match *mv {
        Move::Bid(contract) => Some(contract),
        _ => None,
    });
    let all = contracts.take(TOLD).map(|contract| odds(rules, worlds, (seat, contract), late, rng));
    let Some(all) = all.collect::<Option<Vec<Odds>>>() else { return Vec::new() };
    let most = all.first().map_or(0, |best| best.points);
    all.iter().filter(|one| one.points <= most).map(Odds::told).collect()
}

/// `None` where it is late.
fn odds<R: Rng + ?Sized>(
    rules: &Malin,
    worlds: &[State],
    (seat, contract): (Seat, u8),
    late: &dyn Fn() -> bool,
    rng: &mut R,
) -> Option<Odds> {
    let mut odds = Odds { contract, deals: worlds.len(), ..Odds::default() };
    for world in worlds {
        if late() {
            return None;
        }
        let mut state = world.clone();
        rules.play_unchecked(&mut state, Move::Bid(contract));
        play_out(rules, &mut state, rng);
        let taken = state.taken[seat.index()];
        odds.met += usize::from(state.contracts[seat.index()] == Some(taken as i8));
        odds.points += rules.round_scores(&state).map_or(0, |scores| scores[seat]);
        odds.tricks[usize::from(taken).min(TRICKS)] += 1;
    }
    Some(odds)
}

impl Odds {
    fn told(&self) -> Explanation {
        let share = |count: usize| count as f64 / self.deals as f64;
        let tricks = figure(|language| {
            let taken = self.tricks.iter().enumerate().filter(|(_, count)| **count > 0);
            let one = |(taken, &count)| {
                format!("{taken}{} {}", language.colon(), language.percent(share(count), 0))
            };
            taken.map(one).collect::<Vec<_>>().join(", ")
        });
        let blanks = [
            ("contract", same(self.contract)),
            ("met", percent(share(self.met), 0)),
            ("deals", same(self.deals)),
            ("points", value(Objective::RoundPayoff, f64::from(self.points) / self.deals as f64)),
            ("tricks", tricks),
        ];
        fact("contract_chances", &blanks)
    }
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
