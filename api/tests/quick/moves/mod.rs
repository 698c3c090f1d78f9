//! Playing moves: the order of checks, what is refused, logs and replays.

mod malin;
mod retries;
mod statements;

use crate::common::{Table, TestApp};
use serde_json::{Value, json};

async fn table(app: &TestApp) -> Table {
    Table::two_people(app).await
}

#[tokio::test]
async fn a_move_makes_one_version() {
    let app = TestApp::start().await;
    let table = table(&app).await;
    let answer = table.try_move(&app, 0, "take 1L").await;
    assert_eq!(answer.header("etag"), Some("\"v2-s0\""));
    let state = answer.expect(200);
    assert_eq!((&state["version"], &state["turn"]["seat"]), (&json!(2), &json!(0)));
    let seen = table.see(&app, 0).await;
    assert_eq!(state, seen);
    let state = table.play(&app, 0, "skip").await;
    assert_eq!(state["turn"]["seat"], json!(1));
    assert!(state.get("legal_moves").is_none());
}

#[tokio::test]
async fn checks_come_in_their_order() {
    let app = TestApp::start().await;
    let table = table(&app).await;
    let path = table.path("/moves");
    let (good, bad) = (json!({"move": "take 1L"}), json!({"move": "nonsense"}));
    let call = || app.post(&path);
    let mine = || call().token(table.token(0));
    call().json(&good).send().await.problem(401, "token_required");
    call().token("seat_x").json(&bad).send().await.problem(401, "unknown_token");
    call().raw("{").send().await.problem(400, "unreadable_body");
    call().token("seat_x").raw("{").send().await.problem(400, "unreadable_body");
    mine().key("").raw("{").send().await.problem(400, "invalid_idempotency_key");
    mine().json(&bad).send().await.problem(428, "version_required");
    mine().if_match("v1-s0").raw("{").send().await.problem(400, "invalid_header");
    let stale = mine().if_match("\"v7-s0\"").json(&bad).send().await;
    assert_eq!(stale.header("etag"), Some("\"v1-s0\""));
    let stale = stale.problem(412, "stale_version");
    assert_eq!((&stale["version"], &stale["etag"]), (&json!(1), &json!("\"v1-s0\"")));
    assert_eq!(stale["detail"], "the game has no version 7 yet: it is at version 1");
    mine().if_match("\"v1-s1\"").json(&good).send().await.problem(412, "foreign_etag");
    mine().if_match("\"v1-s0\"").raw("{").send().await.problem(400, "unreadable_body");
    let unknown = mine().if_match("\"v1-s0\"").json(&json!({"move": "take 1L", "x": 1})).send().await;
    assert_eq!(unknown.problem(422, "invalid_body")["errors"][0]["pointer"], "/x");
    let long = mine().if_match("\"v1-s0\"").json(&json!({"move": "take 1L", "wait_ms": 10_001})).send().await;
    assert_eq!(long.problem(422, "invalid_body")["errors"][0]["pointer"], "/wait_ms");
    let theirs = call().token(table.token(1)).if_match("\"v1-s1\"");
    let problem = theirs.json(&bad).send().await.problem(422, "bad_notation");
    assert!(problem.get("legal_moves").is_none());
    let theirs = call().token(table.token(1)).if_match("\"v1-s1\"").json(&good).send().await;
    let problem = theirs.problem(409, "not_your_turn");
    assert_eq!(problem["turn"], 0);
    assert!(problem.get("legal_moves").is_none());
    assert_eq!(table.see(&app, 0).await["version"], 1, "nothing was applied");
}

#[tokio::test]
async fn refusals_say_what_would_be_right() {
    let app = TestApp::start().await;
    let table = table(&app).await;
    let problem = table.try_move(&app, 0, "take 9X").await.problem(422, "bad_notation");
    assert_eq!(problem["errors"][0]["pointer"], "/move");
    assert!(problem["expected"].as_str().is_some_and(|text| !text.is_empty()));
    assert!(problem["column"].is_u64());
    let legal = problem["legal_moves"].as_array().unwrap().len();
    assert_eq!(legal, table.see(&app, 0).await["legal_moves"].as_array().unwrap().len());
    let problem = table.try_move(&app, 0, "skip").await.problem(409, "move_refused");
    assert!(problem["rule"].as_str().unwrap().starts_with("richelieu.md"));
    assert!(problem["reason"].as_str().is_some());
    assert!(problem["text"]["fr"].as_str().is_some() && problem["text"]["en"].as_str().is_some());
    assert_eq!(problem["legal_moves"].as_array().unwrap().len(), legal);
}

#[tokio::test]
async fn a_tag_that_a_proxy_has_changed_still_names_its_version() {
    let app = TestApp::start().await;
    for tag in ["W/\"v1-s0\"", "\"v1-s0-gzip\"", "W/\"v1-s0-br\"", "\"made-up\", W/\"v1-s0\"", "*"] {
        let table = table(&app).await;
        let play = |tag: &str| {
            let call = app.post(&table.path("/moves")).token(table.token(0)).if_match(tag);
            call.json(&json!({"move": "take 1L"})).send()
        };
        assert_eq!(play(tag).await.expect(200)["version"], 2, "{tag}");
        if tag != "*" {
            let stale = play(tag).await.problem(412, "stale_version");
            assert_eq!(stale["detail"], "the game has moved on to version 2", "{tag}");
        }
    }
}

#[tokio::test]
async fn a_tag_of_somebody_else_is_called_so() {
    let app = TestApp::start().await;
    let table = table(&app).await;
    for tag in ["\"v1-s1\"", "W/\"v1-s1\"", "\"v1-spectator\"", "\"made-up\"", "\"v1-s00\"", "\"v-s0\""] {
        let call = app.post(&table.path("/moves")).token(table.token(0)).if_match(tag);
        let refused = call.json(&json!({"move": "take 1L"})).send().await;
        assert_eq!(refused.header("etag"), Some("\"v1-s0\""));
        let problem = refused.problem(412, "foreign_etag");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(tag.trim_start_matches("W/")) && detail.contains("\"v1-s0\""), "{detail}");
        assert!(!detail.contains("moved on"), "{detail}");
        assert_eq!((&problem["version"], &problem["etag"]), (&json!(1), &json!("\"v1-s0\"")));
    }
    assert_eq!(table.see(&app, 0).await["version"], 1, "nothing was applied");
}

#[tokio::test]
async fn the_version_may_stand_in_the_body() {
    let app = TestApp::start().await;
    let table = table(&app).await;
    let call = || app.post(&table.path("/moves")).token(table.token(0));
    let play = |version: Value| call().json(&json!({"move": "take 1L", "version": version})).send();
    assert_eq!(play(json!(1)).await.expect(200)["version"], 2);
    let stale = play(json!(1)).await.problem(412, "stale_version");
    assert_eq!((&stale["version"], &stale["etag"]), (&json!(2), &json!("\"v2-s0\"")));
    for wrong in [json!("2"), json!(-1), json!(2.5), json!([2])] {
        assert_eq!(play(wrong).await.problem(422, "invalid_body")["errors"][0]["pointer"], "/version");
    }
    call().json(&json!({"move": "skip"})).send().await.problem(428, "version_required");
    let both = call().if_match("\"v2-s0\"").json(&json!({"move": "skip", "version": 1})).send().await;
    both.problem(412, "stale_version");
    let both = call().if_match("\"v2-s0\"").json(&json!({"move": "skip", "version": 2})).send().await;
    assert_eq!(both.expect(200)["version"], 3);
}

#[tokio::test]
async fn who_prefers_it_gets_the_entity_tag_alone() {
    let app = TestApp::start().await;
    let table = table(&app).await;
    let submit = |prefer: &str, version: u64, key: &str, notation: &str| {
        let call = app.post(&table.path("/moves")).token(table.token(0)).key(key);
        let call = call.if_match(&format!("\"v{version}-s0\"")).header("Prefer", prefer);
        call.json(&json!({"move": notation})).send()
    };
    for retried in [None, Some("true")] {
        let done = submit("wait=5, RETURN = \"minimal\"; x=1", 1, "k1", "take 1L").await;
        assert_eq!((done.status, done.bytes.len()), (204, 0));
        assert_eq!(done.header("etag"), Some("\"v2-s0\""));
        assert_eq!(done.header("preference-applied"), Some("return=minimal"));
        assert_eq!(done.header("idempotency-replayed"), retried);
    }
    // Refusals say as much as ever, and the state is still to be had with the same key.
    submit("return=minimal", 1, "k2", "skip").await.problem(412, "stale_version");
    submit("return=minimal", 2, "k2", "take 9X").await.problem(422, "bad_notation");
    let whole = submit("return=representation, return=minimal", 1, "k1", "take 1L").await;
    assert_eq!(
        (whole.header("preference-applied"), whole.header("idempotency-replayed")),
        (None, Some("true"))
    );
    assert_eq!(whole.expect(200), table.see(&app, 0).await);
}

#[tokio::test]
async fn bots_reply_while_the_caller_waits() {
    let app = TestApp::start().await;
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "random"}]);
    let table = Table::create(&app, json!({"first_seat": 0}), seats).await;
    table.play(&app, 0, "take 1L").await;
    let ask = || {
        let call = app.post(&table.path("/moves")).token(table.token(0)).key("reply");
        call.if_match("\"v2-s0\"").json(&json!({"move": "skip", "wait_ms": 10_000}))
    };
    let submit = || ask().send();
    let first = submit().await;
    let state = first.expect(200);
    assert_eq!(state["turn"]["seat"], json!(0), "the bot has replied");
    assert!(state["version"].as_u64().unwrap() > 3);
    let again = submit().await;
    assert_eq!(again.bytes, first.bytes, "the retry shows the replies too");
    let tag = ask().header("Prefer", "return=minimal").send().await;
    assert_eq!((tag.status, tag.bytes.len()), (204, 0));
    assert_eq!(tag.header("etag"), first.header("etag"), "the tag is that of the state after the replies");
    let log = app.get(&table.path("/moves")).token(table.token(0)).send().await.expect(200);
    let bot_moves = log["plies"].as_array().unwrap().iter().filter(|ply| ply["seat"] == 1).count();
    assert_eq!(bot_moves as u64, state["version"].as_u64().unwrap() - 3);
}

#[tokio::test]
async fn the_log_is_the_observation_log() {
    let app = TestApp::start().await;
    let table = table(&app).await;
    table.play_on(&app, 12).await;
    let log = |seat: usize| app.get(&table.path("/moves")).token(table.token(seat)).send();
    let answer = log(0).await;
    assert_eq!(answer.header("etag"), Some("\"v13-s0\""));
    let (own, other) = (answer.expect(200), log(1).await.expect(200));
    assert_eq!((&own["seat"], &other["seat"]), (&json!(0), &json!(1)));
    assert_eq!(own["ruleset"], table.created["ruleset"]);
    let members: Vec<_> = own.as_object().unwrap().keys().collect();
    assert_eq!(members, ["plies", "ruleset", "seat"].iter().collect::<Vec<_>>().as_slice());
    let plies = own["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 13);
    assert!(plies.iter().enumerate().all(|(n, ply)| ply["n"] == n));
    let spectator = app.get(&table.path("/moves")).send().await.expect(200);
    assert!(spectator.get("seat").is_none());
    let known = app.get(&table.path("/moves")).token(table.token(0)).header("If-None-Match", "\"v13-s0\"");
    assert_eq!(known.send().await.status, 304);
}

#[tokio::test]
async fn a_waiting_game_takes_no_moves() {
    let app = TestApp::start().await;
    let seats = json!([{"kind": "mine"}, {"kind": "open"}]);
    let table = Table::create(&app, json!({"first_seat": 0}), seats).await;
    let state = table.see(&app, 0).await;
    assert_eq!(state["status"], "waiting");
    assert!(state.get("turn").is_none() && state.get("legal_moves").is_none());
    table.try_move(&app, 0, "take 1L").await.problem(409, "game_waiting");
}

#[tokio::test]
async fn a_game_is_played_to_its_end_and_replayed() {
    let app = TestApp::start().await;
    let table = table(&app).await;
    app.get(&table.path("/replay")).token(table.token(0)).send().await.problem(409, "game_not_over");
    let state = table.play_on(&app, 500).await;
    assert_eq!(state["status"], "finished");
    assert!(state.get("turn").is_none());
    let result = &state["result"];
    assert_eq!(result["scores"], state["scores"]);
    assert_eq!(result["ranks"].as_array().unwrap().len(), 2);
    assert!(!result["winners"].as_array().unwrap().is_empty());
    table.try_move(&app, 0, "skip").await.problem(409, "game_over");

    let replay = app.get(&table.path("/replay")).send().await.expect(200);
    assert_eq!(replay["scores"], result["scores"]);
    assert_eq!(replay["ranks"], result["ranks"]);
    let whole = app.get(&format!("{}?include=ruleset", table.path(""))).send().await.expect(200);
    assert_eq!(replay["ruleset"], whole["ruleset"], "a replay has the options");
    assert_eq!(replay["ruleset"]["hash"], table.created["ruleset"]["hash"]);
    assert_eq!(replay["commitment"], table.created["deal_commitment"]);
    assert_eq!(replay["rounds"].as_array().unwrap().len(), 1);
    assert_eq!(replay["undone"], json!([]));
    let plies = replay["plies"].as_array().unwrap();
    assert_eq!(plies.len() as u64 + 2, state["version"].as_u64().unwrap(), "set-up, plies, end");
    for (n, ply) in plies.iter().enumerate() {
        assert_eq!(ply["n"], n + 1);
        assert!(ply["legal"].as_array().unwrap().contains(&ply["notation"]));
        assert_eq!(ply["state_hash"].as_str().unwrap().len(), 64);
    }
    use sha2::{Digest, Sha256};
    let bytes = |name: &str| hex::decode(replay[name].as_str().unwrap()).unwrap();
    let digest = Sha256::new().chain_update(bytes("seed")).chain_update(bytes("nonce")).finalize();
    assert_eq!(replay["commitment"], format!("sha256:{}", hex::encode(digest)));

    let known = app.get(&table.path("/replay"));
    let etag = format!("\"v{}-replay\"", state["version"]);
    assert_eq!(known.header("If-None-Match", &etag).send().await.status, 304);
}
