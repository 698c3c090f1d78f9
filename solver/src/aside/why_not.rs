//! Why not another move: the same comparison as of the best move with the next best.

use tapis_games::game::Published;
use tapis_games::locale::Language;
use tapis_games::refusal::Text;

use crate::answer::{Answer, Explanation, HintLevel, MoveAdvice, WhyNot};
use crate::heuristics::Heuristics;
use crate::insight;
use crate::task::Task;
use crate::words::{IN, IN_SHORT, TEXTS, lines};

/// Worlds in which a line is played after each of the two moves.
const WORLDS: u64 = 400;

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
        let key = key(advice, answer.exactness.proved, explanation.is_empty(), ends);
        explanation.push(sentence(key, [best, advice], ends));
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
fn key(other: &MoveAdvice, proved: bool, unexplained: bool, [better, worse]: [f64; 2]) -> &'static str {
    let surely = other.regret > 0.0 && (proved || other.behind.as_ref().is_some_and(|gap| gap.low > 0.0));
    match () {
        () if surely && better >= worse => "why_not-unseen",
        () if unexplained => "why_not-open",
        () => "why_not-ends",
    }
}

fn sentence(key: &'static str, [best, other]: [&MoveAdvice; 2], [better, worse]: [f64; 2]) -> Explanation {
    let said = |language: Language| {
        let name = |advice: &MoveAdvice| {
            let text = advice.text.as_ref().map(|text| language.say(&text.en, &text.fr).clone());
            text.unwrap_or_else(|| advice.notation.clone()).into()
        };
        let args = [
            ("best", name(best)),
            ("move", name(other)),
            ("better", lines(language, IN, better)),
            ("worse", lines(language, IN_SHORT, worse)),
        ];
        TEXTS.say(language, key, &args)
    };
    Explanation {
        code: "ends".to_owned(),
        text: Text::new(said(Language::English), said(Language::French)),
        from: HintLevel::Full,
        to: HintLevel::Full,
    }
}
