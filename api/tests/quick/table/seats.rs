//! Taking, leaving and securing seats.

use serde_json::{Value, json};

use crate::common::{Table, TestApp};

async fn with_seats(app: &TestApp, seats: Value) -> Table {
    Table::create(app, json!({"players": seats.as_array().unwrap().len(), "first_seat": 0}), seats).await
}

#[tokio::test]
async fn an_open_seat_goes_to_whoever_comes_first() {
    let app = TestApp::start().await;
    let table = with_seats(&app, json!([{"kind": "mine"}, {"kind": "open"}])).await;
    assert_eq!(table.see(&app, 0).await["status"], "waiting");
    let join = || app.post(&table.path("/seats/1")).json(&json!({"name": "Bo"})).send();
    let answers = futures_util::future::join_all((0..8).map(|_| join())).await;
    let taken: Vec<_> = answers.iter().filter(|answer| answer.status == 201).collect();
    assert_eq!(taken.len(), 1);
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        answer.problem(409, "seat_taken");
    }
    let body = taken[0].json();
    assert_eq!((&body["seat"], &body["version"]), (&json!(1), &json!(2)));
    assert_eq!(taken[0].header("location"), Some(table.path("").as_str()));
    assert_eq!(taken[0].header("cache-control"), Some("no-store"));
    let token = body["token"].as_str().unwrap();
    let state = app.get(&table.path("")).token(token).send().await.expect(200);
    assert_eq!((&state["status"], &state["you"]["seat"]), (&json!("running"), &json!(1)));
    assert_eq!(state["seats"][1], json!({"seat": 1, "name": "Bo", "kind": "human"}));
    assert!(!table.see(&app, 0).await.to_string().contains(token), "told to nobody else");
}

/// Who is awaited has a name, until somebody says another.
#[tokio::test]
async fn free_seats_may_have_names() {
    let app = TestApp::start().await;
    let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "invite", "name": "Boris"}, {"kind": "open", "name": "Chloé"}]);
    let table = with_seats(&app, seats).await;
    let names = async || {
        let state = app.get(&table.path("")).send().await.expect(200);
        let seats = state["seats"].as_array().unwrap().iter();
        seats.map(|seat| seat["name"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names().await, ["Ada", "Boris", "Chloé"]);
    let joined = app.post(&table.path("/seats/1")).token(table.token(1)).send().await.expect(201);
    app.post(&table.path("/seats/2")).json(&json!({"name": "Denis"})).send().await.expect(201);
    assert_eq!(names().await, ["Ada", "Boris", "Denis"]);
    let own = app.delete(&table.path("/seats/1?successor=invite")).token(joined["token"].as_str().unwrap());
    own.send().await.expect(200);
    assert_eq!(names().await, ["Ada", "", "Denis"], "who left is not awaited");
}

#[tokio::test]
async fn an_invited_seat_goes_to_the_bearer_of_its_ticket() {
    let app = TestApp::start().await;
    let table = with_seats(&app, json!([{"kind": "mine"}, {"kind": "invite"}, {"kind": "invite"}])).await;
    let path = table.path("/seats/1");
    app.post(&path).json(&json!({})).send().await.problem(401, "token_required");
    let other = json!({"ticket": table.token(2)});
    app.post(&path).json(&other).send().await.problem(401, "unknown_token");
    app.post(&path).token(table.token(0)).json(&json!({})).send().await.problem(401, "unknown_token");
    app.post(&path)
        .json(&json!({"ticket": table.token(1), "name": ""}))
        .send()
        .await
        .problem(422, "invalid_body");
    let in_body = app.post(&path).json(&json!({"ticket": table.token(1)})).send().await.expect(201);
    assert_eq!(table.see(&app, 0).await["status"], "waiting");
    let as_bearer = app.post(&table.path("/seats/2")).token(table.token(2)).send().await.expect(201);
    assert_eq!(as_bearer["version"], 3);
    assert_eq!(table.see(&app, 0).await["status"], "running");
    app.post(&path).json(&json!({"ticket": table.token(1)})).send().await.problem(409, "seat_taken");
    let state = app.get(&table.path("")).token(in_body["token"].as_str().unwrap()).send().await;
    assert_eq!(state.expect(200)["you"]["seat"], 1);
    app.get(&table.path("")).token(table.token(1)).send().await.problem(401, "unknown_token");
    app.post(&table.path("/seats/5")).json(&json!({})).send().await.problem(404, "not_found");
    app.post(&table.path("/seats/x")).json(&json!({})).send().await.problem(404, "not_found");
}

/// The detail of a 401 of this code.
async fn told(call: crate::common::Call, code: &str) -> String {
    call.send().await.problem(401, code)["detail"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_401_says_what_is_wrong_with_the_token() {
    let app = TestApp::start().await;
    let table = with_seats(&app, json!([{"kind": "mine"}, {"kind": "mine"}, {"kind": "invite"}])).await;
    let other = Table::two_people(&app).await;
    let see = || app.get(&table.path(""));
    let play = |token: &str| app.post(&table.path("/moves")).token(token).json(&json!({"move": "stop"}));
    let old = table.token(0).to_owned();
    app.post(&table.path("/seats/0/token")).token(&old).send().await.expect(201);
    let unknown = [
        (see().header("Authorization", "Basic YTpi"), "is read as Bearer only"),
        (see().header("Authorization", "Bearer a b"), "is no token: 1 to 512"),
        (see().header("Authorization", "Bearer a").header("Authorization", "Bearer b"), "is there twice"),
        (see().token("secret"), "seat_ (a ticket: inv_) and 96"),
        (see().token(other.token(0)), "no token of this game"),
        (see().token(&old), "opened seat 0 until it was replaced"),
        (app.post(&table.path("/seats/2")).json(&json!({"ticket": table.token(1)})), "the token of seat 1"),
    ];
    for (call, expected) in unknown {
        let detail = told(call, "unknown_token").await;
        assert!(detail.contains(expected), "{detail}");
        assert!(!detail.contains(&old) && !detail.contains(other.token(0)), "{detail}");
    }
    let none = app.post(&table.path("/moves")).json(&json!({"move": "stop"}));
    assert!(told(none, "token_required").await.contains("send Authorization: Bearer"));
    assert!(
        told(play(table.token(2)), "token_required").await.contains("the ticket for seat 2: take the seat")
    );
}

#[tokio::test]
async fn a_good_ticket_at_the_wrong_seat_is_told_its_seat() {
    let app = TestApp::start().await;
    let seats = json!([{"kind": "mine"}, {"kind": "invite"}, {"kind": "invite"}]);
    let body = json!({"game": "richelieu", "visibility": "private", "seats": seats});
    let table = Table::of(&app, body).await;
    let take = |seat: usize, ticket: &str| {
        app.post(&table.path(&format!("/seats/{seat}"))).json(&json!({"ticket": ticket}))
    };
    let detail = told(take(1, table.token(2)), "unknown_token").await;
    assert_eq!(detail, "this ticket is for seat 2");
    take(0, table.token(2)).send().await.problem(409, "seat_taken");
    take(6, table.token(2)).send().await.problem(404, "not_found");
    // Strangers are told what they are told of any game there is not.
    let made_up = format!("inv_{}", "0".repeat(64));
    for ticket in ["secret", &made_up] {
        let detail = take(1, ticket).send().await.problem(404, "not_found")["detail"].clone();
        assert_eq!(detail, "there is no such game");
    }
    take(2, table.token(2)).send().await.expect(201);
}

#[tokio::test]
async fn a_retry_of_joining_gets_the_same_token() {
    let app = TestApp::start().await;
    let table = with_seats(&app, json!([{"kind": "mine"}, {"kind": "open"}, {"kind": "invite"}])).await;
    let open = || {
        app.post(&table.path("/seats/1"))
            .key("9d1f6b3e-0c84-4a57-b2e9-71c5d8f0a364")
            .json(&json!({"name": "Bo"}))
            .send()
    };
    let (first, again) = (open().await, open().await);
    assert_eq!((first.status, &first.bytes), (201, &again.bytes));
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    let other = app
        .post(&table.path("/seats/1"))
        .key("9d1f6b3e-0c84-4a57-b2e9-71c5d8f0a364")
        .json(&json!({"name": "Cy"}));
    other.send().await.problem(422, "idempotency_key_reused");
    let short = app.post(&table.path("/seats/1")).key("short").json(&json!({})).send().await;
    short.problem(400, "invalid_idempotency_key");
    let invited = || app.post(&table.path("/seats/2")).token(table.token(2)).key("short").send();
    let (first, again) = (invited().await, invited().await);
    assert_eq!((first.status, &first.bytes), (201, &again.bytes));
    assert_eq!(table.see(&app, 0).await["version"], 3);
}

#[tokio::test]
async fn a_bot_plays_on_for_whoever_leaves() {
    let app = TestApp::start().await;
    let table = with_seats(&app, json!([{"kind": "mine", "name": "Ada"}, {"kind": "mine"}])).await;
    let leave = |seat: usize, query: &str| app.delete(&table.path(&format!("/seats/{seat}{query}")));
    leave(0, "").send().await.problem(401, "token_required");
    leave(0, "").token(table.token(1)).send().await.problem(403, "not_your_seat");
    for query in ["?successor=ghost", "?level=god", "?successor=invite&level=club", "?who=me"] {
        leave(0, query).token(table.token(0)).send().await.problem(422, "invalid_query");
    }
    let left = leave(0, "?level=random").token(table.token(0)).send().await.expect(200);
    assert_eq!(left, json!({"seat": 0, "successor": "bot", "level": "random", "version": 2}));
    let reads = app.get(&table.path("")).token(table.token(0)).send().await.expect(200);
    assert_eq!((&reads["you"]["left"], reads["you"].get("may_take_back")), (&json!(true), None));
    let back = app.post(&table.path("/seats/0")).token(table.token(0)).send().await;
    let detail = back.problem(409, "seat_taken")["detail"].clone();
    assert_eq!(detail, "the seat was left to a bot for good: only who was late takes a seat back");
    // It was this seat's turn: the bot moves.
    let page = app.get(&table.path("/events?after=2&wait=30")).token(table.token(1)).send().await.expect(200);
    assert_eq!(page["items"][0]["ply"]["seat"], 0);
    let seats = &table.see(&app, 1).await["seats"];
    assert_eq!(seats[0], json!({"seat": 0, "kind": "bot", "level": "random", "left": true}));
}

/// Whoever holds an invitation need not wait for anybody: a bot takes the seat, and nobody has seen its hand.
#[tokio::test]
async fn a_bot_takes_the_seat_of_an_invitation_that_is_turned_down() {
    let app = TestApp::start().await;
    let seats =
        json!([{"kind": "mine", "name": "Ada"}, {"kind": "invite", "name": "Boris"}, {"kind": "invite"}]);
    let table = with_seats(&app, seats).await;
    let decline = |seat: usize, query: &str| app.delete(&table.path(&format!("/seats/{seat}{query}")));
    decline(1, "").send().await.problem(401, "token_required");
    decline(1, "").token(table.token(0)).send().await.problem(403, "not_your_seat");
    decline(1, "").token(table.token(2)).send().await.problem(401, "token_required");
    decline(1, "?successor=invite").token(table.token(1)).send().await.problem(401, "token_required");
    let turn_down = || decline(1, "?level=greedy").token(table.token(1)).key("no-1").send();
    let (first, again) = (turn_down().await, turn_down().await);
    assert_eq!((&first.bytes, again.header("idempotency-replayed")), (&again.bytes, Some("true")));
    assert_eq!(first.expect(200), json!({"seat": 1, "successor": "bot", "level": "greedy", "version": 2}));
    assert_eq!(table.see(&app, 0).await["status"], "waiting", "another seat is free");
    let late = app.post(&table.path("/seats/1")).json(&json!({"ticket": table.token(1)})).send().await;
    late.problem(409, "seat_taken");
    app.get(&table.path("")).token(table.token(1)).send().await.problem(401, "unknown_token");
    decline(2, "?level=greedy").token(table.token(2)).send().await.expect(200);
    let state = table.see(&app, 0).await;
    assert_eq!((&state["status"], &state["version"]), (&json!("running"), &json!(3)));
    assert_eq!(state["seats"][1], json!({"seat": 1, "kind": "bot", "level": "greedy"}));
    assert!(state["legal_moves"].is_array(), "it has begun: {state}");
    let page = app.get(&table.path("/events?after=1&wait=0")).send().await.expect(200);
    assert_eq!(page["items"][0]["text"]["en"], "Boris does not come. A bot plays there.");
    let begins = &page["items"][1];
    assert!(begins["ply"].is_object(), "that event has the deal: {begins}");
    decline(0, "").token(table.token(0)).send().await.expect(200);
}

#[tokio::test]
async fn a_seat_that_is_left_to_an_invitation_is_not_open() {
    let app = TestApp::start().await;
    let body = json!({"game": "richelieu", "options": {"first_seat": 0}, "visibility": "public",
        "seats": [{"kind": "mine"}, {"kind": "mine"}]});
    let table = Table::of(&app, body).await;
    let leave = || app.delete(&table.path("/seats/0?successor=invite")).token(table.token(0)).key("leave-1");
    let left = leave().send().await;
    let again = leave().send().await;
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(left.bytes, again.bytes, "the ticket is told again");
    let other = app.delete(&table.path("/seats/0")).token(table.token(0)).key("leave-1").send().await;
    other.problem(422, "idempotency_key_reused");
    let left = left.expect(200);
    app.post(&table.path("/seats/0")).json(&json!({})).send().await.problem(401, "token_required");
    assert_eq!(app.get("/v1/games?open_seats=true").send().await.expect(200)["items"], json!([]));
    let joined = app.post(&table.path("/seats/0")).json(&json!({"ticket": left["ticket"]})).send().await;
    let token = joined.expect(201)["token"].as_str().unwrap().to_owned();
    let state = app.get(&table.path("")).token(&token).send().await.expect(200);
    assert_eq!((&state["version"], &state["turn"]["seat"]), (&json!(3), &json!(0)));
    assert!(state["legal_moves"].is_array(), "the game goes on where it was");
    assert_ne!(token, table.token(0));
    // What was seen at the seat before is not theirs.
    let read = async |rest: &str, token: Option<&str>| {
        let call = app.get(&table.path(rest));
        token.into_iter().fold(call, |call, token| call.token(token)).send().await
    };
    read("?version=1", Some(&token)).await.problem(422, "invalid_query");
    let (own, all) =
        (read("/events?after=0&wait=0", Some(&token)).await, read("/events?after=0&wait=0", None).await);
    let (mut own, mut all) = (own.expect(200), all.expect(200));
    for page in [&mut own, &mut all] {
        for event in page["items"].as_array_mut().unwrap() {
            event.as_object_mut().unwrap().remove("etag");
        }
    }
    assert_eq!(own["items"].as_array().unwrap()[..2], all["items"].as_array().unwrap()[..2]);
    assert_eq!(
        read("/moves", Some(&token)).await.expect(200)["plies"],
        read("/moves", None).await.expect(200)["plies"]
    );
}

#[tokio::test]
async fn a_game_that_nobody_waits_for_is_given_up() {
    let app = TestApp::start().await;
    let table = with_seats(&app, json!([{"kind": "mine"}, {"kind": "invite"}])).await;
    app.delete(&table.path("/seats/0")).token(table.token(0)).send().await.expect(200);
    let state = app.get(&table.path("")).send().await.expect(200);
    assert_eq!(state["status"], "aborted");
    let join = app.post(&table.path("/seats/1")).json(&json!({"ticket": table.token(1)})).send().await;
    join.problem(409, "game_over");
}

#[tokio::test]
async fn a_replaced_token_is_worthless() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let rotate = || app.post(&table.path("/seats/0/token")).token(table.token(0)).key("rotate-1").send();
    app.post(&table.path("/seats/1/token")).token(table.token(0)).send().await.problem(403, "not_your_seat");
    // Who nobody is comes before what a key must be like.
    app.post(&table.path("/seats/0/token")).key("short").send().await.problem(401, "token_required");
    app.delete(&table.path("/seats/0")).key("short").send().await.problem(401, "token_required");
    let mut stream = app.get(&table.path("/events?after=1")).token(table.token(0)).0.send().await.unwrap();
    assert!(stream.chunk().await.unwrap().is_some());
    let (first, again) = (rotate().await, rotate().await);
    assert_eq!((first.status, &first.bytes), (201, &again.bytes));
    let token = first.json()["token"].as_str().unwrap().to_owned();
    assert_ne!(token, table.token(0));
    app.get(&table.path("")).token(table.token(0)).send().await.problem(401, "unknown_token");
    app.post(&table.path("/moves"))
        .token(table.token(0))
        .json(&json!({"move": "stop"}))
        .send()
        .await
        .problem(401, "unknown_token");
    app.get(&table.path("")).token(&token).send().await.expect(200);
    let mut rest = Vec::new();
    while let Some(chunk) = stream.chunk().await.expect("its stream ends") {
        rest.extend_from_slice(&chunk);
    }
    let rest = String::from_utf8(rest).unwrap();
    let (before, problem) = rest.split_once("event: problem\ndata: ").unwrap_or_else(|| panic!("{rest}"));
    let problem: Value = serde_json::from_str(problem.trim()).unwrap();
    assert_eq!((before.contains("id: "), &problem["code"]), (false, &json!("unknown_token")), "it says why");
    assert_eq!(table.see(&app, 1).await["version"], 2);
}

/// Nobody fills the disk by what is no move, however slowly, nor uses up what others may do.
#[tokio::test]
async fn a_seat_causes_so_many_events_that_are_no_moves_and_others_go_on() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let (mut token, mut changes) = (table.token(1).to_owned(), 0);
    let refused = loop {
        let answer = app.post(&table.path("/seats/1/token")).token(&token).send().await;
        if answer.status != 201 {
            break answer;
        }
        (token, changes) = (answer.json()["token"].as_str().unwrap().to_owned(), changes + 1);
        assert!(changes <= 500, "there is no end to it");
    };
    assert!(refused.problem(409, "log_full")["detail"].as_str().unwrap().contains("500"));
    assert_eq!(changes, 500);
    let moved = table.play(&app, 0, "take 1L").await;
    assert_eq!(moved["version"], 502);
    for _ in 0..2 {
        app.post(&table.path("/undo")).token(table.token(0)).send().await.expect(202);
        app.delete(&table.path("/undo")).token(&token).send().await.expect(200);
    }
    // Whoever is asked may answer either way.
    app.post(&table.path("/undo")).token(table.token(0)).send().await.expect(202);
    app.post(&table.path("/undo")).token(&token).send().await.expect(200);
    app.post(&table.path("/seats/0/token")).token(table.token(0)).send().await.expect(201);
    app.post(&table.path("/seats/1/token")).token(&token).send().await.problem(409, "log_full");
}
