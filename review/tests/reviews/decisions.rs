//! Choices are judged by what the seat could know.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::erased::{AnyRuleset, StoredPly};
use tapis_games::log::ObservationLog;
use tapis_games::seat::{Seat, Viewer};
use tapis_review::{Decision, Depth, FinishedGame, Par, Review, Reviewer, Try, Watch};
use tapis_solver::answer::Explanation;
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Objective, Request};
use tapis_solver::simulation::deal_seed;

use crate::games::{DEPTH as PLAIN, at_night, number};

/// Choices are judged, and little else.
const DEPTH: Depth = Depth { plays: 1, outcomes: 1, lines: 1_000, again: 20, more_lines: 10_000, ..PLAIN };

/// So many games of a kind are looked at closely.
fn few() -> u64 {
    number().div_ceil(24)
}

fn ruleset(game: &str, options: &str) -> Arc<dyn AnyRuleset> {
    Registry::standard().game(game).unwrap().ruleset(options).unwrap()
}

/// The log of a game of these bots.
fn log(ruleset: &dyn AnyRuleset, bot: &str, n: u64) -> Vec<StoredPly> {
    let bots = vec![bot.parse::<Bot>().unwrap(); ruleset.seats()];
    let game = Registry::standard().game(&ruleset.ruleset().game).unwrap();
    game.simulate_log(ruleset, &bots, deal_seed([3; 32], n).into(), &Control::default()).unwrap()
}

fn review(ruleset: &Arc<dyn AnyRuleset>, plies: Vec<StoredPly>, depth: Depth) -> Review {
    let game = FinishedGame::new(Arc::clone(ruleset), plies, "sha256:ab".to_owned());
    let reviewer = Reviewer::of(&Registry::standard(), &**ruleset).unwrap();
    let par = Par { value: vec![0.5; ruleset.seats()], error: vec![0.0; ruleset.seats()] };
    let watch = Watch { control: &Control::default(), done: &|| {} };
    reviewer.review(&game, par, depth, watch).unwrap()
}

/// What a search of forty times as many lines makes of a fault.
fn loss_at_length(ruleset: &dyn AnyRuleset, plies: &[StoredPly], of: &Decision) -> f64 {
    let table = ruleset.restore(plies).unwrap();
    let seen = table.plies().iter().take(of.ply as usize);
    let log = ObservationLog {
        ruleset: ruleset.ruleset().reference(),
        seat: Some(of.seat),
        plies: seen.map(|ply| ply.seen_by(Viewer::Seat(of.seat)).clone()).collect(),
    };
    let request = Request {
        budget: Budget { iterations: Some(40_000), ..Budget::default() },
        objective: Some(Objective::WinShare),
        ..Request::default()
    };
    let engine = Registry::standard().engine(ruleset).unwrap();
    let answer = engine.hint(&log, &request, &Control::default()).unwrap();
    answer.moves.iter().find(|mv| mv.notation == of.notation).unwrap().regret
}

/// How many faults of a game are searched again: `TAPIS_FAULTS`; from 4 on also those of Le Malin.
fn faults() -> usize {
    std::env::var("TAPIS_FAULTS").map_or(1, |text| text.parse().unwrap())
}

#[test]
fn what_is_called_a_fault_is_one_for_a_longer_search() {
    let (of_each, mut found, mut right) = (faults(), 0, 0);
    let games = if of_each < 4 { &["richelieu"][..] } else { &["richelieu", "malin"] };
    for game in games {
        let ruleset = ruleset(game, "{}");
        let plies = log(&*ruleset, "random", 1);
        let again = if at_night() { DEPTH.again } else { 5 };
        let review = review(&ruleset, plies.clone(), Depth { again, ..DEPTH });
        for of in review.decisions.iter().filter(|of| of.grade.is_fault()).take(of_each) {
            let loss = loss_at_length(&*ruleset, &plies, of);
            println!("{game} {of:?}: {loss:.3}");
            found += 1;
            right += usize::from(loss > 0.0);
        }
    }
    assert!(found >= of_each && right * 20 >= found * 19, "{right} of {found}");
}

/// Of many choices the worst by few lines looks worse than it is: what was not looked at again is no fault.
#[test]
fn few_lines_alone_show_no_fault() {
    let ruleset = ruleset("richelieu", "{}");
    let plies = log(&*ruleset, "random", 1);
    // Of each seat two choices share the lines of one long look.
    let review = review(&ruleset, plies, Depth { again: 2, ..DEPTH });
    let not_proved = || review.decisions.iter().filter(|of| !of.proved);
    let faults = not_proved().filter(|of| of.grade.is_fault());
    assert!(faults.clone().count() > 0 && faults.clone().all(|of| of.lines == DEPTH.more_lines / 2));
    assert!(faults.count() <= 4);
    let seem =
        not_proved().filter(|of| of.behind.low > 0.0 && of.behind.mean >= 0.02 && of.lines == DEPTH.lines);
    assert!(seem.count() > 0, "some seem to be faults by one look");
}

/// Another world that a seat cannot tell from the true one: what it chose is judged alike, to the byte.
/// At night with the default options.
fn judged_by_what_it_knows(game: &str, options: &str, bot: &str) {
    let options = if at_night() { "{}" } else { options };
    let night = Depth { lines: 150, again: 4, more_lines: 600, searches: 1, asked: 4, ..DEPTH };
    let depth =
        if at_night() { night } else { Depth { lines: 50, again: 2, more_lines: 200, asked: 2, ..night } };
    for n in 2..2 + few() {
        let ruleset = ruleset(game, options);
        let plies = log(&*ruleset, bot, n);
        let own = |plies: &[StoredPly]| {
            let review = review(&ruleset, plies.to_vec(), depth);
            let of: Vec<&Decision> = review.decisions.iter().filter(|of| of.seat == Seat(0)).collect();
            serde_json::to_string(&(&of, &review.seats[0].choices)).unwrap()
        };
        let table = ruleset.restore(&plies).unwrap();
        let seen = table.plies().iter().map(|ply| ply.seen_by(Viewer::Seat(Seat(0))).clone());
        let log = ObservationLog {
            ruleset: ruleset.ruleset().reference(),
            seat: Some(Seat(0)),
            plies: seen.collect(),
        };
        let mut others =
            (0..20).map(|seed| ruleset.sample_history(&log, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap());
        let other = others.find(|other| *other != plies);
        let other = other.unwrap_or_else(|| panic!("{game}: the seat knows everything"));
        assert_eq!(own(&plies), own(&other), "{game} {n}");
    }
}

#[test]
fn what_a_seat_cannot_know_changes_nothing_at_richelieu() {
    judged_by_what_it_knows("richelieu", "{}", "random");
}

#[test]
fn what_a_seat_cannot_know_changes_nothing_at_les_7_blasons() {
    judged_by_what_it_knows("sept-blasons", r#"{"players": 3}"#, "greedy");
}

#[test]
fn what_a_seat_cannot_know_changes_nothing_at_parbourg() {
    judged_by_what_it_knows("parbourg", r#"{"players": 2}"#, "random");
}

/// A choice in full has the numbers of the review; another try is right wherever nothing shows that it is worse.
#[test]
fn a_choice_can_be_looked_at_and_tried_again() {
    (4..4 + few()).for_each(looked_at_and_tried_again);
}

fn looked_at_and_tried_again(n: u64) {
    let ruleset = ruleset("malin", "{}");
    let game = FinishedGame::new(Arc::clone(&ruleset), log(&*ruleset, "random", n), "sha256:cd".to_owned());
    let reviewer = Reviewer::of(&Registry::standard(), &*ruleset).unwrap();
    let watch = Watch { control: &Control::default(), done: &|| {} };
    let depth = Depth { plays: 20, lines: 300, again: 1, more_lines: 1_000, ..DEPTH };
    let par = Par { value: vec![0.25; 4], error: vec![0.0; 4] };
    let review = reviewer.review(&game, par, depth, watch).unwrap();
    // A first look of a long game has too few lines for words.
    let again = review.decisions.iter().filter(|of| of.lines == depth.more_lines);
    let worst = again.max_by(|a, b| a.behind.mean.total_cmp(&b.behind.mean)).unwrap();
    let choice = reviewer.choice(&game, worst, None, depth, watch).unwrap();
    assert_eq!((&choice.decision, choice.moves.len()), (worst, worst.moves));
    assert_eq!(choice.moves[0].notation, worst.best);
    let why_not = choice.why_not.as_ref().unwrap();
    assert_eq!((&why_not.notation, &why_not.best), (&worst.notation, &worst.best));
    // The words about the best move compare it with the one that was played, in the same numbers, and nothing is said twice.
    let said = |one: &Explanation| choice.explanation.iter().any(|other| other.text == one.text);
    assert!(!why_not.explanation.is_empty() && !why_not.explanation.iter().any(said), "{choice:?}");
    assert!(choice.beliefs.is_some(), "hands are hidden");
    assert_eq!(choice.hindsight.len(), worst.moves);
    let open = choice.hindsight.iter().find(|of| of.notation == worst.notation).unwrap();
    let step = review.course.iter().find(|of| of.ply == worst.ply).unwrap();
    assert!((open.value - step.value[worst.seat.index()]).abs() < 0.5, "{open:?} {step:?}");
    for advice in &choice.moves {
        let verdict = reviewer.verdict(&game, worst, &advice.notation, depth, watch).unwrap().unwrap();
        // What the first look leaves open the second one may show.
        let shown = advice.behind.as_ref().is_some_and(|behind| behind.low > 0.0);
        let shown = verdict.behind.low > 0.0 && (shown || worst.lines == depth.lines);
        let good = matches!(verdict.verdict, Try::Right | Try::AsGood | Try::NotShown);
        assert!(good || shown, "{n}: {verdict:?}");
        // At a table of four a loss counts twice.
        let never = if 2.0 * verdict.behind.mean >= 0.02 { Try::AsGood } else { Try::NotShown };
        assert_ne!(verdict.verdict, never, "{n}: {verdict:?}");
        assert_eq!(verdict.verdict == Try::Right, advice.notation == worst.best, "{verdict:?}");
        assert_eq!(verdict.line.len(), advice.pv.len());
    }
    assert_eq!(reviewer.verdict(&game, worst, "none", depth, watch), Ok(None));
    assert!(reviewer.choice(&game, worst, Some("none"), depth, watch).is_err());
}
