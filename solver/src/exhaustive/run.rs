//! The course of a search: deepening within a world, world after world, and what to do when the budget ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use tapis_games::game::{Game, Observed};

use super::family::{SearchTable, Worker, glance};
use super::growth::Growth;
use super::limits::{Limits, Stopped};
use super::maxn::Line;
use super::minimax::TO_THE_END;
use super::parallel::{map_in_order, map_together, workers};
use super::plan::{Planned, planned};
use super::problem::Problem;
use crate::answer::Stop;
use crate::control::Control;
use crate::heuristics::Heuristics;

/// What a search may spend.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowance {
    /// Positions; needs a single thread.
    pub nodes: Option<u64>,
    /// Until when.
    pub deadline: Option<Instant>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Analysis<S, M> {
    /// For each world used, from the problem's first on, the lines of the moves.
    pub worlds: Vec<Vec<Line>>,
    /// The depth in plies the lines were searched to, the move itself included; `None`: to the end.
    pub depth: Option<u32>,
    /// After each move, what is played in the first world, with the states it is played in. Empty without a proof.
    pub variations: Vec<Vec<(S, M)>>,
    /// What each move is worth with one plan for all worlds, where that was asked for and all worlds are solved.
    pub plans: Option<Vec<Planned>>,
    /// Why the search had to end early, if it had.
    pub stop: Option<Stop>,
    /// Positions visited.
    pub nodes: u64,
}

impl<S, M> Analysis<S, M> {
    /// Whether every line of every world used is proved.
    pub fn proved(&self) -> bool {
        all_proved(&self.worlds)
    }
}

/// An [`Analysis`] of a game.
pub type AnalysisOf<G> = Analysis<<G as Game>::State, <G as Game>::Move>;

/// A state, and the move played in it.
pub type Step<G> = (<G as Game>::State, <G as Game>::Move);

/// A move, and the state after it.
pub type Reply<G> = (<G as Game>::Move, <G as Game>::State);

/// Who is shown unfinished analyses.
pub type Watch<'a, G> = Option<&'a (dyn Fn(&AnalysisOf<G>) + Sync)>;

/// The part of a budget that goes into looking a few plies ahead before the search to the end, which may not finish.
const OUTLOOK: f64 = 0.1;

/// How many times its budget a search may be expected to need and still be tried to the end.
const HOPE: f64 = 30.0;

/// Positions a second, roughly: for judging a time budget by an expected number of positions.
pub const SPEED: f64 = 1.5e6;

/// Positions below which no budget is split.
const SMALL: f64 = 20_000.0;

/// Worlds looked at side by side when not even one can be solved.
const SIDE_BY_SIDE: usize = 8;

/// No line is longer than this; deeper searches go to the end.
const DEEPEST: u16 = 400;

/// Solves `problem` within `allowance`, showing what it has to `watch` from time to time.
pub fn run<G: Heuristics + Observed>(
    problem: &Problem<'_, G>,
    control: &Control,
    allowance: Allowance,
    watch: Watch<'_, G>,
) -> AnalysisOf<G> {
    let table = SearchTable::new(problem);
    let began = Instant::now();
    let growth = Growth::default();
    let mut run =
        Run { problem, control, table, watch, began, left: allowance, nodes: 0, stop: None, growth };
    let found = if problem.worlds.len() > 1 { run.many_worlds() } else { run.one_world() };
    let variations = run.variations(&found);
    let plans = run.plans(&found);
    let Lines { lines: worlds, depth } = found;
    let analysis = Analysis { worlds, depth, variations, plans, stop: run.stop, nodes: run.nodes };
    run.table.discard();
    analysis
}

struct Run<'r, 'p, G: Heuristics> {
    problem: &'r Problem<'p, G>,
    control: &'r Control,
    table: SearchTable,
    watch: Watch<'r, G>,
    began: Instant,
    /// What is left to spend.
    left: Allowance,
    /// Positions visited so far.
    nodes: u64,
    /// Why the last search had to end early, if it had.
    stop: Option<Stop>,
    growth: Growth,
}

/// The lines of some worlds, all searched to the same depth; `None`: to the end.
struct Lines {
    lines: Vec<Vec<Line>>,
    depth: Option<u32>,
}

/// The variations of the moves.
type Variations<G> = Vec<Vec<Step<G>>>;

impl<G: Heuristics + Observed> Run<'_, '_, G> {
    fn one_world(&mut self) -> Lines {
        let mut found = self.glance(1);
        let share = self.outlook();
        if share > 0.0 {
            self.deepen(self.left.share(share), &mut found);
        }
        if share < 1.0 {
            self.search(&mut self.left.clone(), &mut found, TO_THE_END);
        }
        found
    }

    /// The first world may take half of the budget. Once it is solved the others follow one by one; if it cannot be
    /// solved, a few worlds are deepened side by side.
    fn many_worlds(&mut self) -> Lines {
        let mut found = self.glance(1);
        if self.outlook() < 1.0 {
            self.search(&mut self.left.share(0.5), &mut found, TO_THE_END);
        }
        if found.depth.is_none() && all_proved(&found.lines) {
            self.world_by_world(&mut found);
        } else {
            found = self.glance(SIDE_BY_SIDE);
            self.deepen(self.left, &mut found);
        }
        found
    }

    /// Which share of the budget goes into deepening step by step: all of it where the end is out of reach, none where
    /// it surely is within reach.
    fn outlook(&self) -> f64 {
        let positions = match (self.left.nodes, self.left.deadline) {
            (None, None) => f64::INFINITY,
            (Some(nodes), None) => nodes as f64,
            (nodes, Some(end)) => {
                let seconds = end.saturating_duration_since(Instant::now()).as_secs_f64();
                (seconds * SPEED).min(nodes.map_or(f64::INFINITY, |nodes| nodes as f64))
            }
        };
        match self.problem.expected {
            _ if self.problem.tuning.deepening => 1.0,
            expected if expected < SMALL.min(positions / 4.0) || positions.is_infinite() => 0.0,
            expected if expected > HOPE * positions => 1.0,
            _ => OUTLOOK,
        }
    }

    /// The first `worlds` worlds without any search.
    fn glance(&self, worlds: usize) -> Lines {
        let look = |world, mv| glance(self.problem, &self.problem.child(world, mv));
        let lines = (0..worlds.min(self.problem.worlds.len()))
            .map(|world| (0..self.problem.moves.len()).map(|mv| look(world, mv)).collect())
            .collect();
        Lines { lines, depth: Some(1) }.settled()
    }

    /// Searches `found` one ply deeper at a time until it is proved or `part` is spent.
    fn deepen(&mut self, mut part: Allowance, found: &mut Lines) {
        for depth in (1..DEEPEST).chain([TO_THE_END]) {
            if found.depth.is_none() || !self.search(&mut part, found, depth) {
                return;
            }
        }
    }

    /// Searches `found` to `depth`, with a table that grows as it fills. Whether it got there before `part` was spent.
    fn search(&mut self, part: &mut Allowance, found: &mut Lines, depth: u16) -> bool {
        while found.depth.is_some() {
            match self.stage(part, |run, team| run.sweep(team, found, depth)) {
                End::Whole => return true,
                End::TableFull => self.growth.grow(&mut self.table, self.left.deadline),
                End::Spent => return false,
            }
        }
        true
    }

    /// Solves one world after the other, the first being solved; those after the first unsolved one are left out.
    fn world_by_world(&mut self, found: &mut Lines) {
        let moves = self.problem.moves.len();
        let mut part = self.left;
        while found.lines.len() < self.problem.worlds.len() {
            let first = found.lines.len();
            let batch = first.clamp(8, 1024).min(self.problem.worlds.len() - first);
            let end = self.stage(&mut part, |run, team| {
                let lines = map_in_order(batch * moves, team, |worker, i| {
                    let child = run.problem.child(first + i / moves, i % moves);
                    worker.line(run.problem, &child, TO_THE_END)
                });
                let whole =
                    |world: &[Result<Line, Stopped>]| world.iter().copied().collect::<Result<_, _>>().ok();
                found.lines.extend(lines.chunks(moves).map_while(whole));
            });
            match end {
                End::Whole => self.show(found),
                End::TableFull => self.growth.grow(&mut self.table, self.left.deadline),
                End::Spent => break,
            }
        }
    }

    /// Searches all lines of `found` to `depth`, except those that are proved. When the limits are reached on the way,
    /// only what is proved is taken over: the rest would mix depths.
    fn sweep(&self, team: &mut [Worker<'_, G>], found: &mut Lines, depth: u16) {
        let moves = self.problem.moves.len();
        let search = |worker: &mut Worker<'_, G>, i: usize, done: Option<Arc<AtomicBool>>| {
            let (world, mv) = (i / moves, i % moves);
            let child = || self.problem.child(world, mv);
            match (found.lines[world][mv], done) {
                (line, _) if line.proved => Ok(line),
                (_, Some(done)) => worker.line_together(self.problem, &child(), depth, done),
                (_, None) => worker.line(self.problem, &child(), depth),
            }
        };
        let lines = found.lines.len() * moves;
        // To the end a line is worth the same whoever finds it; before, it depends on what the table had.
        let swept = match depth {
            TO_THE_END => {
                map_together(lines, team, |worker, i, done| search(worker, i, Some(Arc::clone(done))))
            }
            _ => map_in_order(lines, team, |worker, i| search(worker, i, None)),
        };
        let whole = swept.iter().all(Result::is_ok);
        for (line, new) in found.lines.iter_mut().flatten().zip(swept) {
            match new {
                Ok(new) if whole || new.proved => *line = new,
                _ => {}
            }
        }
        if whole {
            found.depth = (depth != TO_THE_END).then(|| u32::from(depth) + 1);
        }
        found.settle();
        if whole {
            self.show(found);
        }
    }

    /// What follows each move in the first world, if that is proved. Takes at most as long as the proof did.
    fn variations(&mut self, found: &Lines) -> Variations<G> {
        let plies = self.problem.plies_shown;
        let none = || vec![Vec::new(); self.problem.moves.len()];
        if plies == 0 || !found.lines.first().is_some_and(|lines| lines.iter().all(|line| line.proved)) {
            return none();
        }
        self.afterwards(|worker, problem, mv| worker.variation(&problem.child(0, mv), plies))
    }

    /// What each move is worth with one plan for all worlds, once all worlds are solved. Takes at most as long as
    /// everything before did.
    fn plans(&mut self, found: &Lines) -> Option<Vec<Planned>> {
        let solved = found.depth.is_none()
            && found.lines.len() == self.problem.worlds.len()
            && all_proved(&found.lines);
        if self.problem.apart.is_empty() || !solved {
            return None;
        }
        // Once one move has too many ways to go on, the others are not looked at: all or none are told.
        let given_up = AtomicBool::new(false);
        let plans = self.afterwards(|worker, problem, mv| {
            let plan = if given_up.load(Relaxed) { Ok(None) } else { planned(problem, worker, mv) };
            given_up.fetch_or(plan == Ok(None), Relaxed);
            plan
        });
        plans.into_iter().map(|plan| plan.ok().flatten()).collect()
    }

    /// Looks once more at every move of what is solved, for at most as long as that took; whether the search was stopped
    /// does not depend on it.
    fn afterwards<T: Send + Sync>(
        &mut self,
        look: impl Fn(&mut Worker<'_, G>, &Problem<'_, G>, usize) -> T + Sync,
    ) -> Vec<T> {
        let stop = self.stop;
        let again = Instant::now() + self.began.elapsed();
        let mut part = Allowance { deadline: self.left.deadline.map(|end| end.min(again)), ..self.left };
        let mut seen = Vec::new();
        loop {
            let end = self.stage(&mut part, |run, team| {
                let moves = run.problem.moves.len();
                seen = map_in_order(moves, team, |worker, mv| look(worker, run.problem, mv));
            });
            match end {
                End::TableFull => self.growth.grow(&mut self.table, self.left.deadline),
                End::Whole | End::Spent => break,
            }
        }
        self.stop = stop;
        seen
    }

    /// Runs `work` until it is done, `part` is spent, or the table is full.
    fn stage(&mut self, part: &mut Allowance, work: impl FnOnce(&Self, &mut [Worker<'_, G>])) -> End {
        let room = self.growth.room(&self.table);
        let nodes = [part.nodes, room].into_iter().flatten().min();
        let limits = Limits::new(self.control, nodes, part.deadline);
        let mut team = Vec::new();
        team.resize_with(workers(self.problem.threads), || Worker::new(self.problem, &self.table, &limits));
        work(self, &mut team);
        let stop = limits.stop();
        drop(team);
        let spent = limits.searched();
        self.nodes += spent;
        for allowance in [&mut self.left, part] {
            allowance.nodes = allowance.nodes.map(|nodes| nodes.saturating_sub(spent));
        }
        let full = stop == Some(Stop::Budget) && part.nodes != Some(0);
        self.stop = if full { None } else { stop };
        match stop {
            None => End::Whole,
            Some(_) if full => End::TableFull,
            Some(_) => End::Spent,
        }
    }

    fn show(&self, found: &Lines) {
        if let Some(watch) = self.watch {
            watch(&Analysis {
                worlds: found.lines.clone(),
                depth: found.depth,
                variations: vec![Vec::new(); self.problem.moves.len()],
                plans: None,
                stop: None,
                nodes: self.nodes,
            });
        }
    }
}

/// How a stage ended.
#[derive(Clone, Copy, PartialEq)]
enum End {
    /// Done.
    Whole,
    /// The table is full: with a larger one it goes on.
    TableFull,
    /// The allowance is spent, or the search cancelled.
    Spent,
}

impl Lines {
    /// Lines that are all proved hold at any depth.
    fn settle(&mut self) {
        if all_proved(&self.lines) {
            self.depth = None;
        }
    }

    fn settled(mut self) -> Self {
        self.settle();
        self
    }
}

impl Allowance {
    /// A share of what is left of it.
    fn share(&self, share: f64) -> Self {
        let now = Instant::now();
        let deadline = self.deadline.map(|end| now + end.saturating_duration_since(now).mul_f64(share));
        Self { nodes: self.nodes.map(|nodes| (nodes as f64 * share) as u64), deadline }
    }
}

fn all_proved(lines: &[Vec<Line>]) -> bool {
    lines.iter().flatten().all(|line| line.proved)
}
