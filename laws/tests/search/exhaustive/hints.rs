//! What holds for every hint, in the middle of games: see [`laws`](super::played::laws).

use tapis_games::game::Published;
use tapis_games::malin::{self, Malin};
use tapis_games::parbourg::{self, Parbourg};
use tapis_games::richelieu::{self, Richelieu};
use tapis_games::sept_blasons::{self, SeptBlasons};
use tapis_solver::answer::{Answer, HintLevel};
use tapis_solver::heuristics::Heuristics;
use tapis_solver::request::{Budget, Objective, Request, SolverKind};

use super::comparison::setting;
use super::played::Played;

/// What came of many answers.
#[derive(Default)]
struct Counted {
    /// Answers with a gap, and moves that equal another.
    gaps: usize,
    equal: usize,
    /// Answers about a choice, and for each level those that say something about the game.
    choices: usize,
    told: [usize; 4],
}

/// Where hints are asked for: the number of a game, and after how many plies.
const PLACES: [(u8, usize); 6] = [(1, 1), (20, 9), (40, 21), (60, 33), (80, 45), (100, 57)];

/// How many of these places are looked at: `TAPIS_HINT_PLACES`, up to 6.
fn places() -> usize {
    setting("TAPIS_HINT_PLACES", 3).clamp(1, 6) as usize
}

/// Asks at several plies of random games, and checks each answer.
fn ask<G: Published + Heuristics>(rules: &G) -> Counted {
    let mut counted = Counted::default();
    for (place, (seed, plies)) in PLACES.into_iter().step_by(PLACES.len() / places()).enumerate() {
        let game = Played::reach_from(rules.clone(), seed, |table| table.plies().len() > plies);
        let asked = [
            (SolverKind::Sampling, 60),
            (SolverKind::Sampling, 2_000),
            (SolverKind::Auto, 300),
            (SolverKind::Exhaustive, 200),
        ];
        for (n, (solver, iterations)) in asked.into_iter().enumerate() {
            // Each way of asking has each objective in turn, from place to place; at night both everywhere.
            let both = [Objective::WinShare, Objective::RoundPayoff];
            let wanted = if places() == PLACES.len() { &both[..] } else { &both[(n + place) % 2..][..1] };
            for &objective in wanted {
                let budget = Budget { iterations: Some(iterations), ..Budget::default() };
                let request = Request { solver, budget, objective: Some(objective), ..Request::default() };
                counted.count(&game.hint(&request));
            }
        }
    }
    counted
}

impl Counted {
    fn count(&mut self, answer: &Answer) {
        let gap = answer.confidence.as_ref().is_some_and(|confidence| confidence.gap.is_some());
        self.gaps += usize::from(gap);
        self.equal += answer.moves.iter().filter(|advice| !advice.equals.is_empty()).count();
        if answer.moves.len() < 2 {
            return;
        }
        self.choices += 1;
        let about_the_move = ["what_matters", "sure", "equally_good", "sets_apart", "points"];
        let levels = [HintLevel::Nudge, HintLevel::Candidates, HintLevel::Move, HintLevel::Full];
        for (level, told) in levels.into_iter().zip(&mut self.told) {
            let shown = answer.explanation.iter().filter(|one| one.is_shown_at(level));
            let said: Vec<_> = shown.filter(|one| about_the_move.contains(&one.code.as_str())).collect();
            assert!(said.len() <= 5, "{said:?}");
            *told += usize::from(!said.is_empty());
        }
    }
}

fn enough(counted: Counted) {
    let Counted { gaps, equal, choices, told } = counted;
    assert!(3 * gaps > 2 * places() && equal > 0, "{gaps} gaps, {equal} equal moves");
    let [nudge, candidates, best, full] = told;
    assert!(nudge > 0 && candidates >= nudge, "{told:?}");
    assert_eq!([best, full], [choices; 2], "how sure it is is always said");
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
