//! What the sampling solver claims: a proof, and an interval without a width, is exactly what the oracle finds. Where anything is
//! hidden, or chance is left, or lines end with a round that does not end the game, every interval has a width.
//!
//! `TAPIS_ORACLE_POSITIONS` sets the number of positions a game and objective (default 8), `TAPIS_ORACLE_SEED` their seed.

use std::cell::Cell;
use std::time::Instant;

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;
use tapis_games::game::{Hidden, InformationSet, Published};
use tapis_games::malin::{self, Malin};
use tapis_games::parbourg::{self, Parbourg};
use tapis_games::random::below;
use tapis_games::richelieu::options::TakenDiscs;
use tapis_games::seat::Viewer;
use tapis_games::sept_blasons::{self, SeptBlasons};
use tapis_solver::answer::{Answer, MoveAdvice};
use tapis_solver::control::Control;
use tapis_solver::heuristics::Heuristics;
use tapis_solver::oracle::{self, Problem};
use tapis_solver::report::TOLERANCE;
use tapis_solver::request::{Budget, Concept, Objective, Request, SolverKind};
use tapis_solver::sampling::{self, KeptSearch};
use tapis_solver::task::Task;

use super::comparison::{fits, setting};
use super::games::{self, Table};
use super::played::laws;
use super::positions::{coin, know_until, pick, rng};

/// Maximal number of positions for the oracle.
const NODES: u64 = 1_500;

/// Counts of answers and moves.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    answers: u64,
    proved: u64,
    /// Moves without a width.
    closed: u64,
    /// Moves with a width.
    open: u64,
}

impl Count {
    fn plus(self, other: Self) -> Self {
        Self {
            answers: self.answers + other.answers,
            proved: self.proved + other.proved,
            closed: self.closed + other.closed,
            open: self.open + other.open,
        }
    }
}

/// Draws positions of `rules` for both objectives, each one of the first `places` near ones of a game, and compares the answers
/// about them.
fn series<G: Published + Heuristics>(
    number: u64,
    rules: impl Fn(&mut ChaCha8Rng) -> G + Sync,
    near: impl Fn(&G::State) -> bool + Sync,
    places: u32,
) -> Count {
    let seed = setting("TAPIS_ORACLE_SEED", 1);
    let one = |n: u64| {
        let rng = &mut rng(seed.wrapping_add(number << 32), n);
        let objective = if n.is_multiple_of(2) { Objective::RoundPayoff } else { Objective::WinShare };
        loop {
            let rules = rules(rng);
            if let Some(count) = position(&rules, objective, &near, places, rng) {
                return count;
            }
        }
    };
    let positions = 2 * setting("TAPIS_ORACLE_POSITIONS", 8);
    let count = (0..positions).into_par_iter().map(one).reduce(Count::default, Count::plus);
    println!("{} {count:?}", G::ID);
    count
}

/// Compares the answers about one position; `None` if the game had none that is small enough.
fn position<G: Published + Heuristics>(
    rules: &G,
    objective: Objective,
    near: impl Fn(&G::State) -> bool,
    places: u32,
    rng: &mut ChaCha8Rng,
) -> Option<Count> {
    let place = below(rng, places);
    let passed = Cell::new(0);
    let there = |state: &G::State| {
        let near = near(state) && rules.legal_moves(state).len() > 1;
        passed.set(passed.get() + u32::from(near));
        near && passed.get() > place
    };
    let (seat, knowledge) = know_until(rules, rng, there)?;
    let world = knowledge.sample_world(rules, rng);
    let whole = objective == Objective::RoundPayoff || rules.between_rounds(&world).is_none();
    let provable = whole && knowledge.hidden(rules) == Hidden::Nothing;
    if provable && !fits(rules, &world, &mut { NODES }) {
        return None;
    }
    let moves = rules.legal_moves(&world).to_vec();
    let concept = (rules.seats() > 2).then(|| pick(rng, &[Concept::Maxn, Concept::Paranoid]));
    let budget = Budget { iterations: Some(pick(rng, &[1, 40, 300, 2_000])), ..Budget::default() };
    let solver = SolverKind::Sampling;
    let request = Request {
        solver,
        budget,
        objective: Some(objective),
        concept,
        seed: rng.random(),
        ..Request::default()
    };
    let task = Task {
        rules,
        ruleset: "",
        notations: moves.iter().map(|&mv| rules.notation(&world, mv, Viewer::Seat(seat))).collect(),
        moves,
        knowledge,
        seat,
        world,
        observation: rng.random(),
        request: &request,
        objective,
        concept,
        started: Instant::now(),
    };
    let answer = sampling::go_on(&task, &Control::default(), &mut KeptSearch::default());
    laws(&answer);
    Some(claims(&task, &answer, provable))
}

/// Compares what `answer` claims with the oracle.
fn claims<G: Published + Heuristics>(task: &Task<'_, G>, answer: &Answer, provable: bool) -> Count {
    let Task { rules, seat, objective, concept, .. } = *task;
    let closed = |advice: &&MoveAdvice| advice.low >= advice.high;
    let count = Count {
        answers: 1,
        proved: answer.exactness.proved.into(),
        closed: answer.moves.iter().filter(closed).count() as u64,
        open: answer.moves.iter().filter(|advice| !closed(advice)).count() as u64,
    };
    if !provable {
        assert_eq!((count.closed, count.proved), (0, 0), "{}: {answer:?}", G::ID);
        return count;
    }
    let question = Problem { seat, objective, concept: concept.unwrap_or(Concept::Maxn) };
    let exact = oracle::solve(rules, &[(task.world.clone(), 1)], question);
    for (notation, values) in task.notations.iter().zip(&exact) {
        let advice = answer.moves.iter().find(|advice| advice.notation == *notation).expect("every move");
        let claimed = answer.exactness.proved || closed(&advice);
        let value = values[seat.index()];
        assert!(
            !claimed || (advice.value - value).abs() <= TOLERANCE,
            "{} {objective:?} {concept:?}: {notation} is worth {value}: {answer:?}\n{:?}",
            G::ID,
            task.world
        );
        if let Some(claimed) = advice.values.as_ref().filter(|_| claimed && concept == Some(Concept::Maxn)) {
            let differs = claimed.iter().zip(values).any(|(one, other)| (one - other).abs() > TOLERANCE);
            assert!(!differs, "{}: {values:?} to the seats: {advice:?}", G::ID);
        }
    }
    count
}

/// A game of Richelieu near its end.
fn richelieu(players: u8, number: u64) -> Count {
    let rules = |rng: &mut ChaCha8Rng| {
        let taken = pick(rng, &[TakenDiscs::Public, TakenDiscs::Private]);
        let open_discs = players == 2 || coin(rng);
        games::richelieu(Table { players, open_discs, taken }, rng)
    };
    series(number, rules, |state| state.table.len() <= 6, 8)
}

#[test]
fn a_claim_of_richelieu_is_what_the_oracle_finds() {
    let count = richelieu(2, 1);
    assert!(3 * count.proved > count.answers && count.open > 0, "{count:?}");
    let count = [3, 4].map(|players| richelieu(players, players.into()));
    assert!(count.iter().all(|count| count.closed > 0 && count.open > 0), "{count:?}");
}

#[test]
fn a_claim_of_les_7_blasons_is_what_the_oracle_finds() {
    let rules = |rng: &mut ChaCha8Rng| {
        let players = pick(rng, &[3, 4]);
        SeptBlasons::new(sept_blasons::Options { players, ..Default::default() }).expect("legal options")
    };
    let count = series(11, rules, |_| true, 60);
    assert!(count.open > 0, "{count:?}");
}

#[test]
fn a_claim_of_le_malin_is_what_the_oracle_finds() {
    let rules = |rng: &mut ChaCha8Rng| {
        Malin::new(malin::Options { players: pick(rng, &[3, 4]), ..Default::default() })
            .expect("legal options")
    };
    let count = series(12, rules, |_| true, 60);
    assert!(count.open > 0, "{count:?}");
}

#[test]
fn a_claim_of_parbourg_is_what_the_oracle_finds() {
    let rules = |rng: &mut ChaCha8Rng| {
        Parbourg::new(parbourg::Options { players: pick(rng, &[2, 3]), ..Default::default() })
            .expect("legal options")
    };
    let count = series(13, rules, |_| true, 60);
    assert!(count.open > 0, "{count:?}");
}
