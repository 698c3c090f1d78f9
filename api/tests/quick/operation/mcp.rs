//! `POST /mcp`: what agents ask, and how they are refused.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::common::{Answer, Call, Table, TestApp, until};

pub fn request(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
}

pub fn call(app: &TestApp, tool: &str, arguments: &Value) -> Call {
    app.post("/mcp").json(&request("tools/call", &json!({"name": tool, "arguments": arguments})))
}

/// The result of a request that is answered.
pub async fn asked(app: &TestApp, method: &str, params: &Value) -> Value {
    let body = app.post("/mcp").json(&request(method, params)).send().await.expect(200);
    assert_eq!((&body["jsonrpc"], &body["id"]), (&json!("2.0"), &json!(7)), "{body}");
    body["result"].clone()
}

/// What a tool says, once.
pub fn content(answer: &Answer, is_error: bool) -> Value {
    let body = answer.expect(200);
    let result = &body["result"];
    assert_eq!(result["isError"], is_error, "{body}");
    assert_eq!(result.get("structuredContent"), None, "it is said twice");
    serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap()
}

/// Arguments, and more of them.
pub fn with(arguments: &Value, more: Value) -> Value {
    let mut all = arguments.clone();
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

pub async fn tool(app: &TestApp, name: &str, arguments: Value) -> Value {
    content(&call(app, name, &arguments).send().await, false)
}

pub async fn refused(app: &TestApp, name: &str, arguments: Value, status: u16, code: &str) -> Value {
    let problem = content(&call(app, name, &arguments).send().await, true);
    assert_eq!((&problem["status"], &problem["code"]), (&json!(status), &json!(code)), "{problem}");
    assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem}");
    problem
}

/// The error of a message that is none, or asks for nothing there is.
fn error(answer: &Answer, status: u16, code: i64) -> String {
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let body = answer.expect(status);
    assert_eq!((&body["jsonrpc"], &body["error"]["code"]), (&json!("2.0"), &json!(code)), "{body}");
    body["error"]["message"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_client_is_greeted_in_its_revision_or_the_newest() {
    let app = TestApp::start().await;
    for (wanted, answered) in
        [("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25")]
    {
        let greeted =
            asked(&app, "initialize", &json!({"protocolVersion": wanted, "capabilities": {}})).await;
        assert_eq!(greeted["protocolVersion"], answered);
        assert_eq!(greeted["serverInfo"]["name"], "tapis");
        assert!(greeted["capabilities"]["tools"].is_object() && greeted["instructions"].is_string());
    }
    let told = app.post("/mcp").json(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let told = told.header("MCP-Protocol-Version", "2025-06-18").send().await;
    assert_eq!((told.status, told.bytes.len()), (202, 0));
    let answered = app.post("/mcp").json(&json!({"jsonrpc": "2.0", "id": "a", "result": {}})).send().await;
    assert_eq!((answered.status, answered.bytes.len()), (202, 0));
    assert_eq!(asked(&app, "ping", &json!({})).await, json!({}));
    let tools = asked(&app, "tools/list", &json!({})).await;
    assert_eq!(tools["tools"].as_array().unwrap().len(), 12);
}

/// What the official client asks first: in the revision without a handshake every request says what it is, in its headers, too.
#[tokio::test]
async fn a_client_without_a_handshake_is_answered_in_the_revision_that_it_asks_for_first() {
    let app = TestApp::start().await;
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}});
    let ask = |method: &str, more: Value, headers: [(&str, &str); 2]| {
        let body = request(method, &with(&json!({"_meta": meta}), more));
        let call = app.post("/mcp").header("MCP-Protocol-Version", "2026-07-28").json(&body);
        headers.iter().fold(call, |call, (name, value)| call.header(name, value)).send()
    };
    let greeted =
        ask("server/discover", json!({}), [("Mcp-Method", "server/discover"), ("Accept", "*/*")]).await;
    let greeted = greeted.expect(200)["result"].clone();
    assert_eq!(greeted["supportedVersions"][0], "2026-07-28");
    assert_eq!((&greeted["resultType"], &greeted["ttlMs"]), (&json!("complete"), &json!(0)));
    assert!(greeted["capabilities"]["tools"].is_object() && greeted["instructions"].is_string());

    let list = json!({"name": "list_games"});
    let told =
        ask("tools/call", list.clone(), [("Mcp-Method", "tools/call"), ("Mcp-Name", "list_games")]).await;
    assert_eq!(told.expect(200)["result"]["resultType"], "complete");
    let coded = [("Mcp-Method", "tools/call"), ("Mcp-Name", "=?base64?bGlzdF9nYW1lcw==?=")];
    ask("tools/call", list.clone(), coded).await.expect(200);
    let other = ask("tools/call", list.clone(), [("Mcp-Method", "tools/call"), ("Mcp-Name", "play")]).await;
    assert!(error(&other, 400, -32_020).contains("mcp-name"));
    let other =
        ask("tools/call", list.clone(), [("Mcp-Method", "tools/list"), ("Mcp-Name", "list_games")]).await;
    assert!(error(&other, 400, -32_020).contains("mcp-method"));
    let rules = [("Mcp-Method", "resources/read"), ("Mcp-Name", "tapis://rules/bridge")];
    error(&ask("resources/read", json!({"uri": "tapis://rules/bridge"}), rules).await, 400, -32_602);
    error(&ask("ping", json!({}), [("Mcp-Method", "ping"), ("Accept", "*/*")]).await, 404, -32_601);
    let bare = app
        .post("/mcp")
        .header("MCP-Protocol-Version", "2026-07-28")
        .json(&request("tools/list", &json!({})));
    assert!(error(&bare.send().await, 400, -32_602).contains("_meta"));
}

/// Many clients refuse a tool of which a property has no type.
#[tokio::test]
async fn every_property_of_every_schema_has_a_type() {
    fn untyped(schema: &Value, path: &str, found: &mut Vec<String>) {
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let path = format!("{path}/{name}");
            if !property["type"].is_string() {
                found.push(path.clone());
            }
            untyped(property, &path, found);
        }
        if schema["items"].is_object() {
            untyped(&schema["items"], path, found);
        }
    }
    let app = TestApp::start().await;
    let listed = asked(&app, "tools/list", &json!({})).await;
    assert!(listed.to_string().len() < 12_000, "the list is paid for, too: {}", listed.to_string().len());
    let mut found = Vec::new();
    for tool in listed["tools"].as_array().unwrap() {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert!(tool["description"].as_str().is_some_and(|text| text.len() > 30), "{tool}");
        untyped(&tool["inputSchema"], tool["name"].as_str().unwrap(), &mut found);
    }
    assert_eq!(found, [""; 0]);
}

#[tokio::test]
async fn what_is_no_message_is_refused_with_what_would_be_right() {
    let app = TestApp::start().await;
    let ask = |body: &'static str| app.post("/mcp").raw(body).send();
    for (body, code, says) in [
        ("{", -32_700, "JSON"),
        ("{\"id\":1,\"id\":2}", -32_700, "JSON"),
        ("[]", -32_600, "batches"),
        ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", -32_600, "batches"),
        ("7", -32_600, "object"),
        ("{\"id\":1,\"method\":\"ping\"}", -32_600, "2.0"),
        ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", -32_600, "id"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", -32_600, "method"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1}", -32_600, "method"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}", -32_600, "params"),
    ] {
        let message = error(&ask(body).await, 400, code);
        assert!(message.contains(says), "{body}: {message}");
    }
    for (method, params, code, says) in [
        ("tools/cull", json!({}), -32_601, "tools/cull"),
        ("tools/call", json!({}), -32_602, "name"),
        ("tools/call", json!({"name": "cheat"}), -32_602, "wait_for_turn"),
        ("tools/call", json!({"name": "look", "arguments": 7}), -32_602, "arguments"),
        ("resources/read", json!({}), -32_602, "uri"),
        ("resources/read", json!({"uri": "tapis://rules/bridge"}), -32_002, "tapis://rules/bridge"),
        ("resources/read", json!({"uri": "file:///etc/passwd"}), -32_002, "tapis://replays"),
        ("resources/read", json!({"uri": "tapis://replays/../../metrics"}), -32_002, ""),
    ] {
        let answer = app.post("/mcp").json(&request(method, &params)).send().await;
        let message = error(&answer, 200, code);
        assert!(message.contains(says), "{method}: {message}");
    }
    let french = app.post("/mcp").header("Accept-Language", "fr").raw("[]").send().await;
    assert!(error(&french, 400, -32_600).contains("les lots"));
    app.post("/mcp").text("{}").send().await.problem(415, "unsupported_media_type");
    app.post("/mcp").raw(vec![b' '; 300_000]).send().await.problem(413, "body_too_large");
    // Only decks and plans are long.
    let long = json!({"game_id": "7".repeat(20_000)});
    call(&app, "look", &long).send().await.problem(413, "body_too_large");
    refused(&app, "new_game", long, 404, "not_found").await;
}

#[tokio::test]
async fn only_post_is_answered_in_a_revision_that_is_spoken() {
    let app = TestApp::start().await;
    for method in [Method::GET, Method::DELETE, Method::PUT] {
        let answer = app.call(method, "/mcp").header("Accept", "text/event-stream").send().await;
        answer.problem(405, "method_not_allowed");
        assert_eq!(answer.header("allow"), Some("POST, OPTIONS"));
    }
    assert_eq!(app.call(Method::OPTIONS, "/mcp").send().await.status, 204);
    let ping = || app.post("/mcp").json(&request("ping", &json!({})));
    let unknown = ping().header("MCP-Protocol-Version", "1900-01-01").send().await;
    let message = error(&unknown, 400, -32_022);
    assert!(message.contains("1900-01-01") && message.contains("2025-06-18"), "{message}");
    assert_eq!(unknown.expect(400)["error"]["data"]["supported"][1], "2025-11-25");
}

/// A page whose name leads here by a trick (DNS rebinding) has an origin that equals the host.
#[tokio::test]
async fn pages_of_other_origins_are_not_served() {
    let app = TestApp::start_with(&["--cors-origins", "https://play.example"]).await;
    let ping = |origin: &str| {
        let call = app.post("/mcp").json(&request("ping", &json!({})));
        call.header("Origin", origin).header("Host", "rebound.example:8080").send()
    };
    for origin in ["http://rebound.example:8080", "https://evil.example", "null", "http://play.example"] {
        assert!(error(&ping(origin).await, 403, -32_600).contains("origin"), "{origin}");
    }
    for origin in ["https://play.example", "http://localhost:5173", "http://127.0.0.1:6274"] {
        ping(origin).await.expect(200);
    }
}

#[tokio::test]
async fn a_tool_answers_what_the_api_does_and_refuses_as_it_does() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let (id, token) = (&table.id, table.token(0));
    let own = json!({"game_id": id, "token": token, "lang": "fr"});
    let api = app.get(&table.path("?lang=fr")).token(token).send().await.expect(200);
    let seen = tool(&app, "look", own.clone()).await;
    for member in ["version", "scores"] {
        assert_eq!(seen[member], api[member], "{seen}");
    }
    assert_eq!(seen["you"], api["you"]["seat"]);
    let texts = api["legal_moves"].as_array().unwrap().iter().map(|legal| &legal["text"]);
    assert!(seen["moves"].as_object().unwrap().values().all(|text| texts.clone().any(|known| known == text)));
    // The token of the header serves where no argument has one, and the argument goes before it.
    let header = call(&app, "look", &json!({"game_id": id, "lang": "fr"})).token(token).send().await;
    assert_eq!(content(&header, false), seen);
    let both = call(&app, "look", &own).token(table.token(1)).send().await;
    assert_eq!(content(&both, false), seen);
    let spectator = tool(&app, "look", json!({"game_id": id})).await;
    assert!(spectator["you"].is_null() && spectator["moves"].is_null(), "{spectator}");

    let replay = json!({"uri": format!("tapis://replays/{id}")});
    let early = app.post("/mcp").json(&request("resources/read", &replay)).send().await;
    error(&early, 200, -32_000);
    refused(&app, "look", json!({}), 422, "invalid_body").await;
    let wrong = refused(&app, "look", json!({"game_id": 7}), 422, "invalid_body").await;
    assert_eq!(wrong["errors"][0]["pointer"], "/game_id");
    let unknown = refused(&app, "look", json!({"game_id": id, "seat": 1}), 422, "invalid_body").await;
    assert_eq!(unknown["errors"][0]["pointer"], "/seat");
    refused(&app, "look", json!({"game_id": id, "lang": "de"}), 422, "invalid_body").await;
    refused(&app, "look", json!({"game_id": id, "token": "nonsense"}), 401, "unknown_token").await;
    let broken = json!({"game_id": id, "token": "a\r\nb"});
    let broken = refused(&app, "look", broken, 422, "invalid_body").await;
    assert_eq!(broken["errors"][0]["pointer"], "/token");
    refused(&app, "look", json!({"game_id": "../../metrics"}), 404, "not_found").await;
    refused(&app, "play", json!({"game_id": id, "move": "take 1L"}), 401, "token_required").await;
    let play = |more: Value| with(&json!({"game_id": id, "token": token, "version": 1}), more);
    refused(&app, "play", play(json!({"move": "take 7X"})), 422, "bad_notation").await;
    refused(&app, "play", play(json!({"move": "take 1L", "wait_ms": -1})), 422, "invalid_body").await;
    refused(&app, "play", play(json!({"move": "take 1L", "now": true})), 422, "invalid_body").await;
    let late =
        refused(&app, "wait_for_turn", json!({"game_id": id, "wait_s": 26}), 422, "invalid_body").await;
    assert_eq!(late["errors"][0]["pointer"], "/wait_s");
    refused(&app, "statistics", json!({"game": "richelieu", "part": "all"}), 422, "invalid_body").await;
    refused(&app, "statistics", json!({"game": "richelieu", "format": "csv"}), 422, "invalid_body").await;
    refused(&app, "statistics", json!({"game": "richelieu", "colour": 1}), 422, "invalid_query").await;
    refused(&app, "statistics", json!({"game": "richelieu", "from": {}}), 422, "invalid_body").await;
    refused(&app, "run_experiment", json!({"experiment_id": "7"}), 401, "token_required").await;
    let hint = json!({"game_id": id, "token": token, "budget": {"iterations": 9}});
    assert!(tool(&app, "hint", hint).await.is_object());
}

/// An agent copies what a schema shows.
#[tokio::test]
async fn the_example_of_a_tool_is_taken() {
    let app = TestApp::start().await;
    let listed = asked(&app, "tools/list", &json!({})).await;
    let new_game =
        listed["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "new_game").unwrap();
    for seats in new_game["inputSchema"]["properties"]["seats"]["examples"].as_array().unwrap() {
        tool(&app, "new_game", json!({"game": "richelieu", "seats": seats})).await;
    }
}

/// Calls have the limits of the API, whoever makes them.
#[tokio::test]
async fn the_limits_of_the_api_are_those_of_agents() {
    let app = TestApp::start_with(&["--rate-create", "1", "--rate-requests", "9"]).await;
    let seats = json!([{"kind": "mine"}, {"kind": "mine"}]);
    let new = json!({"game": "richelieu", "seats": seats});
    let answer = call(&app, "new_game", &new).send().await;
    assert_eq!(answer.header("ratelimit"), Some("\"requests\";r=8, \"create\";r=0"), "one request, one game");
    let made = content(&answer, false);
    let problem = refused(&app, "new_game", new, 429, "rate_limited").await;
    assert!(problem["retry_after_s"].is_u64());
    let resign = json!({"game_id": made["id"], "token": made["seats"][0]["token"]});
    tool(&app, "resign", resign.clone()).await;
    refused(&app, "resign", resign, 429, "rate_limited").await;
}

#[tokio::test]
async fn a_wait_ends_in_time_and_with_a_move() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let wait = json!({"game_id": table.id, "token": table.token(1), "wait_s": 1});
    let began = Instant::now();
    let waited = tool(&app, "wait_for_turn", wait).await;
    assert_eq!((&waited["your_turn"], &waited["version"]), (&json!(false), &json!(1)));
    assert!((Duration::from_millis(900)..Duration::from_secs(60)).contains(&began.elapsed()));
    let wait = json!({"game_id": table.id, "token": table.token(1), "wait_s": 25});
    let (waited, _) = tokio::join!(tool(&app, "wait_for_turn", wait), async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        table.play(&app, 0, "take 1L").await;
        table.play(&app, 0, "skip").await
    });
    assert_eq!(waited["your_turn"], true, "{waited}");
}

/// Whoever waits is in memory as a stream is. What need not wait needs no place, and a move is never refused for that.
#[tokio::test]
async fn who_waits_holds_a_place_as_a_stream_does() {
    let app = TestApp::start_with(&["--tune", "max_streams_per_address=1"]).await;
    let table = Table::two_people(&app).await;
    let wait = |seat: usize, wait_s: u64| {
        let arguments = json!({"game_id": table.id, "token": table.token(seat), "wait_s": wait_s});
        call(&app, "wait_for_turn", &arguments).send()
    };
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "random"}]);
    let slow = json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats, "bot_pace_ms": 10_000, "auto_pass": "off"});
    let slow = Table::of(&app, slow).await;
    slow.play(&app, 0, "take 1L").await;
    let play =
        json!({"game_id": slow.id, "token": slow.token(0), "move": "skip", "version": 2, "wait_ms": 10_000});
    let replying = tokio::spawn(call(&app, "play", &play).send());
    until(|| app.state.streams.taken() == 1).await;
    assert_eq!(content(&wait(1, 25).await, true)["code"], "share_used");
    for (seat, wait_s, is_turn) in [(0, 25, true), (1, 0, false)] {
        assert_eq!(content(&wait(seat, wait_s).await, false)["your_turn"], is_turn);
    }
    replying.abort();
    until(|| app.state.streams.taken() == 0).await;
    let waiting = tokio::spawn(wait(1, 25));
    until(|| app.state.streams.taken() == 1).await;
    let other = json!({"game_id": table.id, "token": table.token(0), "move": "take 1L", "version": 1});
    tool(&app, "play", other).await;
    waiting.abort();
    until(|| app.state.streams.taken() == 0).await;
}
