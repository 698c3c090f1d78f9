//! The sampling solver: information-set Monte Carlo tree search on worlds drawn from what a seat knows.
//!
//! * [`tree`] holds the information sets of all seats in one table and selects edges by UCB1;
//! * [`determinization`] provides the worlds;
//! * [`worker`] runs the iterations of one tree;
//! * [`root`] compares the root moves on the same worlds, with the time-uniform [bounds](crate::confidence);
//! * [`run`](mod@run) runs several trees in steps and merges them in a fixed order, so that the number of threads
//!   never changes the answer to an iteration budget.

use std::time::{Duration, Instant};

use tapis_games::game::{Observed, Published};

use crate::answer::{Answer, Explanation, Status, Stop};
use crate::control::Control;
use crate::heuristics::{Heuristics, TOLD};
use crate::insight::{self, Extent};
use crate::report::assemble;
use crate::request::{Belief, Concept, Request};
use crate::task::Task;

mod claims;
mod context;
mod determinization;
mod endgame;
pub(crate) mod goal;
mod kept;
mod look;
mod playout;
mod report;
mod root;
mod run;
mod setup;
pub(crate) mod stream;
mod tally;
#[cfg(test)]
mod tests;
mod tree;
mod tuning;
pub(crate) mod work;
mod worker;

use context::SearchContext;
pub use kept::KeptSearch;
use kept::Subject;
pub(crate) use look::look_at;
pub(crate) use playout::MAX_PLIES;
use report::findings;
pub use run::LEAST_PLAYOUTS;
use run::{EASY, Limits, Search};
pub(crate) use setup::Question;
use setup::search_size;
pub use tuning::{Policy, Tuning};
#[cfg(feature = "testing")]
pub(crate) use work::of_a_move as work_of_a_move;

/// A hint by sampling, which goes on with the search that was `kept` where that is one about the same, and keeps it. Blocks; runs on the
/// calling thread and its rayon pool.
///
/// The request's `iterations` are playouts, and `worlds` limits the worlds they use. The answer to an iteration
/// budget is a function of the observation log, the request and its seed.
pub fn go_on<G: Published + Heuristics>(
    task: &Task<'_, G>,
    control: &Control,
    kept: &mut KeptSearch,
) -> Answer {
    go_on_with(task, Tuning::default(), control, kept)
}

/// [`go_on`] with a given tuning: tests vary it.
fn go_on_with<G: Published + Heuristics>(
    task: &Task<'_, G>,
    tuning: Tuning,
    control: &Control,
    kept: &mut KeptSearch,
) -> Answer {
    let began = Instant::now();
    let Request { budget, seed, threads, whole_time, .. } = task.request;
    let question = question(task);
    let (lines, trees) = search_size(budget, *threads);
    // There is nothing to compare.
    let forced = task.moves.len() < 2;
    let lines = if forced { lines.min(LEAST_PLAYOUTS) } else { lines };
    let belief = if task.request.belief == Belief::Uniform { 1 } else { tuning.belief };
    let context = question.context(budget.worlds, lines, Tuning { belief, ..tuning });
    let subject = Subject::of(task, &context, trees);
    let (mut search, spent) = kept.take(&subject, &context, lines).unwrap_or_else(|| {
        (Search::new(&context, question.root(&context), *seed, trees).continuable(), Duration::ZERO)
    });
    let until_clear = lines == u64::MAX && budget.confidence.is_none() && !whole_time;
    let limits = Limits {
        control,
        deadline: task.deadline().and_then(|deadline| deadline.checked_sub(spent)),
        lines,
        work: u64::MAX,
        confidence: budget.confidence,
        only_best: false,
        easy: until_clear.then(|| claims::model_error(&question, &context.goal, EASY)),
        threads: *threads,
    };
    let solving = Solving { task, question: &question, context: &context, control, spent };
    let (stop, most) = solving.run(&mut search, &limits);
    let stop = if forced && stop == Stop::Budget { Stop::Confident } else { stop };
    let answer = solving.explained(&search, stop, most);
    kept.put(subject, search, spent + began.elapsed());
    answer
}

fn question<'t, G: Published>(task: &'t Task<'_, G>) -> Question<'t, G> {
    Question {
        rules: task.rules,
        knowledge: &task.knowledge,
        seat: task.seat,
        moves: &task.moves,
        world: &task.world,
        objective: task.objective,
        paranoid: task.concept == Some(Concept::Paranoid),
        bot: false,
        seed: task.request.seed,
    }
}

/// A hint in the making.
struct Solving<'r, 't, G: Published> {
    task: &'r Task<'t, G>,
    question: &'r Question<'r, G>,
    context: &'r SearchContext<'r, G>,
    control: &'r Control,
    /// What the search took before.
    spent: Duration,
}

impl<G: Published + Heuristics> Solving<'_, '_, G> {
    /// Searches so that the answer, including the work of [explaining](Self::explained), is ready at the deadline. The duration of that
    /// is measured once an eighth of the time is over. Returns also the number of worlds for which there is time to compute facts.
    fn run(&self, search: &mut Search<'_, G>, limits: &Limits<'_>) -> (Stop, u64) {
        let mut shown = Instant::now();
        let mut each = |search: &Search<'_, G>| self.show(search, &mut shown);
        let Some(deadline) = limits.deadline else { return (search.run(limits, each), FACTS.1) };
        let now = Instant::now();
        let soon = now + deadline.saturating_duration_since(now) / 8;
        match search.run(&Limits { deadline: Some(soon), ..*limits }, &mut each) {
            Stop::Deadline => {}
            stop => return (stop, FACTS.1),
        }
        let (bare, studied) = (self.took(search, 0), self.took(search, FACTS.0));
        let world = (studied.saturating_sub(bare) / FACTS.0 as u32).max(Duration::from_nanos(100));
        let left = deadline.saturating_duration_since(Instant::now());
        let most = left.mul_f64(FACTS_SHARE).div_duration_f64(world) as u64;
        let most = most.clamp(FACTS.0, FACTS.1);
        // The tree grows, so reading its variations takes longer.
        let closing = (bare + world * most as u32).mul_f64(CLOSING).min(left / 2);
        let deadline = deadline.checked_sub(closing);
        match search.run(&Limits { deadline, ..*limits }, each) {
            Stop::Deadline => (Stop::Deadline, most),
            // The answer to a budget of lines must not depend on the clock.
            stop => (stop, FACTS.1),
        }
    }

    /// Reports progress, unless that was `shown` just now.
    fn show(&self, search: &Search<'_, G>, shown: &mut Instant) {
        let Some(progress) = &self.control.progress else { return };
        if shown.elapsed() >= SHOW_EVERY {
            *shown = Instant::now();
            progress(&Answer { status: Status::Partial, ..self.answer(search, Stop::Budget) });
        }
    }

    /// How long it takes to explain in so many worlds.
    fn took(&self, search: &Search<'_, G>, most: u64) -> Duration {
        let began = Instant::now();
        drop(self.explained(search, Stop::Deadline, most));
        began.elapsed()
    }

    /// The answer with its facts, from this number of worlds at most.
    fn explained(&self, search: &Search<'_, G>, stop: Stop, most: u64) -> Answer {
        let mut answer = self.answer(search, stop);
        if answer.status != Status::Cancelled && most > 0 && !self.task.request.unexplained {
            let guide = |state: &G::State, seat| search.preferred(state, seat);
            let late = self.task.late(self.control);
            let extent = Extent::of(&self.task.request.budget, &answer, &late);
            let (facts, played) = self.facts(&answer, extent, most);
            insight::explain(self.task, &mut answer, &guide, extent.without(played, most));
            answer.explanation.extend(facts);
        }
        answer
    }

    fn answer(&self, search: &Search<'_, G>, stop: Stop) -> Answer {
        let mut answer = assemble(self.task, findings(self.question, search, self.task, stop));
        answer.timing.elapsed_ms += self.spent.as_millis() as u64;
        answer
    }

    /// What the game itself says of the moves of `answer`, in so many worlds at most, and how many lines were played for it: up to half of
    /// those for words. Nothing where it is late, or where these are too few.
    fn facts(&self, answer: &Answer, extent: Extent<'_>, most: u64) -> (Vec<Explanation>, u64) {
        let Question { rules, knowledge, seat, seed, .. } = *self.question;
        let number = (extent.lines / 2 / LINES_A_DEAL).min(MOST_DEALS).min(most);
        if number < FACTS.0 {
            return (Vec::new(), 0);
        }
        let late = extent.late;
        let mut rng = stream::keyed(seed, stream::FACTS);
        let mut place = 0;
        let mut next = || self.context.determinizer.next(rules, knowledge, seat, &mut place, &mut rng);
        let worlds: Vec<G::State> = (0..number).take_while(|_| !late()).map(|_| next()).collect();
        let ranked = insight::order(self.task, answer);
        let ranked: Vec<G::Move> = ranked.into_iter().map(|place| self.task.moves[place]).collect();
        let facts = rules.facts(&worlds, &ranked, late, &mut rng);
        let played = if facts.is_empty() { 0 } else { number * LINES_A_DEAL };
        (facts, played)
    }
}

/// How much longer closing may take at the end than when it was measured.
const CLOSING: f64 = 1.5;

/// The share of the time for facts.
const FACTS_SHARE: f64 = 0.2;

/// The least and the greatest number of worlds in which the first move is compared with another, a line each.
const FACTS: (u64, u64) = (insight::LEAST, insight::MOST);
/// The greatest number of worlds for the facts of a game's own, and the most lines that are played in each of them.
const MOST_DEALS: u64 = 200;
const LINES_A_DEAL: u64 = TOLD as u64;

/// The least time between two progress reports.
const SHOW_EVERY: Duration = Duration::from_millis(100);

/// For bots: the index in `moves` of the best move after `lines` playouts, or fewer if they would cost more than
/// [a move may](work). A function of the knowledge, the seed and `lines`, unless cancelled.
pub(crate) fn best_move<G: Observed + Heuristics>(
    question: &Question<'_, G>,
    lines: u64,
    tuning: Tuning,
    control: &Control,
) -> usize {
    if question.moves.len() < 2 {
        return 0;
    }
    let context = question.context(None, lines, tuning);
    let search = search_for_a_bot(question, &context, (lines, work::of_a_move(lines)), control);
    search.root.draw(tuning.noise, &mut stream::keyed(question.seed, stream::BOT))
}

/// The odds of the moves of bots that differ in nothing but the lines of their search and its noise, those with fewest lines first. It is
/// one search, which goes on from each to the next.
pub(crate) fn odds_of_moves<G: Observed + Heuristics>(
    question: &Question<'_, G>,
    bots: &[(u64, f64)],
    tuning: Tuning,
    control: &Control,
) -> Vec<Vec<(usize, f64)>> {
    let most = bots.iter().map(|(lines, _)| *lines).max().unwrap_or(0);
    let context = question.context(None, most, tuning);
    let mut search = Search::new(&context, question.root(&context), question.seed, 1).continuable();
    let odds = |&(lines, noise): &(u64, f64)| {
        search.run(&limits_of_a_bot((lines, work::of_a_move(lines)), control), |_| {});
        search.root.odds(noise)
    };
    bots.iter().map(odds).collect()
}

/// The search of [`best_move`], of so many lines and so much [`work`].
pub(crate) fn search_for_a_bot<'a, G: Observed + Heuristics>(
    question: &Question<'_, G>,
    context: &'a SearchContext<'a, G>,
    most: (u64, u64),
    control: &Control,
) -> Search<'a, G> {
    let mut search = Search::new(context, question.root(context), question.seed, 1);
    search.run(&limits_of_a_bot(most, control), |_| {});
    search
}

fn limits_of_a_bot((lines, work): (u64, u64), control: &Control) -> Limits<'_> {
    Limits { control, deadline: None, lines, work, confidence: None, only_best: true, easy: None, threads: 1 }
}
