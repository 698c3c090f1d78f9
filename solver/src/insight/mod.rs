//! Says why a move is good, in facts of the game, by one mechanism for all games.
//!
//! From worlds that agree with what the seat knows, lines are played after the best move, the next best and one of the rest: with
//! plausible moves, to the end of the round. What the rules themselves tell of a line ([milestones and score
//! sheets](tapis_games::shown)) are its facts, as far as the game has a text `fact-…` for them. A fact carries as much of the difference
//! between two moves as its frequencies differ, times what lines with it are worth more than lines without it. The facts that carry most
//! are said, with their counts: no claim goes beyond the lines that were counted.
//!
//! All of it is a function of the observation log, the request and the number of worlds.

use tapis_games::game::{InformationSet, Published};
use tapis_games::shown::Showing;

use crate::answer::{Answer, Explanation};
use crate::heuristics::Heuristics;
use crate::task::Task;

mod line;
mod study;
mod words;

use line::Line;
use study::Study;
use words::Words;

/// Stream of the task's generator.
const STREAM: u64 = 5;

/// The facts about the moves of `answer`, for all levels of a hint; none where there is no choice, or where the game tells nothing.
pub fn explain<G: Published + Heuristics>(
    task: &Task<'_, G>,
    answer: &Answer,
    worlds: u64,
) -> Vec<Explanation> {
    let Some(showing) = G::showing() else { return Vec::new() };
    let Some(texts) = (showing.texts)() else { return Vec::new() };
    let order = order(task, answer);
    let (Some(best), Some(next)) = (order.first(), next(answer, &order)) else { return Vec::new() };
    let rest: Vec<usize> = order.iter().copied().filter(|index| index != best && *index != next).collect();
    let lines = lines(task, &showing, [*best, next], &rest, worlds);
    let words = Words::new(task, &showing, texts, next);
    Study::of(&lines, |fact| texts.has(&fact.key())).tell(&words)
}

/// The legal moves as the answer ranks them.
fn order<G: Published>(task: &Task<'_, G>, answer: &Answer) -> Vec<usize> {
    let place = |notation: &String| task.notations.iter().position(|own| own == notation);
    answer.moves.iter().filter_map(|advice| place(&advice.notation)).collect()
}

/// The best move that is worse than the first; the second if there is none.
fn next(answer: &Answer, order: &[usize]) -> Option<usize> {
    let worse = answer.moves.iter().position(|advice| advice.rank > 1).unwrap_or(1);
    order.get(worse).copied()
}

/// The lines in one world: after the best move, the next best, and one of the rest.
type Lines = [Option<Line>; 3];

fn lines<G: Published + Heuristics>(
    task: &Task<'_, G>,
    showing: &Showing<G>,
    first: [usize; 2],
    rest: &[usize],
    worlds: u64,
) -> Vec<Lines> {
    let mut rng = task.rng(STREAM);
    let mut all = Vec::new();
    for number in 0..worlds as usize {
        let world = task.knowledge.sample_world(task.rules, &mut rng);
        let third = if rest.is_empty() { None } else { Some(rest[number % rest.len()]) };
        // Equal seeds: chance falls alike after all moves, as far as they let it.
        let seed = rand::Rng::next_u64(&mut rng);
        all.push(
            [Some(first[0]), Some(first[1]), third]
                .map(|index| Some(Line::played(task, showing, &world, task.moves[index?], seed))),
        );
    }
    all
}
