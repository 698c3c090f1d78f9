//! What holds for every hint, in the middle of games: see [`laws`](super::played::laws).

use tapis_games::game::Published;
use tapis_games::malin::{self, Malin};
use tapis_games::parbourg::{self, Parbourg};
use tapis_games::richelieu::{self, Richelieu};
use tapis_games::sept_blasons::{self, SeptBlasons};
use tapis_solver::heuristics::Heuristics;
use tapis_solver::request::{Budget, Objective, Request, SolverKind};

use super::played::Played;

/// Asks at several plies of random games, for both objectives, and checks each answer. The number of answers with a gap, and of
/// moves that equal another.
fn ask<G: Published + Heuristics>(rules: &G) -> (usize, usize) {
    let (mut gaps, mut equal) = (0, 0);
    for (seed, plies) in [(1, 1), (20, 9), (40, 21), (60, 33), (80, 45), (100, 57)] {
        let game = Played::reach_from(rules.clone(), seed, |table| table.plies().len() > plies);
        for (solver, iterations) in [
            (SolverKind::Sampling, 60),
            (SolverKind::Sampling, 700),
            (SolverKind::Auto, 300),
            (SolverKind::Exhaustive, 200),
        ] {
            for objective in [Objective::WinShare, Objective::RoundPayoff] {
                let budget = Budget { iterations: Some(iterations), ..Budget::default() };
                let answer =
                    game.hint(&Request { solver, budget, objective: Some(objective), ..Request::default() });
                gaps += usize::from(answer.confidence.is_some_and(|confidence| confidence.gap.is_some()));
                equal += answer.moves.iter().filter(|advice| !advice.equals.is_empty()).count();
            }
        }
    }
    (gaps, equal)
}

fn enough((gaps, equal): (usize, usize)) {
    assert!(gaps > 10 && equal > 0, "{gaps} gaps, {equal} equal moves");
}

#[test]
fn hints_of_richelieu() {
    enough(ask(&Richelieu::new(richelieu::Options::default()).expect("defaults")));
}

#[test]
fn hints_of_les_7_blasons() {
    enough(ask(&SeptBlasons::new(sept_blasons::Options::default()).expect("defaults")));
}

#[test]
fn hints_of_le_malin() {
    enough(ask(&Malin::new(malin::Options::default()).expect("defaults")));
}

#[test]
fn hints_of_parbourg() {
    enough(ask(&Parbourg::new(parbourg::Options::default()).expect("defaults")));
}
