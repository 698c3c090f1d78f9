//! Front ends are told what happens in their games.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tapis_service::sources::Sources;
use tapis_solver::registry::Registry;

use crate::common::receiver::{Manner, Received, Receiver};
use crate::common::{Call, Table, TestApp, until};

mod apps;
mod given_up;
mod own;
mod sealed;

/// How often the receiver is killed, and under how many games.
fn kills() -> (usize, usize) {
    let knob = |name, usual| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    (knob("TAPIS_WEBHOOK_KILLS", 6), knob("TAPIS_WEBHOOK_GAMES", 3))
}

/// A service that sends to this machine, and tries again soon. Its clock is the machine's.
async fn serve(more: &[&str]) -> TestApp {
    let quick = ["--tune", "webhook_retry_ms=20"];
    let arguments: Vec<&str> = quick.into_iter().chain(more.iter().copied()).collect();
    let clock = Sources::system(Registry::standard()).clock;
    TestApp::start_from(&arguments, |sources| Sources { clock, ..sources }).await
}

const PRIVATE: &str = "--webhooks-to-private-networks";

fn add_key(app: &TestApp, name: &str) -> String {
    let text = format!("tapis_play_of_{name}");
    app.add_key(name, &text);
    text
}

fn with(call: Call, key: &str) -> Call {
    call.header("Tapis-Key", key)
}

/// Sets a webhook; answers its secret.
async fn set(app: &TestApp, key: &str, url: &str) -> String {
    let put = with(app.put("/v1/webhook"), key).json(&json!({"url": url})).send().await.expect(200);
    put["secret"].as_str().unwrap().to_owned()
}

async fn status(app: &TestApp, key: &str) -> Value {
    with(app.get("/v1/webhook"), key).send().await.expect(200)
}

/// Waits until the webhook says so of itself.
async fn becomes(app: &TestApp, key: &str, wanted: &[(&str, &str)]) -> Value {
    let begun = Instant::now();
    loop {
        let now = status(app, key).await;
        if wanted.iter().all(|(member, value)| now[*member] == *value) {
            return now;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{wanted:?}: {now}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn table_with(app: &TestApp, key: &str, seats: Value) -> Table {
    let body = json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats, "auto_pass": "off"});
    let created = with(app.post("/v1/games"), key).json(&body).send().await.expect(201);
    Table::from_created(created, seats.as_array().unwrap().len())
}

fn two() -> Value {
    json!([{"kind": "mine", "name": "Ada"}, {"kind": "mine"}])
}

/// What is to be told of a game of two people, by its events: the message of each, without its time.
async fn expected(app: &TestApp, table: &Table) -> Vec<String> {
    let mut told = Vec::new();
    let mut after = 0;
    loop {
        let page = app.get(&table.path(&format!("/events?after={after}&wait=0"))).send().await;
        if page.status == 204 {
            return told;
        }
        let page = page.expect(200);
        let items = page["items"].as_array().unwrap();
        let Some(last) = items.last() else { return told };
        after = last["version"].as_u64().unwrap();
        for event in items {
            let (id, version) = (&table.id, &event["version"]);
            match (event["kind"].as_str().unwrap(), event["turn"]["seat"].as_u64()) {
                ("end", _) => told.push(format!("{id}-{version}-game_ended")),
                (kind @ ("setup" | "ply"), Some(seat)) => {
                    told.extend((kind == "setup").then(|| format!("{id}-{version}-begun")));
                    told.push(format!("{id}-{version}-your_turn-{seat}"));
                }
                _ => {}
            }
        }
    }
}

/// The ids of the messages of a game in the order in which they came first.
fn first_seen(log: &[Received], game: &str) -> Vec<String> {
    let mut seen = Vec::new();
    for received in log.iter().filter(|received| received.place().0 == game) {
        if !seen.contains(&received.id) {
            seen.push(received.id.clone());
        }
    }
    seen
}

/// Waits until the end of each game was told.
async fn all_ended(receiver: &Receiver, tables: &[Table]) {
    let begun = Instant::now();
    let ended = |table: &Table| {
        receiver.log().iter().any(|one| one.place().0 == table.id && one.id.ends_with("game_ended"))
    };
    while !tables.iter().all(ended) {
        assert!(begun.elapsed() < Duration::from_secs(120), "{:?}", receiver.log().last());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_arrives_in_order_though_the_receiver_is_killed() {
    let app = serve(&[PRIVATE]).await;
    let key = add_key(&app, "killed");
    let mut receiver = Receiver::start(Manner::Say(204));
    let secret = set(&app, &key, &receiver.url()).await;
    let mut tables = Vec::new();
    let (kills, games) = kills();
    for _ in 0..games {
        tables.push(table_with(&app, &key, two()).await);
    }
    let other = Table::two_people(&app).await;
    other.play_on(&app, 4).await;
    for round in 0..kills {
        // In the middle of messages: some are read and not answered, some are answered and the answer is lost.
        let manner = if round % 2 == 0 { Manner::Late(Duration::from_millis(5)) } else { Manner::Say(200) };
        receiver.behave(manner);
        for table in &tables {
            table.play_on(&app, 1 + round % 3).await;
        }
        receiver.kill().await;
        for table in &tables {
            table.play_on(&app, 1).await;
        }
        receiver.revive();
    }
    for table in &tables {
        table.play_on(&app, 5_000).await;
    }
    all_ended(&receiver, &tables).await;
    let log = receiver.log();
    assert!(
        log.iter().all(|received| received.is_signed_with(&secret) && received.target == "/hook?of=tapis")
    );
    for table in &tables {
        assert_eq!(first_seen(&log, &table.id), expected(&app, table).await);
    }
    assert_eq!(first_seen(&log, &other.id), [""; 0], "it was created without the key");
    let mut bodies = BTreeMap::new();
    for received in &log {
        let known = bodies.entry(received.id.clone()).or_insert_with(|| received.body.clone());
        assert_eq!(*known, received.body, "a repetition says the same");
    }
    becomes(&app, &key, &[("status", "on")]).await;
}

/// A move that waited for the receiver would be answered after its message was given up and sent again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_do_not_wait_for_a_receiver() {
    let app = serve(&[PRIVATE, "--tune", "webhook_timeout_ms=10000"]).await;
    let mut receiver = Receiver::start(Manner::Silence);
    let key = add_key(&app, "held");
    set(&app, &key, &receiver.url()).await;
    let table = table_with(&app, &key, two()).await;
    until(|| receiver.log().len() == 1).await;
    table.play_on(&app, 3).await;
    assert_eq!(receiver.log().len(), 1, "the receiver has not answered yet");
    receiver.behave(Manner::Say(200));
    receiver.kill().await;
    receiver.revive();
    until(|| first_seen(&receiver.log(), &table.id).len() == 5).await;
    assert_eq!(first_seen(&receiver.log(), &table.id), expected(&app, &table).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_does_not_arrive_is_told() {
    let app = serve(&[PRIVATE, "--tune", "webhook_timeout_ms=300"]).await;
    let receiver = Receiver::start(Manner::Say(200));
    let cases = [
        (Manner::Say(302), "status_302"),
        (Manner::Say(500), "status_500"),
        (Manner::Silence, "timed_out"),
        (Manner::Late(Duration::from_secs(5)), "timed_out"),
        (Manner::Nonsense, "bad_answer"),
    ];
    for (n, (manner, fault)) in cases.into_iter().enumerate() {
        let key = add_key(&app, &format!("told-{n}"));
        receiver.behave(manner);
        set(&app, &key, &receiver.url()).await;
        let table = table_with(&app, &key, two()).await;
        table.play_on(&app, 3).await;
        let failing = becomes(&app, &key, &[("status", "failing"), ("fault", fault)]).await;
        assert!(failing["failing_since"].is_string() && failing["secret"].is_null(), "{failing}");
        receiver.behave(Manner::Say(200));
        becomes(&app, &key, &[("status", "on")]).await;
        with(app.delete("/v1/webhook"), &key).send().await.expect(204);
    }
    assert!(
        receiver.log().iter().all(|received| received.target != "/elsewhere"),
        "redirects are not followed"
    );
    // An answer without an end is not read to its end.
    let key = add_key(&app, "endless");
    receiver.behave(Manner::Endless);
    set(&app, &key, &receiver.url()).await;
    let table = table_with(&app, &key, two()).await;
    table.play_on(&app, 2).await;
    let begun = Instant::now();
    while first_seen(&receiver.log(), &table.id).len() < 3 {
        assert!(begun.elapsed() < Duration::from_secs(60));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    becomes(&app, &key, &[("status", "on")]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_address_and_an_unknown_host_are_not_reached() {
    let app = serve(&[]).await;
    let receiver = Receiver::start(Manner::Say(200));
    let key = add_key(&app, "private");
    let put = |url: String| with(app.put("/v1/webhook"), &key).json(&json!({"url": url})).send();
    for host in ["127.0.0.1", "[::1]", "2130706433", "169.254.169.254", "[::ffff:10.0.0.1]"] {
        let problem = put(format!("http://{host}:{}/", receiver.port)).await.problem(422, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], "/url");
        assert!(problem["text"]["fr"].as_str().unwrap().contains("destinataire sur internet"), "{problem}");
    }
    for (host, fault) in [("localhost", "private_address"), ("nobody.invalid", "unknown_host")] {
        put(format!("http://{host}:{}/", receiver.port)).await.expect(200);
        let table = table_with(&app, &key, two()).await;
        table.play_on(&app, 1).await;
        becomes(&app, &key, &[("status", "failing"), ("fault", fault)]).await;
    }
    assert_eq!(receiver.log().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_is_its_keys_own() {
    let app = serve(&[PRIVATE]).await;
    let body = json!({"url": "https://example.com/hook"});
    for call in [app.get("/v1/webhook"), app.delete("/v1/webhook"), app.put("/v1/webhook").json(&body)] {
        let answer = call.send().await;
        let problem = answer.problem(401, "key_required");
        assert!(problem["text"]["fr"].as_str().unwrap().contains("Tapis-Key"), "{problem}");
        assert_eq!(answer.header("www-authenticate"), Some("Tapis-Key"));
    }
    let (one, other) = (add_key(&app, "one"), add_key(&app, "other"));
    let put = |key: &str, body: Value| with(app.put("/v1/webhook"), key).json(&body).send();
    for wrong in
        ["", "example.com", "ftp://example.com/", "https://me:word@example.com/", "https://example.com/#a"]
    {
        put(&one, json!({"url": wrong})).await.problem(422, "invalid_body");
    }
    let long = format!("https://example.com/{}", "a".repeat(2048));
    put(&one, json!({"url": long})).await.problem(422, "invalid_body");
    with(app.get("/v1/webhook"), &one).send().await.problem(404, "not_found");
    let first = put(&one, body.clone()).await.expect(200);
    assert!(first["secret"].as_str().unwrap().starts_with("whsec_"), "{first}");
    assert!(put(&one, body.clone()).await.expect(200).get("secret").is_none(), "it is shown once");
    let renewed = put(&one, json!({"url": "https://example.com/hook", "new_secret": true})).await.expect(200);
    assert_ne!(renewed["secret"], first["secret"]);
    assert_eq!(status(&app, &one).await["url"], "https://example.com/hook");
    with(app.get("/v1/webhook"), &other).send().await.problem(404, "not_found");
    with(app.delete("/v1/webhook"), &other).send().await.problem(404, "not_found");
    with(app.delete("/v1/webhook"), &one).send().await.expect(204);
    with(app.get("/v1/webhook"), &one).send().await.problem(404, "not_found");
}

/// The bodies of the messages of a game, without its id and the times.
fn bodies(receiver: &Receiver, game: &str) -> Vec<String> {
    let of_game = receiver.log().into_iter().filter(|received| received.place().0 == game);
    let timeless = of_game.map(|received| {
        let time = received.json()["timestamp"].as_str().unwrap().to_owned();
        received.body.replace(game, "the game").replace(&time, "the time")
    });
    let mut bodies: Vec<String> = timeless.collect();
    bodies.dedup();
    bodies
}

/// Two deals, in which the same moves are played: what is told says nothing of what lies hidden.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_deals_are_told_alike() {
    let app = serve(&[PRIVATE]).await;
    let receiver = Receiver::start(Manner::Say(200));
    let key = add_key(&app, "alike");
    set(&app, &key, &receiver.url()).await;
    let mut tables = Vec::new();
    for seed in ["5a", "a5"] {
        let options = json!({"first_seat": 0, "open_discs": false, "taken_discs": "private"});
        let body = json!({"game": "richelieu", "options": options, "seats": two(), "auto_pass": "off",
            "practice": {"seed": seed.repeat(32)}});
        let created = with(app.post("/v1/games"), &key).json(&body).send().await.expect(201);
        tables.push(Table::from_created(created, 2));
    }
    for _ in 0..12 {
        let seat = tables[0].see(&app, 0).await["turn"]["seat"].as_u64().unwrap() as usize;
        let mut legal = Vec::new();
        for table in &tables {
            let moves = table.see(&app, seat).await["legal_moves"].as_array().unwrap().clone();
            legal.push(
                moves.iter().map(|one| one["notation"].as_str().unwrap().to_owned()).collect::<Vec<_>>(),
            );
        }
        let Some(both) = legal[0].iter().find(|notation| legal[1].contains(notation)) else { break };
        for table in &tables {
            table.play(&app, seat, both).await;
        }
    }
    for table in &tables {
        app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
    }
    all_ended(&receiver, &tables).await;
    let told: Vec<_> = tables.iter().map(|table| bodies(&receiver, &table.id)).collect();
    assert!(told[0].len() > 5 && told[0] == told[1], "{told:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_kinds_are_told_and_rematches_too() {
    let app = serve(&[PRIVATE]).await;
    let receiver = Receiver::start(Manner::Say(200));
    let key = add_key(&app, "kinds");
    set(&app, &key, &receiver.url()).await;
    let table = table_with(&app, &key, json!([{"kind": "mine"}, {"kind": "invite"}])).await;
    let joined = app.post(&table.path("/seats/1")).json(&json!({"ticket": table.token(1)})).send().await;
    let other = joined.expect(201)["token"].as_str().unwrap().to_owned();
    let table = Table { secrets: vec![table.token(0).to_owned(), other], ..table };
    table.play_on(&app, 1).await;
    app.post(&table.path("/undo")).token(table.token(0)).json(&json!({})).send().await;
    app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
    all_ended(&receiver, std::slice::from_ref(&table)).await;
    let kinds = |game: &str| {
        let log: Vec<Received> = receiver.log().into_iter().filter(|one| one.place().0 == game).collect();
        let kind = |received: &Received| received.json()["type"].as_str().unwrap().to_owned();
        log.iter().map(kind).collect::<Vec<_>>()
    };
    let told = kinds(&table.id);
    assert_eq!(told[..5], ["invited", "joined", "begun", "your_turn", "your_turn"], "{told:?}");
    assert!(told.contains(&"undo_asked".to_owned()), "{told:?}");
    let next = app.post(&table.path("/rematch")).token(table.token(0)).send().await.expect(201);
    let next = next["id"].as_str().unwrap();
    until(|| !kinds(next).is_empty() && kinds(&table.id).len() > told.len()).await;
    assert_eq!(kinds(next), ["invited"]);
    assert_eq!(kinds(&table.id)[told.len()..], ["rematch"], "after the end");
    let log = receiver.log();
    let last = log.iter().rev().find(|one| one.place().0 == table.id).unwrap().json();
    assert_eq!((&last["data"]["next"], last["data"].get("seat")), (&json!(next), None));
    let stored = app.state.service.store().followers_of(next.parse().unwrap()).unwrap();
    assert_eq!(
        stored.iter().map(|one| (one.key.as_str(), one.is_done)).collect::<Vec<_>>(),
        [("kinds", false)]
    );
}
