//! Runs the trees in steps and merges them in a fixed order after each step.
//!
//! In a step every tree gets the same candidates and a fixed number of lines. A tree's work depends only on its own
//! random stream and on the steps before. So the number of threads never changes the result of an iteration budget.
//!
//! A step that the end of a budget cuts short counts for the answer, and goes on as if nothing had been when the search does. So a search
//! that is continued finds what one search of all the lines would have found.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use rayon::prelude::*;
use tapis_games::game::Observed;
use tapis_games::seat::Seat;

use super::context::SearchContext;
use super::root::{RootStatistics, Verdict};
use super::worker::{Own, Worker, node_key};
use crate::answer::Stop;
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::report::{Yardstick, good_enough, within};

/// The least and the greatest number of lines per tree in a step. Between them a step is one [`STEP_SHARE`]-th of its
/// lines so far. Long steps waste less time, because threads wait for each other at the end of a step.
const STEP: (u64, u64) = (128, 1024);
const STEP_SHARE: u64 = 16;
/// Lines between two polls of the limits.
const POLL: u64 = 8;
/// Every search makes at least so many playouts, unless it is cancelled or its budget of playouts is smaller: an answer without
/// any would say nothing.
pub const LEAST_PLAYOUTS: u64 = 200;

/// A move that the tree policy chose so often is one that the search would play.
const LEAST_VISITS: u32 = 12;

/// An easy move has at least so many lines,
pub(crate) const EASY: u64 = 2_000;
/// and is good enough with this probability.
const CLEAR: f64 = 0.995;

/// The limits of one search.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    pub control: &'a Control,
    pub deadline: Option<Instant>,
    /// Lines of all trees together.
    pub lines: u64,
    /// The [work](super::work) of each tree.
    pub work: u64,
    pub confidence: Option<f64>,
    /// Stop once the leader cannot change. For bots, which need no values.
    pub only_best: bool,
    /// Stop once the leader is hardly in doubt, with this model error of differences. For budgets of time alone.
    pub easy: Option<f64>,
    /// Maximal number of threads; 0 for all of the pool.
    pub threads: usize,
}

/// The trees and their results.
pub(crate) struct Search<'a, G: Observed> {
    pub context: &'a SearchContext<'a, G>,
    pub workers: Vec<Worker<'a, G>>,
    pub root: RootStatistics,
    /// Lines so far.
    pub lines: u64,
    /// The step that was cut short, where somebody may want it to go on.
    cut: Option<Cut>,
    continuable: bool,
}

/// What a search knows by itself: with the context of the same question it goes on where it stopped.
pub(crate) struct Paused<G: Observed> {
    trees: Vec<Own<G>>,
    root: RootStatistics,
    pub lines: u64,
    cut: Option<Cut>,
}

impl<G: Observed> Paused<G> {
    /// The memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let cut = self.cut.as_ref().map_or(0, |cut| cut.root.bytes());
        self.trees.iter().map(Own::bytes).sum::<usize>() + self.root.bytes() + cut
    }

    /// Whether the clock has decided any of what it found.
    pub(crate) fn is_hurried(&self) -> bool {
        self.trees.iter().any(Own::is_hurried)
    }
}

/// A step that was cut short.
struct Cut {
    /// The results of the steps before.
    root: RootStatistics,
    step: Step,
}

/// A step.
struct Step {
    candidates: Vec<usize>,
    /// Lines of each tree.
    size: u64,
    /// Lines of all trees before it.
    before: u64,
    /// Lines of each tree so far.
    done: Vec<u64>,
}

impl<'a, G: Observed + Heuristics> Search<'a, G> {
    pub(crate) fn new(
        context: &'a SearchContext<'a, G>,
        root: RootStatistics,
        seed: [u8; 32],
        trees: usize,
    ) -> Self {
        let workers = (0..trees).map(|number| Worker::new(context, seed, number, trees)).collect();
        Self { context, workers, root, lines: 0, cut: None, continuable: false }
    }

    /// The same, so that it can be [paused](Search::pause).
    pub(crate) fn continuable(self) -> Self {
        Self { continuable: true, ..self }
    }

    /// The search that was paused; `context` is that of the same question.
    pub(crate) fn go_on(context: &'a SearchContext<'a, G>, paused: Paused<G>) -> Self {
        let Paused { trees, root, lines, cut } = paused;
        let workers = trees.into_iter().map(|own| Worker::of(context, own)).collect();
        Self { context, workers, root, lines, cut, continuable: true }
    }

    /// What it takes to go on later.
    pub(crate) fn pause(self) -> Paused<G> {
        let trees = self.workers.into_iter().map(Worker::into_own).collect();
        Paused { trees, root: self.root, lines: self.lines, cut: self.cut }
    }

    /// What the tree with most lines would play where a seat is to move; nothing where it does not know.
    pub(crate) fn preferred(&self, state: &G::State, seat: Seat) -> Option<G::Move> {
        let tree = self.workers.first()?.tree();
        let node = tree.find(node_key(self.context.rules, state, seat))?;
        Some(tree.preferred_edge(node, LEAST_VISITS)?.mv)
    }

    /// The number of worlds drawn.
    pub(crate) fn worlds(&self) -> u64 {
        self.workers.iter().map(Worker::worlds).sum()
    }

    /// The [work](super::work) of the tree that had most.
    pub(crate) fn work_done(&self) -> u64 {
        self.workers.iter().map(Worker::work_done).max().unwrap_or(0)
    }

    /// Searches until a limit is reached. Calls `each` after every step.
    pub(crate) fn run(&mut self, limits: &Limits<'_>, mut each: impl FnMut(&Self)) -> Stop {
        let interrupted = AtomicBool::new(false);
        // What a step found that was cut short would not have been looked at in one search of all the lines.
        let mut goes_on = self.cut.is_some() && self.lines < limits.lines;
        loop {
            let ended = if std::mem::take(&mut goes_on) { None } else { self.found(limits) };
            if let Some(stop) = ended {
                return stop;
            }
            let least = LEAST_PLAYOUTS.min(limits.lines);
            match must_stop(limits) {
                Some(Stop::Deadline) if self.lines < least => {
                    let late = Limits { deadline: None, lines: least, ..*limits };
                    self.step(&late, &AtomicBool::new(false));
                    each(self);
                    continue;
                }
                Some(stop) => return stop,
                None => {}
            }
            if self.lines >= limits.lines || self.work_done() >= limits.work {
                return Stop::Budget;
            }
            self.step(limits, &interrupted);
            each(self);
        }
    }

    /// Why there is nothing more to find.
    fn found(&self, limits: &Limits<'_>) -> Option<Stop> {
        let left = limits.lines - self.lines.min(limits.lines);
        if limits.only_best && self.root.decided(self.context.goal.preference(), left) {
            return Some(Stop::Proved);
        }
        match self.root.verdict(limits.confidence) {
            Verdict::Open => {}
            Verdict::Proved => return Some(Stop::Proved),
            Verdict::Best | Verdict::Equivalent => return Some(Stop::Confident),
        }
        let is_clear = |model_error| self.lines >= EASY && self.is_clear(model_error);
        limits.easy.is_some_and(is_clear).then_some(Stop::Confident)
    }

    /// Whether hardly any doubt is left that the first move is good enough.
    fn is_clear(&self, model_error: f64) -> bool {
        let comparison = self.root.compare();
        let rivals: Vec<_> = comparison.rivals().map(|index| (index, comparison.behind(index))).collect();
        let values = (0..self.context.moves.len()).map(|index| comparison.value(index));
        let within = within(self.context.goal.objective, self.context.trifle, values);
        let by = Yardstick { within, unit: self.root.unit(), model_error };
        let found = good_enough(by, comparison.first(), &rivals);
        found.set.len() == 1 && found.probability >= CLEAR
    }

    fn step(&mut self, limits: &Limits<'_>, interrupted: &AtomicBool) {
        let mut step = self.next_step();
        let Step { candidates, size, before, done } = &step;
        let quotas = quotas(self.workers.len() as u64, limits.lines - before, *size);
        let work = |(number, worker): (usize, &mut Worker<'a, G>)| {
            let left = quotas(number).saturating_sub(done[number]);
            worker.work(candidates, left, limits, interrupted)
        };
        let threads = if limits.threads == 0 { rayon::current_num_threads() } else { limits.threads };
        if threads == 1 || self.workers.len() == 1 {
            self.workers.iter_mut().enumerate().for_each(work);
        } else {
            // With all threads of the pool, an idle thread takes over trees of the others.
            let spared = threads < rayon::current_num_threads();
            let share = if spared { self.workers.len().div_ceil(threads) } else { 1 };
            self.workers.par_iter_mut().enumerate().with_min_len(share).for_each(work);
        }
        for (worker, done) in self.workers.iter_mut().zip(&mut step.done) {
            *done += worker.take_line_count();
        }
        self.lines = step.before + step.done.iter().sum::<u64>();
        self.merge(step);
    }

    /// The rest of the step that was cut short, or the next one.
    fn next_step(&mut self) -> Step {
        if let Some(Cut { root, step }) = self.cut.take() {
            self.root = root;
            return step;
        }
        let candidates = self.root.candidates();
        let trees = self.workers.len();
        let size = (self.lines / trees as u64 / STEP_SHARE).clamp(STEP.0, STEP.1);
        let size = size.next_multiple_of(candidates.len().max(1) as u64);
        Step { candidates, size, before: self.lines, done: vec![0; trees] }
    }

    /// Merges what the trees found in `step`, in their order.
    fn merge(&mut self, step: Step) {
        let whole = !self.continuable || step.done.iter().all(|done| *done >= step.size);
        if !whole {
            self.cut = Some(Cut { root: self.root.clone(), step });
        }
        if self.context.guided {
            self.root.count_visits(|index| {
                self.workers.iter().map(move |worker| (worker.visits(index), worker.mean(index)))
            });
        }
        if !self.root.by_visits() {
            for worker in &mut self.workers {
                match whole {
                    true => worker.give_results(|tally| self.root.merge(tally)),
                    false => self.root.merge(&worker.results_so_far()),
                }
            }
        }
        for worker in &self.workers {
            for index in worker.proved() {
                if let Some(leaf) = worker.proof(index) {
                    self.root.prove(index, *leaf);
                }
            }
        }
        self.root.update(self.lines);
    }
}

/// The number of lines of each tree in a step of at most `step` lines, if `left` lines remain for all trees.
fn quotas(trees: u64, left: u64, step: u64) -> impl Fn(usize) -> u64 + Sync {
    move |number| {
        let share = left / trees + u64::from((number as u64) < left % trees);
        share.min(step)
    }
}

/// The reason to stop, whatever the results are.
fn must_stop(limits: &Limits<'_>) -> Option<Stop> {
    if limits.control.cancel.is_cancelled() {
        Some(Stop::Cancelled)
    } else if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        Some(Stop::Deadline)
    } else {
        None
    }
}

impl<G: Observed + Heuristics> Worker<'_, G> {
    /// Runs `quota` lines, or fewer if interrupted.
    fn work(&mut self, candidates: &[usize], quota: u64, limits: &Limits<'_>, interrupted: &AtomicBool) {
        self.set_limits(limits.deadline, limits.work);
        let mut left = quota;
        let mut unpolled = 0;
        while left > 0 && self.has_work(candidates) && self.work_done() < limits.work {
            let lines = self.advance(candidates, left);
            left -= lines;
            unpolled += lines;
            if unpolled >= POLL {
                limits.control.nodes.fetch_add(unpolled, Relaxed);
                unpolled = 0;
                if interrupted.load(Relaxed) {
                    return;
                }
                if must_stop(limits).is_some() {
                    interrupted.store(true, Relaxed);
                    return;
                }
            }
        }
        limits.control.nodes.fetch_add(unpolled, Relaxed);
    }
}
