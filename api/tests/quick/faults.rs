//! What is wrong with a request is told in both languages: every problem, and every fault of a field that the code can name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::common::{Table, TestApp};
use serde_json::{Value, json};
use tapis_api::problem::Kind;
use tapis_games::locale::{FAULTS, Uses};

#[test]
fn every_problem_has_a_title_in_both_languages() {
    let mut titles = BTreeSet::new();
    for kind in Kind::ALL {
        let title = kind.title();
        assert!(!title.fr.is_empty() && title.en != title.fr, "{title:?}");
        assert!(titles.insert(title.fr.clone()), "two problems are called {}", title.fr);
    }
    assert_eq!(Kind::StaleVersion.title().fr, "Cette version est dépassée");
}

/// Where sentences of faults are named.
const SOURCES: [&str; 7] =
    ["games/src", "examples/template/src", "common/src", "solver/src", "service/src", "lab/src", "api/src"];

fn files(under: &Path, found: &mut Vec<PathBuf>) {
    if under.is_file() {
        return found.push(under.to_owned());
    }
    for entry in std::fs::read_dir(under).unwrap() {
        files(&entry.unwrap().path(), found);
    }
}

/// The code of all that refuses.
fn sources() -> Vec<&'static str> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut all = Vec::new();
    SOURCES.iter().for_each(|under| files(&root.join(under), &mut all));
    let rust = all.iter().filter(|file| file.extension().is_some_and(|suffix| suffix == "rs"));
    rust.map(|file| &*std::fs::read_to_string(file).unwrap().leak()).collect()
}

/// Whatever the service refuses has words in both languages, and no words are left over.
#[test]
fn the_reasons_of_refusals_are_those_that_the_code_names() {
    // The service's nouns must be whole, whoever says them.
    let nouns = include_str!("../../../common/text/en/refusals.ftl").lines();
    let nouns = nouns.filter(|line| line.starts_with("noun-")).filter_map(|line| line.split(' ').next());
    let uses = Uses { keys: nouns.map(str::to_owned).collect(), sources: sources() };
    assert_eq!(tapis_common::TEXTS.faults(1, &uses), [""; 0]);
}

/// Every sentence is named by its key in one way, `said("key")`: none is missing, and none is left over.
#[test]
fn the_sentences_of_faults_are_those_that_the_code_names() {
    let mut named = BTreeSet::new();
    for source in sources() {
        let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let calls = source.split("said(\"").skip(1).filter_map(|rest| rest.split_once("\")"));
        named.extend(calls.map(|(key, _)| format!("fault-{key}")).filter(|key| !key.contains(' ')));
    }
    // What is said of a fault of which a library knows more than the program.
    named.insert("fault-expected_as_it_is".to_owned());
    assert_eq!(FAULTS.faults(1, &Uses { keys: named.into_iter().collect(), sources: Vec::new() }), [""; 0]);
}

/// Requests with a fault in each kind of field.
fn wrong() -> Vec<(&'static str, Value)> {
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let game = |more: Value| {
        let mut body = json!({"game": "richelieu", "seats": seats});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ("/v1/games", body)
    };
    let options = |game: &str, options: Value| match game {
        "malin" => ("/v1/rulesets/malin/validation", json!({"options": options})),
        "parbourg" => ("/v1/rulesets/parbourg/validation", json!({"options": options})),
        "sept-blasons" => ("/v1/rulesets/sept-blasons/validation", json!({"options": options})),
        _ => ("/v1/rulesets/richelieu/validation", json!({"options": options})),
    };
    vec![
        game(json!({"game": "chess"})),
        game(json!({"game": 7})),
        game(json!({"colour": "red"})),
        game(json!({"seats": []})),
        game(json!({"seats": [{"kind": "ghost"}, {"kind": "mine"}]})),
        game(json!({"seats": [{"kind": "bot", "level": "genius"}, {"kind": "mine"}]})),
        game(json!({"seats": [{"kind": "mine", "level": "club"}, {"kind": "bot"}]})),
        game(json!({"seats": [{"kind": "mine", "name": ""}, {"kind": "mine", "name": "x".repeat(90)}]})),
        game(json!({"hints": "sometimes"})),
        game(json!({"clock": {}})),
        game(json!({"clock": {"per_move_s": 0}})),
        game(json!({"bot_pace_ms": 10_000_000})),
        game(json!({"practice": {"seed": "abc"}})),
        game(json!({"visibility": "private", "seats": [{"kind": "mine"}, {"kind": "open"}]})),
        options("richelieu", json!({"players": 9, "first_seat": 12, "deck": [], "disc_cells": []})),
        options("malin", json!({"players": 9, "points": 3, "teams": true})),
        options("sept-blasons", json!({"players": 9, "max_extra_rounds": 90, "families": ["x"]})),
        options("parbourg", json!({"players": 9, "spare_tokens": 90, "max_rounds": 0, "windows": "none"})),
        ("/v1/seats/lookup", json!({"tokens": "none"})),
        ("/v1/games", json!([])),
        ("/v1/experiments", json!({"game": "chess", "arms": [], "games": 0, "confidence": 2})),
    ]
}

#[track_caller]
fn told_in_both(problem: &Value) {
    let mut faults: Vec<&Value> = problem["errors"].as_array().into_iter().flatten().collect();
    faults.push(problem);
    for fault in faults {
        let [en, fr] = ["en", "fr"].map(|language| fault["text"][language].as_str().unwrap_or_default());
        assert!(!en.is_empty() && !fr.is_empty() && en != fr, "{fault} in {problem}");
        assert!(
            !fr.contains("n’est pas ce qui est attendu"),
            "a French text for nothing in particular: {fault}"
        );
        assert_eq!(fault["detail"], en);
    }
}

#[tokio::test]
async fn faults_of_bodies_and_options_are_told_in_the_language_asked_for() {
    let app = TestApp::start().await;
    // What is asked of anybody does not look at the token.
    let post = |path: &str| if path == "/v1/experiments" { app.post(path).admin() } else { app.post(path) };
    for (path, body) in wrong() {
        let all = post(path).json(&body).send().await.json();
        let french = post(path).header("Accept-Language", "fr").json(&body).send().await.json();
        let member = if path.ends_with("validation") { "faults" } else { "errors" };
        let [both, one] =
            [&all, &french].map(|answer| answer[member].as_array().cloned().unwrap_or_default());
        assert!(!both.is_empty() && both.len() == one.len(), "{all}");
        for (both, french) in both.iter().zip(&one) {
            told_in_both(both);
            assert_eq!((&french["detail"], &french["text"]), (&both["text"]["fr"], &both["text"]["fr"]));
        }
        if let Some(detail) = french["detail"].as_str() {
            told_in_both(&all);
            assert_eq!(detail, all["text"]["fr"]);
            assert_ne!(french["title"], all["title"]);
        }
    }
}

#[tokio::test]
async fn faults_of_queries_headers_moves_and_logs_are_told_in_both_languages() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let post = |path: &str| app.post(&table.path(path)).token(table.token(0)).if_match("*");
    for answer in [
        app.get("/v1/games?limit=x").send().await,
        app.get("/v1/games?cursor=x").send().await,
        app.get("/v1/games?colour=red").send().await,
        app.get(&table.path("?version=9")).token(table.token(0)).send().await,
        app.get(&table.path("")).header("If-None-Match", "x").send().await,
        app.get("/v1/stats/richelieu?from=tomorrow").send().await,
        app.get("/v1/stats/richelieu?lineup=x").send().await,
        post("/moves").json(&json!({"move": "take 9L"})).send().await,
        post("/moves").json(&json!({"move": "fly"})).send().await,
        post("/moves").json(&json!({"picks": ["row:9"]})).send().await,
        post("/moves").json(&json!({})).send().await,
        post("/hints").json(&json!({"budget": {"ms": 0}, "seed": "x"})).send().await,
        post("/hints").raw("{\"budget\": ").send().await,
    ] {
        told_in_both(&answer.json());
    }
    let log = json!({"ruleset": {"game": "richelieu"}, "seat": 0, "plies": [{"n": 3}]});
    let refused = app.post("/v1/analyses").json(&log).send().await.json();
    told_in_both(&refused);
    assert!(refused["errors"][0]["pointer"].as_str().unwrap().contains("/plies"), "{refused}");
}
