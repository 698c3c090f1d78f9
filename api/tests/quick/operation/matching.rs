//! People are brought together who want the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::common::TestApp;

/// A place for somebody who has no id and is nobody else.
async fn find(app: &TestApp, wanted: &Value) -> Value {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let key = format!("somebody-{:022}", ASKED.fetch_add(1, Ordering::SeqCst));
    app.post("/v1/match").key(&key).json(wanted).send().await.expect(200)
}

fn path(place: &Value) -> String {
    format!("/v1/games/{}", place["id"].as_str().unwrap())
}

fn token(place: &Value) -> &str {
    place["token"].as_str().unwrap()
}

fn seven(players: u8) -> Value {
    json!({"game": "sept-blasons", "options": {"players": players}})
}

#[tokio::test]
async fn who_wants_the_same_sits_at_one_table_and_nobody_else() {
    let app = TestApp::start().await;
    let blitz = json!({"bank_s": 60, "increment_s": 5});
    let others = [
        json!({"game": "richelieu", "name": "Bo"}),
        json!({"game": "sept-blasons", "options": {"players": 3}, "clock": blitz}),
        json!({"game": "sept-blasons", "options": {"players": 3}, "hints": "free"}),
        seven(4),
    ];
    let mut tables = BTreeSet::new();
    for wanted in &others {
        let place = find(&app, wanted).await;
        assert_eq!(
            (&place["status"], &place["seat"], &place["version"]),
            (&json!("waiting"), &json!(0), &json!(1))
        );
        assert!(tables.insert(place["id"].to_string()), "{wanted} is nobody else's wish");
    }
    // A game that somebody made with a bot is another wish, too.
    let seats = json!([{"kind": "mine"}, {"kind": "open"}, {"kind": "bot", "level": "random"}]);
    let made = json!({"game": "sept-blasons", "seats": seats, "visibility": "public", "hints": "after_game", "presence": true});
    app.post("/v1/games").json(&made).send().await.expect(201);
    let first = find(&app, &json!({"game": "sept-blasons", "options": {"players": 3}, "name": "Ada"})).await;
    let second = find(&app, &seven(3)).await;
    let third = find(&app, &seven(3)).await;
    let seats = [&first, &second, &third].map(|place| (place["id"].clone(), place["seat"].clone()));
    assert_eq!(seats, [0, 1, 2].map(|seat| (first["id"].clone(), json!(seat))));
    assert_eq!(third["status"], "running");
    let path = format!("/v1/games/{}", first["id"].as_str().unwrap());
    for place in [&first, &second, &third] {
        let state = app.get(&path).token(place["token"].as_str().unwrap()).send().await.expect(200);
        assert_eq!((&state["you"]["seat"], &state["status"]), (&place["seat"], &json!("running")));
        assert_eq!(state["seats"][0]["name"], "Ada");
    }
    assert_ne!(find(&app, &seven(3)).await["id"], first["id"], "a table that is full is no table");
}

#[tokio::test]
async fn a_retry_gets_the_same_seat_wherever_the_first_try_found_it() {
    let app = TestApp::start().await;
    let wanted = json!({"game": "richelieu", "name": "Ada"});
    let mut places = Vec::new();
    for (n, key) in ["0197f0c5-3a1b-4c2d-8e4f-0123456789ab", "9a6f0c5e-1a2b-4c3d-9e8f-fedcba987654"]
        .into_iter()
        .enumerate()
    {
        let ask = || app.post("/v1/match").key(key).json(&wanted).send();
        let first = ask().await.expect(200);
        let again = ask().await;
        assert_eq!(again.header("idempotency-replayed"), Some("true"));
        assert_eq!(again.expect(200)["token"], first["token"], "try {n}");
        let other = app.post("/v1/match").key(key).json(&json!({"game": "malin"})).send().await;
        other.problem(422, "idempotency_key_reused");
        places.push(first);
    }
    assert_eq!((&places[0]["id"], &places[1]["seat"]), (&places[1]["id"], &json!(1)));
}

#[tokio::test]
async fn a_crowd_that_comes_at_once_sits_at_as_few_tables_as_there_can_be() {
    let app = TestApp::start().await;
    let wanted = seven(3);
    let places = join_all((0..30).map(|_| find(&app, &wanted))).await;
    let mut tables = BTreeMap::<String, BTreeSet<u64>>::new();
    for place in &places {
        let seats = tables.entry(place["id"].to_string()).or_default();
        assert!(seats.insert(place["seat"].as_u64().unwrap()), "one seat, one person");
    }
    assert_eq!(tables.into_values().collect::<Vec<_>>(), vec![BTreeSet::from([0, 1, 2]); 10]);
}

#[tokio::test]
async fn who_wants_the_same_is_found_behind_a_crowd_of_which_nothing_is_read() {
    let app = TestApp::start().await;
    let wanted = json!({"game": "richelieu"});
    let first = find(&app, &wanted).await;
    for per_move_s in 1..=210 {
        find(&app, &json!({"game": "richelieu", "clock": {"per_move_s": per_move_s}})).await;
    }
    // Nothing is in memory.
    let app = app.restart().await;
    let opened = || app.state.service.load().games.games;
    let before = opened();
    assert_eq!(find(&app, &wanted).await["id"], first["id"]);
    assert_eq!(opened() - before, 1, "only the table that waits is opened");
}

#[tokio::test]
async fn who_has_no_id_meets_others_and_never_themselves() {
    let app = TestApp::start().await;
    let wanted = json!({"game": "richelieu"});
    let ask = |last| app.post_from(last, "/v1/match").json(&wanted);
    let (first, again) = (ask(2).send().await.expect(200), ask(2).send().await.expect(200));
    assert_ne!((&first["id"], &first["token"]), (&again["id"], &again["token"]), "it may be a neighbour's");
    let other = ask(3).send().await.expect(200);
    assert_eq!((&other["id"], &other["seat"]), (&again["id"], &json!(1)), "who asked twice waits once");
    // At one address, each with a key of their own.
    let keys = ["a", "b"].map(|key| key.repeat(22));
    let ada = ask(4).key(&keys[0]).send().await.expect(200);
    assert_eq!(ask(4).key(&keys[0]).send().await.expect(200), ada);
    let bo = ask(4).key(&keys[1]).send().await.expect(200);
    assert_eq!((&bo["id"], &bo["seat"]), (&ada["id"], &json!(1)));
    assert!(ada["id"] != first["id"] && ada["id"] != again["id"]);
}

#[tokio::test]
async fn who_left_or_was_not_seen_for_long_is_not_waited_with() {
    let app = TestApp::start().await;
    let pass = |ms| app.fixed.elapsed_ms.fetch_add(ms, Ordering::SeqCst);
    let wanted = json!({"game": "richelieu"});
    let gone = find(&app, &wanted).await;
    app.delete(&format!("{}/seats/0", path(&gone))).token(token(&gone)).send().await.expect(200);
    let there = find(&app, &wanted).await;
    assert_ne!(there["id"], gone["id"]);
    for looks in ["", "/events?after=1&wait=0", "/moves"] {
        pass(29_999);
        app.get(&format!("{}{looks}", path(&there))).token(token(&there)).send().await.expect(200);
    }
    pass(29_999);
    assert_eq!(find(&app, &wanted).await["id"], there["id"]);
    let away = find(&app, &wanted).await;
    pass(30_000);
    app.get(&path(&away)).send().await.expect(200);
    let new = find(&app, &wanted).await;
    assert_ne!(new["id"], away["id"], "a spectator looked");
    // Whoever comes back is behind who waited meanwhile.
    pass(1);
    app.get(&path(&away)).token(token(&away)).send().await.expect(200);
    for waiting in [&new, &away] {
        assert_eq!(find(&app, &wanted).await["id"], waiting["id"]);
    }
}

#[tokio::test]
async fn who_follows_is_seen_as_long_as_the_stream_is_open() {
    let app = TestApp::start_with(&["--tune", "heartbeat_ms=20"]).await;
    let wanted = seven(3);
    let first = find(&app, &wanted).await;
    let stream = app.get(&format!("{}/events?after=1", path(&first))).token(token(&first));
    let mut stream = stream.0.send().await.unwrap();
    app.fixed.elapsed_ms.fetch_add(29_000, Ordering::SeqCst);
    // Somebody takes a seat by themselves, and the stream goes on.
    app.post(&format!("{}/seats/1", path(&first))).json(&json!({})).send().await.expect(201);
    let mut text = String::new();
    while !text.split_once("event: join").is_some_and(|(_, rest)| rest.contains(": still here")) {
        text += std::str::from_utf8(&stream.chunk().await.unwrap().unwrap()).unwrap();
    }
    app.fixed.elapsed_ms.fetch_add(29_000, Ordering::SeqCst);
    let third = find(&app, &wanted).await;
    assert_eq!((&third["id"], &third["seat"]), (&first["id"], &json!(2)));
}

#[tokio::test]
async fn nobody_waits_for_ever_for_a_strangers_move() {
    let app = TestApp::start().await;
    let wanted = json!({"game": "richelieu"});
    find(&app, &wanted).await;
    let place = find(&app, &json!({"game": "richelieu", "clock": {"per_move_s": 300}})).await;
    let state = app.get(&path(&place)).token(token(&place)).send().await.expect(200);
    assert_eq!((&state["status"], &state["clock"]["per_move_s"]), (&json!("running"), &json!(300)));
}

#[tokio::test]
async fn what_is_wrong_is_told_and_tables_are_bounded() {
    let app = TestApp::start_with(&["--games-a-day", "2"]).await;
    for (pointer, wanted) in [
        ("/game", json!({"game": "tarot"})),
        ("/options/players", json!({"game": "richelieu", "options": {"players": 9}})),
        ("/name", json!({"game": "richelieu", "name": " "})),
        ("/clock", json!({"game": "richelieu", "clock": {}})),
        ("/hints", json!({"game": "richelieu", "hints": "some"})),
        ("/seats", json!({"game": "richelieu", "seats": []})),
    ] {
        let problem = app.post("/v1/match").json(&wanted).send().await.problem(422, "invalid_body");
        let told = problem["errors"][0]["pointer"].as_str().unwrap();
        assert!(told.starts_with(pointer), "{told}, not {pointer}");
    }
    let games = ["richelieu", "malin", "parbourg"].map(|game| json!({"game": game}));
    find(&app, &games[0]).await;
    find(&app, &games[1]).await;
    app.post("/v1/match").json(&games[2]).send().await.problem(429, "quota_used");
    // A place at a table that there is needs no new game.
    assert_eq!(find(&app, &games[0]).await["seat"], 1);
}
