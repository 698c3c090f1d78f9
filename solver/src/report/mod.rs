//! Turns the findings of a solver into an answer with ranks, ties and regrets.

use tapis_games::game::{InformationSet, Observed, Published, WorldCount};

use crate::answer::{
    Algorithm, Answer, Confidence, Counted, Exactness, Explanation, Fusion, Level, Method, MoveAdvice,
    Status, Stop, Timing, Worlds,
};
use crate::calibration::Measured;
use crate::task::Task;

mod choice;
mod explain;
mod words;
mod zeros;

pub use choice::{Behind, GoodEnough, SURE, Yardstick, good_enough};
use explain::Facts;
pub(crate) use words::TEXTS;
pub use words::{Figure, bot, fact, fact_with_shares, grade, level};

/// Values closer than this are equal. It is far above the rounding of an expectation and far below any real
/// difference.
pub const TOLERANCE: f64 = 1e-9;

/// The greatest count that a JSON number represents exactly.
const MAX_COUNT: f64 = 9_007_199_254_740_992.0;

/// The results of a solver before they are ranked.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Whether the search did all it was asked to do.
    pub status: Status,
    /// The exactness level it reached.
    pub level: Level,
    /// Whether the values are proved.
    pub proved: bool,
    /// Known weaknesses.
    pub caveats: Vec<&'static str>,
    /// The name of its method.
    pub method: Algorithm,
    /// The number of worlds behind the values.
    pub used: u64,
    /// One advice per legal move, in canonical order, without notation and rank.
    pub moves: Vec<MoveAdvice>,
    /// How certain it is that the best move is the best.
    pub confidence: Option<Confidence>,
    /// The value of seeing the true world.
    pub fusion: Option<Fusion>,
    /// What a sampling search measured.
    pub measured: Option<Measured>,
    /// Computed facts in words.
    pub explanation: Vec<Explanation>,
    /// Deepest completed depth in plies.
    pub depth: Option<u32>,
    /// Why the search ended.
    pub stop: Stop,
    /// Positions visited or playouts made.
    pub nodes: u64,
}

/// The answer to `task`.
pub fn assemble<G: Published>(task: &Task<'_, G>, mut findings: Findings) -> Answer {
    zeros::without_signs(&mut findings);
    let moves = ranked(&task.notations, findings.moves);
    let facts = Facts {
        objective: task.objective,
        level: findings.level,
        status: findings.status,
        moves: &moves,
        depth: findings.depth,
        confidence: findings.confidence.as_ref(),
    };
    let explanation = explain::explain(&facts).into_iter().chain(findings.explanation).collect();
    Answer {
        seat: task.seat,
        observation_hash: hex::encode(task.observation),
        status: findings.status,
        objective: task.objective,
        concept: task.concept,
        exactness: Exactness {
            level: findings.level,
            proved: findings.proved,
            texts: findings.caveats.iter().map(|caveat| words::caveat(caveat)).collect(),
            caveats: findings.caveats,
        },
        method: Method {
            name: findings.method,
            engine: env!("CARGO_PKG_VERSION"),
            ruleset: task.ruleset.to_owned(),
            seed: hex::encode(task.request.seed),
        },
        worlds: count_worlds(task.rules, &task.knowledge, findings.used),
        moves,
        confidence: findings.confidence,
        fusion: findings.fusion,
        measured: findings.measured,
        explanation,
        depth: findings.depth,
        stop: findings.stop,
        timing: Timing { elapsed_ms: task.started.elapsed().as_millis() as u64, nodes: findings.nodes },
    }
}

/// The number of worlds that agree with the knowledge, of which `used` were used.
pub fn count_worlds<G: Observed>(rules: &G, knowledge: &G::Knowledge, used: u64) -> Worlds {
    match knowledge.count_worlds(rules) {
        WorldCount::Exact(count) => {
            Worlds { consistent: (count as f64).min(MAX_COUNT), counted: Counted::Exact, used }
        }
        WorldCount::Estimate(count) => {
            Worlds { consistent: count.round().clamp(1.0, MAX_COUNT), counted: Counted::Estimate, used }
        }
    }
}

/// Ranks `moves`, which come in canonical order, best first. Moves within [`TOLERANCE`] of the first of their group
/// share its rank, in canonical order.
fn ranked(notations: &[String], moves: Vec<MoveAdvice>) -> Vec<MoveAdvice> {
    let name =
        |(notation, advice): (&String, MoveAdvice)| MoveAdvice { notation: notation.clone(), ..advice };
    let mut moves: Vec<(usize, MoveAdvice)> = notations.iter().zip(moves).map(name).enumerate().collect();
    moves.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let best = moves.first().map_or(0.0, |(_, first)| first.value);
    let mut rank = 1;
    let mut rest = moves.as_mut_slice();
    while let Some((_, head)) = rest.first() {
        let end = rest.iter().take_while(|(_, advice)| head.value - advice.value <= TOLERANCE).count();
        let (group, others) = rest.split_at_mut(end);
        group.sort_by_key(|(number, _)| *number);
        rank_group(group, rank, best);
        rank += end as u32;
        rest = others;
    }
    moves.into_iter().map(|(_, advice)| advice).collect()
}

/// Gives the moves of a group their rank, their regret against `best` and the others of the same value.
fn rank_group(group: &mut [(usize, MoveAdvice)], rank: u32, best: f64) {
    let equal: Vec<String> = group.iter().map(|(_, advice)| advice.notation.clone()).collect();
    for (_, advice) in group {
        advice.rank = rank;
        advice.regret = if rank == 1 { 0.0 } else { best - advice.value };
        advice.equals = equal.iter().filter(|other| **other != advice.notation).cloned().collect();
    }
}
