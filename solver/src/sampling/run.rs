//! The trees at work together: in steps, merged in a fixed order after each.
//!
//! A step gives every tree the same candidates and a fixed number of lines. What a tree does in it depends on nothing
//! but its own stream and the conclusions of the steps before, so the result of an iteration budget is the same on
//! any number of threads.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tapis_games::game::Observed;

use super::race::{Race, Verdict};
use super::worker::{Ground, Worker};
use crate::answer::Stop;
use crate::control::Control;
use crate::heuristics::Heuristics;

/// Lines of one tree between two looks at the race, at least and at most; between them a [`PART`] of all its lines so far:
/// threads wait for each other at the end of a step.
const STEP: (u64, u64) = (128, 1024);
const PART: u64 = 16;
/// Lines of a tree that a thread takes at least, where several share the trees.
const LEAST: u64 = 64;
/// Lines between two looks at the clock and the flag.
const POLL: u64 = 8;

/// The limits of one search.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    pub control: &'a Control,
    pub deadline: Option<Instant>,
    /// Lines of all trees together.
    pub lines: u64,
    pub confidence: Option<f64>,
    /// Stop as soon as the leader cannot change: for bots, who need no values.
    pub only_best: bool,
    /// Threads at most; 0 for all of the pool.
    pub threads: usize,
}

/// The trees and what they found.
pub(crate) struct Search<'a, G: Observed> {
    pub workers: Vec<Worker<'a, G>>,
    pub race: Race,
    /// Lines so far.
    pub lines: u64,
}

impl<'a, G: Observed + Heuristics> Search<'a, G> {
    pub(crate) fn new(ground: &'a Ground<'a, G>, race: Race, seed: [u8; 32], trees: usize) -> Self {
        let workers = (0..trees).map(|number| Worker::new(ground, seed, number, trees)).collect();
        Self { workers, race, lines: 0 }
    }

    /// Worlds drawn.
    pub(crate) fn worlds(&self) -> u64 {
        self.workers.iter().map(Worker::worlds).sum()
    }

    /// Searches until a limit is reached; `each` is called after every step.
    pub(crate) fn run(&mut self, win: f32, limits: &Limits<'_>, mut each: impl FnMut(&Self)) -> Stop {
        let interrupted = AtomicBool::new(false);
        loop {
            if limits.only_best && self.race.decided(win) {
                return Stop::Proved;
            }
            match self.race.verdict(limits.confidence) {
                Verdict::Open => {}
                Verdict::Proved => return Stop::Proved,
                Verdict::Best | Verdict::Alike => return Stop::Confident,
            }
            if let Some(stop) = due(limits) {
                return stop;
            }
            if self.lines >= limits.lines {
                return Stop::Budget;
            }
            self.step(limits, &interrupted);
            each(self);
        }
    }

    fn step(&mut self, limits: &Limits<'_>, interrupted: &AtomicBool) {
        let candidates = self.race.candidates();
        let trees = self.workers.len() as u64;
        let step = (self.lines / trees / PART).clamp(STEP.0, STEP.1);
        let quotas =
            quotas(trees, limits.lines - self.lines, step.next_multiple_of(candidates.len().max(1) as u64));
        let trees = self.workers.iter_mut().enumerate().map(|(number, worker)| (quotas(number), worker));
        let all = rayon::current_num_threads();
        match if limits.threads == 0 { all } else { limits.threads.min(all) } {
            1 => trees.for_each(|(quota, worker)| worker.work(&candidates, quota, limits, interrupted)),
            threads => share(trees.collect(), threads, &candidates, limits, interrupted),
        }
        for worker in &mut self.workers {
            self.lines += worker.done();
            self.race.absorb(&worker.tally);
            worker.tally.clear();
        }
        for worker in &self.workers {
            for index in worker.proved() {
                if let Some(leaf) = worker.proof(index) {
                    self.race.prove(index, *leaf);
                }
            }
        }
        self.race.conclude();
    }
}

/// Works off the quotas of the trees on so many threads. Each takes half of what the tree with most to do has left, so that
/// all are done at about the same time whatever else keeps the processors; a tree that is begun anew where it was left goes
/// the way it would have gone.
fn share<G: Observed + Heuristics>(
    trees: Vec<(u64, &mut Worker<'_, G>)>,
    threads: usize,
    candidates: &[usize],
    limits: &Limits<'_>,
    interrupted: &AtomicBool,
) {
    // No world is left before all candidates are tried in it.
    let least = LEAST.next_multiple_of(candidates.len().max(1) as u64);
    let spawned = threads.min(trees.len());
    let waiting = Mutex::new(trees);
    rayon::scope(|scope| {
        for _ in 0..spawned {
            scope.spawn(|_| {
                while let Some((left, worker)) = with_most(&waiting) {
                    let part = (left / 2).next_multiple_of(least).min(left);
                    worker.work(candidates, part, limits, interrupted);
                    if left > part && !interrupted.load(Relaxed) {
                        lock(&waiting).push((left - part, worker));
                    }
                }
            });
        }
    });
}

/// Takes the tree with most lines left.
fn with_most<T>(waiting: &Mutex<Vec<(u64, T)>>) -> Option<(u64, T)> {
    let mut waiting = lock(waiting);
    let place = (0..waiting.len()).max_by_key(|&place| (waiting[place].0, std::cmp::Reverse(place)))?;
    Some(waiting.remove(place))
}

/// What another thread left when it panicked is no worse than it was.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lines of each tree in a step of `step` lines, when `left` are left for all; the first trees get what does not divide.
fn quotas(trees: u64, left: u64, step: u64) -> impl Fn(usize) -> u64 + Sync {
    move |number| {
        let share = left / trees + u64::from((number as u64) < left % trees);
        share.min(step)
    }
}

/// Whether the search has to end whatever it has found.
fn due(limits: &Limits<'_>) -> Option<Stop> {
    if limits.control.cancel.is_cancelled() {
        Some(Stop::Cancelled)
    } else if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        Some(Stop::Deadline)
    } else {
        None
    }
}

impl<G: Observed + Heuristics> Worker<'_, G> {
    /// Works off `quota` lines, or fewer when interrupted.
    fn work(&mut self, candidates: &[usize], quota: u64, limits: &Limits<'_>, interrupted: &AtomicBool) {
        self.until(limits.deadline);
        let mut left = quota;
        let mut unpolled = 0;
        while left > 0 && !candidates.is_empty() {
            let lines = self.round(candidates, left);
            left -= lines;
            unpolled += lines;
            if unpolled >= POLL {
                limits.control.nodes.fetch_add(unpolled, Relaxed);
                unpolled = 0;
                if interrupted.load(Relaxed) {
                    return;
                }
                if due(limits).is_some() {
                    interrupted.store(true, Relaxed);
                    return;
                }
            }
        }
        limits.control.nodes.fetch_add(unpolled, Relaxed);
    }
}
