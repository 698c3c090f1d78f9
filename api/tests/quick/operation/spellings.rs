//! One place has many paths, written in percent-encoding. Every one of them is treated as the place is, or leads nowhere.

use serde_json::{Value, json};

use crate::common::{Answer, TestApp};

const METHODS: [&str; 4] = ["get", "post", "put", "delete"];

/// What the policies are that concern a call, and what was answered: what its problem is, if it is one.
#[derive(Debug, PartialEq)]
struct Treated {
    policies: Option<String>,
    status: u16,
    problem: Option<(Value, Value)>,
}

impl Treated {
    fn of(answer: &Answer) -> Self {
        let problem = serde_json::from_slice::<Value>(&answer.bytes).ok().filter(|_| answer.status >= 400);
        Self {
            policies: answer.header("ratelimit-policy").map(str::to_owned),
            status: answer.status,
            problem: problem.map(|problem| (problem["code"].clone(), problem["detail"].clone())),
        }
    }
}

/// Every documented call: its method, its path with nothing behind its ids, and its name.
pub(super) async fn documented(app: &TestApp) -> Vec<(&'static str, String, String)> {
    let document = app.get("/openapi.json").send().await.expect(200);
    let mut calls = Vec::new();
    for (pattern, operations) in document["paths"].as_object().unwrap() {
        let path = [
            ("{id}", "018f0000-0000-7000-8000-000000000000"),
            ("{seat}", "0"),
            ("{ply}", "1"),
            ("{game}", "richelieu"),
            ("{hash}", "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"),
            ("{piece}", "provence_2"),
            ("{kind}", "card"),
            ("{table}", "seats"),
            ("{format}", "csv"),
            ("{arm}", "0"),
            ("{number}", "0"),
            ("{build}", "none"),
            ("{file}", "none.js"),
            ("{player}", "u-17"),
        ];
        let path = path.iter().fold(pattern.clone(), |path, (name, value)| path.replace(name, value));
        assert!(!path.contains('{'), "a value for {path}");
        for method in METHODS {
            if let Some(operation) = operations.get(method) {
                calls.push((method, path.clone(), operation["operationId"].as_str().unwrap().to_owned()));
            }
        }
    }
    calls
}

/// Other ways to write a path.
fn spellings(path: &str) -> Vec<String> {
    let encoded = |form: fn(char) -> String, each: usize| -> String {
        let mut letters = 0;
        let write = |letter: char| {
            letters += usize::from(letter.is_ascii_alphanumeric());
            if letter.is_ascii_alphanumeric() && letters % each == 0 {
                form(letter)
            } else {
                letter.to_string()
            }
        };
        path.chars().map(write).collect()
    };
    let mut written = vec![
        encoded(|letter| format!("%{:02x}", letter as u32), 1),
        encoded(|letter| format!("%{:02X}", letter as u32), 1),
        encoded(|letter| format!("%{:02X}", letter as u32), 3),
        encoded(|letter| format!("%25{:02x}", letter as u32), 1),
        format!("{path}/"),
        format!("{path}%2F"),
        format!("{path}/more"),
        format!("{path};more=1"),
        format!("/{path}"),
        path.to_uppercase(),
        path.replace("/v1/", "/v1//"),
        path.replacen('/', "/%2F", 1),
    ];
    written.retain(|written| written != path);
    written
}

async fn call(app: &TestApp, method: &str, path: &str) -> Treated {
    let call = app.call(method.to_uppercase().parse().unwrap(), path);
    Treated::of(&call.json(&json!({})).send().await)
}

#[tokio::test]
async fn every_spelling_of_every_path_has_the_policies_of_its_place_or_leads_nowhere() {
    let app = TestApp::start_with(&["--rate-requests", "1000000", "--rate-create", "100000"]).await;
    let mut limited = Vec::new();
    for (method, path, name) in documented(&app).await {
        let plain = call(&app, method, &path).await;
        let nowhere = call(&app, method, "/nowhere").await;
        assert_eq!((nowhere.status, nowhere.policies.as_deref()), (404, Some("\"requests\";q=83334;w=6")));
        for spelled in spellings(&path) {
            let treated = call(&app, method, &spelled).await;
            let elsewhere = [404, 405, 308].contains(&treated.status) || treated.problem == nowhere.problem;
            assert!(
                treated == plain
                    || elsewhere
                        && [&nowhere.policies, &plain.policies].contains(&&treated.policies)
                        && treated.problem != plain.problem,
                "{method} {spelled}: {treated:?}, not {plain:?}"
            );
        }
        let kinds = plain.policies.unwrap();
        if let Some((_, kind)) = kinds.split_once(", ") {
            limited.push(format!("{name} {}", kind.split(';').next().unwrap().trim_matches('"')));
        }
    }
    limited.sort();
    let expected = [
        "createAnalysis hints",
        "createGame create",
        "createHint hints",
        "deletePlayer changes",
        "deletePush changes",
        "deleteWebhook changes",
        "estimateAnalysis hints",
        "getReviewDecision hints",
        "joinSeat changes",
        "leaveSeat changes",
        "matchPlayers create",
        "playMove moves",
        "putPush changes",
        "putSeatSettings changes",
        "putWebhook changes",
        "refuseUndo changes",
        "rematchGame create",
        "resignGame changes",
        "reviewGame hints",
        "rotateSeatToken changes",
        "tryExercise hints",
        "undoMove changes",
        "validateMove moves",
    ];
    assert_eq!(limited, expected);
}

#[tokio::test]
async fn a_percent_encoded_letter_makes_no_limit_larger() {
    let app = TestApp::start_with(&["--rate-create", "2"]).await;
    let wanted = json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}]});
    let mut statuses = Vec::new();
    for path in ["/v1/games", "/v1/game%73", "/v1/%67ames", "/%761/g%61mes"] {
        statuses.push(app.post(path).json(&wanted).send().await.status);
    }
    assert_eq!(statuses, [201, 201, 429, 429]);
}

#[tokio::test]
async fn a_retry_by_another_spelling_is_one_and_what_else_is_answered_is_the_same() {
    let app = TestApp::start().await;
    let wanted = json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}]});
    let create = |path: &str| app.post(path).key("6b1f3c0e-95d2-4c7a-8e41-d07a92b5f613").json(&wanted);
    let first = create("/v1/games").send().await.expect(201);
    let again = create("/v1/game%73").send().await;
    assert_eq!((again.header("idempotency-replayed"), again.expect(201)), (Some("true"), first));
    let allowed = |method: &str, path: &str| {
        let call = app.call(method.parse().unwrap(), path);
        async move { call.send().await.header("allow").map(str::to_owned) }
    };
    for method in ["OPTIONS", "PATCH"] {
        let plain = allowed(method, "/v1/games").await;
        assert!(plain.is_some());
        assert_eq!(allowed(method, "/v1/game%73").await, plain, "{method}");
    }
    let wrong = app.get("/%761/games?lang=de").send().await;
    wrong.problem(422, "invalid_query");
}
