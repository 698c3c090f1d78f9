//! Turns a finished or running search into findings.

use tapis_games::game::{Hidden, InformationSet, Observed, Published, Turn};

use super::claims::Claimed;
use super::root::{Comparison, Verdict};
use super::run::Search;
use super::setup::Question;
use super::stream;
use super::worker::node_key;
use crate::answer::{Algorithm, Confidence, Level, MoveAdvice, Status, Stop, VariationKind};
use crate::exhaustive::full_level;
use crate::heuristics::Heuristics;
use crate::report::{Findings, TOLERANCE, Writer, confidence};
use crate::request::Objective;
use crate::task::Task;

/// The error probability of the intervals.
pub(super) const ALPHA: f64 = 0.05;
/// Worlds in which a principal variation is read; the longest one counts.
const PV_WORLDS: u64 = 4;
/// The least number of visits of a move in a principal variation.
const PV_VISITS: u32 = 12;
/// Maximal length of a principal variation.
const PV_LENGTH: usize = 12;

/// How many of the best moves get their principal variations in words.
const WORDED: usize = 5;

/// The findings of the search so far.
pub(crate) fn findings<G: Published + Heuristics>(
    question: &Question<'_, G>,
    search: &Search<'_, G>,
    task: &Task<'_, G>,
    stop: Stop,
) -> Findings {
    let (notations, confidence) = (&task.notations, task.request.budget.confidence);
    let verdict = search.root.verdict(confidence);
    let mut comparison = search.root.compare();
    let (writer, mute) = (Writer::new(task), Writer::mute(task));
    let mut worded: Vec<usize> = (0..question.moves.len()).collect();
    worded.sort_by(|&a, &b| comparison.value(b).total_cmp(&comparison.value(a)));
    worded.truncate(WORDED);
    let of_move = |index: usize| {
        let writer = if worded.contains(&index) { &writer } else { &mute };
        let pv = writer.line(&variation(question, search, index));
        MoveAdvice { pv, ..advice(question, search, &comparison, index) }
    };
    let mut moves: Vec<MoveAdvice> = (0..question.moves.len()).map(of_move).collect();
    if let (Verdict::Equivalent, Some(confidence)) = (verdict, confidence) {
        let set = comparison.equivalent(confidence);
        equalize(&mut moves, &set, comparison.first());
        comparison = search.root.compare_with(set.into_iter().min().unwrap_or(comparison.first()));
    }
    let claimed = Claimed::of(question, search, &comparison, (&moves, notations));
    claimed.apply(&mut moves);
    moves.iter_mut().for_each(|advice| align(advice, question));
    for index in 0..moves.len() {
        moves[index].behind = claimed.behind(&comparison, &moves, index, ALPHA);
    }
    let (level, caveats) = match verdict {
        Verdict::Proved => (full_level(Hidden::Nothing, question.rules.seats()), vec![]),
        _ if search.lines == 0 => (Level::Heuristic, vec![]),
        _ => (Level::Sampled, caveats(question, search, &claimed)),
    };
    Findings {
        status: status(search.lines, confidence, stop),
        level,
        caveats,
        method: Algorithm::Ismcts,
        used: search.worlds(),
        confidence: Some(confidence_of(&comparison, &claimed, &moves, notations)),
        moves,
        points: None,
        measured: Some(claimed.measured),
        explanation: Vec::new(),
        depth: None,
        stop,
        nodes: search.lines,
    }
}

/// A line that leaves the tree ends in a playout, in a learned value or in a solved world. A solved world assumes that all seats see
/// everything, which is too much in a game of private knowledge.
fn caveats<G: Observed + Heuristics>(
    question: &Question<'_, G>,
    search: &Search<'_, G>,
    claimed: &Claimed,
) -> Vec<&'static str> {
    let solved = search.workers.iter().any(|worker| worker.solved() > 0);
    let private = question.knowledge.hidden(question.rules) == Hidden::Private;
    let caveats = [
        ("playouts", search.context.net.is_none()),
        ("learned_values", search.context.net.is_some()),
        ("open_ends", solved && private),
        ("horizon", search.context.goal.horizon),
        ("weighed_worlds", search.context.determinizer.weighed()),
        ("no_surer", claimed.is_settled()),
    ];
    caveats.into_iter().filter(|(_, holds)| *holds).map(|(caveat, _)| caveat).collect()
}

fn status(lines: u64, confidence: Option<f64>, stop: Stop) -> Status {
    match stop {
        Stop::Cancelled => Status::Cancelled,
        Stop::Proved | Stop::Confident => Status::Final,
        Stop::Budget | Stop::Deadline if lines == 0 || confidence.is_some() => Status::Partial,
        Stop::Budget | Stop::Deadline => Status::Final,
    }
}

/// Gives moves that cannot be told apart one value: that of the first.
fn equalize(moves: &mut [MoveAdvice], set: &[usize], first: usize) {
    let value = moves[first].value;
    for &index in set {
        let advice = &mut moves[index];
        advice.value = value;
        advice.low = advice.low.min(value);
        advice.high = advice.high.max(value);
    }
}

/// Makes the values of all seats agree with the value of the seat advised, which rests on common worlds and is more precise than
/// its own mean. Shares still sum to 1.
fn align<G: Observed>(advice: &mut MoveAdvice, question: &Question<'_, G>) {
    let own = question.seat.index();
    let (value, Some(values)) = (advice.value, advice.values.as_mut()) else { return };
    let (rest, others) = (1.0 - values[own], values.len() - 1);
    if question.objective == Objective::WinShare && values[own] != value {
        for (_, other) in values.iter_mut().enumerate().filter(|(seat, _)| *seat != own) {
            *other =
                if rest > TOLERANCE { *other * (1.0 - value) / rest } else { (1.0 - value) / others as f64 };
        }
    }
    values[own] = value;
}

pub(super) fn advice<G: Observed + Heuristics>(
    question: &Question<'_, G>,
    search: &Search<'_, G>,
    comparison: &Comparison<'_>,
    index: usize,
) -> MoveAdvice {
    let estimate = comparison.estimate(index, ALPHA);
    let seats = question.rules.seats();
    // Learned values are shares of the win: they say nothing of points.
    let has_points = search.context.net.is_none() || estimate.low == estimate.high;
    MoveAdvice {
        value: estimate.value,
        low: estimate.low,
        high: estimate.high,
        margin: estimate.margin.filter(|_| has_points),
        values: (seats > 2).then(|| estimate.values[..seats].to_vec()),
        samples: estimate.samples,
        pv_kind: VariationKind::MostLikely,
        ..MoveAdvice::default()
    }
}

/// How far the answer can be trusted. The gap is to the next best that has an interval.
fn confidence_of(
    comparison: &Comparison<'_>,
    claimed: &Claimed,
    moves: &[MoveAdvice],
    notations: &[String],
) -> Confidence {
    let known = comparison.rivals().filter(|&index| moves[index].behind.is_some());
    let second = known.max_by(|&a, &b| moves[a].value.total_cmp(&moves[b].value).then(b.cmp(&a)));
    let gap = second.and_then(|second| moves[second].behind.clone());
    confidence(claimed.yardstick(), (comparison.first(), &claimed.rivals()), gap, notations)
}

/// The most visited moves after a root move, in the sampled world with the longest variation.
pub(super) fn variation<G: Observed + Heuristics>(
    question: &Question<'_, G>,
    search: &Search<'_, G>,
    index: usize,
) -> Vec<(G::State, G::Move)> {
    let tried = |number: &usize| search.workers[*number].tree().edge(index as u32).visits;
    let Some(number) = (0..search.workers.len()).rev().max_by_key(tried) else { return Vec::new() };
    let mut rng = stream::keyed(question.seed, stream::REPORT);
    (0..PV_WORLDS)
        .map(|_| {
            let world = question.knowledge.sample_world(question.rules, &mut rng);
            line_in(question, search, number, index, world)
        })
        .reduce(|longest, line| if line.len() > longest.len() { line } else { longest })
        .unwrap_or_default()
}

fn line_in<G: Observed + Heuristics>(
    question: &Question<'_, G>,
    search: &Search<'_, G>,
    number: usize,
    index: usize,
    mut state: G::State,
) -> Vec<(G::State, G::Move)> {
    let (rules, tree) = (question.rules, search.workers[number].tree());
    let mut line = Vec::new();
    let Some(&mv) = question.moves.get(index) else { return line };
    rules.play_unchecked(&mut state, mv);
    while let Turn::Player(seat) = rules.turn(&state) {
        let node = tree.find(node_key(rules, &state, seat));
        let preferred = node.and_then(|node| tree.preferred_edge(node, PV_VISITS)).map(|edge| edge.mv);
        let next = rules.forced_move(&state).or(preferred);
        let Some(mv) = next.filter(|_| line.len() < PV_LENGTH) else { break };
        line.push((state.clone(), mv));
        rules.play_unchecked(&mut state, mv);
    }
    line
}
