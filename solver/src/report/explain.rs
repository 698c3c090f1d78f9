//! Explains an answer in words. Every text is a computed fact.

use super::{Figure, TOLERANCE, fact};
use crate::answer::{Confidence, Explanation, HintLevel, Level, MoveAdvice, Status};
use crate::request::Objective;

/// The data behind the texts.
pub(super) struct Facts<'a> {
    pub objective: Objective,
    pub level: Level,
    pub status: Status,
    /// Best first.
    pub moves: &'a [MoveAdvice],
    pub depth: Option<u32>,
    pub confidence: Option<&'a Confidence>,
}

/// The facts in words, the most important first.
pub(super) fn explain(facts: &Facts<'_>) -> Vec<Explanation> {
    let Some(best) = facts.moves.first() else { return Vec::new() };
    let mut explanations = Vec::new();
    if facts.moves.len() == 1 {
        explanations.push(Explanation { from: HintLevel::Nudge, ..fact("only_move", &[]) });
    }
    explanations.extend(outcome(facts, best));
    explanations.extend(comparison(facts, best));
    explanations.extend(depth(facts));
    explanations.extend(doubt(facts));
    explanations
}

/// The value of the best move, if it is proved.
fn outcome(facts: &Facts<'_>, best: &MoveAdvice) -> Option<Explanation> {
    let is = |value: f64| (best.value - value).abs() <= TOLERANCE;
    let value = [("value", Figure::Value(facts.objective, best.value))];
    match (facts.level, facts.objective) {
        (Level::Exact, Objective::WinShare) if is(1.0) => Some(fact("forced_win", &[])),
        (Level::Exact, Objective::WinShare) if is(0.0) => Some(fact("forced_loss", &[])),
        (Level::Exact, Objective::WinShare) if is(0.5) => Some(fact("forced_draw", &[])),
        (Level::Exact, _) => Some(fact("exact_value", &value)),
        (Level::ExactChance | Level::ExactConcept, _) => Some(fact("exact_value-chance", &value)),
        _ => None,
    }
}

/// Compares the best move with the next best.
fn comparison(facts: &Facts<'_>, best: &MoveAdvice) -> Option<Explanation> {
    if !facts.moves.iter().all(MoveAdvice::is_exact) || facts.moves.len() < 2 {
        return None;
    }
    Some(match facts.moves.iter().find(|advice| advice.rank > 1) {
        None => fact("all_moves_equal", &[]),
        Some(next) => {
            let value = Figure::Value(facts.objective, best.value - next.value);
            fact("better_than_next", &[("value", value)])
        }
    })
}

fn depth(facts: &Facts<'_>) -> Option<Explanation> {
    let depth = facts.depth.filter(|_| facts.status != Status::Final)?;
    Some(fact("depth_limited", &[("n", Figure::Count(depth as usize))]))
}

/// Whether the search cannot tell the moves apart, and how much longer it would take.
fn doubt(facts: &Facts<'_>) -> Option<Explanation> {
    let all = |confidence: &&&Confidence| confidence.set.len() == facts.moves.len() && facts.moves.len() > 1;
    let confidence = facts.confidence.as_ref().filter(all)?;
    let said = match confidence.times_longer {
        Some(times) => fact("cannot_tell-times", &[("times", Figure::Count(times as usize))]),
        None => fact("cannot_tell", &[]),
    };
    Some(Explanation { from: HintLevel::Nudge, ..said })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(notation: &str, rank: u32, value: f64) -> MoveAdvice {
        let notation = notation.to_owned();
        MoveAdvice { notation, rank, value, low: value, high: value, ..MoveAdvice::default() }
    }

    fn codes(level: Level, moves: &[MoveAdvice]) -> Vec<String> {
        let facts = Facts {
            objective: Objective::WinShare,
            level,
            status: Status::Final,
            moves,
            depth: None,
            confidence: None,
        };
        explain(&facts).into_iter().map(|explanation| explanation.code).collect()
    }

    #[test]
    fn a_win_is_called_a_win_only_when_it_is_proved_for_two() {
        let moves = [advice("a", 1, 1.0), advice("b", 2, 0.5)];
        assert_eq!(codes(Level::Exact, &moves), ["forced_win", "better_than_next"]);
        assert_eq!(codes(Level::ExactConcept, &moves), ["exact_value", "better_than_next"]);
        assert_eq!(codes(Level::AllWorlds, &moves), ["better_than_next"]);
    }

    #[test]
    fn equal_moves_and_single_moves_are_said_to_be_so() {
        assert_eq!(
            codes(Level::Exact, &[advice("a", 1, 0.5), advice("b", 1, 0.5)]),
            ["forced_draw", "all_moves_equal"]
        );
        assert_eq!(codes(Level::Exact, &[advice("a", 1, 0.0)]), ["only_move", "forced_loss"]);
    }
}
