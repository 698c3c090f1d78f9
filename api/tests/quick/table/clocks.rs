//! Clocks as a front end sees them.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use crate::common::{Table, TestApp};

fn body(clock: Value) -> Value {
    let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}]);
    json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats, "clock": clock})
}

fn pass(app: &TestApp, seconds: i64) {
    app.fixed.elapsed_ms.fetch_add(seconds * 1_000, Ordering::SeqCst);
}

/// The events after a version, as a spectator reads them, once there are any.
async fn events(app: &TestApp, table: &Table, after: u64) -> Vec<Value> {
    let page = app.get(&table.path(&format!("/events?after={after}&wait=30"))).send().await.expect(200);
    page["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn state_and_events_say_since_when_and_until_when() {
    let app = TestApp::start().await;
    let clock = json!({"bank_s": 300, "increment_s": 5, "on_timeout": "forfeit"});
    let table = Table::of(&app, body(clock.clone())).await;
    let state = table.see(&app, 1).await;
    assert_eq!((&state["clock"], &state["left_ms"]), (&clock, &json!([300_000, 300_000])));
    let turn =
        json!({"seat": 0, "since": "2026-01-01T00:00:00.000Z", "deadline": "2026-01-01T00:05:00.000Z"});
    assert_eq!(state["turn"], turn);
    pass(&app, 40);
    table.play(&app, 0, "take 1L").await;
    let told = events(&app, &table, 1).await;
    let turn =
        json!({"seat": 0, "since": "2026-01-01T00:00:40.000Z", "deadline": "2026-01-01T00:05:05.000Z"});
    assert_eq!(told[0]["turn"], turn);
    let left = json!({"what": "time_left", "left_ms": [265_000, 300_000]});
    assert!(told[0]["changes"].as_array().unwrap().contains(&left), "{told:?}");
    assert_eq!(table.see(&app, 0).await["turn"], turn);
    let earlier = app.get(&table.path("?version=1")).send().await.expect(200);
    assert_eq!((&earlier["left_ms"], &earlier["turn"]["seat"]), (&json!([300_000, 300_000]), &json!(0)));
}

#[tokio::test]
async fn without_a_clock_a_turn_has_a_beginning_and_no_end() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    pass(&app, 3);
    table.play(&app, 0, "take 1L").await;
    let state = table.see(&app, 0).await;
    assert_eq!(state["turn"], json!({"seat": 0, "since": "2026-01-01T00:00:03.000Z"}));
    assert_eq!((state.get("clock"), state.get("left_ms")), (None, None));
}

#[tokio::test]
async fn everybody_is_told_in_words_that_a_time_is_up() {
    let app = TestApp::start().await;
    let table = Table::of(&app, body(json!({"per_move_s": 60}))).await;
    pass(&app, 60);
    let told = events(&app, &table, 1).await;
    assert_eq!((&told[0]["kind"], &told[0]["by"]), (&json!("timeout"), &json!(0)));
    let text = json!({
        "en": "Ada ran out of time: a bot plays on.",
        "fr": "Ada a dépassé son temps : un robot joue à sa place.",
    });
    assert_eq!(told[0]["text"], text);
    let seat = json!({"seat": 0, "kind": "bot", "level": "club", "left": true, "timed_out": true});
    let timed_out = json!({"what": "timed_out", "seat": 0, "then": "bot"});
    assert_eq!(told[0]["changes"], json!([timed_out, {"what": "seat", "seat": seat}]));
    assert_eq!(told[0]["turn"], json!({"seat": 0, "since": "2026-01-01T00:00:00.000Z"}));
}

/// Late in a private game: everything goes on to be read, nothing to be done, and the seat is taken back.
#[tokio::test]
async fn who_was_late_reads_everything_and_takes_the_seat_back() {
    let app = TestApp::start().await;
    let mut wanted = body(json!({"per_move_s": 60}));
    wanted["visibility"] = json!("private");
    let table = Table::of(&app, wanted).await;
    let ticket = app.post(&table.path("/events/ticket")).token(table.token(0)).send().await.expect(201);
    pass(&app, 60);
    let follow = |after: u64| app.get(&table.path(&format!("/events?after={after}&wait=30")));
    follow(1).token(table.token(0)).send().await.expect(200);
    follow(2).token(table.token(0)).send().await.expect(200);
    let ticket = ticket["ticket"].as_str().unwrap();
    let by_ticket = app.get(&table.path(&format!("/events?after=2&wait=0&ticket={ticket}")));
    by_ticket.send().await.expect(200); // it goes on, too
    let state = table.see(&app, 0).await;
    assert_eq!((&state["you"]["left"], &state["you"]["may_take_back"]), (&json!(true), &json!(true)));
    assert_eq!((state.get("legal_moves"), state["layout"].is_object()), (None, true));
    for rest in ["/moves", "?version=1", "/events?after=0&wait=0"] {
        app.get(&table.path(rest)).token(table.token(0)).send().await.expect(200);
    }
    for call in [
        app.post(&table.path("/moves")).if_match("\"v3-s0\"").json(&json!({"move": "take 1L"})),
        app.post(&table.path("/hints")).json(&json!({})),
        app.post(&table.path("/undo")).if_match("\"v3-s0\"").json(&json!({})),
        app.post(&table.path("/resign")).json(&json!({})),
        app.post(&table.path("/seats/0/token")).json(&json!({})),
        app.delete(&table.path("/seats/0")),
    ] {
        let problem = call.token(table.token(0)).send().await.problem(401, "unknown_token");
        assert_eq!(problem["reason"], "timed_out", "{problem}");
    }
    let look_up = async || {
        let found = app.post("/v1/seats/lookup").json(&json!({"tokens": [table.token(0)]})).send().await;
        found.expect(200)["items"][0].clone()
    };
    let found = look_up().await;
    let opens = (&found["opens"], &found["seat"], &found["timed_out"], &found["game"]["id"]);
    assert_eq!(opens, (&json!("left"), &json!(0), &json!(true), &json!(table.id)));
    app.post(&table.path("/seats/0")).json(&json!({})).send().await.problem(404, "not_found");
    let back = || {
        let body = json!({"ticket": table.token(0)});
        app.post(&table.path("/seats/0")).key("back-in-a-while-it-is").json(&body).send()
    };
    let (first, again) = (back().await, back().await);
    assert_eq!((first.status, &first.bytes), (201, &again.bytes));
    let token = first.json()["token"].as_str().unwrap().to_owned();
    let state = app.get(&table.path("")).token(&token).send().await.expect(200);
    assert_eq!((&state["seats"][0]["kind"], &state["seats"][0]["name"]), (&json!("human"), &json!("Ada")));
    assert_eq!((state["you"].get("left"), &state["assisted"]), (None, &json!(true)));
    assert_eq!(look_up().await, json!({"opens": "nothing"}));
    app.get(&table.path("")).token(table.token(0)).send().await.problem(404, "not_found");
}

#[tokio::test]
async fn a_time_out_that_a_bot_answered_is_said_as_the_statistics_count_it() {
    let app = TestApp::start().await;
    let table = Table::of(&app, body(json!({"per_move_s": 60, "on_timeout": "pass_or_first"}))).await;
    assert_eq!(table.see(&app, 0).await["assisted"], false);
    pass(&app, 60);
    let mut told = events(&app, &table, 1).await;
    if told.len() == 1 {
        told.extend(events(&app, &table, 2).await);
    }
    assert_eq!(table.see(&app, 1).await["assisted"], true);
    let id = table.id.parse().unwrap();
    assert!(app.state.service.store().load_game(id).unwrap().summary.assisted, "one truth");
}

#[tokio::test]
async fn a_forfeit_ends_the_game_of_two_and_counts_nowhere() {
    let app = TestApp::start().await;
    let table = Table::of(&app, body(json!({"per_move_s": 60, "on_timeout": "forfeit"}))).await;
    let etag = "\"v1-s0\"";
    let play =
        || app.post(&table.path("/moves")).token(table.token(0)).if_match(etag).key("once-in-a-while-is-16");
    let first = play().json(&json!({"move": "take 1L"})).send().await;
    first.expect(200);
    pass(&app, 60);
    let told = events(&app, &table, 2).await;
    assert_eq!(told[0]["kind"], "timeout");
    let state = table.see(&app, 1).await;
    let ended =
        (&state["status"], &state["ended_by"], &state["result"]["winners"], &state["result"]["resigned"]);
    assert_eq!(ended, (&json!("finished"), &json!("timeout"), &json!([1]), &json!([0])));
    assert_eq!(
        play().json(&json!({"move": "take 1L"})).send().await.bytes,
        first.bytes,
        "a retry is a retry"
    );
    app.get(&table.path("/replay")).send().await.expect(200);
    let stats = app.get("/v1/stats/richelieu/summary?assisted=include").send().await.expect(200);
    assert_eq!(stats["games"], 0, "{stats}");
}

#[tokio::test]
async fn a_clock_that_cannot_be_is_refused_with_its_place_in_both_languages() {
    let app = TestApp::start().await;
    let refused = app.post("/v1/games").json(&body(json!({"per_move_s": 0}))).send().await;
    let problem = refused.problem(422, "invalid_body");
    let text = json!({"en": "1 to 2592000 seconds", "fr": "de 1 à 2592000 secondes"});
    assert_eq!(problem["errors"][0]["pointer"], "/clock/per_move_s");
    assert_eq!(problem["errors"][0]["text"], text);
    for (clock, pointer) in [
        (json!({"per_move_s": 60, "hurry": true}), "/clock/hurry"),
        (json!({"per_move_s": 60, "on_timeout": "explode"}), "/clock/on_timeout"),
        (json!({"per_move_s": -1}), "/clock/per_move_s"),
        (json!({"per_move_s": 1.5}), "/clock/per_move_s"),
    ] {
        let refused =
            app.post("/v1/games").json(&body(clock.clone())).send().await.problem(422, "invalid_body");
        assert_eq!(refused["errors"][0]["pointer"], pointer, "{clock}");
    }
}

#[tokio::test]
async fn a_deadline_holds_over_a_restart() {
    let app = TestApp::start().await;
    let table = Table::of(&app, body(json!({"per_move_s": 60, "on_timeout": "pass_or_first"}))).await;
    let deadline = table.see(&app, 0).await["turn"]["deadline"].clone();
    let app = app.restart().await;
    assert_eq!(table.see(&app, 0).await["turn"]["deadline"], deadline);
    assert_eq!(app.get("/readyz").send().await.expect(200), json!({"status": "ok"}));
    pass(&app, 60);
    let mut told = events(&app, &table, 1).await;
    if told.len() == 1 {
        told.extend(events(&app, &table, 2).await);
    }
    let kinds: Vec<_> = told.iter().map(|event| &event["kind"]).collect();
    assert_eq!(kinds, ["timeout", "ply"]);
    assert_eq!(told[1]["ply"]["seat"], 0);
    table.see(&app, 0).await;
}
