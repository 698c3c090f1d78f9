//! Explains an answer in words. Every text is a computed fact.

use std::collections::BTreeSet;

use tapis_games::refusal::Text;

use super::{Findings, TOLERANCE, quoted};
use crate::answer::{Explanation, HintLevel, Level, MoveAdvice, Status, Sure};
use crate::request::Objective;
use crate::words::{TEXTS, fact, joined, percent, same, text, value, write};

/// The most moves that are named as equally good.
const NAMED: usize = 3;
/// What is not proved is told to be no surer than this.
const SUREST: f64 = 0.99;

/// The data behind the texts.
pub(super) struct Facts<'a> {
    /// With moves best first.
    pub findings: &'a Findings,
    pub objective: Objective,
    /// How sure the first is,
    pub sure: Sure,
    /// and the notations of those that are as good, itself included; none if it stands alone.
    pub equals: &'a [String],
}

/// The facts in words, the most important first.
pub(super) fn explain(facts: &Facts<'_>) -> Vec<Explanation> {
    let Some(best) = facts.findings.moves.first() else { return Vec::new() };
    let mut explanations = Vec::new();
    if facts.findings.moves.len() == 1 {
        explanations.push(Explanation { from: HintLevel::Nudge, ..fact("only_move", &[]) });
    }
    explanations.extend(sureness(facts));
    explanations.extend(outcome(facts, best));
    explanations.extend(comparison(facts, best));
    explanations.extend(depth(facts));
    explanations
}

/// The value of the best move, if it is proved.
fn outcome(facts: &Facts<'_>, best: &MoveAdvice) -> Option<Explanation> {
    let is = |value: f64| (best.value - value).abs() <= TOLERANCE;
    let value = [("value", value(facts.objective, best.value))];
    match (facts.findings.level, facts.objective) {
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
    if !facts.findings.moves.iter().all(MoveAdvice::is_exact) || facts.findings.moves.len() < 2 {
        return None;
    }
    Some(match facts.findings.moves.iter().find(|advice| advice.rank > 1) {
        None if facts.objective == Objective::WinShare && facts.findings.points.is_none() => {
            fact("all_moves_equal-share", &[])
        }
        None => fact("all_moves_equal", &[]),
        Some(next) if best.value - next.value <= TOLERANCE => fact("more_points", &[]),
        Some(next) => {
            let more = value(facts.objective, best.value - next.value);
            let others = &facts.findings.moves[1..];
            // Of moves that are all alike none stands for the others.
            let is_alike = |other: &MoveAdvice| (next.value - other.value).abs() <= TOLERANCE;
            if others.len() > 1 && others.iter().all(is_alike) {
                return Some(fact("better_than_next-all", &[("value", more)]));
            }
            let next = quoted(&facts.findings.moves, &next.notation);
            fact("better_than_next", &[("value", more), ("move", text(&next))])
        }
    })
}

fn depth(facts: &Facts<'_>) -> Option<Explanation> {
    let depth = facts.findings.depth.filter(|_| facts.findings.status != Status::Final)?;
    Some(fact("depth_limited", &[("n", same(depth))]))
}

/// How sure it is, in words, or which moves are equally good or the few that may be best; nothing where there is no choice.
fn sureness(facts: &Facts<'_>) -> Option<Explanation> {
    if facts.findings.moves.len() < 2 {
        return None;
    }
    // Moves of the same share may bring different points.
    let by_share = facts.objective == Objective::WinShare && facts.findings.points.is_none();
    let confidence = facts.findings.confidence.as_ref();
    let few = confidence.map(|known| known.set.as_slice());
    let few = few.filter(|set| facts.sure == Sure::Guess && (2..=NAMED).contains(&set.len()));
    let key = match facts.sure {
        Sure::Proved if facts.equals.is_empty() => "sure-proved",
        Sure::Proved if by_share => "sure-proved-share",
        Sure::Proved => "sure-proved-equal",
        // Bounds prove it.
        Sure::Sure if confidence.is_none() => "sure-bounds",
        Sure::Sure => "sure-sure",
        Sure::Probably => "sure-probably",
        Sure::Guess if few.is_some() => "sure-few",
        Sure::Guess => "sure-guess",
        Sure::Equal if by_share && facts.findings.level == Level::AllWorlds => "sure-share",
        Sure::Equal => "sure-equal",
    };
    let (within, alone) = confidence.map_or((0.0, 0.0), |known| (known.within, known.alone));
    let blanks = [
        ("moves", text(&equals(&facts.findings.moves, few.unwrap_or(facts.equals)))),
        ("within", value(facts.objective, within)),
        ("probability", percent(alone.min(SUREST), 0)),
    ];
    let code = if facts.equals.is_empty() { "sure" } else { "equally_good" };
    Some(Explanation::new(code, write(&TEXTS, key, &blanks), HintLevel::Move, HintLevel::Full))
}

/// Which of the `moves` are as good, in few names: those that are not, where they are fewer.
fn equals(moves: &[MoveAdvice], equals: &[String]) -> Text {
    let among: BTreeSet<&String> = equals.iter().collect();
    let others = moves.iter().map(|advice| &advice.notation).filter(|notation| !among.contains(notation));
    let others: Vec<&String> = others.take(NAMED + 1).collect();
    let (key, named) = match (equals.len(), others.len()) {
        (..=NAMED, _) => ("equal-these", equals.iter().collect()),
        (_, 0) => ("equal-all", others),
        (_, ..=NAMED) => ("equal-but", others),
        _ => ("equal-such", equals.iter().take(NAMED).collect()),
    };
    let name = |notation: &String| write(&TEXTS, "quoted", &[("move", text(&quoted(moves, notation)))]);
    let names: Vec<Text> = named.into_iter().map(name).collect();
    let blanks =
        [("moves", text(&joined(&names, [", "; 2]))), ("n", same(equals.len())), ("all", same(moves.len()))];
    write(&TEXTS, key, &blanks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Algorithm, Confidence, Stop};

    fn advice(notation: &str, rank: u32, value: f64) -> MoveAdvice {
        let notation = notation.to_owned();
        MoveAdvice { notation, rank, value, low: value, high: value, ..MoveAdvice::default() }
    }

    fn findings(level: Level, moves: &[MoveAdvice]) -> Findings {
        Findings {
            status: Status::Final,
            level,
            caveats: Vec::new(),
            method: Algorithm::AlphaBeta,
            used: 1,
            moves: moves.to_vec(),
            points: None,
            confidence: None,
            measured: None,
            explanation: Vec::new(),
            depth: None,
            stop: Stop::Proved,
            nodes: 1,
        }
    }

    fn facts(findings: &Findings) -> Facts<'_> {
        Facts { findings, objective: Objective::WinShare, sure: Sure::Proved, equals: &[] }
    }

    fn codes(level: Level, moves: &[MoveAdvice]) -> Vec<String> {
        explain(&facts(&findings(level, moves))).into_iter().map(|explanation| explanation.code).collect()
    }

    #[test]
    fn a_win_is_called_a_win_only_when_it_is_proved_for_two() {
        let moves = [advice("a", 1, 1.0), advice("b", 2, 0.5)];
        assert_eq!(codes(Level::Exact, &moves), ["sure", "forced_win", "better_than_next"]);
        assert_eq!(codes(Level::ExactConcept, &moves), ["sure", "exact_value", "better_than_next"]);
        assert_eq!(codes(Level::AllWorlds, &moves), ["sure", "better_than_next"]);
    }

    #[test]
    fn the_next_move_is_named_unless_all_others_are_alike() {
        let said = |values: [f64; 2]| {
            let [b, c] = values;
            let (second, third) = (if b < 1.0 { 2 } else { 1 }, if b > c { 3 } else { 2 });
            let moves = [advice("a", 1, 1.0), advice("b", second, b), advice("c", third, c)];
            let said = explain(&facts(&findings(Level::Exact, &moves)));
            said.into_iter().find(|one| one.code == "better_than_next").expect("a comparison").text
        };
        let (alike, apart) = (said([0.5, 0.5]), said([0.5, 0.0]));
        assert!(alike.en.ends_with("more than every other move."), "{alike:?}");
        assert!(alike.fr.ends_with("de plus que tous les autres coups."), "{alike:?}");
        assert!(apart.en.ends_with("more than “b”."), "{apart:?}");
        assert!(said([1.0, 0.5]).en.ends_with("more than “c”."), "the second is as good as the first");
    }

    #[test]
    fn what_names_equal_moves_has_a_code_of_its_own() {
        let (moves, equals) = ([advice("a", 1, 0.5), advice("b", 1, 0.5)], ["a", "b"].map(str::to_owned));
        let found = findings(Level::Exact, &moves);
        let code = |sure, equals| sureness(&Facts { sure, equals, ..facts(&found) }).map(|one| one.code);
        for sure in [Sure::Proved, Sure::Equal] {
            assert_eq!(code(sure, &equals).as_deref(), Some("equally_good"));
        }
        assert_eq!(code(Sure::Proved, &[]).as_deref(), Some("sure"));
    }

    /// However many are as good, few are named.
    #[test]
    fn what_nearly_all_moves_have_in_common_is_told_by_the_others() {
        let names: Vec<String> = ('a'..='j').map(String::from).collect();
        let moves: Vec<MoveAdvice> = names.iter().map(|name| advice(name, 1, 0.5)).collect();
        let told = |n: usize| equals(&moves, &names[..n]);
        let [these, such, but, all] = [2, 6, 9, 10].map(told);
        assert_eq!(these.en, "“a”, “b”");
        assert_eq!(such.en, "6 of the 10 moves, such as “a”, “b”, “c”");
        assert_eq!((but.en, all.en), ("all moves but “j”".to_owned(), "all 10 moves".to_owned()));
        assert_eq!(but.fr, "tous les coups sauf «\u{202f}j\u{202f}»");
    }

    #[test]
    fn what_is_not_proved_is_told_with_its_number_and_by_the_moves_that_may_be_best() {
        let moves = [advice("a", 1, 0.5), advice("b", 2, 0.48), advice("c", 3, 0.1)];
        let confidence = |set: &[&str], alone| Confidence {
            within: 0.02,
            probability: 0.93,
            set: set.iter().map(ToString::to_string).collect(),
            times_longer: None,
            alone,
            alike: Vec::new(),
            gap: None,
        };
        let said = |sure, confidence| {
            let found = Findings { confidence, ..findings(Level::Sampled, &moves) };
            let text = sureness(&Facts { sure, ..facts(&found) }).expect("three moves").text;
            [text.en, text.fr].map(|said| said.replace('\u{202f}', " "))
        };
        let [en, fr] = said(Sure::Sure, Some(confidence(&["a"], 0.998)));
        assert_eq!(en, "No other move is better by more than 2.0 % of the win (99 %).");
        assert_eq!(fr, "Aucun autre coup n’est meilleur de plus de 2,0 % de la victoire (99 %).");
        assert!(said(Sure::Sure, None)[0].starts_with("Surely"), "bounds are proofs");
        let few = said(Sure::Guess, Some(confidence(&["a", "b"], 0.4)));
        assert!(few[0].ends_with("“a”, “b”.") && few[1].ends_with('.'), "{few:?}");
        let [none, _] = said(Sure::Guess, Some(confidence(&["a"], 0.4)));
        assert_eq!(none, "I am not sure: probably this one.");
    }

    /// Nobody is told to take what they like of moves whose points were not found out.
    #[test]
    fn what_is_known_to_win_as_much_is_not_called_as_good() {
        let (moves, equals) = ([advice("a", 1, 0.5), advice("b", 1, 0.5)], ["a", "b"].map(str::to_owned));
        for (sure, level) in [(Sure::Proved, Level::Exact), (Sure::Equal, Level::AllWorlds)] {
            let said = |by_points: bool, objective| {
                let found = Findings { points: by_points.then(Vec::new), ..findings(level, &moves) };
                let facts = Facts { sure, objective, equals: &equals, ..facts(&found) };
                sureness(&facts).expect("two moves").text.en
            };
            let by_share = said(false, Objective::WinShare);
            assert!(by_share.contains("same share of the win") && !by_share.contains("Take"), "{by_share}");
            for whole in [said(true, Objective::WinShare), said(false, Objective::RoundPayoff)] {
                assert!(whole.contains("equally good") && whole.contains("Take the one you like"), "{whole}");
            }
        }
    }

    #[test]
    fn equal_moves_and_single_moves_are_said_to_be_so() {
        assert_eq!(
            codes(Level::Exact, &[advice("a", 1, 0.5), advice("b", 1, 0.5)]),
            ["sure", "forced_draw", "all_moves_equal"]
        );
        assert_eq!(codes(Level::Exact, &[advice("a", 1, 0.0)]), ["only_move", "forced_loss"]);
    }
}
