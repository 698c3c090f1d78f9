//! The sampling solver: information-set Monte Carlo tree search on worlds drawn from what a seat knows.
//!
//! * [`tree`]: information sets of all seats in one table, edges chosen by UCB1;
//! * [`deals`]: the worlds, uniform or weighed by what the others did;
//! * [`worker`]: one tree at work: worlds, lines, playouts;
//! * [`race`]: the candidates compared on the same worlds, with time-uniform [`bounds`];
//! * [`run`](mod@run): several trees in steps, merged in a fixed order, so that the answer to an iteration budget does not
//!   depend on the number of threads.

use std::time::{Duration, Instant};

use tapis_games::game::{Observed, Published};

use crate::answer::{Answer, Explanation, Status, Stop};
use crate::control::Control;
use crate::engine::HintError;
use crate::heuristics::Heuristics;
use crate::report::assemble;
use crate::request::{Belief, Concept, Request};
use crate::task::Task;

mod bounds;
mod deals;
mod ends;
mod goal;
mod race;
mod report;
mod run;
mod setup;
pub(crate) mod stream;
mod tally;
#[cfg(test)]
mod tests;
mod tree;
mod tuning;
mod worker;

use report::findings;
use run::{Limits, Search};
pub(crate) use setup::Question;
use setup::extent;
pub use tuning::Tuning;
use worker::Ground;

/// A hint by sampling. Blocks; runs on the calling thread and the rayon pool it is in.
///
/// The request's `iterations` are playouts, `worlds` limits the worlds they are made in. The answer to an iteration
/// budget is a function of the observation log, the request and its seed.
///
/// # Errors
/// None at present; the type leaves room for objectives that a game does not support.
pub fn solve<G: Published + Heuristics>(task: &Task<'_, G>, control: &Control) -> Result<Answer, HintError> {
    Ok(solve_with(task, Tuning::default(), control))
}

/// [`solve`] with other constants: for tests and benches.
pub fn solve_with<G: Published + Heuristics>(
    task: &Task<'_, G>,
    tuning: Tuning,
    control: &Control,
) -> Answer {
    let Request { budget, seed, threads, .. } = task.request;
    let question = Question {
        rules: task.rules,
        knowledge: &task.knowledge,
        seat: task.seat,
        moves: &task.moves,
        world: &task.world,
        objective: task.objective,
        paranoid: task.concept == Some(Concept::Paranoid),
        bot: false,
        seed: *seed,
    };
    let (lines, trees) = extent(budget, *threads);
    let limits = Limits {
        control,
        deadline: task.deadline(),
        lines,
        confidence: budget.confidence,
        only_best: false,
        threads: *threads,
    };
    let belief = if task.request.belief == Belief::Uniform { 1 } else { tuning.belief };
    let ground = question.ground(budget.worlds, lines, Tuning { belief, ..tuning });
    let mut search = Search::new(&ground, question.race(&ground), *seed, trees);
    let answer =
        |search: &Search<'_, G>, stop| assemble(task, findings(&question, search, budget.confidence, stop));
    let mut shown = Instant::now();
    let each = |search: &Search<'_, G>| {
        let Some(progress) = &control.progress else { return };
        if shown.elapsed() >= SHOW_EVERY {
            shown = Instant::now();
            progress(&Answer { status: Status::Partial, ..answer(search, Stop::Budget) });
        }
    };
    let closing = |search: &Search<'_, G>, stop, most: u64| {
        let mut answer = answer(search, stop);
        if answer.status != Status::Cancelled {
            let number = search.lines / question.moves.len().max(1) as u64;
            answer.explanation.extend(facts(&question, &ground, number.clamp(FACTS.0, most)));
        }
        answer
    };
    let (stop, most) = in_time(&mut search, ground.goal.win(), &limits, each, closing);
    closing(&search, stop, most)
}

/// Searches so that the answer, `closing` included, is there at the deadline: how long closing takes is tried out, with
/// facts of the fewest worlds, once an eighth of the time is over. Answers also of how many worlds there is time for facts.
fn in_time<'a, G: Published + Heuristics>(
    search: &mut Search<'a, G>,
    win: f32,
    limits: &Limits<'_>,
    mut each: impl FnMut(&Search<'a, G>),
    closing: impl Fn(&Search<'a, G>, Stop, u64) -> Answer,
) -> (Stop, u64) {
    let Some(deadline) = limits.deadline else { return (search.run(win, limits, each), FACTS.1) };
    let now = Instant::now();
    let soon = now + deadline.saturating_duration_since(now) / 8;
    match search.run(win, &Limits { deadline: Some(soon), ..*limits }, &mut each) {
        Stop::Deadline => {}
        stop => return (stop, FACTS.1),
    }
    let began = Instant::now();
    drop(closing(search, Stop::Deadline, FACTS.0));
    let (took, left) = (began.elapsed(), deadline.saturating_duration_since(began));
    let times = (left.mul_f64(FACTS_SHARE).as_secs_f64() / took.as_secs_f64().max(1e-9)) as u64;
    let most = (FACTS.0 * times).clamp(FACTS.0, FACTS.1);
    // The tree grows, and the variations that are read from it.
    let closing = took.mul_f64(CLOSING * most as f64 / FACTS.0 as f64).min(left / 2);
    let deadline = deadline.checked_sub(closing);
    match search.run(win, &Limits { deadline, ..*limits }, each) {
        Stop::Deadline => (Stop::Deadline, most),
        // What a budget of lines gives does not depend on the clock.
        stop => (stop, FACTS.1),
    }
}

/// How much longer closing may take at the end than after an eighth of the time.
const CLOSING: f64 = 1.5;

/// How much of the time may go into facts.
const FACTS_SHARE: f64 = 0.05;

/// Worlds that facts are computed in, at least and at most; between them as many as each move had lines.
const FACTS: (u64, u64) = (20, 200);

fn facts<G: Observed + Heuristics>(
    question: &Question<'_, G>,
    ground: &Ground<'_, G>,
    number: u64,
) -> Vec<Explanation> {
    let mut rng = stream::keyed(question.seed, stream::FACTS);
    let Ground { rules, knowledge, deals, .. } = ground;
    let mut place = 0;
    let mut next = || deals.next(*rules, knowledge, question.seat, &mut place, &mut rng);
    let worlds: Vec<G::State> = (0..number).map(|_| next()).collect();
    question.rules.facts(&worlds, &mut rng)
}

/// Time between two improving answers.
const SHOW_EVERY: Duration = Duration::from_millis(100);

/// The best move found in `lines` playouts, as an index among `moves`: for bots. A function of the knowledge, the
/// seed and `lines`, unless cancelled.
pub(crate) fn best_move<G: Observed + Heuristics>(
    question: &Question<'_, G>,
    lines: u64,
    tuning: Tuning,
    control: &Control,
) -> usize {
    if question.moves.len() < 2 {
        return 0;
    }
    let limits = Limits { control, deadline: None, lines, confidence: None, only_best: true, threads: 1 };
    let ground = question.ground(None, lines, tuning);
    let mut search = Search::new(&ground, question.race(&ground), question.seed, 1);
    search.run(ground.goal.win(), &limits, |_| {});
    search.race.leader()
}
