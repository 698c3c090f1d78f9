//! The whole examples of docs/draw-a-table.md are what the service answers.

use reqwest::Method;
use serde_json::{Value, json};
use tapis_testkit::record::agrees;

use crate::served::Served;

const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/draw-a-table.md");

/// Longest line of an example.
const WIDTH: usize = 138;

#[tokio::test]
async fn whole_examples_are_what_the_service_answers() {
    let mut guide = std::fs::read_to_string(GUIDE).expect("the guide");
    for (title, example) in examples().await {
        guide = with_block(&guide, title, &written(&example, 0));
    }
    agrees(GUIDE, &guide);
}

/// One game by two people; what there is to show, by the title it stands under.
async fn examples() -> [(&'static str, Value); 4] {
    let served = Served::start().await;
    let body = json!({"game": "template", "practice": {"seed": "5a".repeat(32)},
        "seats": [{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Blaise"}]});
    let created = served.call(Method::POST, "/v1/games", "", Some(body)).await;
    let tokens = [0, 1].map(|seat| created["seats"][seat]["token"].as_str().expect("a token").to_owned());
    let game = format!("/v1/games/{}", created["id"].as_str().expect("an id"));
    let look = async |seat: usize| served.get(&format!("{game}?lang=en"), &tokens[seat]).await;
    let play = async |turns: &dyn Fn(&Value) -> bool| loop {
        let seat = usize::from(look(0).await["turn"]["seat"] == 1);
        let state = look(seat).await;
        if turns(&state) {
            return state;
        }
        let mv = json!({"move": state["legal_moves"][0]["notation"], "version": state["version"]});
        served.call(Method::POST, &format!("{game}/moves"), &tokens[seat], Some(mv)).await;
    };
    let choice = |state: &Value| state["legal_moves"].as_array().is_some_and(|moves| moves.len() > 1);
    let follows = |state: &Value| !state["layout"]["zones"]["trick"].is_null();
    let state = play(&|state| state["turn"]["seat"] == 0 && follows(state) && choice(state)).await;
    let budget = json!({"budget": {"iterations": 500}, "level": "full"});
    let mut hint =
        served.call(Method::POST, &format!("{game}/hints?lang=en"), &tokens[0], Some(budget)).await;
    hint.as_object_mut().expect("a hint").remove("timing");
    let version = state["version"].as_u64().expect("a version");
    play(&|state| state["version"].as_u64().is_some_and(|now| now > version + 3)).await;
    let after = format!("{game}/events?after={version}&wait=0&lang=en");
    let events = served.get(&after, &tokens[0]).await["items"].clone();
    let hash = state["ruleset"]["hash"].as_str().expect("a hash");
    let pieces = served.get(&format!("/v1/rulesets/template/{hash}/pieces?lang=en"), "").await;
    let id = &created["id"];
    [
        ("Event", settled(events[0].clone(), id)),
        ("Pieces", shortened(pieces)),
        ("Hint", settled(shortened(hint), id)),
        ("State", settled(shortened(state), id)),
    ]
}

/// An answer without what is like the rest of it: cards but the aces and nouns but theirs, moves but the first two.
fn shortened(mut answer: Value) -> Value {
    let is_kept = |name: &str| name.starts_with(['A', 'a', 'c']);
    if let Some(pieces) = answer.get_mut("pieces").and_then(Value::as_object_mut) {
        pieces.retain(|name, _| is_kept(name));
    }
    if let Some(texts) = answer.get_mut("texts").and_then(Value::as_object_mut) {
        texts.retain(|key, _| key.strip_prefix("noun-").is_none_or(is_kept));
    }
    for member in ["moves", "legal_moves"] {
        if let Some(moves) = answer.get_mut(member).and_then(Value::as_array_mut) {
            moves.truncate(2);
        }
    }
    answer
}

/// An answer in which what is another every time is always the same.
fn settled(answer: Value, id: &Value) -> Value {
    match answer {
        Value::Object(members) => {
            let settle = |(name, value): (String, Value)| {
                let promise = name == "deal_commitment" && value.is_string();
                let value = if promise { json!("3f0c…") } else { settled(value, id) };
                (name, value)
            };
            members.into_iter().map(settle).collect()
        }
        Value::Array(items) => items.into_iter().map(|item| settled(item, id)).collect(),
        Value::String(text) if id.as_str().is_some_and(|id| text.contains(id)) => {
            json!(text.replace(id.as_str().unwrap_or_default(), "0197f0c5-3a1b-7c2d-8e4f-0123456789ab"))
        }
        Value::String(text) if text.starts_with("20") && text.ends_with('Z') && text.contains('T') => {
            json!("2026-01-01T20:15:00Z")
        }
        other => other,
    }
}

/// JSON for people: on one line what fits there.
fn written(value: &Value, indent: usize) -> String {
    let flat = value.to_string();
    let inner = " ".repeat(indent + 2);
    let lines: Vec<String> = match value {
        _ if indent + flat.chars().count() < WIDTH => return flat,
        Value::Object(members) => {
            let member = |(name, value)| format!("{inner}{}: {}", json!(name), written(value, indent + 2));
            members.iter().map(member).collect()
        }
        Value::Array(items) => items.iter().map(|item| inner.clone() + &written(item, indent + 2)).collect(),
        _ => return flat,
    };
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    format!("{open}\n{}\n{}{close}", lines.join(",\n"), " ".repeat(indent))
}

/// A document with this block of JSON below a heading.
fn with_block(document: &str, title: &str, json: &str) -> String {
    let start = document.find(&format!("\n### {title}\n")).unwrap_or_else(|| panic!("no heading {title}"));
    let (before, rest) = document.split_at(start);
    let (text, rest) = rest.split_once("```json\n").expect("a block of JSON");
    let end = if rest.starts_with("```") { 0 } else { rest.find("\n```").expect("its end") + 1 };
    format!("{before}{text}```json\n{json}\n{}", &rest[end..])
}
