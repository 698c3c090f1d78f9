//! A closer look at a move that somebody asks about: a search of it and of the first move of a hint alone, as by KataGo's `allowMoves` and
//! UCI's `searchmoves`.

use std::time::{Duration, Instant};

use tapis_games::game::Published;

use super::claims::Claimed;
use super::report::{ALPHA, advice, variation};
use super::run::{Limits, Search};
use super::{Question, Tuning, question};
use crate::answer::{Answer, Gap, MoveAdvice};
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::report::Writer;
use crate::request::{Belief, PARTS, Request};
use crate::task::Task;

/// So many of its lines go where the tree policy sends them; the others compare the two moves.
const GUIDED: f64 = 0.5;

/// The advice on a move of `answer` with what a closer look adds: its line where that is longer, and its difference to the first move where
/// that is known better. None where nothing is to be added: the answer was not sampled, both moves are proved, or the search had the move
/// to compare with from the beginning.
pub(crate) fn look_at<G: Published + Heuristics>(
    task: &Task<'_, G>,
    answer: &Answer,
    notation: &str,
    control: &Control,
) -> Option<MoveAdvice> {
    let Request { budget, seed, threads, belief, compared, .. } = task.request;
    let (best, asked) = (answer.moves.first()?, answer.moves.iter().find(|of| of.notation == notation)?);
    let lines = answer.measured.as_ref()?.lines / u64::from(PARTS);
    if compared.is_some() || answer.objective != task.objective || best.is_exact() && asked.is_exact() {
        return None;
    }
    let notations = [best.notation.clone(), notation.to_owned()];
    let place = |notation: &String| task.notations.iter().position(|one| one == notation);
    let moves = [task.moves[place(&notations[0])?], task.moves[place(&notations[1])?]];
    let question = Question { moves: &moves, ..question(task) };
    let tuning = Tuning { guided_share: GUIDED, ..Tuning::default() };
    let belief = if *belief == Belief::Uniform { 1 } else { tuning.belief };
    let context = question.context(budget.worlds, lines, Tuning { belief, ..tuning });
    let mut search = Search::new(&context, question.root(&context), *seed, 1);
    let limits = Limits {
        control,
        deadline: budget.ms.map(|ms| Instant::now() + Duration::from_millis(ms) / PARTS),
        lines,
        work: u64::MAX,
        confidence: None,
        only_best: false,
        easy: None,
        threads: *threads,
    };
    search.run(&limits, |_| {});
    if search.lines == 0 {
        return None;
    }
    let comparison = search.root.compare_with(0);
    let mut pair = [0, 1].map(|index| advice(&question, &search, &comparison, index));
    let claimed = Claimed::of(&question, &search, &comparison, (&pair, &notations));
    claimed.apply(&mut pair);
    let width = |gap: &Gap| gap.high - gap.low;
    let known = asked.behind.as_ref().map_or(f64::INFINITY, width);
    let closer = claimed.behind(&comparison, &pair, 1, ALPHA).filter(|gap| width(gap) < known);
    let line = Writer::new(task).line(&variation(&question, &search, 1));
    Some(MoveAdvice {
        regret: closer.as_ref().map_or(asked.regret, |gap| gap.mean.max(0.0)),
        behind: closer.or_else(|| asked.behind.clone()),
        pv: if line.len() > asked.pv.len() { line } else { asked.pv.clone() },
        ..asked.clone()
    })
}
