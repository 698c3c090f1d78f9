//! What hints say, in both languages: twenty positions a game, against `tests/golden/<game>-hints.txt`. The sentences of these files were read
//! against their positions by hand; who blesses new ones reads them again.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use tapis_games::erased::{AnyRuleset, AnyTable};
use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream};
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::{Layout, Name};
use tapis_solver::answer::{Answer, MoveAdvice, TableFact};
use tapis_solver::control::Control;
use tapis_solver::engine::{BotLevel, Engine};
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Request};
use tapis_testkit::record::agrees;
use tapis_testkit::recount::{self, Said};

/// Positions a game.
const POSITIONS: usize = 20;
/// Lines of a hint.
const LINES: u64 = 1_600;
/// One move in so many is random, so that positions are not those of one style.
const RANDOM: u32 = 5;

#[test]
fn richelieu() {
    compare("richelieu", "{}");
}

#[test]
fn sept_blasons() {
    compare("sept-blasons", "{}");
}

#[test]
fn malin() {
    compare("malin", "{}");
}

#[test]
fn parbourg() {
    compare("parbourg", r#"{"players":2}"#);
}

/// At level `move`, four hints of five tell the first move from the next one or say that they are equally good.
#[test]
fn most_hints_tell_moves_apart() {
    let (mut hints, mut telling) = (0, 0);
    for game in ["richelieu", "sept-blasons", "malin", "parbourg"] {
        let text = std::fs::read_to_string(golden(game)).expect("a golden file");
        for hint in text.split("\nply ").skip(1) {
            let at_move = |line: &str| {
                let apart = ["sets_apart", "points", "on_table"].iter().any(|code| line.starts_with(code));
                apart && line.contains(" Move-") || line.contains("qually good")
            };
            hints += 1;
            telling += usize::from(hint.lines().any(|line| at_move(line.trim_start())));
        }
    }
    assert_eq!(hints, 4 * POSITIONS);
    assert!(5 * telling >= 4 * hints, "{telling} of {hints}");
}

fn golden(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{game}-hints.txt"))
}

fn compare(game: &str, options: &str) {
    let registered = Registry::standard().game(game).expect("a game");
    let rules = registered.ruleset(options).expect("a ruleset");
    let engine = registered.engine(&*rules).expect("an engine");
    let mut text = format!("# {game} {options}, {LINES} lines a hint\n");
    let found = (0..).filter_map(|number| position(&*rules, &*engine, number));
    let pieces = rules.pieces().expect("a game that is drawn");
    for (log, played, layout) in found.take(POSITIONS) {
        let budget = Budget { iterations: Some(LINES), ..Budget::default() };
        let request = Request { budget, seed: [1; 32], threads: 1, ..Request::default() };
        let answer = engine.hint(&log, &request, &Control::default()).expect("a hint");
        let advice = (answer.seat, answer.moves[0].notation.as_str());
        for TableFact { kind, about, whose, numbers, .. } in
            answer.explanation.iter().flat_map(|said| &said.fact)
        {
            let said = Said { kind, of: about.name.as_deref(), whose: *whose, numbers };
            recount::check(game, &pieces, &layout, advice, &said);
        }
        is_of_this_challenge(&layout, &answer);
        tell(&mut text, &log, &played, &answer);
    }
    agrees(golden(game), &text);
}

/// No sentence is about another challenge of Parbourg than the one that is played: that for the first token that lies there.
fn is_of_this_challenge(layout: &Layout, answer: &Answer) {
    let tokens = layout.zone("tokens".into()).into_iter().flat_map(|bag| bag.iter());
    let token = tokens.min_by_key(|(look, _)| look.slot.map(|slot| slot.to_string()));
    let colour = token.and_then(|(look, _)| look.face.id()).map(|name| name.to_string());
    let colours = [("yellow", "politics"), ("red", "war"), ("green", "intrigue"), ("blue", "science")];
    let called = colours.into_iter().find(|(of, _)| colour.as_deref() == Some(*of)).map(|(_, called)| called);
    let told = answer.explanation.iter().map(|said| said.text.en.as_str());
    for said in told.filter_map(|text| text.split_once("challenge for the token of ")) {
        assert!(called.is_some_and(|called| said.1.starts_with(called)), "{called:?}: {}{}", said.0, said.1);
    }
}

/// Whoever asks why not to pay with the last marker is told that it is the last, whatever else lines show.
#[test]
fn what_costs_the_last_marker_is_said_to() {
    let registered = Registry::standard().game("richelieu").expect("a game");
    let rules = registered.ruleset("{}").expect("a ruleset");
    let engine = registered.engine(&*rules).expect("an engine");
    let budget = Budget { iterations: Some(LINES / 4), ..Budget::default() };
    let plain = Request { budget, seed: [1; 32], threads: 1, ..Request::default() };
    let mut told = 0;
    for (log, _, layout) in (0..400).filter_map(|number| position(&*rules, &*engine, number)) {
        let seat = log.seat.expect("a seat");
        let marked = layout.zone("table".into()).into_iter().flat_map(|bag| bag.iter());
        let marks = marked.flat_map(|(look, _)| &look.marks);
        let laid = marks.filter(|mark| mark.id == "marker" && mark.value == i32::from(seat.0)).count() as i32;
        let reserve = layout.counters.get(&Name::from(("reserve", seat))).copied().unwrap_or(0);
        if laid + reserve != 1 {
            continue;
        }
        let answer = engine.hint(&log, &plain, &Control::default()).expect("a hint");
        let pays = |advice: &&MoveAdvice| advice.notation.contains(" pay ");
        // Who has a disc for it gets a marker back.
        let has_disc = answer.moves.iter().any(|advice| advice.notation == "recover");
        let Some(paying) = answer.moves.iter().skip(1).find(pays).filter(|_| !has_disc) else { continue };
        if !pays(&&answer.moves[0]) {
            let asked = Request { why_not: Some(paying.notation.clone()), ..plain.clone() };
            let why_not = engine
                .more(&log, &asked, answer, &Control::default())
                .expect("a reason")
                .why_not
                .expect("a reason");
            let said: Vec<&str> = why_not.explanation.iter().map(|said| said.text.en.as_str()).collect();
            assert!(said.iter().any(|text| text.ends_with("? It costs your last marker.")), "{said:?}");
            told += 1;
        }
        if told == 3 {
            return;
        }
    }
    panic!("{told} positions");
}

/// A search that was stopped, or that is late, answers with the words it has.
#[test]
fn who_is_late_says_nothing_more() {
    let registered = Registry::standard().game("richelieu").expect("a game");
    let rules = registered.ruleset("{}").expect("a ruleset");
    let engine = registered.engine(&*rules).expect("an engine");
    let (log, ..) = (0..400).find_map(|number| position(&*rules, &*engine, number)).expect("a choice");
    let lines = Budget { iterations: Some(LINES / 4), ..Budget::default() };
    let plain = Request { budget: lines, seed: [1; 32], threads: 1, ..Request::default() };
    let answer = engine.hint(&log, &plain, &Control::default()).expect("a hint");
    let asked = Request { why_not: Some(answer.moves[1].notation.clone()), ..plain.clone() };
    let stopped = Control::default();
    stopped.cancel.cancel();
    let unasked = Answer { compared: None, ..answer.clone() };
    let late =
        engine.more(&log, &asked, unasked, &stopped).expect("an answer").why_not.expect("a comparison");
    assert_eq!((late.lines, late.explanation.len()), (0, 0));
    let no_time = Budget { ms: Some(0), ..lines };
    let answer =
        engine.hint(&log, &Request { budget: no_time, ..plain }, &Control::default()).expect("a hint");
    assert!(answer.compared.is_none() && !answer.moves.is_empty(), "{:?}", answer.compared);
}

/// A choice in a random place of a game of careless greedy bots, what was played before, and how the table looks.
fn position(
    rules: &dyn AnyRuleset,
    engine: &dyn Engine,
    number: u64,
) -> Option<(ObservationLog, Vec<String>, Layout)> {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    let mut table = rules.deal(&Seed(bytes));
    // The games have about so many plies; later places of shorter ones are no positions.
    let plies = 1 + rng.random_range(0..60);
    while table.plies().len() <= plies {
        let Turn::Player(seat) = table.turn() else { return None };
        let moves = table.legal_moves();
        let log = log_of(rules, &*table, seat);
        if table.plies().len() == plies && moves.len() > 1 {
            let played = table.plies().iter().filter_map(|ply| {
                let seen = ply.seen_by(Viewer::Seat(seat));
                Some(format!("{}:{}", seen.seat?.0, seen.notation.as_ref()?))
            });
            let layout = table.shown()?.layout(Viewer::Seat(seat));
            return Some((log, played.collect(), layout));
        }
        let any = moves[rng.random_range(0..moves.len())].notation.clone();
        let greedy = engine.choose(BotLevel::Greedy, &log, bytes, &Control::default()).ok()?;
        let mv = if rng.random_range(0..RANDOM) == 0 { any } else { greedy.clone() };
        let mut chance = Seed(bytes).stream(Stream::Chance(table.plies().len() as u32));
        if table.play(seat, &mv, &mut chance).is_err() {
            table.play(seat, &greedy, &mut chance).ok()?;
        }
    }
    None
}

fn log_of(rules: &dyn AnyRuleset, table: &dyn AnyTable, seat: Seat) -> ObservationLog {
    let viewer = Viewer::Seat(seat);
    let plies = table.plies().iter().map(|ply| ply.seen_by(viewer).clone()).collect();
    ObservationLog { ruleset: rules.ruleset().reference(), seat: Some(seat), plies }
}

/// The position in short, the first three moves, and every sentence.
fn tell(text: &mut String, log: &ObservationLog, played: &[String], answer: &Answer) {
    let seat = log.seat.map_or(0, |seat| seat.0);
    let last = played.iter().rev().take(6).rev().cloned().collect::<Vec<_>>().join(", ");
    let moves = answer.moves.iter().take(3).map(|advice| format!("{} {:.3}", advice.notation, advice.value));
    let moves = moves.collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "\nply {}, seat {seat}, after {last}", log.plies.len());
    let _ = writeln!(text, "  {moves} of {}, {:?}", answer.moves.len(), answer.exactness.level);
    for said in &answer.explanation {
        let _ = writeln!(text, "  {} {:?}-{:?}", said.code, said.from, said.to);
        let _ = writeln!(text, "    {}\n    {}", said.text.en, said.text.fr);
    }
}
