//! A line played out before a watcher, and what it shows.

use std::collections::{BTreeMap, BTreeSet};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tapis_games::game::{Published, Turn};
use tapis_games::log::Ply;
use tapis_games::random::below;
use tapis_games::seat::Seat;
use tapis_games::shown::{Arg, Milestone, Name, Showing};

use crate::heuristics::Heuristics;
use crate::request::Objective;
use crate::task::Task;

/// The most plies of a line.
const MOST_PLIES: usize = 120;
/// A plausible move is the best of so many random ones, by its score.
const TOURNAMENT: usize = 4;

/// Something that happens in a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact {
    /// `row-` for a row of the score sheet, nothing for a milestone.
    pub prefix: &'static str,
    /// The kind of milestone or row.
    pub kind: &'static str,
    /// Whether the seat advised does it; else another seat or nobody.
    pub own: bool,
    /// What it names besides.
    pub names: Vec<(&'static str, String)>,
}

impl Fact {
    /// The key of its text.
    pub fn key(&self) -> String {
        format!("fact-{}{}{}", self.prefix, self.kind, if self.own { "" } else { "-other" })
    }

    /// What it belongs to: of the milestones of a trick, the first one decides.
    pub fn group(&self) -> &'static str {
        self.kind.split_once('_').map_or(self.kind, |(group, _)| group)
    }
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// What happened in it. Of the milestones of a group only the first.
    pub facts: BTreeSet<Fact>,
    /// What its end is worth to the seat advised.
    pub value: f64,
    /// The points the seat advised made in the round, if it was scored.
    pub points: Option<i32>,
}

impl Line {
    /// The line that begins with `mv` in `world`.
    pub fn played<G: Published + Heuristics>(
        task: &Task<'_, G>,
        showing: &Showing<G>,
        world: &G::State,
        mv: G::Move,
        seed: u64,
    ) -> Self {
        let rules = task.rules;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut line, mut state, mut next) = (Self::default(), world.clone(), Some(mv));
        let mut told = BTreeSet::new();
        for _ in 0..MOST_PLIES {
            let (Turn::Player(actor), Some(mv)) = (rules.turn(&state), next) else { break };
            let before = state.clone();
            rules.play_unchecked(&mut state, mv);
            let chance = drawn(rules, &mut state, &mut rng);
            let ply = Ply { n: 0, action: Some((actor, mv)), chance };
            let stages = (showing.stages)(rules, &before, &ply);
            for milestone in stages.iter().flat_map(|stage| &stage.milestones) {
                line.note(task.seat, milestone, &mut told);
            }
            if line.points.is_some() || rules.round_scores(&state).is_some() {
                break;
            }
            next = plausible(rules, &state, &mut rng);
        }
        line.value = value(task, &state);
        line
    }

    fn note(&mut self, seat: Seat, milestone: &Milestone, told: &mut BTreeSet<&'static str>) {
        if milestone.sheet.is_empty() && milestone.kind != "round_scored" {
            let own = milestone.args.get("seat") == Some(&Arg::Seat(seat));
            let fact = Fact { prefix: "", kind: milestone.kind, own, names: names(&milestone.args) };
            if is_event(milestone.kind) && told.insert(fact.group()) {
                self.facts.insert(fact);
            }
            return;
        }
        for row in &milestone.sheet {
            let own = row.seat == seat;
            let fact = |names| Fact { prefix: "row-", kind: row.kind, own, names };
            self.facts.extend(each_names(&row.args).into_iter().map(fact));
        }
        let own = milestone.sheet.iter().filter(|row| row.seat == seat);
        self.points = Some(own.map(|row| row.points).sum());
    }
}

/// Whether a milestone is something that players bring about; the others say that something begins.
fn is_event(kind: &str) -> bool {
    !["_begins", "_dealt", "_drawn"].iter().any(|ending| kind.ends_with(ending))
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
    let listed = args.iter().find_map(|(&key, arg)| match arg {
        Arg::Ids(ids) => Some((key, ids)),
        _ => None,
    });
    let Some((key, ids)) = listed else { return vec![names(args)] };
    let with = |id: &Name| names(args).into_iter().chain([(key, id.to_string())]).collect();
    ids.iter().map(with).collect()
}

/// Resolves chance until a seat is to move or the round is over.
fn drawn<G: Heuristics>(rules: &G, state: &mut G::State, rng: &mut Xoshiro256PlusPlus) -> Vec<G::Chance> {
    let mut outcomes = Vec::new();
    while rules.turn(state) == Turn::Chance && rules.round_scores(state).is_none() {
        let outcome = rules.sample_chance(state, rng);
        if rules.resolve(state, &outcome).is_err() {
            break; // a sampled outcome always fits: conformance-tested
        }
        outcomes.push(outcome);
    }
    outcomes
}

fn plausible<G: Heuristics>(rules: &G, state: &G::State, rng: &mut Xoshiro256PlusPlus) -> Option<G::Move> {
    if let Some(mv) = rules.playout_move(state, rng) {
        return Some(mv);
    }
    let moves = rules.legal_moves(state);
    let draws = TOURNAMENT.min(moves.len());
    (0..draws)
        .map(|_| moves[below(rng, moves.len() as u32) as usize])
        .max_by_key(|&mv| rules.move_score(state, mv))
}

/// What the end of a line is worth to the seat advised.
fn value<G: Published + Heuristics>(task: &Task<'_, G>, state: &G::State) -> f64 {
    let (rules, seat) = (task.rules, task.seat);
    let over = rules.turn(state) == Turn::Over;
    let ended = over || rules.round_scores(state).is_some();
    let of = match task.objective {
        Objective::WinShare if over => rules.payoffs(state).shares.get(seat).copied(),
        Objective::WinShare if ended => {
            let shares = rules.between_rounds(state);
            shares
                .and_then(|shares| shares.get(seat).copied())
                .or_else(|| Some(rules.evaluate(state).get(seat)?.share))
        }
        Objective::WinShare => rules.evaluate(state).get(seat).map(|evaluation| evaluation.share),
        Objective::RoundPayoff if ended => {
            Some(crate::exhaustive::final_value(rules, task.objective, state, seat))
        }
        Objective::RoundPayoff => rules.evaluate(state).get(seat).map(|evaluation| evaluation.margin),
    };
    of.unwrap_or(0.0)
}
