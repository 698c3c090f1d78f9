//! Says why a move is good, in facts of the game, by one mechanism for all games: where do the points come from?
//!
//! In worlds that agree with what the seat knows, lines are played to the end of the round after the best move and after the one that it
//! is compared with, in pairs: in the same world, with the same luck. Both sides play what the search would play, as far as its tree
//! reaches, and then plausible moves. What the rules themselves report of a line ([milestones and score sheets](tapis_games::shown)) is
//! the [`Evidence`]: the points of each row, and what happens how often. A difference counts only if the lines show that it is one; the
//! words are the [reporter](words)'s business. Beside it stands what a person can check on the [table], and the reply to
//! [look out for](threat).
//!
//! All of it is a function of the observation log, the request and the number of worlds.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use tapis_games::game::{InformationSet, Published};
use tapis_games::seat::Seat;

use crate::answer::{Answer, Compared, Explanation, MoveAdvice, Sure};
use crate::heuristics::Heuristics;
use crate::report::{self, TOLERANCE, Writer};
use crate::request::PARTS;
use crate::task::Task;

mod evidence;
mod extent;
mod fact;
mod happening;
mod line;
mod table;
mod threat;
mod words;

use evidence::Evidence;
pub use extent::{Extent, LEAST, MOST};
use fact::Fact;
use happening::{Pair, mean};
use line::Player;
use table::Table;
use threat::Threat;
use words::Words;

/// What a search would play where a seat is to move; nothing where it does not know.
pub type Guide<'a, G> =
    &'a dyn Fn(&<G as tapis_games::game::Game>::State, Seat) -> Option<<G as tapis_games::game::Game>::Move>;

/// Stream of the task's generator.
const STREAM: u64 = 5;
/// A comparison is used again for the question why not that move if it rests on so many pairs of lines, or on as many as may be played.
const ENOUGH: u64 = 200;

/// Adds the facts about the best move of `answer`, for all levels of a hint; none where there is no choice, where the game has
/// no words, or where it is late. What is only a guess is probable if the lines speak for it.
pub fn explain<G: Published + Heuristics>(
    task: &Task<'_, G>,
    answer: &mut Answer,
    guide: Guide<'_, G>,
    extent: Extent<'_>,
) {
    let order = order(task, answer);
    let named = task.request.compared.as_ref().and_then(|notation| place(task, notation));
    let next = named.filter(|named| order.first() != Some(named)).or_else(|| next(answer, &order));
    let (Some(&best), Some(next)) = (order.first(), next) else { return };
    let Some(study) = study(task, &answer.moves, [best, next], (guide, Writer::new(task)), extent) else {
        return;
    };
    if answer.sure == Sure::Guess && study.evidence.speaks_for_the_first() {
        report::probably(answer);
    }
    answer.explanation.extend(study.evidence.sentences(&study.words, &study.table));
    answer.compared = Some(study.compared(&task.notations[next]));
    answer.explanation.extend(study.threat);
}

/// Compares the best move of `answer` with the one called `other`; with no lines where the game has no words, or where it is late. If the
/// answer compared the same moves its numbers stand.
pub fn compare<G: Published + Heuristics>(
    task: &Task<'_, G>,
    answer: &Answer,
    other: &str,
    extent: Extent<'_>,
) -> Compared {
    let enough = ENOUGH.min(extent.pairs());
    let known =
        answer.compared.as_ref().filter(|compared| compared.other == other && compared.lines >= enough);
    if let Some(compared) = known {
        return compared.clone();
    }
    let best = answer.moves.first().and_then(|advice| place(task, &advice.notation));
    let pair = best.zip(place(task, other));
    let guide: Guide<'_, G> = &|_, _| None;
    let by = (guide, Writer::mute(task));
    let study = pair.and_then(|(best, next)| study(task, &answer.moves, [best, next], by, extent));
    study.map_or_else(Compared::default, |study| study.compared(other))
}

/// Two moves compared.
struct Study {
    pairs: Vec<Pair>,
    evidence: Evidence,
    table: Table,
    words: Words,
    /// What to look out for after the first.
    threat: Option<Explanation>,
}

/// Plays lines after two moves. `None` if the game has no words, or there was no time for [so many](LEAST).
fn study<'a, G: Published + Heuristics>(
    task: &'a Task<'_, G>,
    advice: &[MoveAdvice],
    moves: [usize; 2],
    (guide, writer): (Guide<'a, G>, Writer<'a, G>),
    extent: Extent<'_>,
) -> Option<Study> {
    let showing = G::showing()?;
    let texts = (showing.texts)()?;
    let has_words = |fact: &Fact| texts.has(&fact.sentence());
    let player = Player {
        task,
        showing: &showing,
        guide,
        has_words: &has_words,
        writer,
        replies: RefCell::default(),
        positions: Cell::default(),
    };
    let pairs = pairs(&player, moves, extent)?;
    let words = Words::new(task, texts, advice, &task.notations[moves[1]]);
    let is_at_stake = |fact: &Fact| {
        let about = fact.about();
        task.rules.is_at_stake(&task.world, about.kind, about.name.as_deref())
    };
    let threat = Threat::of(&pairs).and_then(|threat| {
        let replies = player.replies.borrow();
        Some(words.threat(&threat, replies.get(&threat.reply)?.as_ref()?))
    });
    let evidence = Evidence::of(&pairs, &|fact| has_words(fact) && is_at_stake(fact));
    Some(Study { evidence, table: Table::of(task, moves), words, threat, pairs })
}

impl Study {
    fn compared(&self, other: &str) -> Compared {
        let pairs = &self.pairs;
        let share = |wins: fn(&Pair) -> bool| {
            pairs.iter().filter(|pair| wins(pair)).count() as f64 / pairs.len() as f64
        };
        Compared {
            other: other.to_owned(),
            lines: pairs.len() as u64,
            better: share(|[best, other]| other.value > best.value + TOLERANCE),
            worse: share(|[best, other]| other.value < best.value - TOLERANCE),
            worth: [0, 1].map(|index: usize| mean(pairs.iter().map(|pair| pair[index].value)).0),
            lead: mean(pairs.iter().map(|[best, other]| best.value - other.value)),
            explanation: self.evidence.compare_or_fault(&self.words, &self.table),
        }
    }
}

/// The legal moves as the answer ranks them.
pub(crate) fn order<G: Published>(task: &Task<'_, G>, answer: &Answer) -> Vec<usize> {
    answer.moves.iter().filter_map(|advice| place(task, &advice.notation)).collect()
}

fn place<G: Published>(task: &Task<'_, G>, notation: &str) -> Option<usize> {
    task.notations.iter().position(|own| own == notation)
}

/// The best move that is worse than the first and is not said to be about as good; the second if there is none.
fn next(answer: &Answer, order: &[usize]) -> Option<usize> {
    let alike = answer.confidence.as_ref().map_or(&[][..], |confidence| &confidence.alike);
    order.get(worse(&answer.moves, alike).unwrap_or(1)).copied()
}

fn worse(moves: &[MoveAdvice], alike: &[String]) -> Option<usize> {
    moves.iter().position(|advice| advice.rank > 1 && !alike.contains(&advice.notation))
}

/// Pairs of lines, one after each move; none if that may not be, or there was no time for [so many](LEAST).
fn pairs<G: Published + Heuristics>(
    player: &Player<'_, G>,
    moves: [usize; 2],
    extent: Extent<'_>,
) -> Option<Vec<Pair>> {
    if extent.pairs() < LEAST {
        return None;
    }
    let task = player.task;
    let mut rng = task.rng(STREAM);
    let pair = |_| {
        let world = task.knowledge.sample_world(task.rules, &mut rng);
        // Equal seeds: chance falls alike after both moves, as far as they let it.
        let seed = rand::Rng::next_u64(&mut rng);
        moves.map(|index| player.play(&world, task.moves[index], seed))
    };
    let end = task.request.budget.ms.map(|ms| Instant::now() + Duration::from_millis(ms) / PARTS);
    let is_late = || (extent.late)() || end.is_some_and(|end| Instant::now() >= end);
    let is_over = || player.positions.get() >= extent.positions || is_late();
    let pairs: Vec<Pair> = (0..extent.pairs()).take_while(|_| !is_over()).map(pair).collect();
    (pairs.len() as u64 >= LEAST).then_some(pairs)
}

#[cfg(test)]
mod tests {
    use tapis_games::erased::{AnyRuleset, TypedRuleset};
    use tapis_games::game::Turn;
    use tapis_games::log::ObservationLog;
    use tapis_games::random::Seed;
    use tapis_games::richelieu::{Options, Richelieu};
    use tapis_games::seat::Viewer;

    use super::*;
    use crate::request::{Budget, Request};

    /// Even where nothing else says that it is late.
    #[test]
    fn words_end_with_their_part_of_the_budget() {
        let rules = Richelieu::new(Options::default()).expect("legal options");
        let typed = TypedRuleset::new(rules.clone());
        let table = typed.deal(&Seed([1; 32]));
        let Turn::Player(seat) = table.turn() else { panic!("nobody is to move") };
        let plies = table.plies().iter().map(|ply| ply.seen_by(Viewer::Seat(seat)).clone()).collect();
        let log = ObservationLog { ruleset: typed.ruleset().reference(), seat: Some(seat), plies };
        let is_studied = |ms| {
            let request = Request { budget: Budget { ms, ..Budget::default() }, ..Request::default() };
            let task = Task::new(&rules, &log.ruleset.hash, &log, &request).expect("a good log");
            let guide: Guide<'_, Richelieu> = &|_, _| None;
            let by = (guide, Writer::mute(&task));
            let extent = Extent { lines: 2 * LEAST, positions: u64::MAX, late: &|| false };
            study(&task, &[], [0, 1], by, extent).is_some()
        };
        assert!(is_studied(None) && !is_studied(Some(0)));
    }

    #[test]
    fn the_first_move_is_compared_with_one_that_is_not_called_as_good() {
        let advice = |(rank, notation): (u32, &str)| MoveAdvice {
            notation: notation.to_owned(),
            rank,
            ..MoveAdvice::default()
        };
        let moves: Vec<MoveAdvice> = [(1, "a"), (1, "b"), (3, "c"), (4, "d")].map(advice).into();
        assert_eq!(worse(&moves, &[]), Some(2));
        assert_eq!(worse(&moves, &["c".to_owned()]), Some(3));
        assert_eq!(worse(&moves, &["d".to_owned(), "c".to_owned()]), None);
    }
}
