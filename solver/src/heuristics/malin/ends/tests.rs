//! Ends against the oracle, on random ends of all options.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, Published, Turn};
use tapis_games::malin::{Malin, Options, Phase, State, Ties, Twins, Wish};
use tapis_games::random::below;

use super::*;
use crate::exhaustive::objective::margins;
use crate::heuristics::Heuristics;
use crate::oracle;
use crate::request::{Concept, Objective};

fn rules(players: u8, options: Options) -> Malin {
    Malin::new(Options { players, ..options }).expect("legal options")
}

/// A random position with so many tricks left and some cards on the table.
fn end(rules: &Malin, tricks: usize, rng: &mut ChaCha8Rng) -> State {
    let mut state = rules.start();
    let mut table = below(rng, rules.seats() as u32);
    loop {
        match rules.turn(&state) {
            Turn::Chance => {
                let chance = rules.sample_chance(&state, rng);
                rules.resolve(&mut state, &chance).expect("a drawn outcome");
            }
            Turn::Player(_) => {
                let at_end = matches!(state.phase, Phase::Play(_))
                    && usize::from(state.tricks) + tricks >= rules.tricks();
                if at_end && table == 0 {
                    return state;
                }
                table -= u32::from(at_end);
                let mv = rules.random_move(&state, rng).expect("a move");
                rules.play_unchecked(&mut state, mv);
            }
            Turn::Over => panic!("a game of one round has an end"),
        }
    }
}

/// What the oracle says after the best move in canonical order.
fn lead(rules: &Malin, state: &State) -> [f64; 7] {
    let Turn::Player(seat) = rules.turn(state) else { panic!("somebody lays a card") };
    let problem = oracle::Problem { seat, objective: Objective::RoundPayoff, concept: Concept::Maxn };
    let moves = oracle::solve(rules, &[(state.clone(), 1)], problem);
    let mut best = moves[0];
    for values in moves {
        best = if values[seat.index()] > best[seat.index()] + 1e-9 { values } else { best };
    }
    best
}

/// Every way to play twins, wish and ties.
fn all_options() -> Vec<Options> {
    let mut all = Vec::new();
    for twins in [Twins::Declared, Twins::Fixed] {
        for wish in [Wish::Declared, Wish::RemovedCard] {
            for ties in [Ties::First, Ties::Last] {
                all.push(Options { twins, wish, ties, ..Options::default() });
            }
        }
    }
    all
}

/// Compares ends with what is plain and slow; one memory serves all ends of a ruleset.
fn compare(rules: &Malin, tricks: usize, ends: usize, rng: &mut ChaCha8Rng) {
    let mut solver = rules.ends().expect("a solver of ends");
    for number in 0..ends {
        let state = end(rules, tricks, rng);
        let told = format!("{:?}, end {number}: {state:?}", rules.options());
        let scores = solver.solve(&state, &mut |_| true).expect("an end");
        assert_eq!(margins(&scores), lead(rules, &state), "{told}");
    }
}

#[test]
fn ends_of_two_tricks_are_those_of_plain_searches() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (number, options) in all_options().into_iter().enumerate() {
        let options = Options { penalty: 1 + 2 * (number % 2) as u8, ..options };
        for players in 3..=4 {
            compare(&rules(players, options.clone()), 2, 200, &mut rng);
        }
        compare(&rules(5, options.clone()), 2, 20, &mut rng);
    }
}

#[test]
fn ends_of_three_tricks_are_those_of_plain_searches() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for options in all_options() {
        compare(&rules(3, options), 3, 12, &mut rng);
    }
}

#[test]
fn ends_of_teams_are_those_of_plain_searches() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for options in all_options() {
        compare(&rules(6, Options { teams: true, ..options }), 1, 60, &mut rng);
    }
}

#[test]
fn what_is_no_end_is_said() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let with_malheurs = rules(4, Options { malheurs: true, ..Options::default() });
    let mut state = end(&rules(4, Options::default()), 2, &mut rng);
    state.malheurs[3][0] = 1;
    let solve = |rules: &Malin, state: &State, go_on: bool| {
        rules.ends().expect("a solver").solve(state, &mut |_| go_on).map(|_| ())
    };
    assert_eq!(solve(&with_malheurs, &state, true), Err(NoEnd::MoreThanCards));
    state.malheurs[3][0] = 0;
    assert_eq!(solve(&with_malheurs, &state, true), Ok(()));
    assert_eq!(solve(&with_malheurs, &state, false), Err(NoEnd::Stopped));
    let four = rules(4, Options::default());
    assert_eq!(solve(&four, &end(&four, 9, &mut rng), true), Err(NoEnd::TooFar));
    state.phase = Phase::Deal;
    assert_eq!(solve(&four, &state, true), Err(NoEnd::NotInPlay));
}
