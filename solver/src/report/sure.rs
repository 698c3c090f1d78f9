//! How sure an answer is of its first move, in one of five words.

use super::TOLERANCE;
use crate::answer::{Confidence, Level, MoveAdvice, Status, Sure};

/// The probability that a move is sure, and that it is probable.
const SURE: f64 = 0.95;
const PROBABLE: f64 = 0.7;
/// Moves of about the same share that bring so many points more or fewer are not called equal.
const POINTS: f64 = 0.5;

/// The word, and the notations of the moves that are as good as the first, it included; none if it stands alone.
pub(super) fn sure(
    (level, status): (Level, Status),
    moves: &[MoveAdvice],
    confidence: Option<&Confidence>,
) -> (Sure, Vec<String>) {
    let Some(first) = moves.first() else { return (Sure::Guess, Vec::new()) };
    let ties = moves.iter().take_while(|advice| advice.rank == 1);
    let mut ties: Vec<String> = ties.map(|advice| advice.notation.clone()).collect();
    if ties.len() == 1 {
        ties.clear();
    }
    match level {
        _ if level >= Level::ExactConcept => (Sure::Proved, ties),
        // Every world is solved, but as if all cards lay open.
        Level::AllWorlds => (if ties.is_empty() { Sure::Probably } else { Sure::Equal }, ties),
        Level::Sampled | Level::SampledWorlds => match confidence {
            Some(Confidence { alike, .. }) if !alike.is_empty() => {
                let names = std::iter::once(&first.notation).chain(alike);
                (Sure::Equal, names.cloned().collect())
            }
            Some(Confidence { alone: SURE.., .. }) => (Sure::Sure, Vec::new()),
            Some(Confidence { alone: PROBABLE.., .. }) => (Sure::Probably, Vec::new()),
            _ => (Sure::Guess, Vec::new()),
        },
        _ if status == Status::Partial && leads(moves) => (Sure::Sure, Vec::new()),
        _ => (Sure::Guess, Vec::new()),
    }
}

/// Leaves out of moves that are `alike` what is surely worse, however little that is, and what brings other points.
pub(super) fn without_worse(alike: &mut Vec<String>, moves: &[MoveAdvice]) {
    let is_worse = |advice: &MoveAdvice| advice.behind.as_ref().is_some_and(|behind| behind.low > 0.0);
    let own = moves.first().and_then(|first| first.margin);
    let differs =
        |advice: &MoveAdvice| own.zip(advice.margin).is_some_and(|(own, other)| (own - other).abs() > POINTS);
    let is_other = |advice: &MoveAdvice| is_worse(advice) || differs(advice);
    alike.retain(|name| !moves.iter().any(|advice| advice.notation == *name && is_other(advice)));
}

/// Whether the proved bounds of the first move lie above those of all others.
fn leads(moves: &[MoveAdvice]) -> bool {
    let Some((first, others)) = moves.split_first() else { return false };
    !others.is_empty() && others.iter().all(|other| other.high <= first.low + TOLERANCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Gap;

    #[test]
    fn what_is_surely_worse_or_brings_other_points_is_not_called_equal() {
        let advice = |notation: &str, low: Option<f64>| MoveAdvice {
            notation: notation.to_owned(),
            margin: Some(if notation == "e" { 4.0 } else { 3.0 }),
            behind: low.map(|low| Gap { mean: 0.01, low, high: 0.02, paired: true }),
            ..MoveAdvice::default()
        };
        let moves = [("a", None), ("b", Some(-0.001)), ("c", Some(0.001)), ("d", None), ("e", Some(-0.001))];
        let moves = moves.map(|(notation, low)| advice(notation, low));
        let alike = |names: &[&str]| {
            let mut alike = names.iter().map(ToString::to_string).collect();
            without_worse(&mut alike, &moves);
            let confidence = Confidence {
                within: 0.02,
                probability: 0.9,
                set: Vec::new(),
                times_longer: None,
                alone: 0.99,
                alike,
                gap: None,
            };
            sure((Level::Sampled, Status::Final), &moves, Some(&confidence))
        };
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<String>>();
        assert_eq!(alike(&["b", "c", "d", "e"]), (Sure::Equal, names(&["a", "b", "d"])));
        assert_eq!(alike(&["c"]), (Sure::Sure, names(&[])));
    }
}
