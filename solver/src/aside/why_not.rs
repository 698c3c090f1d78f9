//! Why not another move: the same comparison as of the best move with the next best.

use serde::Serialize;
use tapis_games::game::Published;
use tapis_games::locale::Language;
use tapis_games::refusal::Text;
use tapis_games::shown::Picks;
use utoipa::ToSchema;

use crate::answer::{Answer, Explanation, Gap, HintLevel, LinePly, MoveAdvice};
use crate::heuristics::Heuristics;
use crate::insight;
use crate::report::{IN, IN_SHORT, TEXTS, lines};
use crate::task::Task;

/// Worlds in which a line is played after each of the two moves.
const WORLDS: u64 = 400;

/// A move compared with the one that the hint puts first.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct WhyNot {
    /// The move.
    #[schema(example = "take 1L")]
    pub notation: String,
    /// What its button says; absent for games without texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// The taps that make it; absent for games that are not drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picks: Option<Picks>,
    /// The move that it is compared with: the first of the hint.
    #[schema(example = "take 2R")]
    pub best: String,
    /// What it loses against that, in the unit of `value`.
    pub regret: f64,
    /// The same with an interval, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<Gap>,
    /// The most likely reply, if the search knows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<LinePly>,
    /// How many pairs of lines were played to the end, one after each of the two moves, in the same world; 0 for games without texts.
    pub lines: u64,
    /// In which share of them it ends better than the best move.
    pub better: f64,
    /// In which share it ends worse.
    pub worse: f64,
    /// Why, in words.
    pub explanation: Vec<Explanation>,
}

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
        let key = if explanation.is_empty() { "why_not-open" } else { "why_not-ends" };
        explanation.push(sentence(key, [best, advice], [compared.better, compared.worse]));
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
