//! What is asked beside the best move: why not another one, and where hidden pieces lie.

use tapis_games::game::{Hidden, InformationSet, Published};
use tapis_games::locale::Arg;
use tapis_games::refusal::Text;

use crate::answer::Answer;
use crate::control::Control;
use crate::error::HintError;
use crate::heuristics::Heuristics;
use crate::task::Task;
use crate::words::TEXTS;

mod beliefs;
mod why_not;

/// Checks what is asked, as far as no search is needed.
///
/// # Errors
/// It makes no sense here.
pub fn check<G: Published>(task: &Task<'_, G>) -> Result<(), HintError> {
    if let Some(notation) = &task.request.why_not {
        if !task.notations.contains(notation) {
            return Err(refused("/why_not", "why_not-not_legal", &[("move", notation.clone().into())]));
        }
        if task.moves.len() < 2 {
            return Err(refused("/why_not", "why_not-no_choice", &[]));
        }
    }
    if task.request.beliefs && task.knowledge.hidden(task.rules) == Hidden::Nothing {
        return Err(refused("/beliefs", "beliefs-nothing", &[]));
    }
    Ok(())
}

/// The answer with what is asked beside it.
///
/// # Errors
/// It makes no sense here.
pub fn add<G: Published + Heuristics>(
    task: &Task<'_, G>,
    mut answer: Answer,
    control: &Control,
) -> Result<Answer, HintError> {
    check(task)?;
    if let Some(notation) = &task.request.why_not {
        if answer.moves.first().is_some_and(|first| first.notation == *notation) {
            return Err(refused("/why_not", "why_not-best", &[]));
        }
        answer.why_not = why_not::of(task, &answer, notation, control);
    }
    if task.request.beliefs {
        let beliefs = beliefs::of(task);
        answer.beliefs = Some(beliefs.ok_or_else(|| refused("/beliefs", "beliefs-chance", &[]))?);
    }
    Ok(answer)
}

/// That a question needs a hint that names the best move.
pub fn needs_the_move() -> Text {
    TEXTS.both("why_not-level", &[])
}

fn refused(pointer: &'static str, key: &str, args: &[(&'static str, Arg)]) -> HintError {
    HintError::Refused { pointer, text: TEXTS.both(key, args) }
}
