//! Explains an answer in words. Every text is a computed fact.

use tapis_games::refusal::Text;

use super::TOLERANCE;
use crate::answer::{Confidence, Explanation, HintLevel, Level, MoveAdvice, Status};
use crate::insight::HINTS;
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
        let only = fact("only_move", "The only legal move.", "Le seul coup permis.");
        explanations.push(Explanation { from: HintLevel::Nudge, ..only });
    }
    explanations.extend(outcome(facts, best));
    explanations.extend(comparison(facts, best));
    explanations.extend(depth(facts));
    explanations.extend(doubt(facts));
    explanations
}

/// An explanation with its code, for full hints.
pub fn fact(code: &str, en: impl Into<String>, fr: impl Into<String>) -> Explanation {
    let (from, to) = (HintLevel::Full, HintLevel::Full);
    Explanation { code: code.to_owned(), text: Text::new(en, fr), from, to }
}

/// A value of `objective` in words, English and French.
pub fn value_in_words(objective: Objective, value: f64) -> (String, String) {
    match objective {
        Objective::WinShare => {
            let percent = format!("{:.1}", 100.0 * value);
            (format!("{percent} % of the win"), format!("{} % de la victoire", comma(&percent)))
        }
        Objective::RoundPayoff => {
            let points = format!("{value:+.1}");
            (format!("{points} points"), format!("{} points", comma(&points)))
        }
    }
}

fn comma(number: &str) -> String {
    number.replace('.', ",")
}

/// The value of the best move, if it is proved.
fn outcome(facts: &Facts<'_>, best: &MoveAdvice) -> Option<Explanation> {
    let is = |value: f64| (best.value - value).abs() <= TOLERANCE;
    let (en, fr) = value_in_words(facts.objective, best.value);
    match (facts.level, facts.objective) {
        (Level::Exact, Objective::WinShare) if is(1.0) => {
            Some(fact("forced_win", "Wins against every reply.", "Gagne contre toute réponse."))
        }
        (Level::Exact, Objective::WinShare) if is(0.0) => Some(fact(
            "forced_loss",
            "Every move loses against the best replies.",
            "Tout coup perd contre les meilleures réponses.",
        )),
        (Level::Exact, Objective::WinShare) if is(0.5) => Some(fact(
            "forced_draw",
            "The best play of both shares the win.",
            "Le meilleur jeu des deux partage la victoire.",
        )),
        (Level::Exact, _) => {
            Some(fact("exact_value", format!("Worth exactly {en}."), format!("Vaut exactement {fr}.")))
        }
        (Level::ExactChance | Level::ExactConcept, _) => Some(fact(
            "exact_value",
            format!("Worth exactly {en} on average over chance."),
            format!("Vaut exactement {fr} en moyenne sur le hasard."),
        )),
        _ => None,
    }
}

/// Compares the best move with the next best.
fn comparison(facts: &Facts<'_>, best: &MoveAdvice) -> Option<Explanation> {
    if !facts.moves.iter().all(MoveAdvice::is_exact) || facts.moves.len() < 2 {
        return None;
    }
    match facts.moves.iter().find(|advice| advice.rank > 1) {
        None => Some(fact(
            "all_moves_equal",
            "All legal moves are worth the same.",
            "Tous les coups permis se valent.",
        )),
        Some(next) => {
            let (en, fr) = value_in_words(facts.objective, best.value - next.value);
            Some(fact(
                "better_than_next",
                format!("{en} more than the next best, {}.", next.notation),
                format!("{fr} de plus que le suivant, {}.", next.notation),
            ))
        }
    }
}

fn depth(facts: &Facts<'_>) -> Option<Explanation> {
    let depth = facts.depth.filter(|_| facts.status != Status::Final)?;
    Some(fact(
        "depth_limited",
        format!("Looked {depth} plies ahead; beyond that the position is judged, not searched."),
        format!("Prévoit {depth} demi-coups ; au-delà, la position est estimée, pas calculée."),
    ))
}

/// Whether the search cannot tell the moves apart, and how much longer it would take.
fn doubt(facts: &Facts<'_>) -> Option<Explanation> {
    let all = |confidence: &&&Confidence| confidence.set.len() == facts.moves.len() && facts.moves.len() > 1;
    let confidence = facts.confidence.as_ref().filter(all)?;
    let text = match confidence.times_longer {
        Some(times) => HINTS.both("hint-cannot-tell-times", &[("times", times.into())]),
        None => HINTS.both("hint-cannot-tell", &[]),
    };
    Some(Explanation { code: "cannot_tell".to_owned(), text, from: HintLevel::Nudge, to: HintLevel::Full })
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

    #[test]
    fn numbers_are_written_as_each_language_does() {
        assert_eq!(value_in_words(Objective::WinShare, 0.625).1, "62,5 % de la victoire");
        assert_eq!(value_in_words(Objective::RoundPayoff, -3.0).0, "-3.0 points");
    }
}
