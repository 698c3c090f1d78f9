//! Compares the best single plan with another way to find it: by the seat's own observations instead of keys, and
//! with the others' moves from the oracle.

use std::collections::BTreeMap;

use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, InformationSet, Observed, Ply, Published, Turn};
use tapis_games::malin::{Malin, Options, Phase};
use tapis_games::random::below;
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::control::Control;
use tapis_solver::exhaustive::objective::{self, is_end};
use tapis_solver::exhaustive::{Problem, SearchBudget, Tuning, World, run};
use tapis_solver::heuristics::Heuristics;
use tapis_solver::oracle;
use tapis_solver::report::TOLERANCE;
use tapis_solver::request::{Concept, Objective};
use tapis_testkit::kuhn::Kuhn;

use super::positions::{know_until, pick, rng};

/// A world under way, with what the seat has seen since.
#[derive(Clone)]
struct History<S> {
    state: S,
    weight: f64,
    seen: String,
}

/// The worlds that the seat cannot tell apart, by what it has seen.
type Known<S> = BTreeMap<String, Vec<History<S>>>;

struct Plans<'a, G> {
    rules: &'a G,
    question: oracle::Problem,
}

impl<G: Heuristics + Observed> Plans<'_, G> {
    /// The sum of weighted values of the best plan that begins with `mv`.
    fn after(&self, histories: &[History<G::State>], mv: G::Move) -> f64 {
        let mut known = Known::new();
        let moved = histories.iter().map(|history| self.played(history, mv, 1.0));
        let ended: f64 = moved.map(|history| self.follow(history, &mut known)).sum();
        let best = |histories: &Vec<History<G::State>>| {
            let moves = self.rules.legal_moves(&histories[0].state);
            moves.iter().map(|&mv| self.after(histories, mv)).fold(f64::NEG_INFINITY, f64::max)
        };
        ended + known.values().map(best).sum::<f64>()
    }

    /// Follows a history to the seat's next decision or to the end.
    fn follow(&self, history: History<G::State>, known: &mut Known<G::State>) -> f64 {
        let oracle::Problem { seat, objective, .. } = self.question;
        let turn = self.rules.turn(&history.state);
        match turn {
            _ if is_end(self.rules, objective, &history.state, turn) => {
                history.weight * objective::final_values(self.rules, objective, &history.state)[seat.index()]
            }
            Turn::Player(mover) if mover == seat => {
                known.entry(history.seen.clone()).or_default().push(history);
                0.0
            }
            Turn::Player(mover) => {
                let replies = self.replies(&history.state, mover);
                let share = 1.0 / replies.len() as f64;
                replies.iter().map(|&mv| self.follow(self.played(&history, mv, share), known)).sum()
            }
            _ => panic!("nobody decides: {:?}", history.state),
        }
    }

    fn played(&self, history: &History<G::State>, mv: G::Move, share: f64) -> History<G::State> {
        let Turn::Player(mover) = self.rules.turn(&history.state) else { panic!("nobody decides") };
        let mut state = history.state.clone();
        self.rules.play_unchecked(&mut state, mv);
        let ply = Ply { n: 1, action: Some((mover, mv)), chance: Vec::new() };
        let now = self.rules.see(&history.state, &ply, &state, Viewer::Seat(self.question.seat));
        History { state, weight: share * history.weight, seen: format!("{}{now:?}", history.seen) }
    }

    /// Another seat's best moves in the solved world.
    fn replies(&self, state: &G::State, mover: Seat) -> Vec<G::Move> {
        let moves = self.rules.legal_moves(state);
        let values = oracle::solve(self.rules, &[(state.clone(), 1)], self.question);
        let own = |i: usize| match self.question.concept {
            Concept::Maxn if self.rules.seats() > 2 => values[i][mover.index()],
            _ => -values[i][self.question.seat.index()],
        };
        let most = (0..moves.len()).map(own).fold(f64::NEG_INFINITY, f64::max);
        (0..moves.len()).filter(|&i| own(i) >= most - TOLERANCE).map(|i| moves[i]).collect()
    }
}

/// Compares the plans of every first move. Returns how many are worth less than seeing the true world.
fn compare<G: Heuristics + Published>(
    rules: &G,
    worlds: &[(G::State, u64)],
    question: oracle::Problem,
) -> u32 {
    let problem = Problem {
        rules,
        seat: question.seat,
        objective: question.objective,
        concept: (rules.seats() > 2).then_some(question.concept),
        moves: rules.legal_moves(&worlds[0].0).to_vec(),
        worlds: World::list(worlds.to_vec()),
        unmerged: World::list(worlds.to_vec()),
        tuning: Tuning::default(),
        threads: 2,
        expected: 1000.0,
        plies_shown: 0,
    };
    let found = run(&problem, &Control::default(), SearchBudget::default(), None).plans.expect("plans");
    let total: u64 = worlds.iter().map(|(_, weight)| weight).sum();
    let history = |(state, weight): &(G::State, u64)| History {
        state: state.clone(),
        weight: *weight as f64 / total as f64,
        seen: String::new(),
    };
    let histories: Vec<_> = worlds.iter().map(history).collect();
    let plans = Plans { rules, question };
    let mut short = 0;
    for (found, &mv) in found.iter().zip(&problem.moves) {
        let plan = plans.after(&histories, mv);
        let seeing: f64 = histories.chunks(1).map(|history| plans.after(history, mv)).sum();
        let right = (found.plan - plan).abs() + (found.seeing - seeing).abs() <= TOLERANCE;
        assert!(right, "{mv:?}: {found:?} instead of {plan} and {seeing}\n{worlds:?}");
        short += u32::from(plan < seeing - TOLERANCE);
    }
    short
}

/// A few worlds of the last three cards of each hand.
fn end_of_malin(rng: &mut ChaCha8Rng) -> u32 {
    let rules = Malin::new(Options { players: 3, ..Options::default() }).expect("legal options");
    let near = |state: &<Malin as Game>::State| matches!(state.phase, Phase::Play(_)) && state.tricks == 4;
    let (seat, knowledge) = know_until(&rules, rng, near).expect("four tricks are played");
    let mut worlds = knowledge.worlds(&rules, 1_000).expect("few worlds");
    let few = pick(rng, &[2, 4, 8]);
    while worlds.len() > few {
        worlds.swap_remove(below(rng, worlds.len() as u32) as usize);
    }
    let concept = pick(rng, &[Concept::Maxn, Concept::Paranoid]);
    compare(&rules, &worlds, oracle::Problem { seat, objective: Objective::RoundPayoff, concept })
}

#[test]
fn plans_for_the_last_three_cards_are_the_best_there_are() {
    let short: u32 = (0..30).map(|n| end_of_malin(&mut rng(5, n))).sum();
    assert!(short > 0, "where no plan falls short nothing is compared");
}

#[test]
fn plans_at_poker_are_the_best_there_are() {
    let rules = Kuhn::default();
    for n in 0..12 {
        let (seat, knowledge) = know_until(&rules, &mut rng(3, n), |_| true).expect("somebody begins");
        let worlds = knowledge.worlds(&rules, 2).expect("two worlds");
        let question =
            oracle::Problem { seat, objective: Objective::RoundPayoff, concept: Concept::Paranoid };
        assert_eq!(compare(&rules, &worlds, question), 0, "who has bet or passed has shown all that can be");
    }
}
