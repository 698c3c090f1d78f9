//! A line played out before a watcher, and what it shows.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tapis_games::game::{Ply, Published, Showing, Turn};
use tapis_games::random::below;
use tapis_games::refusal::Text;
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::{Arg, Milestone, Name};

use super::Guide;
use super::fact::{Fact, Source};
use crate::heuristics::{Heuristics, draw};
use crate::report::Writer;
use crate::request::Objective;
use crate::task::Task;

/// The most plies of a line.
const MOST_PLIES: usize = 120;
/// Plies after which nobody watches for the next thing to happen any more.
const WATCHED: usize = 40;
/// Where no guide knows, a move is the best of so many random ones, by its score.
const TOURNAMENT: usize = 8;

/// A line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// What happened in it. Of what players bring about only the first.
    pub facts: BTreeSet<Fact>,
    /// The points of the rows of its score sheet.
    pub rows: BTreeMap<Fact, f64>,
    /// What its end is worth to the seat advised.
    pub value: f64,
    /// The points the seat advised made in the round, if it was scored.
    pub points: Option<i32>,
    /// The first decision of another seat, as the seat advised sees it.
    pub reply: Option<String>,
}

/// Plays lines.
pub struct Player<'a, G: Published> {
    pub task: &'a Task<'a, G>,
    pub showing: &'a Showing<G>,
    /// What the search would play, where it knows.
    pub guide: Guide<'a, G>,
    /// Whether there are words for a fact.
    pub has_words: &'a dyn Fn(&Fact) -> bool,
    /// Writes replies.
    pub writer: Writer<'a, G>,
    /// The replies that were played, by notation, in words.
    pub replies: RefCell<BTreeMap<String, Option<Text>>>,
    /// How many positions all its lines have visited.
    pub positions: Cell<u64>,
}

impl<G: Published + Heuristics> Player<'_, G> {
    /// The line that begins with `mv` in `world`.
    pub fn play(&self, world: &G::State, mv: G::Move, seed: u64) -> Line {
        let rules = self.task.rules;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut line, mut state, mut next) = (Line::default(), world.clone(), Some(mv));
        for number in 0..MOST_PLIES {
            let (Turn::Player(actor), Some(mv)) = (rules.turn(&state), next) else { break };
            if actor != self.task.seat && line.reply.is_none() {
                line.reply = Some(self.reply(&state, mv));
            }
            let before = state.clone();
            rules.play_unchecked(&mut state, mv);
            self.positions.set(self.positions.get() + 1);
            let chance = drawn(rules, &mut state, &mut rng);
            let ended = rules.turn(&state) == Turn::Over || rules.round_scores(&state).is_some();
            if ended || number < WATCHED && line.facts.is_empty() {
                let ply = Ply { n: 0, action: Some((actor, mv)), chance };
                self.watch(&mut line, &before, &ply);
            }
            if ended || line.points.is_some() {
                break;
            }
            next = self.choose(&state, &mut rng);
        }
        line.value = value(self.task, &state);
        line
    }

    /// The notation of a reply. Its words are kept.
    fn reply(&self, state: &G::State, mv: G::Move) -> String {
        let notation = self.task.rules.notation(state, mv, Viewer::Seat(self.task.seat));
        let text = || self.writer.ply(state, mv).and_then(|ply| ply.text);
        self.replies.borrow_mut().entry(notation.clone()).or_insert_with(text);
        notation
    }

    fn watch(&self, line: &mut Line, before: &G::State, ply: &Ply<G>) {
        let stages = (self.showing.stages)(self.task.rules, before, ply);
        for milestone in stages.iter().flat_map(|stage| &stage.milestones) {
            if milestone.sheet.is_empty() && milestone.kind != "round_scored" {
                let own = milestone.args.get("seat") == Some(&Arg::Seat(self.task.seat));
                let fact = Fact::new(Source::Event, milestone.kind, own, names(&milestone.args));
                if line.facts.is_empty() && (self.has_words)(&fact) {
                    line.facts.insert(fact);
                }
            } else {
                line.score(milestone, self.task.seat);
            }
        }
    }

    fn choose(&self, state: &G::State, rng: &mut Xoshiro256PlusPlus) -> Option<G::Move> {
        let rules = self.task.rules;
        let Turn::Player(seat) = rules.turn(state) else { return None };
        let known = rules.forced_move(state).or_else(|| (self.guide)(state, seat));
        known.or_else(|| plausible(rules, state, rng))
    }
}

impl Line {
    /// Notes the score sheet of a round that ends.
    fn score(&mut self, milestone: &Milestone, seat: Seat) {
        for row in &milestone.sheet {
            let each = each_names(&row.args);
            let points = f64::from(row.points) / each.len() as f64;
            for names in each {
                let fact = Fact::new(Source::Row, row.kind, row.seat == seat, names);
                *self.rows.entry(fact.clone()).or_default() += points;
                self.facts.insert(fact);
            }
        }
        let own = milestone.sheet.iter().filter(|row| row.seat == seat);
        self.points = Some(own.map(|row| row.points).sum());
    }
}

/// The names among the arguments of a text, without seats, numbers and pieces.
fn names<'a>(args: impl IntoIterator<Item = (&'a &'static str, &'a Arg)>) -> Vec<(&'static str, String)> {
    let name = |(&key, arg): (&'a &'static str, &Arg)| match arg {
        Arg::Id(id) => Some((key, id.to_string())),
        Arg::Text(text) => Some((key, text.clone())),
        _ => None,
    };
    args.into_iter().filter_map(name).collect()
}

/// The names of a row: one that lists several things says as much of each of them.
fn each_names(args: &BTreeMap<&'static str, Arg>) -> Vec<Vec<(&'static str, String)>> {
    let listed =
        args.iter().find_map(|(&key, arg)| if let Arg::Ids(ids) = arg { Some((key, ids)) } else { None });
    let Some((key, ids)) = listed else { return vec![names(args)] };
    let with = |id: &Name| names(args).into_iter().chain([(key, id.to_string())]).collect();
    ids.iter().map(with).collect()
}

/// Resolves chance until a seat is to move or the round is over.
fn drawn<G: Heuristics>(rules: &G, state: &mut G::State, rng: &mut Xoshiro256PlusPlus) -> Vec<G::Chance> {
    let mut outcomes = Vec::new();
    while rules.turn(state) == Turn::Chance
        && rules.round_scores(state).is_none()
        && let Some(outcome) = draw(rules, state, rng)
    {
        outcomes.push(outcome);
    }
    outcomes
}

fn plausible<G: Heuristics>(rules: &G, state: &G::State, rng: &mut Xoshiro256PlusPlus) -> Option<G::Move> {
    rules.playout_move(state, rng).or_else(|| {
        let moves = rules.legal_moves(state);
        let drawn = (0..TOURNAMENT.min(moves.len())).map(|_| moves[below(rng, moves.len() as u32) as usize]);
        drawn.max_by_key(|&mv| rules.move_score(state, mv))
    })
}

/// What the end of a line is worth to the seat advised.
fn value<G: Published + Heuristics>(task: &Task<'_, G>, state: &G::State) -> f64 {
    let (rules, seat) = (task.rules, task.seat);
    let over = rules.turn(state) == Turn::Over;
    let ended = over || rules.round_scores(state).is_some();
    let judged = || rules.evaluate(state).get(seat).copied();
    let between = || ended.then(|| rules.between_rounds(state)).flatten()?.get(seat).copied();
    let of = match task.objective {
        Objective::WinShare if over => rules.payoffs(state).shares.get(seat).copied(),
        Objective::WinShare => between().or_else(|| Some(judged()?.share)),
        _ if ended => Some(crate::exhaustive::final_value(rules, task.objective, state, seat)),
        _ => judged().map(|evaluation| evaluation.margin),
    };
    of.unwrap_or(0.0)
}
