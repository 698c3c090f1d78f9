//! Why not another move: the same comparison as of the best move with the next best.

use tapis_games::game::Published;
use tapis_games::locale::Language;
use tapis_games::refusal::Text;

use crate::answer::{Answer, Explanation, HintLevel, LinePly, MoveAdvice, WhyNot};
use crate::heuristics::Heuristics;
use crate::insight;
use crate::report;
use crate::task::Task;
use crate::words::{IN, IN_SHORT, TEXTS, lines};

/// Worlds in which a line is played after each of the two moves.
const WORLDS: u64 = 400;
/// So much of the line that the search expects is told where only the search finds the move worse.
const EXPECTED: usize = 3;
/// Where a move ends worse in so many lines more than it ends better, the lines show that it is worse:
const CLEARLY: f64 = 0.08;
/// or where they are so many standard errors more, by the lines that end differently.
const ERRORS: f64 = 2.5;

/// The comparison of a legal move with the first of `answer`.
pub(super) fn of<G: Published + Heuristics>(
    task: &Task<'_, G>,
    answer: &Answer,
    notation: &str,
) -> Option<WhyNot> {
    let (best, advice) =
        (answer.moves.first()?, answer.moves.iter().find(|advice| advice.notation == notation)?);
    let compared = insight::compare(task, answer, notation, WORLDS);
    let mut explanation: Vec<Explanation> = compared.explanation;
    explanation.retain(|one| one.is_shown_at(HintLevel::Full));
    if compared.lines > 0 {
        let ends = [compared.better, compared.worse];
        // What the first move does on the table that this one does not do is a reason, too.
        let on_table = |one: &Explanation| one.code == "on_table" && one.from >= HintLevel::Move;
        let is_compared = answer.compared.as_ref().is_some_and(|compared| compared.other == notation);
        let told = is_compared && answer.explanation.iter().any(on_table);
        let reasons = if !explanation.is_empty() {
            Reasons::Here
        } else if told {
            Reasons::OnTable
        } else {
            Reasons::None
        };
        let key = key(advice, answer.exactness.proved, reasons, (ends, compared.lines));
        let names = [best, advice].map(|of| report::quoted(&answer.moves, &of.notation));
        explanation.push(sentence(key, &names, ends));
        if key.starts_with(UNSEEN) {
            explanation.extend(expected(&advice.pv, &names[1]));
        }
    }
    Some(WhyNot {
        notation: notation.to_owned(),
        text: advice.text.clone(),
        picks: advice.picks.clone(),
        best: best.notation.clone(),
        regret: advice.regret,
        behind: advice.behind.clone(),
        reply: advice.pv.first().filter(|ply| ply.seat != task.seat).cloned(),
        lines: compared.lines,
        better: compared.better,
        worse: compared.worse,
        explanation,
    })
}

/// The sentence about how lines end. They are played on without a search: where the search is sure of a loss that they do not show, it is
/// said why they do not.
fn key(
    other: &MoveAdvice,
    proved: bool,
    reasons: Reasons,
    ([better, worse], lines): ([f64; 2], u64),
) -> &'static str {
    let surely = other.regret > 0.0 && (proved || other.behind.as_ref().is_some_and(|gap| gap.low > 0.0));
    let by_chance = ERRORS * ((worse + better) / lines.max(1) as f64).sqrt();
    match reasons {
        // Both begin with `UNSEEN`.
        Reasons::Here if surely && better >= worse => "why_not-unseen-besides",
        _ if surely && better >= worse => "why_not-unseen",
        // That it ends worse in more of them is a reason.
        Reasons::None if worse - better < CLEARLY.min(by_chance) => "why_not-open",
        _ => "why_not-ends",
    }
}

/// With what the keys begin of sentences that no line and nothing on the table speaks for.
const UNSEEN: &str = "why_not-unseen";

/// What the search expects after a move, for a person to think about; nothing where its line has no words.
fn expected(line: &[LinePly], other: &Text) -> Option<Explanation> {
    let plies: Vec<&Text> = line.iter().take(EXPECTED).map(|ply| ply.text.as_ref()).collect::<Option<_>>()?;
    let said = |language: Language| {
        let said: Vec<&str> = plies.iter().map(|text| language.say(&text.en, &text.fr).as_str()).collect();
        let name = language.say(&other.en, &other.fr).clone();
        TEXTS.say(language, "why_not-expects", &[("move", name.into()), ("line", said.join(" ").into())])
    };
    (!plies.is_empty()).then(|| full("expected", Text::new(said(Language::English), said(Language::French))))
}

fn full(code: &str, text: Text) -> Explanation {
    Explanation { code: code.to_owned(), text, from: HintLevel::Full, to: HintLevel::Full }
}

/// The reasons that are told against a move.
#[derive(Clone, Copy)]
enum Reasons {
    None,
    /// What the best move does on the table.
    OnTable,
    /// What lines show, or what the move itself does on the table.
    Here,
}

fn sentence(key: &'static str, [best, other]: &[Text; 2], [better, worse]: [f64; 2]) -> Explanation {
    let said = |language: Language| {
        let name = |text: &Text| language.say(&text.en, &text.fr).clone().into();
        let args = [
            ("best", name(best)),
            ("move", name(other)),
            ("better", lines(language, IN, better)),
            ("worse", lines(language, IN_SHORT, worse)),
        ];
        TEXTS.say(language, key, &args)
    };
    full("ends", Text::new(said(Language::English), said(Language::French)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapis_games::seat::Seat;

    use crate::answer::Gap;

    #[test]
    fn what_only_the_search_finds_is_told_with_what_it_expects() {
        let ply = |en: &str| LinePly {
            seat: Seat(1),
            notation: "x".to_owned(),
            text: (!en.is_empty()).then(|| Text::new(en, en.to_uppercase())),
        };
        let other = Text::new("Lay the bet", "Poser la mise");
        let line = [ply("Player 2 builds."), ply("You pass."), ply("Player 2 passes."), ply("You lie down.")];
        let said = expected(&line, &other).expect("words");
        let (en, fr) = (&said.text.en, &said.text.fr);
        assert_eq!(en, "After “Lay the bet” the search expects: Player 2 builds. You pass. Player 2 passes.");
        assert!(fr.contains("PLAYER 2 BUILDS. YOU PASS. PLAYER 2 PASSES."), "{fr}");
        assert_eq!(expected(&[], &other), None);
        assert_eq!(expected(&[ply("Player 2 builds."), ply("")], &other), None);
    }

    #[test]
    fn it_is_said_that_lines_show_no_reason_only_where_they_show_none() {
        let of = |low: f64| MoveAdvice {
            regret: 0.1,
            behind: Some(Gap { mean: 0.1, low, high: 0.2, paired: true }),
            ..MoveAdvice::default()
        };
        let (sure, unsure) = (of(0.05), of(-0.05));
        let key = |of, reasons, ends| key(of, false, reasons, (ends, 100));
        assert_eq!(key(&sure, Reasons::None, [0.2, 0.27]), "why_not-open");
        assert_eq!(key(&sure, Reasons::None, [0.2, 0.4]), "why_not-ends");
        assert_eq!(key(&sure, Reasons::OnTable, [0.2, 0.27]), "why_not-ends");
        assert_eq!(key(&sure, Reasons::Here, [0.2, 0.27]), "why_not-ends");
        assert_eq!(key(&sure, Reasons::None, [0.4, 0.2]), "why_not-unseen");
        assert_eq!(key(&sure, Reasons::OnTable, [0.4, 0.2]), "why_not-unseen");
        assert_eq!(key(&sure, Reasons::Here, [0.4, 0.2]), "why_not-unseen-besides");
        assert_eq!(key(&unsure, Reasons::Here, [0.4, 0.2]), "why_not-ends");
        assert_eq!(key(&unsure, Reasons::None, [0.4, 0.2]), "why_not-open");
        // Never better and at times worse is a reason.
        assert_eq!(super::key(&sure, false, Reasons::None, ([0.0, 0.07], 400)), "why_not-ends");
        assert_eq!(super::key(&sure, false, Reasons::None, ([0.0, 0.07], 20)), "why_not-open");
    }
}
