//! What hints say, in both languages: twenty positions a game, against `tests/golden/<game>-hints.txt`. The sentences of these files were read
//! against their positions by hand; who blesses new ones reads them again.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use tapis_games::erased::{AnyRuleset, AnyTable};
use tapis_games::game::{Published, Turn};
use tapis_games::log::ObservationLog;
use tapis_games::malin::{self, Malin};
use tapis_games::parbourg::{self, Parbourg};
use tapis_games::random::{Seed, Stream};
use tapis_games::refusal::Text;
use tapis_games::richelieu::{self, Richelieu};
use tapis_games::seat::{Seat, Viewer};
use tapis_games::sept_blasons::{self, SeptBlasons};
use tapis_games::shown::{Layout, Name};
use tapis_solver::answer::{Answer, Explanation, HintLevel, MoveAdvice, TableFact};
use tapis_solver::control::Control;
use tapis_solver::engine::{BotLevel, Engine};
use tapis_solver::heuristics::Heuristics;
use tapis_solver::registry::Registry;
use tapis_solver::report::quoted;
use tapis_solver::request::{Budget, Request, SolverKind};
use tapis_solver::task::Task;
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
    compare("richelieu", "{}", &Richelieu::new(richelieu::Options::default()).expect("defaults"));
}

#[test]
fn sept_blasons() {
    compare("sept-blasons", "{}", &SeptBlasons::new(sept_blasons::Options::default()).expect("defaults"));
}

#[test]
fn malin() {
    compare("malin", "{}", &Malin::new(malin::Options::default()).expect("defaults"));
}

#[test]
fn parbourg() {
    let options = parbourg::Options { players: 2, ..parbourg::Options::default() };
    compare("parbourg", r#"{"players":2}"#, &Parbourg::new(options).expect("two players"));
}

/// At level `move`, three hints of four tell the first move from the one that it is compared with or say that they are equally good. The
/// others are silent: what speaks for the other move is no reason.
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
    assert!(4 * telling >= 3 * hints, "{telling} of {hints}");
}

fn golden(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{game}-hints.txt"))
}

fn compare<G: Published + Heuristics>(game: &str, options: &str, typed: &G) {
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
        is_about_the_move(typed, &log, &answer);
        does_not_contradict(&answer);
        tell(&mut text, &log, &played, &answer);
    }
    agrees(golden(game), &text);
}

/// What a nudge tells of the table is about something that the first move touches, or that sets moves apart.
fn is_about_the_move<G: Published + Heuristics>(rules: &G, log: &ObservationLog, answer: &Answer) {
    let request = Request::default();
    let task = Task::new(rules, &log.ruleset.hash, log, &request).expect("a good log");
    let first = task.notations.iter().position(|own| *own == answer.moves[0].notation).expect("a legal move");
    let touched = rules.on_table(&task.world, Some(task.moves[first]));
    let sets_apart = answer.explanation.iter().any(|said| said.code == "sets_apart");
    for fact in answer.explanation.iter().filter_map(|said| said.fact.as_ref()) {
        let is_touched = touched.iter().any(|of| of.about == fact.about);
        assert!(is_touched || sets_apart, "{}: {fact:?}", answer.moves[0].notation);
    }
}

/// Whatever is told of lines speaks for the first move and names the one with which it is compared, and both languages say the same.
fn does_not_contradict(answer: &Answer) {
    let of_lines = |said: &&Explanation| {
        ["sets_apart", "points"].contains(&said.code.as_str()) && said.is_shown_at(HintLevel::Move)
    };
    for said in answer.explanation.iter().filter(of_lines) {
        let compared = answer.compared.as_ref().expect("a comparison");
        let other = quoted(&answer.moves, &compared.other);
        let Text { en, fr } = &said.text;
        assert!(en.contains(&other.en) && fr.contains(&other.fr), "{en} / {fr}");
        assert!(compared.lead.0 >= 0.0 && compared.better <= compared.worse, "{en}: {compared:?}");
        let digits = |text: &str| {
            let mut digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
            digits.sort_unstable();
            digits
        };
        assert_eq!(digits(en), digits(fr), "{en} / {fr}");
        if let Some((_, rows)) = en.split_once("compared with “").and_then(|(_, rest)| rest.split_once("”: "))
        {
            let [all, told] = rows.rsplit_once("; in all ").map_or([rows; 2], |(told, all)| [all, told]);
            // Each figure is rounded.
            assert!(favour(all) > -0.25 && favour(told) > -0.25, "{en}");
        }
    }
}

/// How many points more rows bring the seat advised than the others, by their words.
fn favour(rows: &str) -> f64 {
    let points = rows.split([',', ';']).filter_map(|part| {
        let (points, whose) = part.rsplit_once(" for ")?;
        let points: f64 = points.rsplit(' ').next()?.replace('\u{2212}', "-").parse().ok()?;
        Some(if whose.trim_end_matches('.') == "you" { points } else { -points })
    });
    points.sum()
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

/// Two lines a world, or positions of them, and none where that is too few to show anything.
#[test]
fn words_cost_a_fifth_of_the_budget() {
    let registered = Registry::standard().game("richelieu").expect("a game");
    let rules = registered.ruleset("{}").expect("a ruleset");
    let engine = registered.engine(&*rules).expect("an engine");
    let (log, ..) = (0..400).find_map(|number| position(&*rules, &*engine, number)).expect("a choice");
    let hint = |solver, budget| {
        let plain = Request { solver, budget, seed: [1; 32], threads: 1, ..Request::default() };
        let answer = engine.hint(&log, &plain, &Control::default()).expect("a hint");
        let asked = Request { why_not: Some(answer.moves[1].notation.clone()), ..plain };
        let compared = answer.compared.as_ref().map_or(0, |of| of.lines);
        let asked = engine.more(&log, &asked, answer, &Control::default()).expect("an answer");
        [compared, asked.why_not.expect("a comparison").lines]
    };
    for (lines, worlds) in [(190, 0), (400, 40)] {
        let budget = Budget { iterations: Some(lines), ..Budget::default() };
        assert_eq!(hint(SolverKind::Sampling, budget), [worlds; 2], "{lines} lines");
    }
    let few = Budget { nodes: Some(1_000), ..Budget::default() };
    assert_eq!(hint(SolverKind::Exhaustive, few), [0; 2], "twenty worlds are more than 200 positions");
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
