//! The logins of an app name its players.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::common::{Call, Table, TestApp};

mod people;

const ISSUER: &str = "https://login.example/";
/// The first second of the service's clock.
const NOW_S: i64 = 1_767_225_600;

/// An app with a key of its own.
struct App(EcdsaKeyPair);

impl App {
    fn new() -> Self {
        let (random, made) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
        let document = EcdsaKeyPair::generate_pkcs8(made, &random).unwrap();
        Self(EcdsaKeyPair::from_pkcs8(made, document.as_ref(), &random).unwrap())
    }

    /// Its public keys.
    fn keys(&self) -> Value {
        let (x, y) = self.0.public_key().as_ref()[1..].split_at(32);
        let (x, y) = (BASE64.encode(x), BASE64.encode(y));
        json!({"keys": [{"kty": "EC", "crv": "P-256", "kid": "a", "x": x, "y": y}]})
    }

    /// A service that takes its logins.
    async fn serve(&self) -> TestApp {
        self.serve_with(&[]).await
    }

    async fn serve_with(&self, more: &[&str]) -> TestApp {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), self.keys().to_string()).unwrap();
        serve_keys(&file.path().display().to_string(), more).await
    }

    fn login_of(&self, claims: &Value) -> String {
        self.signed("a", claims)
    }

    /// A login that names this key.
    fn signed(&self, key: &str, claims: &Value) -> String {
        let part = |json: &Value| BASE64.encode(json.to_string());
        let message = format!("{}.{}", part(&json!({"alg": "ES256", "kid": key})), part(claims));
        let signature = self.0.sign(&SystemRandom::new(), message.as_bytes()).unwrap();
        format!("{message}.{}", BASE64.encode(signature))
    }

    fn login(&self, player: &str) -> String {
        self.login_of(&claims(player))
    }
}

/// The id that whoever has this `sub` is given.
fn id_of(player: &str) -> String {
    hex::encode(Sha256::digest(format!("{ISSUER}\n{player}")))
}

fn claims(player: &str) -> Value {
    json!({"iss": ISSUER, "aud": "tapis", "sub": player, "exp": NOW_S + 600})
}

/// A service that takes logins by the keys at a path or an address.
async fn serve_keys(source: &str, more: &[&str]) -> TestApp {
    let logins = ["--login-jwks", source, "--login-issuer", ISSUER, "--login-audience", "tapis"];
    TestApp::start_with(&[&logins[..], more].concat()).await
}

/// An address with keys, and how often it was asked.
async fn publish(status: u16, body: String) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/keys", listener.local_addr().unwrap());
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            count.fetch_add(1, SeqCst);
            let _ = stream.read(&mut [0; 4096]).await;
            let head = format!("HTTP/1.1 {status} Said\r\ncontent-length: {}\r\n\r\n", body.len());
            let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
        }
    });
    (url, asked)
}

/// The games of whoever is logged in.
async fn games(app: &TestApp, login: &str) -> Vec<(Value, Value)> {
    let page = app.get("/v1/players/me/games").token(login).send().await.expect(200);
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| (item["game"]["id"].clone(), item["seat"].clone()))
        .collect()
}

#[tokio::test]
async fn whoever_is_logged_in_finds_their_games_again_and_nobody_elses() {
    let (company, stranger) = (App::new(), App::new());
    let app = company.serve().await;
    let [ada, bo] = ["ada", "bo"].map(|player| company.login(player));
    let seats = json!([{"kind": "mine"}, {"kind": "invite"}]);
    let wanted = json!({"game": "richelieu", "seats": seats, "visibility": "private"});
    let made = app.post("/v1/games").token(&ada).json(&wanted).send().await.expect(201);
    let id = &made["id"];
    assert_eq!(games(&app, &ada).await, [(id.clone(), json!(0))]);
    assert_eq!(games(&app, &bo).await, []);
    let seat = format!("/v1/games/{}/seats/1", id.as_str().unwrap());
    let join = json!({"ticket": made["seats"][1]["ticket"]});
    let joined = app.post(&seat).token(&bo).json(&join).send().await.expect(201);
    assert_eq!(games(&app, &bo).await, [(id.clone(), json!(1))]);
    // A seat's token plays as ever.
    let path = format!("/v1/games/{}", id.as_str().unwrap());
    let state = app.get(&path).token(joined["token"].as_str().unwrap()).send().await.expect(200);
    assert_eq!(state["you"]["seat"], 1);
    assert!(!state.to_string().contains(&id_of("bo")), "the id is shown to nobody");
    // A login moves nothing, and names nobody else.
    let moves = app.post(&format!("{path}/moves")).token(&bo).json(&json!({"move": "take 1L"}));
    moves.send().await.problem(404, "not_found");
    let games_of = |player: &str| app.get(&format!("/v1/players/{}/games", id_of(player))).token(&bo);
    games_of("ada").send().await.problem(404, "not_found");
    games_of("bo").send().await.expect(200);
    let named = json!({"game": "richelieu", "seats": [{"kind": "mine", "player": "ada"}, {"kind": "bot", "level": "novice"}]});
    app.post("/v1/games").token(&bo).json(&named).send().await.problem(401, "key_required");
    let matched = app.post("/v1/match").token(&bo).json(&json!({"game": "malin"})).send().await.expect(200);
    assert_eq!(games(&app, &bo).await[0], (matched["id"].clone(), json!(0)));
    // Whoever gives up is rated, and looks at their own rating only: a ladder has the ids of others.
    app.post(&format!("{path}/resign")).token(joined["token"].as_str().unwrap()).send().await.expect(200);
    let rating = app.get("/v1/players/me/rating").token(&bo).send().await.expect(200);
    assert_eq!((&rating["player"], &rating["items"][0]["games"]), (&json!(id_of("bo")), &json!(1)));
    app.get(&format!("/v1/players/{}/rating", id_of("ada")))
        .token(&bo)
        .send()
        .await
        .problem(404, "not_found");
    app.get("/v1/ladder/richelieu").token(&bo).send().await.problem(401, "key_required");
    app.call(reqwest::Method::DELETE, "/v1/players/me").token(&ada).send().await.expect(204);
    assert_eq!((games(&app, &ada).await, games(&app, &bo).await.len()), (vec![], 2));
    let refused = app.get("/v1/players/me/games").token(&stranger.login("ada")).send().await;
    assert_eq!(refused.header("www-authenticate"), Some("Bearer error=\"invalid_token\""));
    let problem = refused.problem(401, "login_refused");
    assert!(problem["detail"].as_str().unwrap().contains("signature"), "{problem}");
}

#[tokio::test]
async fn the_stream_of_whoever_is_logged_in_tells_of_their_games_and_ends_with_the_login() {
    let company = App::new();
    let app = company.serve_with(&["--tune", "heartbeat_ms=20"]).await;
    let [ada, bo] = ["ada", "bo"].map(|player| company.login(player));
    app.get("/v1/players/ada/events").token(&bo).send().await.problem(404, "not_found");
    let mut stream = app.get("/v1/players/me/events").token(&ada).0.send().await.unwrap();
    assert_eq!(
        (stream.status().as_u16(), &stream.headers()["content-type"]),
        (200, &"text/event-stream".parse().unwrap())
    );
    let seats = json!([{"kind": "mine"}, {"kind": "open"}]);
    let wanted = json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats});
    let made = app.post("/v1/games").token(&ada).json(&wanted).send().await.expect(201);
    app.post(&format!("/v1/games/{}/seats/1", made["id"].as_str().unwrap()))
        .token(&bo)
        .send()
        .await
        .expect(201);
    let mut text = String::new();
    let mut ends = async |until: Option<&str>| {
        while let Some(chunk) = stream.chunk().await.unwrap() {
            text.push_str(std::str::from_utf8(&chunk).unwrap());
            if until.is_some_and(|until| text.contains(until)) {
                return false;
            }
        }
        true
    };
    assert!(!ends(Some("event: your_turn\n")).await);
    // A login is taken for a minute longer than it says.
    app.fixed.elapsed_ms.fetch_add(660_000, SeqCst);
    assert!(ends(None).await);
    assert_eq!((text.matches("event: begun\n").count(), text.matches("event: your_turn\n").count()), (1, 1));
    app.get("/v1/players/me/events").token(&ada).send().await.problem(401, "login_refused");
}

/// What a request was answered, and whether that was said before.
async fn answered(call: Call, body: &Value, status: u16) -> (Value, bool) {
    let answer = call.json(body).send().await;
    (answer.expect(status), answer.header("idempotency-replayed").is_some())
}

#[tokio::test]
async fn the_key_of_a_retry_belongs_to_the_login_and_not_to_the_address() {
    let company = App::new();
    let app = company.serve().await;
    let [ada, bo] = ["ada", "bo"].map(|player| company.login(player));
    let seats = json!([{"kind": "mine"}, {"kind": "open"}]);
    let game = json!({"game": "richelieu", "seats": seats});
    let table = Table::of(
        &app,
        json!({"game": "malin", "seats": [{"kind": "mine"}, {"kind": "open"}, {"kind": "open"}]}),
    )
    .await;
    let ask = |login: &str, from: u8, path: &str| {
        app.post_from(from, path).token(login).key("6f1c0e9a-52d7-4b38-8a4f-d03b97e6c215")
    };
    let wanted = json!({"game": "parbourg"});
    for (path, body, status, token) in
        [("/v1/games", &game, 201, "/seats/0/token"), ("/v1/match", &wanted, 200, "/token")]
    {
        let (hers, again) = answered(ask(&ada, 1, path), body, status).await;
        assert!(!again && hers.pointer(token).is_some(), "{path}: {hers}");
        let (his, again) = answered(ask(&bo, 1, path), body, status).await;
        assert!(
            !again && his.pointer(token) != hers.pointer(token),
            "{path}: whoever comes second gets {his}"
        );
        // Another address of the same login, as of a telephone that leaves the house.
        let (later, again) = answered(ask(&ada, 2, path), body, status).await;
        assert!(again && later.pointer(token) == hers.pointer(token), "{path}: {later}");
    }
    let seat = table.path("/seats/1");
    let (hers, _) = answered(ask(&ada, 1, &seat), &json!({}), 201).await;
    ask(&bo, 1, &seat).json(&json!({})).send().await.problem(409, "seat_taken");
    assert_eq!(answered(ask(&ada, 2, &seat), &json!({}), 201).await, (hers, true));
}

#[tokio::test]
async fn a_login_does_not_stop_the_review_that_another_at_its_address_began() {
    let company = App::new();
    let app = company.serve_with(&["--tune", "analysis_max_ms=86400000"]).await;
    let [ada, bo] = ["ada", "bo"].map(|player| company.login(player));
    let table = Table::two_people(&app).await;
    table.play_on(&app, 1_000).await;
    let begun = app.post(&table.path("/reviews")).token(&ada).json(&json!({"effort": "deep"})).send().await;
    assert_eq!(begun.status, 202, "{}", begun.text());
    let path = begun.header("location").unwrap();
    app.delete(path).token(&bo).send().await.problem(401, "token_required");
    app.delete(path).token(&ada).send().await.expect(204);
}

#[tokio::test]
async fn a_login_that_is_not_taken_opens_nothing_and_says_why_in_the_callers_language() {
    let company = App::new();
    let app = company.serve().await;
    let expired = json!({"iss": ISSUER, "aud": "tapis", "sub": "ada", "exp": NOW_S - 61});
    let expired = company.login_of(&expired);
    let none = format!("{}.{}.", BASE64.encode(r#"{"alg":"none"}"#), expired.split('.').nth(1).unwrap());
    for (login, english, french) in
        [(expired, "has expired", "a expiré"), (none, "public key", "clé publique")]
    {
        for path in ["/v1/games", "/v1/rulesets", "/v1/players/me/games"] {
            let ask = |language: &str| app.get(path).token(&login).header("Accept-Language", language).send();
            for (language, said) in [("en", english), ("fr", french)] {
                let problem = ask(language).await.problem(401, "login_refused");
                assert!(problem["text"].to_string().contains(said), "{problem}");
            }
        }
    }
    // Without an app that is configured it is a token like others: one that nobody gave.
    let plain = TestApp::start().await;
    let list = |app: &TestApp| -> Call { app.get("/v1/players/me/games") };
    list(&plain).token(&company.login("ada")).send().await.problem(401, "key_required");
    list(&app).send().await.problem(401, "key_required");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_at_an_address_are_asked_for_by_the_first_login_and_not_by_each() {
    let (company, stranger) = (App::new(), App::new());
    let (url, asked) = publish(200, company.keys().to_string()).await;
    let app = serve_keys(&url, &[]).await;
    assert_eq!(asked.load(SeqCst), 0, "a service starts without them");
    let (ada, bo) = (company.login("ada"), company.login("bo"));
    let (one, other) = tokio::join!(games(&app, &ada), games(&app, &bo));
    assert_eq!((one, other), (vec![], vec![]));
    let refused = app.get("/v1/players/me/games").token(&stranger.login("ada")).send().await;
    refused.problem(401, "login_refused");
    let unknown = stranger.signed("b", &claims("ada"));
    app.get("/v1/players/me/games").token(&unknown).send().await.problem(401, "login_refused");
    assert_eq!(asked.load(SeqCst), 1, "whatever keys logins name");
    for (status, body) in
        [(500, company.keys().to_string()), (200, "no keys".to_owned()), (302, String::new())]
    {
        let (url, asked) = publish(status, body).await;
        let app = serve_keys(&url, &[]).await;
        let problem =
            app.get("/v1/players/me/games").token(&ada).send().await.problem(503, "login_unavailable");
        assert_eq!(asked.load(SeqCst), 1, "{problem}");
        let wanted =
            json!({"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "bot", "level": "novice"}]});
        app.post("/v1/games").json(&wanted).send().await.expect(201);
    }
}

#[tokio::test]
async fn a_login_over_mcp_names_the_player_of_what_its_agent_begins() {
    let company = App::new();
    let app = company.serve().await;
    let ada = company.login("ada");
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "novice"}]);
    let arguments = json!({"game": "richelieu", "seats": seats});
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "new_game", "arguments": arguments}});
    let made = app.post("/mcp").token(&ada).json(&call).send().await.expect(200);
    let made = made["result"]["content"][0]["text"].as_str().unwrap();
    let made: Value = serde_json::from_str(made).unwrap();
    assert_eq!(games(&app, &ada).await, [(made["id"].clone(), json!(0))], "{made}");
    let expired = json!({"iss": ISSUER, "aud": "tapis", "sub": "ada", "exp": NOW_S - 61});
    app.post("/mcp")
        .token(&company.login_of(&expired))
        .json(&call)
        .send()
        .await
        .problem(401, "login_refused");
}
