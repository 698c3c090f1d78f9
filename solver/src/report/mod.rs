//! Turns the findings of a solver into an answer with ranks, ties and regrets.

use tapis_games::game::{Observed, Published, WorldCount};

use crate::answer::{
    Answer, Confidence, Exactness, Explanation, Fusion, Level, Method, MoveAdvice, Status, Stop, Timing,
    Worlds,
};
use crate::task::Task;

mod explain;

use explain::Facts;
pub use explain::{fact, value_in_words};

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
    pub method: &'static str,
    /// The number of worlds behind the values.
    pub used: u64,
    /// One finding per legal move, in canonical order.
    pub moves: Vec<Finding>,
    /// How certain it is that the best move is the best.
    pub confidence: Option<Confidence>,
    /// The value of seeing the true world.
    pub fusion: Option<Fusion>,
    /// Computed facts in words.
    pub explanation: Vec<Explanation>,
    /// Deepest completed depth in plies.
    pub depth: Option<u32>,
    /// Why the search ended.
    pub stop: Stop,
    /// Positions visited or playouts made.
    pub nodes: u64,
}

/// What was found of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Expected value of the objective.
    pub value: f64,
    /// Lower end of the interval, or lower bound.
    pub low: f64,
    /// Upper end of the interval, or upper bound.
    pub high: f64,
    /// Expected score margin, where computed.
    pub margin: Option<f64>,
    /// Guaranteed value, where known.
    pub floor: Option<f64>,
    /// What the best single plan that begins with it is worth, where computed.
    pub plan: Option<f64>,
    /// Values of all seats, where three or more play.
    pub values: Option<Vec<f64>>,
    /// Playouts or worlds the value rests on.
    pub samples: u64,
    /// The principal variation after the move, in notation.
    pub pv: Vec<String>,
    /// `forced`, `most_likely` or `one_world`.
    pub pv_kind: &'static str,
}

impl Finding {
    /// Whether the value is exact: its interval has no width.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// The answer to `task`.
pub fn assemble<G: Published>(task: &Task<'_, G>, findings: Findings) -> Answer {
    let moves = advice(&task.notations, findings.moves);
    let facts = Facts {
        objective: task.objective,
        level: findings.level,
        status: findings.status,
        moves: &moves,
        depth: findings.depth,
    };
    let explanation = explain::explain(&facts).into_iter().chain(findings.explanation).collect();
    Answer {
        seat: task.seat,
        observation_hash: hex::encode(task.observation),
        status: findings.status,
        objective: task.objective,
        concept: task.concept,
        exactness: Exactness { level: findings.level, proved: findings.proved, caveats: findings.caveats },
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
        explanation,
        depth: findings.depth,
        stop: findings.stop,
        timing: Timing { elapsed_ms: task.started.elapsed().as_millis() as u64, nodes: findings.nodes },
    }
}

/// The number of worlds that agree with the knowledge, of which `used` were used.
pub fn count_worlds<G: Observed>(rules: &G, knowledge: &G::Knowledge, used: u64) -> Worlds {
    match rules.count_worlds(knowledge) {
        WorldCount::Exact(count) => {
            Worlds { consistent: (count as f64).min(MAX_COUNT), counted: "exact", used }
        }
        WorldCount::Estimate(count) => {
            Worlds { consistent: count.round().clamp(1.0, MAX_COUNT), counted: "estimate", used }
        }
    }
}

/// Ranks the moves, best first. Moves within [`TOLERANCE`] of the first of their group share its rank, in canonical
/// order.
fn advice(notations: &[String], findings: Vec<Finding>) -> Vec<MoveAdvice> {
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_by(|&a, &b| findings[b].value.total_cmp(&findings[a].value).then(a.cmp(&b)));
    let best = order.first().map_or(0.0, |&first| findings[first].value);
    let mut ranked = Vec::with_capacity(order.len());
    let mut rest = order.as_slice();
    while let Some(&head) = rest.first() {
        let end = rest.iter().take_while(|&&i| findings[head].value - findings[i].value <= TOLERANCE).count();
        let (group, others) = rest.split_at(end);
        let mut group = group.to_vec();
        group.sort_unstable();
        let rank = ranked.len() as u32 + 1;
        for &i in &group {
            let equals = equals(&group, i, &findings, notations);
            ranked.push(one(notations[i].clone(), findings[i].clone(), rank, best, equals));
        }
        rest = others;
    }
    ranked
}

/// The other moves of the group with exactly the same value.
fn equals(group: &[usize], own: usize, findings: &[Finding], notations: &[String]) -> Vec<String> {
    let exact = |&i: &usize| findings[i].is_exact();
    if !exact(&own) {
        return Vec::new();
    }
    group
        .iter()
        .filter(|&other| *other != own && exact(other))
        .map(|&other| notations[other].clone())
        .collect()
}

fn one(notation: String, finding: Finding, rank: u32, best: f64, equals: Vec<String>) -> MoveAdvice {
    let regret = if rank == 1 { 0.0 } else { best - finding.value };
    MoveAdvice {
        notation,
        rank,
        value: finding.value,
        low: finding.low,
        high: finding.high,
        margin: finding.margin,
        regret,
        floor: finding.floor,
        plan: finding.plan,
        values: finding.values,
        samples: finding.samples,
        pv: finding.pv,
        pv_kind: finding.pv_kind,
        equals,
    }
}
