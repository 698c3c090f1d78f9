//! What each level says, byte for byte.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::common::{Table, TestApp};
use crate::hints::{hint, quick, timeless};

const LEVELS: [&str; 4] = ["nudge", "candidates", "move", "full"];

async fn all_levels(app: &TestApp, table: &Table) -> Vec<(String, Value)> {
    let mut hints = Vec::new();
    for level in LEVELS {
        let mut body = quick();
        body["level"] = json!(level);
        let answer = hint(app, table, &body).await;
        answer.expect(200);
        hints.push((answer.text(), answer.json()));
    }
    hints
}

fn codes(hint: &Value) -> BTreeSet<&str> {
    let explanation = hint["explanation"].as_array().expect("a list");
    explanation.iter().map(|one| one["code"].as_str().expect("a code")).collect()
}

fn keys(hint: &Value) -> Vec<&str> {
    let mut keys: Vec<_> = hint.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[tokio::test]
async fn each_level_has_its_fields_and_no_others() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let hints = all_levels(&app, &table).await;
    let nudge = ["explanation", "kind", "level", "observation_hash", "seat", "status", "version"];
    assert_eq!(keys(&hints[0].1), nudge);
    // All moves of this position are of one kind: to name it would say nothing.
    let with = |more: &[&'static str]| {
        let mut keys = [&nudge[..], more].concat();
        keys.sort_unstable();
        keys
    };
    assert_eq!(keys(&hints[1].1), with(&["candidates", "named"]));
    assert_eq!(keys(&hints[2].1), with(&["candidates", "move", "named", "sure", "text"]));
    let full = &hints[3].1;
    let column = |key: &str| -> Vec<Value> {
        full["caveats"].as_array().unwrap().iter().map(|caveat| caveat[key].clone()).collect()
    };
    assert_eq!(Value::Array(column("code")), full["exactness"]["caveats"]);
    assert_eq!(Value::Array(column("text")), full["exactness"]["texts"], "in the same words");
    for key in
        ["exactness", "method", "moves", "objective", "stop", "sure", "timing", "worlds", "explanation"]
    {
        assert!(hints[3].1.get(key).is_some(), "{key}");
    }
    for (level, (_, hint)) in LEVELS.iter().zip(&hints) {
        assert_eq!(hint["level"], *level);
    }
}

/// A strict reader refuses what is one of several shapes where exactly one is promised.
#[test]
fn the_document_lets_a_hint_be_of_lower_levels_too() {
    let document = serde_json::to_value(tapis_api::openapi()).unwrap();
    let hint = &document["components"]["schemas"]["HintBody"];
    assert_eq!(hint.get("oneOf"), None);
    let shapes = hint["anyOf"].as_array().unwrap().iter().map(|shape| shape["$ref"].as_str().unwrap());
    let names = shapes.map(|shape| shape.rsplit('/').next().unwrap()).collect::<Vec<_>>();
    assert_eq!(names, ["FullHint", "MoveHint", "CandidatesHint", "NudgeHint"]);
}

#[tokio::test]
async fn a_level_contains_the_one_before_it() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    table.play_on(&app, 5).await;
    table.play_on(&app, 20).await;
    let state = table.see(&app, 0).await;
    if state["turn"]["seat"] != 0 {
        let mut state = state;
        while state["turn"]["seat"] != 0 {
            state = table.play_on(&app, 1).await;
        }
    }
    let hints = all_levels(&app, &table).await;
    for pair in hints.windows(2) {
        for (key, value) in pair[0].1.as_object().unwrap() {
            match key.as_str() {
                "level" | "text" => {}
                // The same facts, told more exactly.
                "explanation" => assert!(codes(&pair[0].1).is_subset(&codes(&pair[1].1)), "{value}"),
                _ => assert_eq!(pair[1].1[key], *value, "{key}"),
            }
        }
    }
    let full = &hints[3].1;
    assert_eq!(full["move"], full["moves"][0]["notation"]);
    let legal = table.see(&app, 0).await["legal_moves"].clone();
    let named = full["named"].as_array().unwrap().iter().chain(full["moves"].as_array().unwrap());
    for one in named {
        let listed = legal.as_array().unwrap().iter().find(|legal| legal["notation"] == one["notation"]);
        let listed = listed.expect("a legal move");
        assert_eq!(
            (&one["text"], &one["picks"]),
            (&listed["text"], &listed["picks"]),
            "as the state says it"
        );
    }
    for ply in full["moves"][0]["pv"].as_array().unwrap() {
        assert!(
            ply["seat"].is_number() && ply["notation"].is_string() && ply["text"]["fr"].is_string(),
            "{ply}"
        );
    }
    assert_eq!(full["moves"][0]["rank"], 1);
    let candidates = full["candidates"].as_array().unwrap();
    assert!(candidates.contains(&full["move"]) && candidates.len() <= 3);
}

/// Whoever asks for more of what was found gets it from the same search.
#[tokio::test]
async fn levels_are_views_of_one_search() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let first = hint(&app, &table, &json!({"level": "nudge", "budget": {"ms": 200}})).await.expect(200);
    let nodes = app.state.service.load().hints.nodes;
    let ask = async |level: &str, ms: u64| {
        hint(&app, &table, &json!({"level": level, "budget": {"ms": ms}})).await.expect(200)
    };
    let full = ask("full", 200).await;
    assert_eq!(ask("full", 50).await, full, "a shorter search says no more");
    assert_eq!((&ask("move", 200).await["move"], &first["kind"]), (&full["move"], &full["kind"]));
    assert_eq!(app.state.service.load().hints.nodes, nodes, "nothing was searched but once");
    // A time ends early where the best move is clear; playouts are made as many as were asked for.
    let more = json!({"level": "full", "budget": {"iterations": 3_000}});
    let longer = hint(&app, &table, &more).await.expect(200);
    assert!(app.state.service.load().hints.nodes > nodes, "what is asked of another kind is searched");
    table.play(&app, 0, longer["move"].as_str().unwrap()).await;
    while table.play_on(&app, 1).await["turn"]["seat"] != 0 {}
    assert_ne!(ask("full", 200).await["observation_hash"], full["observation_hash"]);
}

#[tokio::test]
async fn a_nudge_names_no_move() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let state = table.see(&app, 0).await;
    let (nudge, _) = &all_levels(&app, &table).await[0];
    for legal in state["legal_moves"].as_array().unwrap() {
        let notation = legal["notation"].as_str().unwrap();
        assert!(!nudge.contains(notation), "{nudge} contains {notation}");
    }
    for word in ["value", "pv", "regret", "candidates", "move", "nodes", "elapsed"] {
        assert!(!nudge.contains(word), "{nudge} contains {word}");
    }
}

#[tokio::test]
async fn candidates_stand_in_canonical_order() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let legal: Vec<String> = table.see(&app, 0).await["legal_moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|legal| legal["notation"].as_str().unwrap().to_owned())
        .collect();
    let place =
        |notation: &Value| legal.iter().position(|other| other == notation.as_str().unwrap()).unwrap();
    let mut first_is_best = 0;
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let body = json!({"budget": {"iterations": 64}, "seed": seed});
        let full = hint(&app, &table, &body).await.expect(200);
        let candidates = full["candidates"].as_array().unwrap();
        assert_eq!(candidates.len(), 3);
        assert!(candidates.is_sorted_by_key(place), "{candidates:?}");
        first_is_best += u32::from(candidates[0] == full["move"]);
        let mut best: Vec<_> =
            full["moves"].as_array().unwrap()[..3].iter().map(|one| &one["notation"]).collect();
        best.sort_by_key(|notation| place(notation));
        assert_eq!(candidates.iter().collect::<Vec<_>>(), best);
    }
    assert!(first_is_best < 6, "the order would tell which is best");
}

#[tokio::test]
async fn a_hint_is_about_the_version_it_names() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let first = hint(&app, &table, &quick()).await.expect(200);
    table.play(&app, 0, "take 1L").await;
    let second = hint(&app, &table, &quick()).await.expect(200);
    assert_eq!((&first["version"], &second["version"]), (&json!(1), &json!(2)));
    assert_ne!(first["observation_hash"], second["observation_hash"]);
    assert_ne!(first["method"]["seed"], second["method"]["seed"], "each observation has its own seed");
    assert_eq!(first["method"]["ruleset"], table.created["ruleset"]["hash"]);
}

#[tokio::test]
async fn the_same_question_gets_the_same_bytes() {
    let app = TestApp::start_with(&["--solver-threads", "2"]).await;
    let one = TestApp::start_with(&["--solver-threads", "1"]).await;
    let body = json!({
        "game": "richelieu", "options": {"first_seat": 0}, "practice": {"seed": "07".repeat(32)},
        "seats": [{"kind": "mine"}, {"kind": "mine"}]
    });
    let (table, same) = (Table::of(&app, body.clone()).await, Table::of(&one, body).await);
    for question in [json!({}), json!({"budget": {"iterations": 3000}, "seed": "abc"})] {
        let first = timeless(hint(&app, &table, &question).await.expect(200));
        let again = timeless(hint(&app, &table, &question).await.expect(200));
        let elsewhere = timeless(hint(&one, &same, &question).await.expect(200));
        assert_eq!(first.to_string(), again.to_string());
        assert_eq!(first.to_string(), elsewhere.to_string(), "another number of threads");
    }
    let seeded = hint(&app, &table, &json!({"budget": {"iterations": 64}, "seed": "abc"})).await.expect(200);
    assert_eq!(seeded["method"]["seed"], format!("{:0>64}", "abc"));
}
