//! Bodies that are meant to hurt, at every call that takes one.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::common::{ADMIN, Answer, Table, TestApp};

/// The key of whoever sets webhooks.
const KEY: &str = "tapis_play_of_attacks";

/// A call that takes a body.
struct Target {
    /// The path as the OpenAPI document has it, with its method.
    operation: &'static str,
    path: String,
    token: Option<String>,
    /// Whether it takes a key.
    key: bool,
    /// A body that would be taken.
    good: Value,
    /// Pointers to integers a body may have.
    numbers: &'static [&'static str],
    /// Whether a request without a body means `{}`.
    may_be_empty: bool,
}

fn target(operation: &'static str, path: String, good: Value, numbers: &'static [&'static str]) -> Target {
    Target { operation, path, token: None, key: false, good, numbers, may_be_empty: false }
}

fn targets(table: &Table, open: &Table, log: &Value) -> Vec<Target> {
    let analysis = json!({"ruleset": log["ruleset"], "seat": 0, "plies": log["plies"],
        "budget": {"iterations": 10}, "wait_ms": 0});
    let options = json!({"options": {"players": 3}});
    let clock = json!({"bank_s": 60, "increment_s": 5});
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let create = json!({"game": "richelieu", "options": {"players": 2}, "seats": seats, "clock": clock});
    let arm = json!({"name": "a", "seats": ["random"]});
    let experiment = json!({"game": "richelieu", "arms": [arm], "games": 1, "metric": "ties"});
    let hint = json!({"budget": {"iterations": 10}});
    let settings = json!({"auto_pass": "off"});
    let wanted = json!({"game": "richelieu", "options": {"players": 2}, "name": "Ada", "hints": "off",
        "clock": {"bank_s": 60, "increment_s": 5}});
    let webhook = json!({"url": "https://example.com/hook"});
    let push = browser();
    let mv = json!({"move": "take 1L"});
    let at_table = |operation, rest, good, numbers, may_be_empty| {
        let token = Some(table.token(0).to_owned());
        Target { token, may_be_empty, ..target(operation, table.path(rest), good, numbers) }
    };
    let custom = "/v1/rulesets/richelieu/custom".to_owned();
    let validation = "/v1/rulesets/richelieu/validation".to_owned();
    let validation = Target {
        may_be_empty: true,
        ..target("POST /v1/rulesets/{game}/validation", validation, options.clone(), &["/options/players"])
    };
    let join = target("POST /v1/games/{id}/seats/{seat}", open.path("/seats/1"), json!({"name": "Bo"}), &[]);
    let mut targets = vec![
        target("POST /v1/games", "/v1/games".to_owned(), create, CREATION),
        target("POST /v1/match", "/v1/match".to_owned(), wanted, CREATION),
        target("PUT /v1/rulesets/{game}/custom", custom, options, &["/options/players"]),
        validation,
        target("POST /v1/analyses", "/v1/analyses".to_owned(), analysis.clone(), ANALYSIS),
        target("POST /v1/analyses/estimate", "/v1/analyses/estimate".to_owned(), analysis, ANALYSIS),
        Target {
            token: Some(ADMIN.to_owned()),
            ..target("POST /v1/experiments", "/v1/experiments".to_owned(), experiment, &["/games"])
        },
        target("POST /v1/seats/lookup", "/v1/seats/lookup".to_owned(), json!({"tokens": []}), &[]),
        Target { may_be_empty: true, ..join },
        at_table(
            "POST /v1/games/{id}/moves/validation",
            "/moves/validation",
            mv.clone(),
            &["/wait_ms"],
            false,
        ),
        at_table("POST /v1/games/{id}/moves", "/moves", mv, &["/wait_ms"], false),
        at_table("POST /v1/games/{id}/hints", "/hints", hint, &["/budget/iterations", "/budget/ms"], true),
        Target { key: true, ..target("PUT /v1/webhook", "/v1/webhook".to_owned(), webhook, &[]) },
        at_table("PUT /v1/games/{id}/seats/{seat}/settings", "/seats/0/settings", settings, &[], false),
        at_table("PUT /v1/games/{id}/seats/{seat}/push", "/seats/0/push", push, &[], false),
        at_table("POST /v1/games/{id}/undo", "/undo", json!({}), &[], true),
        at_table("POST /v1/games/{id}/resign", "/resign", json!({}), &[], true),
        at_table("POST /v1/games/{id}/rematch", "/rematch", json!({}), &[], true),
        at_table("POST /v1/games/{id}/events/ticket", "/events/ticket", json!({}), &[], true),
        at_table("POST /v1/games/{id}/seats/{seat}/token", "/seats/0/token", json!({}), &[], true),
    ];
    targets.extend(targets_of_reviews(table));
    targets
}

/// A browser that may be told.
fn browser() -> Value {
    let p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    let keys = json!({"p256dh": p256dh, "auth": "BTBZMqHH6r4Tts7J_aSIgg"});
    json!({"endpoint": "https://push.example.com/send/1", "keys": keys})
}

fn targets_of_reviews(table: &Table) -> [Target; 2] {
    let exercise = "/v1/reviews/rev_none/exercises/1".to_owned();
    let game = target("POST /v1/games/{id}/reviews", table.path("/reviews"), json!({"effort": "quick"}), &[]);
    [
        Target { may_be_empty: true, ..game },
        target("POST /v1/reviews/{id}/exercises/{ply}", exercise, json!({"move": "take 1L"}), &[]),
    ]
}

const CREATION: &[&str] = &["/options/players", "/clock/bank_s", "/clock/increment_s"];
const ANALYSIS: &[&str] = &["/seat", "/wait_ms", "/budget/iterations", "/plies/0/n"];

/// The operations of the document that take a body.
fn with_a_body() -> BTreeSet<String> {
    let document = serde_json::to_value(tapis_api::openapi()).unwrap();
    let mut found = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in ["post", "put", "patch"] {
            if item.get(method).is_some() {
                found.insert(format!("{} {path}", method.to_uppercase()));
            }
        }
    }
    found
}

const JSON: Option<&str> = Some("application/json");

async fn send(app: &TestApp, target: &Target, media: Option<&str>, body: impl Into<Vec<u8>>) -> Answer {
    let method = target.operation.split(' ').next().unwrap().parse().unwrap();
    let mut call = app.call(method, &target.path).header("If-Match", "\"v1-s0\"");
    if let Some(token) = &target.token {
        call = call.token(token);
    }
    if target.key {
        call = call.header("Tapis-Key", KEY);
    }
    if let Some(media) = media {
        call = call.header("Content-Type", media);
    }
    crate::common::Call(call.0.body(body.into())).send().await
}

/// Bodies nobody takes, with the media type they come as and the status they get.
fn unreadable(good: &Value) -> Vec<(&'static str, Option<&'static str>, Vec<u8>, u16)> {
    let text = good.to_string();
    let inside = text.strip_prefix('{').unwrap();
    let comma = if inside == "}" { "" } else { "," };
    let utf16 = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    vec![
        ("deep arrays", JSON, b"[".repeat(10_000), 400),
        ("deep objects", JSON, br#"{"a":"#.repeat(3_000), 400),
        ("huge", JSON, format!("{{\"x\":\"{}\"}}", "y".repeat(300_000)).into_bytes(), 413),
        ("a key twice", JSON, format!("{{\"k\":1,\"k\":1{comma}{inside}").into_bytes(), 400),
        ("a key twice, escaped", JSON, format!("{{\"k\":1,\"\\u006b\":1{comma}{inside}").into_bytes(), 400),
        ("a NUL after it", JSON, [text.as_bytes(), b"\0"].concat(), 400),
        ("a NUL in a key", JSON, format!("{{\"\0\":1{comma}{inside}").into_bytes(), 400),
        ("a byte order mark", JSON, [b"\xef\xbb\xbf", text.as_bytes()].concat(), 400),
        ("not UTF-8", JSON, [b"{\"\xff\":1}".as_slice()].concat(), 400),
        ("UTF-16", JSON, utf16, 400),
        ("cut off", JSON, text.as_bytes()[..text.len() - 1].to_vec(), 400),
        ("two values", JSON, format!("{text}{text}").into_bytes(), 400),
        ("not a number", JSON, b"{\"x\":NaN}".to_vec(), 400),
        ("nothing", JSON, Vec::new(), 400),
        ("blanks", JSON, b"  \n".to_vec(), 400),
        ("a list", JSON, b"[]".to_vec(), 422),
        ("a string", JSON, b"\"x\"".to_vec(), 422),
        ("a number", JSON, b"5".to_vec(), 422),
        ("null", JSON, b"null".to_vec(), 422),
        ("an unknown member", JSON, format!("{{\"colour\":1{comma}{inside}").into_bytes(), 422),
        ("plain text", Some("text/plain"), text.clone().into_bytes(), 415),
        ("a form", Some("application/x-www-form-urlencoded"), b"a=1".to_vec(), 415),
        ("Latin-1", Some("application/json; charset=iso-8859-1"), text.clone().into_bytes(), 415),
        ("no type", None, text.into_bytes(), 415),
    ]
}

/// What is sent where nothing needs to be said, with and without a media type, in one piece and in chunks, is never refused for
/// being empty; what is not empty is read as ever.
#[tokio::test]
async fn a_call_that_needs_no_body_takes_an_empty_one() {
    let app = TestApp::start().await;
    let (table, open, log) = tables(&app).await;
    let targets = targets(&table, &open, &log);
    let targets: Vec<_> = targets.iter().filter(|target| target.may_be_empty).collect();
    assert_eq!(targets.len(), 9, "and those of the document that say so");
    for target in &targets {
        for media in [None, JSON, Some("text/plain"), Some("application/x-www-form-urlencoded")] {
            for chunked in [false, true] {
                let method = target.operation.split(' ').next().unwrap().parse().unwrap();
                let mut call = app.call(method, &target.path);
                if let Some(token) = &target.token {
                    call = call.token(token);
                }
                if let Some(media) = media {
                    call = call.header("Content-Type", media);
                }
                let nothing = futures_util::stream::empty::<Result<Vec<u8>, std::io::Error>>();
                let body = if chunked { reqwest::Body::wrap_stream(nothing) } else { Vec::new().into() };
                let answer = crate::common::Call(call.0.body(body)).send().await;
                let what =
                    format!("{} {media:?} {chunked}: {} {}", target.operation, answer.status, answer.text());
                assert!(![400, 411, 415, 422].contains(&answer.status), "{what}");
            }
        }
        let some = futures_util::stream::iter([Ok::<_, std::io::Error>(b"a=1".to_vec())]);
        let mut call = app.post(&target.path).header("Content-Type", "text/plain");
        if let Some(token) = &target.token {
            call = call.token(token);
        }
        let call = crate::common::Call(call.0.body(reqwest::Body::wrap_stream(some)));
        assert_problem(&call.send().await, Some(415), target.operation);
    }
}

#[tokio::test]
async fn compressed_bodies_are_refused_with_what_would_be_right() {
    let app = TestApp::start().await;
    let good = json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}]}).to_string();
    let send = |coding: &str| {
        let call = app.post("/v1/games").header("Content-Encoding", coding);
        call.raw(good.clone()).send()
    };
    for coding in ["gzip", "br", "deflate", "zstd", "identity, gzip", "made-up"] {
        let refused = send(coding).await;
        let problem = refused.problem(415, "unsupported_media_type");
        assert_eq!(refused.header("accept-encoding"), Some("identity"), "{coding}");
        assert!(problem["detail"].as_str().unwrap().contains("Content-Encoding"), "{problem}");
    }
    for coding in ["identity", "Identity"] {
        send(coding).await.expect(201);
    }
}

#[track_caller]
fn assert_problem(answer: &Answer, status: Option<u16>, what: &str) {
    let text = answer.text();
    assert!((400..500).contains(&answer.status), "{what}: {} {text}", answer.status);
    assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{what}: {text}");
    assert_eq!(answer.json()["status"], answer.status, "{what}");
    if let Some(status) = status {
        assert_eq!(answer.status, status, "{what}: {text}");
    }
}

async fn tables(app: &TestApp) -> (Table, Table, Value) {
    app.add_key("attacks", KEY);
    let table = Table::two_people(app).await;
    let open = Table::create(app, json!({}), json!([{"kind": "mine"}, {"kind": "open"}])).await;
    let log = app.get(&table.path("/moves")).token(table.token(0)).send().await.expect(200);
    (table, open, log)
}

async fn assert_nothing_happened(app: &TestApp, tables: [&Table; 2]) {
    for table in tables {
        assert_eq!(table.see(app, 0).await["version"], 1);
    }
    app.get("/readyz").send().await.expect(200);
}

#[tokio::test]
async fn bodies_that_cannot_be_read_are_refused_everywhere() {
    let app = TestApp::start().await;
    let (table, open, log) = tables(&app).await;
    let targets = targets(&table, &open, &log);
    let covered: BTreeSet<_> = targets.iter().map(|target| target.operation.to_owned()).collect();
    assert_eq!(covered, with_a_body(), "every call that takes a body is attacked");
    for target in &targets {
        for (name, media, body, status) in unreadable(&target.good) {
            if body.is_empty() && target.may_be_empty {
                continue;
            }
            let answer = send(&app, target, media, body).await;
            assert_problem(&answer, Some(status), &format!("{name} to {}", target.operation));
        }
        if !target.may_be_empty {
            let answer = send(&app, target, None, Vec::new()).await;
            assert_problem(&answer, Some(415), &format!("no body to {}", target.operation));
        }
    }
    assert_nothing_happened(&app, [&table, &open]).await;
}

/// Sets what a pointer leads to, as text, so that every spelling of a number survives.
fn with_number(good: &Value, pointer: &str, number: &str) -> String {
    let mut body = good.clone();
    let mut place = &mut body;
    for part in pointer.split('/').skip(1) {
        place = match part.parse::<usize>() {
            Ok(index) => &mut place[index],
            Err(_) => &mut place[part],
        };
    }
    *place = json!("THE-NUMBER");
    body.to_string().replace("\"THE-NUMBER\"", number)
}

#[tokio::test]
async fn numbers_are_refused_rather_than_rounded() {
    let app = TestApp::start().await;
    let (table, open, log) = tables(&app).await;
    let mut sent = 0;
    for target in targets(&table, &open, &log) {
        for pointer in target.numbers {
            for number in NUMBERS {
                let answer = send(&app, &target, JSON, with_number(&target.good, pointer, number)).await;
                let what = format!("{number} at {pointer} to {}", target.operation);
                sent += 1;
                // Faulty options are what this call tells about.
                if answer.status == 200 && target.operation.ends_with("validation") {
                    assert_eq!(answer.json()["valid"], false, "{what}");
                    continue;
                }
                assert_problem(&answer, Some(422), &what);
                let told = answer.json()["errors"][0]["pointer"].as_str().unwrap().to_owned();
                assert!(pointer.starts_with(&told), "{what}: told about '{told}'");
            }
        }
    }
    assert_eq!(sent, 21 * NUMBERS.len());
    assert_nothing_happened(&app, [&table, &open]).await;
}

/// Where an integer is meant: 10⁴⁰⁰, 2⁵³ + 1, 2⁶⁴, below zero, and what is no integer.
const NUMBERS: [&str; 9] = [
    "1e400",
    "9007199254740993",
    "18446744073709551616",
    "-1",
    "-9007199254740993",
    "1.0",
    "1e0",
    "\"1\"",
    "true",
];

#[tokio::test]
async fn strings_may_not_hide_anything() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    for name in ["\\u0000", "a\\u0000b", "\\u202e", "\\n", "", " ", "\\ud800"] {
        let body = format!(
            "{{\"game\":\"richelieu\",\"seats\":[{{\"kind\":\"mine\",\"name\":\"{name}\"}},{{\"kind\":\"mine\"}}]}}"
        );
        assert_problem(&app.post("/v1/games").raw(body).send().await, None, name);
    }
    for notation in ["\\u0000", "take 1L\\u0000", "take\\u00a01L", "TAKE 1L ", "take １L"] {
        let call = app.post(&table.path("/moves")).token(table.token(0)).if_match("\"v1-s0\"");
        let answer = call.raw(format!("{{\"move\":\"{notation}\"}}")).send().await;
        answer.problem(422, "bad_notation");
    }
    let long = app.post(&table.path("/moves")).token(table.token(0)).if_match("\"v1-s0\"");
    assert_problem(&long.json(&json!({"move": "x".repeat(10_000)})).send().await, Some(422), "a long move");
    assert_eq!(table.see(&app, 0).await["version"], 1);
}
