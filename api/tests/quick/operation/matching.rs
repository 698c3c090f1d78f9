//! People are brought together who want the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::common::TestApp;

async fn find(app: &TestApp, wanted: &Value) -> Value {
    app.post("/v1/match").json(wanted).send().await.expect(200)
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
async fn who_has_waited_longest_is_found_behind_a_crowd_with_other_wishes() {
    let app = TestApp::start().await;
    let wanted = json!({"game": "richelieu"});
    let first = find(&app, &wanted).await;
    // More than one page of the list.
    let seats = json!([{"kind": "mine"}, {"kind": "open"}]);
    let other = json!({"game": "richelieu", "seats": seats, "visibility": "public", "hints": "free"});
    for _ in 0..210 {
        app.post("/v1/games").json(&other).send().await.expect(201);
    }
    assert_eq!(find(&app, &wanted).await["id"], first["id"]);
}

#[tokio::test]
async fn who_left_or_has_waited_too_long_is_not_waited_with() {
    let app = TestApp::start().await;
    let wanted = json!({"game": "richelieu"});
    let gone = find(&app, &wanted).await;
    let seat = format!("/v1/games/{}/seats/0", gone["id"].as_str().unwrap());
    app.call(reqwest::Method::DELETE, &seat).token(gone["token"].as_str().unwrap()).send().await.expect(200);
    let late = find(&app, &wanted).await;
    assert_ne!(late["id"], gone["id"]);
    app.fixed.elapsed_ms.fetch_add(10 * 60 * 1_000, Ordering::SeqCst);
    let new = find(&app, &wanted).await;
    assert_ne!(new["id"], late["id"]);
    assert_eq!(find(&app, &wanted).await["id"], new["id"]);
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
