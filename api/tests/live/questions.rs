//! The fifteen questions of docs/lab.md: their commands are run as they are typed, one after the other in one place, smaller, and answer
//! with n and interval. Without `TAPIS_QUESTIONS` those whose command no other test runs; with 2 all of them, with 1 at their real size.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use clap::Parser as _;
use serde_json::{Value, json};
use tapis_api::commands::Cli;
use tapis_lab::Plan;

use crate::knobs::size;

const PAGE: &str = include_str!("../../../docs/lab.md");
const PROGRAM: &str = "cargo run --release -- ";

/// A question: its title, the files it names and its commands.
struct Question<'a> {
    title: &'a str,
    files: Vec<(&'a str, Value)>,
    commands: Vec<&'a str>,
}

/// The questions of the page.
fn questions() -> Vec<Question<'static>> {
    let (_, questions) = PAGE.split_once("## Fifteen questions").unwrap();
    let (questions, _) = questions.split_once("\n## ").unwrap();
    questions.split("\n### ").skip(1).map(question).collect()
}

fn question(text: &'static str) -> Question<'static> {
    let (title, _) = text.split_once('\n').unwrap();
    let blocks = |language: &str| {
        let begin = format!("```{language}\n");
        let blocks = text.split(&begin[..]).skip(1).map(|rest| rest.split_once("\n```").unwrap().0);
        blocks.collect::<Vec<&'static str>>()
    };
    let names = text.split('`').filter(|name| name.ends_with(".json"));
    let files = names.zip(blocks("json")).map(|(name, json)| (name, serde_json::from_str(json).unwrap()));
    let commands = blocks("sh").into_iter().flat_map(str::lines);
    Question { title, files: files.collect(), commands: commands.collect() }
}

/// Whether all is run as it stands on the page.
fn real_size() -> bool {
    size("TAPIS_QUESTIONS", 0) == 1
}

/// Whether a question is run: each, or one whose commands are those of no other test.
fn is_run(question: &Question) -> bool {
    let own = [" course ", " --by player"];
    size("TAPIS_QUESTIONS", 0) > 0
        || own.iter().any(|own| question.commands.iter().any(|it| it.contains(own)))
}

/// The words of a command: those before a remark.
fn words(command: &str) -> Vec<String> {
    let command = command.strip_prefix(PROGRAM).unwrap().split('#').next().unwrap();
    command.split_whitespace().map(|word| word.trim_matches('\'').to_owned()).collect()
}

/// The words of a command with quicker bots and fewer games.
fn smaller(command: &str) -> Vec<String> {
    let mut words = words(command);
    for at in 1..words.len() {
        let value = match words[at - 1].as_str() {
            // Every position of a course is played to its end, and again.
            "--games" if words[0] == "course" => "6",
            "--games" => "40",
            "--deals" | "--luck" => "24",
            "--lines" => "10",
            "--seats" => "random",
            "--levels" => "random,greedy",
            _ => continue,
        };
        words[at] = value.to_owned();
    }
    words
}

fn smaller_plan(mut plan: Value) -> Value {
    // A lift needs 30 seats with the value and as many without; arms that share the error need more games for an interval.
    let is_lift = plan["metric"].as_str().is_some_and(|metric| metric.starts_with("lift:"));
    plan["games"] = json!(if is_lift { 300 } else { 80 });
    plan["minimum_effect"] = json!(0.0);
    let has_levels = plan.get("levels").is_some();
    for arm in plan["arms"].as_array_mut().unwrap().iter_mut().filter(|_| !has_levels) {
        arm["seats"] = json!(["random"]);
    }
    plan
}

/// Runs a command and answers what it prints.
fn answer(place: &Path, command: &str) -> String {
    let mut tapis = Command::new(env!("CARGO_BIN_EXE_tapis"));
    let words = if real_size() { words(command) } else { smaller(command) };
    let output = tapis.args(words).current_dir(place).output().unwrap();
    assert!(output.status.success(), "{command}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands of a part of the page outside the questions.
fn commands_of(heading: &str) -> Vec<&'static str> {
    let (_, part) = PAGE.split_once(heading).unwrap();
    let part = part.split("\n## ").next().unwrap();
    part.lines().filter(|line| line.starts_with(PROGRAM)).collect()
}

/// All commands of the page in the order in which they stand there, in one place: none is in the way of another.
#[test]
fn every_question_is_answered() {
    let questions = questions();
    assert_eq!(questions.len(), 15);
    let place = tempfile::tempdir().unwrap();
    let [first] = commands_of("# The lab")[..] else { panic!("the page begins with one command") };
    assert!(answer(place.path(), first).contains("win share"));
    let mut run = 0;
    for Question { title, files, commands } in questions.into_iter().filter(is_run) {
        run += 1;
        for (name, plan) in files {
            let plan = if real_size() { plan } else { smaller_plan(plan) };
            std::fs::write(place.path().join(name), plan.to_string()).unwrap();
        }
        assert!((1..=2).contains(&commands.len()), "{title}: one command, or two");
        let began = Instant::now();
        let answers: Vec<_> = commands.iter().map(|command| answer(place.path(), command)).collect();
        println!("{title}: {} s", began.elapsed().as_secs());
        let last = answers.last().unwrap();
        let has_interval = last.contains('[') && last.contains(']');
        let has_number = ["n ", " games", " deals"].iter().any(|word| last.contains(word));
        // So few games may have no pair with enough seats.
        let is_crossed = !real_size() && last.contains(" crossed with ");
        assert!((has_interval || is_crossed) && has_number, "{title}: {last}");
    }
    assert!(run >= 2, "{run} questions");
    if size("TAPIS_QUESTIONS", 0) > 0 {
        numbers_are_got_out(place.path());
    }
}

/// In a place where the first command of the page was run.
fn numbers_are_got_out(place: &Path) {
    let outputs = commands_of("## Getting the numbers out");
    assert!(outputs.len() >= 6, "{outputs:?}");
    for command in outputs {
        assert!(!answer(place, command).is_empty(), "{command}");
    }
}

#[test]
fn the_numbers_of_the_first_command_are_got_out() {
    let place = tempfile::tempdir().unwrap();
    let [first] = commands_of("# The lab")[..] else { panic!("the page begins with one command") };
    answer(place.path(), first);
    numbers_are_got_out(place.path());
}

/// What stands on the page is what the program takes, down to the plans.
#[test]
fn every_command_of_the_page_is_one_of_the_program() {
    let known = |command: &&str| {
        let words = std::iter::once("tapis".to_owned()).chain(words(command));
        Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{command}: {error}"));
    };
    let (mut commands, mut plans) = (0, 0);
    for Question { commands: own, files, .. } in questions() {
        own.iter().for_each(known);
        for (name, plan) in files {
            serde_json::from_value::<Plan>(plan).unwrap_or_else(|error| panic!("{name}: {error}"));
            plans += 1;
        }
        commands += own.len();
    }
    commands_of("## Getting the numbers out").iter().for_each(known);
    assert!(commands > 15 && plans >= 4, "{commands} commands, {plans} plans");
}

/// No two questions write to the same database, so that none finds the games of another.
#[test]
fn every_question_has_a_database_of_its_own() {
    let mut seen = BTreeSet::new();
    for Question { title, commands, .. } in questions() {
        let databases: BTreeSet<String> = commands
            .iter()
            .filter_map(|command| command.split_once("--database ").map(|(_, name)| name.to_owned()))
            .collect();
        let records = ![" luck ", " course "].iter().any(|name| commands[0].contains(name));
        assert_eq!(databases.len(), usize::from(records), "{title}");
        assert!(databases.iter().all(|name| seen.insert(name.clone())), "{title}: {databases:?}");
    }
}

/// The statistics in words say what they are of: units, the win share beside the lift, all seats at once, the most important
/// first, and that several line-ups are not one.
#[test]
fn statistics_in_words_say_what_they_mean() {
    let place = tempfile::tempdir().unwrap();
    let tapis = |line: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_tapis"))
            .args(line.split(' '))
            .current_dir(place.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    tapis("simulate --game sept-blasons --seats random --games 200");
    let said = tapis("stats");
    let line = |begin: &str| {
        said.lines().find(|line| line.starts_with(begin)).unwrap_or_else(|| panic!("{begin}: {said}"))
    };
    assert!(line("decisiveness: ").contains("% ["), "{said}");
    let branching: f64 = line("branching: ").split(' ').nth(1).unwrap().parse().unwrap();
    assert!(branching > 1.0 && branching < 60.0, "moves, not tenths of moves: {said}");
    assert!(line("all seats at once: ").contains("chi-square"), "{said}");
    let order = said.lines().find(|line| line.contains("turn_order 1: ")).unwrap();
    assert!(order.contains(": win share 0.") && order.contains("; lift "), "{order}");
    assert!(said.contains("for one look") && !said.contains("line-ups"), "{said}");
    let begin = said.lines().position(|line| line.starts_with("chosen, to be believed")).expect("some are");
    let moved = said
        .lines()
        .skip(begin + 1)
        .take_while(|line| line.contains("; lift ") && !line.contains("win share"));
    let moved: Vec<f64> = moved
        .map(|line| line.split("; lift").next().unwrap().rsplit(' ').next().unwrap().parse().unwrap())
        .collect();
    assert!(!moved.is_empty() && moved.is_sorted_by(|a, b| a >= b), "{said}");

    let gone = ["helps", "hurts"].iter().find(|word| said.contains(**word));
    assert_eq!(gone, None, "{said}");
    let consequences = said.lines().skip_while(|line| !line.contains(", came of the game: "));
    let consequences: Vec<&str> = consequences.filter(|line| line.contains(": win share ")).collect();
    assert!(consequences.len() > 20, "{said}");
    assert!(
        consequences.iter().all(|line| line.starts_with("  ") && line.contains("; goes with ")),
        "{said}"
    );
    let french = tapis("stats --language fr");
    assert!(french.contains("résulte de la partie") && !french.contains("win share"), "{french}");

    // Two line-ups of one simulation: figures are means of theirs, and that is said.
    tapis("simulate --game richelieu --seats greedy,random --games 40 --database sqlite:two.db");
    let said = tapis("stats --database sqlite:two.db");
    assert!(said.contains("over 2 line-ups, each counting the same"), "{said}");
    assert!(said.contains("they differ by more than chance explains"), "{said}");
}

/// `tapis stats | head -1`: whoever has read enough is no fault.
#[test]
fn a_reader_who_leaves_is_no_fault() {
    let place = tempfile::tempdir().unwrap();
    let mut tapis = Command::new(env!("CARGO_BIN_EXE_tapis"));
    let mut child = tapis
        .arg("openapi")
        .current_dir(place.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
