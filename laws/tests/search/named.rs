//! The move that a hint names: what it says of another one, and what more lines make of its words.

use std::sync::atomic::Ordering::Relaxed;

use tapis_solver::answer::{Answer, Gap, Level, Sure};
use tapis_solver::control::Control;
use tapis_solver::grades::BotLevel;
use tapis_solver::request::Request;

use super::kept::{GAMES, asked, begun, position};
use super::work::knob;

#[test]
fn a_move_that_is_asked_about_gets_a_fifth_of_the_lines() {
    let (engine, log) = position("richelieu", "{}");
    let plain = asked(4_000, 1);
    let answer = engine.hint(&log, &plain, &Control::default()).expect("a hint");
    let last = answer.moves.last().expect("a move").clone();
    let (request, control) = (Request { why_not: Some(last.notation.clone()), ..plain }, Control::default());
    let answer = engine.more(&log, &request, answer, &control).expect("an answer");
    assert_eq!(control.nodes.load(Relaxed), 800);
    let width = |gap: &Option<Gap>| gap.as_ref().map_or(f64::INFINITY, |gap| gap.high - gap.low);
    let closer = answer.why_not.expect("a comparison");
    assert!(width(&closer.behind) <= width(&last.behind) && closer.regret >= 0.0, "{closer:?} {last:?}");
}

/// A bot plays the most visited move of a search of its own. Where a hint names another, it says why not that one.
#[test]
fn a_hint_names_the_move_of_a_bot_or_says_why_not() {
    for seed in 3..3 + knob("TAPIS_NAMED", 1) as u8 {
        let (engine, log) = begun("richelieu", "{}", seed);
        let bot = engine.choose(BotLevel::Club, &log, [4; 32], &Control::default()).expect("a move");
        let answer = engine.hint(&log, &asked(6_000, 1), &Control::default()).expect("a hint");
        if answer.moves[0].notation != bot {
            let request = Request { why_not: Some(bot.clone()), ..asked(6_000, 1) };
            let answer = engine.more(&log, &request, answer, &Control::default()).expect("an answer");
            assert!(!answer.why_not.expect("a comparison").explanation.is_empty(), "{seed}: {bot}");
        }
    }
}

/// How far the move that was named first lies behind in the longer search, surely; and how far what is `called` as good does.
fn taken_back(answer: &Answer, longer: &Answer) -> Option<String> {
    let surely = |notation: &String| {
        let found = longer.moves.iter().find(|advice| advice.notation == *notation).expect("the same moves");
        match longer.exactness.level {
            Level::Sampled => found.behind.as_ref().map_or(0.0, |gap| gap.low),
            _ => found.regret,
        }
    };
    let known = answer.confidence.as_ref()?;
    let (called, within) = match answer.sure {
        Sure::Sure => (vec![answer.moves[0].notation.clone()], known.within),
        Sure::Equal => (known.alike.clone(), 2.0 * known.within),
        _ => return None,
    };
    called.into_iter().find(|notation| surely(notation) > within)
}

/// What is called sure or equally good is not surely worse once there are ten times as many lines.
#[test]
fn more_lines_do_not_take_back_a_word() {
    let lines = knob("TAPIS_WORD_LINES", 200);
    for (game, options) in GAMES {
        for seed in 3..3 + knob("TAPIS_NAMED", 1) as u8 {
            let (engine, log) = begun(game, options, seed);
            let [answer, longer] = [lines, 10 * lines].map(|lines| {
                let request = Request { unexplained: true, ..asked(lines, 1) };
                engine.hint(&log, &request, &Control::default()).expect("a hint")
            });
            assert_eq!(taken_back(&answer, &longer), None, "{game} {seed}: {:?}", answer.confidence);
        }
    }
}
