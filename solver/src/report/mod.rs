//! Turns the findings of a solver into an answer with ranks, ties and regrets.

use tapis_games::game::{InformationSet, Observed, Published, WorldCount};

use crate::answer::{
    Algorithm, Answer, Confidence, Counted, Exactness, Explanation, Level, Measured, Method, MoveAdvice,
    Status, Stop, Sure, Timing, Worlds,
};
use crate::task::Task;
use crate::words::{self, TEXTS};

mod choice;
mod explain;
mod sure;
mod writer;
mod zeros;

pub use choice::{GoodEnough, SURE, Yardstick, confidence, good_enough, is_settled, within};
use explain::{Facts, explain};
pub use writer::{Writer, quoted};

/// Values closer than this are equal. It is far above the rounding of an expectation and far below any real
/// difference.
pub const TOLERANCE: f64 = 1e-9;

/// Beyond this many worlds only that bound is given. Integers up to here are exact in JSON.
const MANY: f64 = 1e15;

/// The results of a solver before they are ranked.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Whether the search did all it was asked to do.
    pub status: Status,
    /// The exactness level it reached.
    pub level: Level,
    /// Known weaknesses.
    pub caveats: Vec<&'static str>,
    /// The name of its method.
    pub method: Algorithm,
    /// The number of worlds behind the values.
    pub used: u64,
    /// One advice per legal move, in canonical order, without notation and rank.
    pub moves: Vec<MoveAdvice>,
    /// The points that moves bring, in the same order, where that tells moves of equal value apart.
    pub points: Option<Vec<f64>>,
    /// How certain it is that the best move is the best.
    pub confidence: Option<Confidence>,
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
    findings.moves = ranked(&task.notations, findings.moves, findings.points.as_deref());
    Writer::new(task).name(&mut findings.moves);
    if let Some(confidence) = &mut findings.confidence {
        sure::without_worse(&mut confidence.alike, &findings.moves);
    }
    let known = (findings.level, findings.status);
    let (sure, equals) = sure::sure(known, &findings.moves, findings.confidence.as_ref());
    let mut explanation =
        explain(&Facts { findings: &findings, objective: task.objective, sure, equals: &equals });
    explanation.append(&mut findings.explanation);
    Answer {
        seat: task.seat,
        observation_hash: hex::encode(task.observation),
        status: findings.status,
        objective: task.objective,
        concept: task.concept,
        exactness: Exactness {
            level: findings.level,
            proved: findings.level >= Level::ExactConcept,
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
        moves: findings.moves,
        sure,
        confidence: findings.confidence,
        measured: findings.measured,
        explanation,
        compared: None,
        why_not: None,
        beliefs: None,
        depth: findings.depth,
        stop: findings.stop,
        timing: Timing { elapsed_ms: task.started.elapsed().as_millis() as u64, nodes: findings.nodes },
    }
}

/// Turns a guess into a probable answer.
pub fn probably(answer: &mut Answer) {
    answer.sure = Sure::Probably;
    let guess = answer.explanation.iter_mut().filter(|one| one.code == "sure");
    guess.for_each(|one| one.text = TEXTS.both("sure-probably", &[]));
}

/// The number of worlds that agree with the knowledge, of which `used` were used.
pub fn count_worlds<G: Observed>(rules: &G, knowledge: &G::Knowledge, used: u64) -> Worlds {
    worlds(knowledge.count_worlds(rules), used)
}

fn worlds(count: WorldCount, used: u64) -> Worlds {
    let (counted, number) = match count {
        WorldCount::Exact(count) => (Counted::Exact, count as f64),
        WorldCount::Estimate(count) => (Counted::Estimate, two_digits(count)),
    };
    let (counted, consistent) = if number < MANY { (counted, number) } else { (Counted::AtLeast, MANY) };
    let used = used.min(consistent as u64);
    Worlds { consistent, counted, text: words::worlds(counted, consistent), used }
}

/// An estimated count: it is at least 1, and it is given with no more digits than it has.
fn two_digits(count: f64) -> f64 {
    let count = count.max(1.0);
    format!("{:.1e}", count.round()).parse().unwrap_or(count)
}

/// Ranks `moves`, which come in canonical order, best first. Moves within [`TOLERANCE`] of the first of their group are told apart by
/// their `points`; those of equal points share a rank, in canonical order.
fn ranked(notations: &[String], moves: Vec<MoveAdvice>, points: Option<&[f64]>) -> Vec<MoveAdvice> {
    let name =
        |(notation, advice): (&String, MoveAdvice)| MoveAdvice { notation: notation.clone(), ..advice };
    let mut moves: Vec<(usize, MoveAdvice)> = notations.iter().zip(moves).map(name).enumerate().collect();
    moves.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let best = moves.first().map_or(0.0, |(_, first)| first.value);
    let points = |number: usize| points.and_then(|points| points.get(number).copied()).unwrap_or(0.0);
    let mut rank = 1;
    let mut rest = moves.as_mut_slice();
    while let Some((_, head)) = rest.first() {
        let end = rest.iter().take_while(|(_, advice)| head.value - advice.value <= TOLERANCE).count();
        let (group, others) = rest.split_at_mut(end);
        let regret = if rank == 1 { 0.0 } else { best - group[0].1.value };
        group.sort_by(|(a, _), (b, _)| points(*b).total_cmp(&points(*a)).then(a.cmp(b)));
        for alike in group.chunk_by_mut(|(a, _), (b, _)| points(*a) - points(*b) <= TOLERANCE) {
            alike.sort_by_key(|(number, _)| *number);
            rank_group(alike, rank, regret);
            rank += alike.len() as u32;
        }
        rest = others;
    }
    moves.into_iter().map(|(_, advice)| advice).collect()
}

/// Gives the moves of a group their rank, their regret and the others of the same value.
fn rank_group(group: &mut [(usize, MoveAdvice)], rank: u32, regret: f64) {
    let equal: Vec<String> = group.iter().map(|(_, advice)| advice.notation.clone()).collect();
    for (_, advice) in group {
        advice.rank = rank;
        advice.regret = regret;
        advice.equals = equal.iter().filter(|other| **other != advice.notation).cloned().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(count: WorldCount) -> (f64, Counted, String, String) {
        let Worlds { consistent, counted, text, used } = worlds(count, u64::MAX);
        assert!(used as f64 == consistent, "never more are used than there are");
        (consistent, counted, text.en, text.fr)
    }

    #[test]
    fn an_estimate_is_told_as_one_and_no_limit_as_a_number() {
        let tell =
            |consistent, counted, en: &str, fr: &str| (consistent, counted, en.to_owned(), fr.to_owned());
        let exact = |count| told(WorldCount::Exact(count));
        assert_eq!(exact(1), tell(1.0, Counted::Exact, "1 possible world", "1 monde possible"));
        let thousands = "34\u{202f}650 mondes possibles";
        assert_eq!(exact(34_650), tell(34_650.0, Counted::Exact, "34,650 possible worlds", thousands));
        let many = tell(
            1e15,
            Counted::AtLeast,
            "some 10¹⁵ possible worlds or more",
            "quelque 10¹⁵ mondes possibles, ou plus",
        );
        for count in [MANY as u128, 1 << 53, (1 << 53) + 1, u128::MAX] {
            assert_eq!(exact(count), many);
        }
        let estimate = |count| told(WorldCount::Estimate(count));
        for count in [1e15, 9_007_199_254_740_992.0, 3e27, f64::INFINITY] {
            assert_eq!(estimate(count), many, "{count}");
        }
        let millions = "environ 4\u{202f}300\u{202f}000 mondes possibles";
        assert_eq!(
            estimate(4_312_345.6),
            tell(4_300_000.0, Counted::Estimate, "about 4,300,000 possible worlds", millions)
        );
        for (count, right) in [(0.2, 1.0), (7.4, 7.0), (99.7, 100.0), (9.96e14, 1e15), (123.0, 120.0)] {
            assert_eq!(estimate(count).0, right);
        }
        assert_eq!(estimate(f64::NAN).0, 1.0);
    }
}
