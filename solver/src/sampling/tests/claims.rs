//! What answers claim, where the truth is known.

use tapis_games::game::Published;
use tapis_games::richelieu::options::TakenDiscs;
use tapis_games::richelieu::{Options, Richelieu};
use tapis_testkit::dice_race::DiceRace;
use tapis_testkit::nim::Nim;
use tapis_testkit::three_pile::{Settings, ThreePile};

use super::support::*;
use crate::answer::Answer;
use crate::control::Control;
use crate::engine::{Engine, TypedEngine};
use crate::heuristics::Heuristics;
use crate::request::{Budget, Objective, Request, SolverKind};
use crate::sampling::run::{Limits, Search};
use crate::sampling::setup::search_size;
use crate::sampling::{Question, Tuning};
use crate::task::Task;

#[derive(Default)]
struct Count {
    open: u32,
    held: u32,
    positions: u32,
    good: u32,
}

/// How many random games of each kind: `TAPIS_CLAIM_GAMES`.
fn games() -> u32 {
    knob("TAPIS_CLAIM_GAMES", 3) as u32
}

/// Short searches of ends of random games, held against what is proved.
fn cover<G: Published + Heuristics>(rules: &G, left: usize, lines: u64, count: &mut Count) {
    for seed in 0..games() as u8 {
        let at = random_length(rules, seed).saturating_sub(left);
        let Some(log) = random_log(rules, seed, at) else { continue };
        let answer = ask(rules, &log, &playouts(lines));
        let exact = Request {
            solver: SolverKind::Exhaustive,
            objective: Some(Objective::WinShare),
            budget: Default::default(),
            ..playouts(0)
        };
        let truth =
            TypedEngine::new(rules.clone()).hint(&log, &exact, &Control::default()).expect("an answer");
        check(&answer, &truth, count);
    }
}

fn check(answer: &Answer, truth: &Answer, count: &mut Count) {
    let value = |notation: &str| advice(truth, notation).value;
    let measured = answer.measured.as_ref().expect("a sampled answer");
    for one in &measured.moves {
        let claimed = advice(answer, &one.notation);
        assert_eq!(claimed.is_exact(), one.proved, "no width, no doubt: {claimed:?}");
        assert!(claimed.low <= claimed.value && claimed.value <= claimed.high, "{claimed:?}");
        assert!(claimed.low >= 0.0 && claimed.high <= 1.0, "{claimed:?}");
        let real = value(&one.notation);
        count.open += u32::from(!one.proved);
        let held = claimed.low - 1e-9 <= real && real <= claimed.high + 1e-9;
        count.held += u32::from(!one.proved && held);
    }
    if answer.moves.len() > 1 {
        let confidence = answer.confidence.as_ref().expect("a sampled answer");
        let regret = confidence.set.iter().map(|one| truth.moves[0].value - value(one));
        count.positions += 1;
        count.good += u32::from(regret.fold(f64::INFINITY, f64::min) <= confidence.within + 1e-9);
    }
}

#[test]
fn claims_hold_where_the_truth_is_known() {
    let mut count = Count::default();
    let open = Options { open_discs: true, taken_discs: TakenDiscs::Public, ..Options::default() };
    let hidden = Options { taken_discs: TakenDiscs::Public, ..Options::default() };
    let piles = [vec![3, 1, 2], vec![2, 2, 1], vec![1, 3, 1]];
    cover(&Richelieu::new(open).expect("options"), 8, 400, &mut count);
    cover(&Richelieu::new(hidden).expect("options"), 8, 400, &mut count);
    cover(&DiceRace::over(9), 5, 400, &mut count);
    cover(&Nim::of(&[3, 4, 5], false).expect("heaps"), 6, 60, &mut count);
    cover(&ThreePile::new(Settings { players: 3, piles }).expect("piles"), 6, 100, &mut count);
    let Count { open, held, positions, good } = count;
    assert!(open >= 4 * games() && positions >= 2 * games(), "{open} moves, {positions} positions");
    assert!(100 * held >= 92 * open, "{held} of {open} intervals");
    assert!(10 * good >= 9 * positions, "{good} of {positions} sets");
}

/// Claims change what values are, not what comes first.
#[test]
fn the_move_measured_best_comes_first_in_everything() {
    let rules = Richelieu::new(Options::default()).expect("options");
    for seed in 0..2 {
        let Some(log) = random_log(&rules, seed, 9) else { continue };
        let answer = ask(&rules, &log, &playouts(600));
        let measured = answer.measured.as_ref().expect("a sampled answer");
        let first = &measured.moves[measured.first].notation;
        assert_eq!(answer.confidence.as_ref().map(|confidence| &confidence.set[0]), Some(first));
        assert_eq!(&answer.moves[0].notation, first);
        assert_eq!(advice(&answer, first).rank, 1);
        let best = measured.moves[measured.first].value;
        let order = |notation: &str| {
            let one = measured.moves.iter().find(|one| one.notation == notation).unwrap();
            one.value.min(best)
        };
        assert!(answer.moves.is_sorted_by(|one, other| order(&one.notation) >= order(&other.notation)));
    }
}

/// Whoever follows hints plays what the tree holds to be best, as a bot does, unless comparisons on common worlds speak against it.
#[test]
fn the_first_move_of_a_guided_search_is_the_most_visited_or_surely_better() {
    let rules = Richelieu::new(Options::default()).expect("options");
    for seed in 0..4 {
        let Some(log) = random_log(&rules, seed, 12) else { continue };
        let request = playouts(2_000);
        let task = Task::new(&rules, &log.ruleset.hash, &log, &request).expect("a good log");
        let question = Question {
            rules: &rules,
            knowledge: &task.knowledge,
            seat: task.seat,
            moves: &task.moves,
            world: &task.world,
            objective: Objective::WinShare,
            paranoid: false,
            bot: false,
            seed: request.seed,
        };
        let context = question.context(None, 2_000, Tuning::default());
        assert!(context.net.is_some(), "hints know what was learned");
        let mut search = Search::new(&context, question.root(&context), question.seed, 1);
        let limits = Limits {
            control: &Control::default(),
            deadline: None,
            lines: 2_000,
            work: u64::MAX,
            confidence: None,
            only_best: false,
            easy: None,
            threads: 1,
        };
        search.run(&limits, |_| {});
        let visits = |index: usize| search.workers[0].visits(index);
        let most = (0..task.moves.len()).rev().max_by_key(|&index| visits(index)).expect("moves");
        let compared = search.root.compare();
        let first = compared.first();
        let is_ahead = || search.root.compare_with(most).behind(first).mean < 0.0;
        assert!(visits(first) == visits(most) || is_ahead(), "{first} rather than {most}");
        let chosen: u32 = (0..task.moves.len()).map(visits).sum();
        assert!((1_500..2_000).contains(&chosen), "{chosen} of 2,000 lines are the tree policy's");
        assert!((0..task.moves.len()).all(|index| compared.estimate(index, 0.05).samples > 0));
    }
}

/// What is learned are shares of the win: no points are made up of them.
#[test]
fn an_answer_says_where_its_values_come_from() {
    let two = Richelieu::new(Options::default()).expect("options");
    let three = Richelieu::new(Options { players: 3, ..Options::default() }).expect("options");
    let caveats = |answer: &Answer| answer.exactness.caveats.clone();
    let learned = ask(&two, &random_log(&two, 1, 9).expect("a long game"), &playouts(300));
    assert_eq!(caveats(&learned), ["learned_values"]);
    assert!(learned.moves.iter().all(|advice| advice.margin.is_none()), "{:?}", learned.moves);
    let played = ask(&three, &random_log(&three, 1, 9).expect("a long game"), &playouts(300));
    assert_eq!(caveats(&played), ["playouts"]);
    assert!(played.moves.iter().any(|advice| advice.margin.is_some()));
}

/// One tree remembers what it has proved; several would each have to prove it again.
#[test]
fn a_usual_search_is_one_tree() {
    let trees = |iterations| search_size(&Budget { iterations: Some(iterations), ..Budget::default() }, 2).1;
    assert_eq!([300, 20_000, 99_999, 100_000, 400_000, 5_000_000].map(trees), [1, 1, 1, 2, 8, 8]);
}
