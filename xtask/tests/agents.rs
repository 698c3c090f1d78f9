//! docs/agents.md says what is so: its code is that of the template, its laws, refusals and commands are there.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("../../docs/agents.md");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The texts of all Rust files under a folder.
fn sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|suffix| suffix == "rs") {
            found.push(fs::read_to_string(path).unwrap());
        }
    }
    found
}

/// The blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let begin = format!("```{language}\n");
    PAGE.split(begin.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// The first cells of the table below a heading.
fn cells(heading: &str) -> Vec<&'static str> {
    let (_, rest) = PAGE.split_once(&format!("## {heading}\n")).unwrap();
    let rows = rest.split("\n## ").next().unwrap().lines().filter(|line| line.starts_with("| `"));
    let rows = rows.filter(|row| !row.contains(" says |"));
    rows.map(|row| row.split('`').nth(1).unwrap()).collect()
}

/// Code with its lines in a row: formatting may break them elsewhere.
fn flat(code: &str) -> String {
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn its_code_is_compiled_code() {
    let sources: Vec<String> = sources(&root().join("examples")).iter().map(|text| flat(text)).collect();
    let code = blocks("rust");
    assert!(code.len() >= 6, "{} blocks", code.len());
    for block in code {
        assert!(sources.iter().any(|source| source.contains(&flat(block))), "no example has\n{block}");
    }
}

#[test]
fn its_laws_and_refusals_are_those_of_the_suite() {
    let sources: Vec<String> = sources(&root().join("testkit/src")).iter().map(|text| flat(text)).collect();
    let refusals = cells("Ten refusals, and what they mean");
    assert_eq!(refusals.len(), 10);
    for refusal in refusals {
        assert!(sources.iter().any(|source| source.contains(refusal)), "nothing says '{refusal}'");
    }
    let survey = flat(&fs::read_to_string(root().join("testkit/src/conformance/survey.rs")).unwrap());
    let laws: Vec<&str> =
        PAGE.split("## The laws\n").nth(1).unwrap().split("\n## ").next().unwrap().lines().collect();
    let rows: Vec<_> = laws.iter().filter_map(|line| line.strip_prefix("| `")).collect();
    assert_eq!(rows.len(), 12);
    for row in rows {
        let (law, says) = row.trim_end_matches(" |").split_once("` | ").unwrap();
        let [law, says] = [format!("\"{law}\" =>"), format!("\"{says}\"")];
        let told = survey.split(&law).nth(1).unwrap_or_else(|| panic!("no law {law}"));
        assert!(told.trim_start_matches([' ', '{']).starts_with(&says), "{law} {says}");
    }
}

#[test]
fn its_commands_are_there() {
    let commands = fs::read_to_string(root().join("xtask/src/main.rs")).unwrap();
    let shell = blocks("sh").join("");
    assert!(commands.contains("NewGame(") && shell.contains("cargo xtask new-game "));
    assert!(commands.contains("CheckGame(") && shell.contains("cargo xtask check-game "));
    let own = fs::read_to_string(root().join("api/src/commands/mod.rs")).unwrap();
    assert!(own.contains("Balance(") && shell.contains(" -- balance "));
}
