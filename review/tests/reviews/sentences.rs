//! No sentence of a review is false, as far as a program can tell: what it says of the table is held against the table, its numbers against
//! those of the review, and the two languages against each other.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;
use tapis_games::erased::AnyTable;
use tapis_games::locale::Language;
use tapis_games::refusal::Text;
use tapis_games::seat::{Seat, Viewer};
use tapis_review::{Behind, Choice, Decision, Depth, Grade, Origin, Review, TurningPoint, Watch, told};
use tapis_solver::answer::{Explanation, TableFact};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_testkit::recount::{self, Said};

use crate::games::{DEPTH as PLAIN, Place, number};

const DEPTH: Depth = Depth { plays: 8, outcomes: 4, lines: 300, again: 8, more_lines: 1_000, ..PLAIN };
/// Choices of each game of which all reasons are read, those that lost most.
const READ: usize = 12;
/// Looks of fewer lines have no words.
const WORDED: u64 = 200;
/// How far a number is off by rounding, in hundredths of the win.
const ROUNDED: f64 = 0.05 + 1e-9;

/// The numbers of a text, in their order, signs and all, whatever the language.
fn numbers(text: &str) -> Vec<f64> {
    let plain = text.replace('\u{2212}', "-").replace(',', ".");
    let of_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-' || c == '+';
    plain.split(|c| !of_number(c)).filter_map(|word| word.trim_end_matches(['.', '-']).parse().ok()).collect()
}

/// What a sentence about lines says of how many: all, none, or hundredths.
fn share(text: &str) -> f64 {
    let often = [("nearly always", 99.5), ("hardly ever", 0.5), ("always", 100.0), ("never", 0.0)];
    let lines = [("nearly all", 99.5), ("hardly any", 0.5), ("all", 100.0), ("no line", 0.0), ("none", 0.0)];
    let words = often.into_iter().chain(lines);
    let word = words.into_iter().find(|(word, _)| text.contains(word)).map(|(_, share)| share);
    word.unwrap_or_else(|| *numbers(text).first().unwrap_or_else(|| panic!("how many: {text}")))
}

/// A reason alone: whatever is more often is so in more lines, and no share is more than all.
fn plausible(said: &Explanation) {
    let text = &said.text.en;
    for (apart, more) in [(" more often: ", true), (" less often: ", false)] {
        let Some((most, least)) = text.split_once(apart).and_then(|(_, rest)| rest.split_once(", against "))
        else {
            continue;
        };
        let least = least.split(" after ").next().unwrap_or(least);
        let (most, least) = (share(most), share(least));
        assert!(if more { most > least } else { most < least }, "{text}");
    }
    for word in text.rsplit(" %").skip(1) {
        let share = numbers(word).last().copied().unwrap_or(0.0);
        assert!((0.0..=100.0).contains(&share), "{text}");
    }
}

/// The two languages say the same numbers.
fn same_numbers(Text { en, fr }: &Text) {
    let sorted = |text: &str| {
        let mut numbers = numbers(text);
        numbers.sort_by(f64::total_cmp);
        numbers
    };
    assert_eq!(sorted(en), sorted(fr), "{en} / {fr}");
}

/// What a sentence says of the table, with these numbers.
fn said<'a>(fact: &'a TableFact, numbers: &'a [(&'static str, i32)]) -> Said<'a> {
    Said { kind: fact.kind, of: fact.about.name.as_deref(), whose: fact.whose, numbers }
}

/// All sentences about a choice; how many.
fn about_choice(place: &Place, table: &dyn AnyTable, choice: &Choice) -> usize {
    let of = &choice.decision;
    let layout = table.shown().unwrap().layout(Viewer::Seat(of.seat));
    let pieces = place.ruleset.pieces().unwrap();
    let against = choice.why_not.iter().flat_map(|why| &why.explanation);
    let all: Vec<&Explanation> = choice.explanation.iter().chain(against).collect();
    for fact in all.iter().filter_map(|said| said.fact.as_ref()) {
        recount::check(place.id, &pieces, &layout, (of.seat, &of.best), &said(fact, &fact.numbers));
    }
    for said in &all {
        plausible(said);
        same_numbers(&said.text);
        assert!(!said.text.en.contains("Seat "), "people have names: {}", said.text.en);
    }
    if let Some(why) = &choice.why_not {
        assert!(why.better + why.worse <= 1.0 + 1e-9, "{why:?}");
        assert_eq!((&why.notation, &why.best), (&of.notation, &of.best));
        // No sentence says without a reason that lines go better after what is called worse.
        let surely = of.behind.low > 0.0 && of.behind.mean > 0.0;
        for said in why.explanation.iter().filter(|said| said.code == "ends") {
            let unseen = said.text.en.starts_with("Lines that are played on with little looking ahead");
            assert_eq!(unseen, surely && why.better >= why.worse, "{why:?}");
        }
    }
    all.len()
}

/// The lines of the command line: their parts add up as they are printed.
fn printed(review: &Review) -> usize {
    let [english, french] = [Language::English, Language::French].map(|of| told::review(review, of));
    for (en, fr) in english.iter().zip(&french) {
        same_numbers(&Text::new(en, fr));
    }
    let said = |begin: &'static str| english.iter().filter(move |line| line.trim_start().starts_with(begin));
    let parts = ["par before", "luck of the deal", "luck of what", "own moves,", "moves of the others"];
    let parts: Vec<Vec<f64>> = parts
        .iter()
        .map(|begin| said(begin).map(|line| numbers(line.split(": ").nth(1).unwrap())[0]).collect())
        .collect();
    for (seat, of) in review.seats.iter().enumerate() {
        let sum: f64 = parts.iter().map(|of| of[seat]).sum();
        assert!((sum - 100.0 * of.result).abs() <= parts.len() as f64 * ROUNDED, "{parts:?}, {of:?}");
    }
    for line in said("turning point") {
        let numbers = numbers(line.rsplit_once(": ").unwrap().1);
        let [change, before, after] = numbers[..] else { panic!("{line}") };
        assert!((after - before - change).abs() <= 3.0 * ROUNDED && change != 0.0, "{line}");
    }
    let faults = ["slip: ", "mistake: ", "blunder: "].iter().flat_map(|begin| said(begin));
    for line in faults {
        let (loss, best) = line.rsplit_once(", lost ").unwrap().1.split_once(" against ").unwrap();
        let [mean, low, high] = numbers(&loss.replace(['(', ')'], " "))[..] else { panic!("{line}") };
        assert!(
            low <= mean && mean <= high && high > 0.0 && !line.contains(&format!(", {best}, lost")),
            "{line}"
        );
    }
    faults_cost(review, &english);
    english.len()
}

/// Of each seat it is said what its faults cost, and not what its other choices may have lost.
fn faults_cost(review: &Review, english: &[String]) {
    let none = "No fault can be shown.";
    let lines = english.iter().map(|line| line.trim());
    let mut told = lines.filter(|line| *line == none || line.contains("together they lost"));
    for of in &review.seats {
        let faults = review.decisions.iter().filter(|one| one.seat == of.seat && one.grade.is_fault());
        let costs: Vec<f64> = faults.map(|one| 100.0 * one.behind.mean).collect();
        let line = told.next().unwrap_or_else(|| panic!("{:?} in {english:?}", of.seat));
        if costs.is_empty() {
            assert_eq!(line, none);
        } else {
            let [slips, mistakes, blunders, cost] = numbers(line)[..] else { panic!("{line}") };
            assert_eq!(slips + mistakes + blunders, costs.len() as f64, "{line}");
            assert!((cost - costs.iter().sum::<f64>()).abs() <= ROUNDED && line.ends_with('.'), "{line}");
        }
    }
    assert_eq!(told.next(), None);
}

/// How many sentences game `n` is told in.
fn sentences(place: &Place, n: u64) -> usize {
    let plies = place.log(&place.seated(Bot::Random, Bot::Greedy), n);
    let game = place.game(plies.clone(), n);
    let review = place.review_to(&game, DEPTH);
    let is_read = |of: &&Decision| of.notation != of.best && of.lines >= WORDED;
    let mut worst: Vec<&Decision> = review.decisions.iter().filter(is_read).collect();
    worst.sort_by(|one, other| other.behind.mean.total_cmp(&one.behind.mean));
    let watch = Watch { control: &Control::default(), done: &|| {} };
    let read = worst.iter().take(READ).map(|of| {
        let choice = place.reviewer.choice(&game, of, None, DEPTH, watch).unwrap();
        let table = place.ruleset.restore(&plies[..of.ply as usize]).unwrap();
        about_choice(place, &*table, &choice)
    });
    read.sum::<usize>() + printed(&review)
}

/// No sentence about games of these bots is false, and there are some.
fn all_are_true(game: &'static str) {
    let place = Place::of(game, "{}");
    let said: usize = (0..number().div_ceil(12)).into_par_iter().map(|n| sentences(&place, n)).sum();
    println!("{game}: {said} sentences");
    assert!(said >= 60, "{said}");
}

#[test]
fn no_sentence_about_richelieu_is_false() {
    all_are_true("richelieu");
}

#[test]
fn no_sentence_about_les_7_blasons_is_false() {
    all_are_true("sept-blasons");
}

#[test]
fn no_sentence_about_le_malin_is_false() {
    all_are_true("malin");
}

#[test]
fn no_sentence_about_parbourg_is_false() {
    all_are_true("parbourg");
}

/// Every number of what stands on the table at Parbourg is looked at: one more, and it is found to be false.
#[test]
fn a_false_number_is_found() {
    let place = Place::of("parbourg", r#"{"players": 2}"#);
    let plies = place.log(&place.seated(Bot::Random, Bot::Greedy), 1);
    let game = place.game(plies.clone(), 1);
    let review = place.review_to(&game, Depth { plays: 1, outcomes: 1, ..DEPTH });
    let mut numbers_found = 0;
    let is_read = |of: &&Decision| of.notation != of.best && of.lines >= WORDED;
    for of in review.decisions.iter().filter(is_read).take(READ) {
        let watch = Watch { control: &Control::default(), done: &|| {} };
        let choice = place.reviewer.choice(&game, of, None, DEPTH, watch).unwrap();
        let table = place.ruleset.restore(&plies[..of.ply as usize]).unwrap();
        let layout = table.shown().unwrap().layout(Viewer::Seat(of.seat));
        let pieces = place.ruleset.pieces().unwrap();
        for fact in choice.explanation.iter().filter_map(|said| said.fact.as_ref()) {
            for at in 0..fact.numbers.len() {
                let mut numbers = fact.numbers.clone();
                numbers[at].1 += 1;
                let said = said(fact, &numbers);
                let check = || recount::check(place.id, &pieces, &layout, (of.seat, &of.best), &said);
                assert!(catch_unwind(AssertUnwindSafe(check)).is_err(), "{said:?} instead of {fact:?}");
                numbers_found += 1;
            }
        }
    }
    assert!(numbers_found >= 6, "{numbers_found}");
}

/// A move can have turned out well and yet be a fault: then, and only then, it is said why.
#[test]
fn who_gained_by_a_fault_is_told_why() {
    let place = Place::of("richelieu", "{}");
    let mut review = place.review(&place.of_reference(2));
    let mut lines = |after: f64, by: Origin, grade: Grade| {
        let (seat, notation) = (Some(Seat(0)), Some("take 2L".to_owned()));
        review.seats[0].turning_points =
            vec![TurningPoint { ply: 12, by, seat, notation, before: 0.4, after }];
        review.seats[1].turning_points.clear();
        review.decisions = vec![Decision {
            ply: 12,
            seat: Seat(0),
            notation: "take 2L".to_owned(),
            best: "take 3R".to_owned(),
            moves: 8,
            behind: Behind { mean: 0.2, low: 0.1, high: 0.3 },
            grade,
            proved: false,
            lines: 4_000,
        }];
        [(Language::English, "could be known"), (Language::French, "qu’on pouvait savoir un autre")].map(
            |(language, why)| {
                told::review(&review, language)
                    .iter()
                    .filter(|line| line.contains(why) && line.contains("12"))
                    .count()
            },
        )
    };
    assert_eq!(lines(0.6, Origin::Own, Grade::Blunder), [1, 1]);
    assert_eq!(lines(0.6, Origin::Own, Grade::AsGood), [0, 0], "no fault");
    assert_eq!(lines(0.2, Origin::Own, Grade::Blunder), [0, 0], "no gain");
    assert_eq!(lines(0.6, Origin::Other, Grade::Blunder), [0, 0], "another's move");
}
