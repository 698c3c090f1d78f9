//! The ten questions of docs/lab.md: each of their commands is run, smaller, and answers with n and interval.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

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
    let (_, questions) = PAGE.split_once("## Ten questions").unwrap();
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

/// The words of a command with quicker bots and fewer games.
fn smaller(command: &str) -> Vec<String> {
    let mut words: Vec<String> =
        command.strip_prefix(PROGRAM).unwrap().split(' ').map(str::to_owned).collect();
    for at in 1..words.len() {
        let value = match words[at - 1].as_str() {
            "--games" => "40",
            "--deals" => "24",
            "--seats" => "random",
            "--levels" => "random,greedy",
            _ => continue,
        };
        words[at] = value.to_owned();
    }
    words
}

fn smaller_plan(mut plan: Value) -> Value {
    plan["games"] = json!(20);
    plan["minimum_effect"] = json!(0.0);
    for arm in plan["arms"].as_array_mut().unwrap() {
        arm["seats"] = json!(["random"]);
    }
    plan
}

/// Runs a command and answers what it prints.
fn answer(place: &Path, command: &str) -> String {
    let mut tapis = Command::new(env!("CARGO_BIN_EXE_tapis"));
    let output = tapis.args(smaller(command)).current_dir(place).output().unwrap();
    assert!(output.status.success(), "{command}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_question_is_answered() {
    let questions = questions();
    assert_eq!(questions.len(), 10);
    for Question { title, files, commands } in questions {
        let place = tempfile::tempdir().unwrap();
        for (name, plan) in files {
            std::fs::write(place.path().join(name), smaller_plan(plan).to_string()).unwrap();
        }
        assert!((1..=2).contains(&commands.len()), "{title}: one command, or two");
        let answers: Vec<_> = commands.iter().map(|command| answer(place.path(), command)).collect();
        let last = answers.last().unwrap();
        let has_interval = last.contains('[') && last.contains(']');
        let has_number = ["n ", " games", " deals"].iter().any(|word| last.contains(word));
        assert!(has_interval && has_number, "{title}: {last}");
    }
}
