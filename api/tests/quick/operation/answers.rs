//! Health, unknown paths, wrong methods, headers of every answer.

use std::io::Read as _;

use flate2::read::GzDecoder;
use serde_json::json;

use crate::common::{Gate, Table, TestApp, until};

#[tokio::test]
async fn alive_and_ready() {
    let app = TestApp::start().await;
    assert_eq!(app.get("/healthz").send().await.expect(200)["status"], "ok");
    assert_eq!(app.get("/readyz").send().await.expect(200)["status"], "ok");
    app.state.stopping.cancel();
    app.get("/readyz").send().await.problem(503, "shutting_down");
}

#[tokio::test]
async fn replays_that_wait_are_refused_when_the_service_stops() {
    let app = TestApp::start().await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        let table = Table::two_people(&app).await;
        table.play_on(&app, 500).await;
        tables.push(table);
    }
    let replay = |table: &Table| app.get(&table.path("/replay")).token(table.token(0)).send();
    replay(&tables[0]).await.expect(200);
    let held = app.hold_answers().await;
    let waiting: Vec<_> = tables[1..].iter().map(|table| tokio::spawn(replay(table))).collect();
    until(|| app.state.service.answers().counts().queued == 2).await;
    assert!(waiting.iter().all(|replay| !replay.is_finished()), "they wait for their turn");
    replay(&tables[0]).await.expect(200);
    app.state.service.begin_to_stop();
    for replay in waiting {
        replay.await.unwrap().problem(503, "shutting_down");
    }
    drop(held);
}

#[tokio::test]
async fn unknown_paths_and_wrong_methods_are_problems() {
    let app = TestApp::start().await;
    let problem = app.get("/nothing").send().await.problem(404, "not_found");
    assert!(problem["detail"].as_str().unwrap().contains("/openapi.json lists every path"), "{problem}");
    let answer = app.post("/healthz").send().await;
    answer.problem(405, "method_not_allowed");
    assert_eq!(answer.header("allow"), Some("GET, HEAD, OPTIONS"));
}

/// A path that is nearly right is told the right one, unless several are as near.
#[tokio::test]
async fn a_wrong_path_is_told_the_nearest_one() {
    let app = TestApp::start().await;
    let game = "/v1/games/0198f0c5-3a1b-7c2d-8e4f-0123456789ab";
    for (asked, nearest) in [
        ("/v1/game", Some("/v1/games")),
        ("/v1/games/", Some("/v1/games")),
        ("/V1/Games", Some("/v1/games")),
        ("/games", Some("/v1/games")),
        ("/api/v1/games", Some("/v1/games")),
        (&format!("{game}/move"), Some("/v1/games/{id}/moves")),
        (&format!("{game}/seats/0/setting"), Some("/v1/games/{id}/seats/{seat}/settings")),
        ("/v1/stats/richelieu/sumary", Some("/v1/stats/{game}/summary")),
        ("/v1/analysis", Some("/v1/analyses")),
        ("/health", Some("/healthz")),
        ("/v1", None),
        ("/nothing", None),
        (&format!("/v1/games/{}", "x/".repeat(5_000)), None),
    ] {
        let problem = app.get(asked).header("Accept-Language", "*").send().await.problem(404, "not_found");
        for (language, near) in [("en", "the nearest is "), ("fr", "le plus proche est ")] {
            let told = problem["text"][language].as_str().unwrap();
            let found = told.split_once(near).and_then(|(_, rest)| rest.split_once(','));
            assert_eq!(found.map(|(path, _)| path), nearest, "{asked}: {problem}");
            assert!(told.contains("/openapi.json"), "{problem}");
        }
    }
}

#[tokio::test]
async fn request_ids_come_back() {
    let app = TestApp::start().await;
    let answer = app.get("/healthz").header("X-Request-Id", "walk-1").send().await;
    assert_eq!(answer.header("x-request-id"), Some("walk-1"));
    let answer = app.get("/nothing").header("X-Request-Id", "not sound!").send().await;
    let id = answer.header("x-request-id").unwrap();
    assert_eq!(id.len(), 36);
}

#[tokio::test]
async fn every_get_answers_head_without_a_body() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    for path in ["/healthz", "/v1/rulesets", "/openapi.json", "/docs", &table.path(""), &table.path("/moves")]
    {
        let whole = app.get(path).send().await;
        let head = app.call(reqwest::Method::HEAD, path).send().await;
        assert_eq!((whole.status, head.status), (200, 200), "{path}");
        assert_eq!(head.bytes.len(), 0, "{path}");
        for name in ["content-length", "content-type", "etag", "cache-control"] {
            assert_eq!(head.header(name), whole.header(name), "{name} of {path}");
        }
    }
    let stream = app.call(reqwest::Method::HEAD, &table.path("/events")).send().await;
    assert_eq!((stream.status, stream.header("content-type")), (200, Some("text/event-stream")));
    let missing = app.call(reqwest::Method::HEAD, "/v1/games/nothing").send().await;
    assert_eq!((missing.status, missing.bytes.len()), (404, 0));
}

/// Where the length is not known it is not said: not of a stream, nor of what is compressed on the way.
#[tokio::test]
async fn head_says_no_length_that_is_not_that_of_get() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    for path in ["/v1/rulesets", "/openapi.json", "/", "/docs", &table.path(""), &table.path("/events")] {
        for encoding in ["identity", "gzip", "br"] {
            let head = app.call(reqwest::Method::HEAD, path).header("Accept-Encoding", encoding).send().await;
            assert_eq!(head.status, 200, "{path}");
            let length = head.header("content-length").map(str::to_owned);
            if path.ends_with("/events") {
                assert_eq!(length, None, "{path} {encoding}");
                continue;
            }
            let whole = app.get(path).header("Accept-Encoding", encoding).send().await;
            assert!(!whole.bytes.is_empty(), "{path}");
            assert!(length.is_none_or(|length| length == whole.bytes.len().to_string()), "{path} {encoding}");
            assert_eq!(
                head.header("content-encoding"),
                whole.header("content-encoding"),
                "{path} {encoding}"
            );
        }
    }
}

/// Whoever takes no coding that there is learns which there are.
#[tokio::test]
async fn whoever_takes_no_coding_is_told_which_there_are() {
    let app = TestApp::start().await;
    for encoding in ["identity;q=0", "*;q=0", "gzip;q=0, identity;q=0"] {
        let refused = app.get("/v1/rulesets").header("Accept-Encoding", encoding).send().await;
        let problem = refused.problem(400, "bad_request");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains("Accept-Encoding") && detail.contains("gzip"), "{encoding}: {detail}");
    }
}

/// A cache between must not hand compressed bytes to whoever cannot read them, whichever answer it saw first.
#[tokio::test]
async fn everything_varies_by_the_encodings_that_are_accepted() {
    let app = TestApp::start_with(&["--cors-origins", "https://play.example"]).await;
    let table = Table::two_people(&app).await;
    let state = table.path("");
    let etag = app.get("/openapi.json").send().await.header("etag").unwrap().to_owned();
    for path in [
        "/healthz",
        "/v1/rulesets",
        "/openapi.json",
        "/",
        "/docs",
        "/docs/swagger-ui.css",
        "/problems",
        "/nothing",
        &state,
    ] {
        for encoding in [None, Some("identity"), Some("gzip"), Some("br, gzip")] {
            let mut call = app.get(path).header("Origin", "https://play.example");
            if let Some(encoding) = encoding {
                call = call.header("Accept-Encoding", encoding);
            }
            let answer = call.header("If-None-Match", &etag).send().await;
            assert_eq!(answer.status == 304, path == "/openapi.json", "{path}");
            let vary = answer
                .headers
                .get_all("vary")
                .iter()
                .map(|value| value.to_str().unwrap().to_ascii_lowercase());
            let vary = vary.collect::<Vec<_>>().join(",");
            let named = |name| vary.split(',').filter(|part| part.trim() == name).count();
            assert_eq!(named("accept-encoding"), 1, "{path} {encoding:?}: {vary}");
            assert!(named("origin") >= 1, "{path} {encoding:?}: {vary}");
            let coded = answer.header("content-encoding");
            let taken = |coding: &str| encoding.is_some_and(|encoding| encoding.contains(coding));
            assert!(coded.is_none_or(taken), "{path} {encoding:?}: {coded:?}");
        }
    }
}

#[tokio::test]
async fn options_tell_the_methods() {
    let app = TestApp::start().await;
    let options = |path: &'static str| app.call(reqwest::Method::OPTIONS, path).send();
    for (path, allow) in [
        ("/v1/games", "GET, HEAD, POST, OPTIONS"),
        ("/v1/games/7/undo", "POST, DELETE, OPTIONS"),
        ("/v1/rulesets/richelieu/custom", "PUT, OPTIONS"),
    ] {
        let answer = options(path).await;
        assert_eq!((answer.status, answer.header("allow")), (204, Some(allow)), "{path}");
        let wrong = app.call(reqwest::Method::PATCH, path).send().await;
        wrong.problem(405, "method_not_allowed");
        assert_eq!(wrong.header("allow"), Some(allow), "{path}");
    }
    options("/nothing").await.problem(404, "not_found");
}

#[tokio::test]
async fn bodies_are_compressed_on_request() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let plain = app.get(&table.path("")).token(table.token(0)).send().await;
    assert_eq!(plain.header("content-encoding"), None);
    for encoding in ["gzip", "deflate"] {
        let packed =
            app.get(&table.path("")).token(table.token(0)).header("Accept-Encoding", encoding).send().await;
        assert_eq!(packed.header("content-encoding"), Some(encoding));
        assert!(
            packed.bytes.len() < plain.bytes.len() / 2,
            "{} of {}",
            packed.bytes.len(),
            plain.bytes.len()
        );
        let vary: Vec<_> =
            packed.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
        let vary = vary.join(", ").to_ascii_lowercase();
        assert!(vary.contains("authorization") && vary.contains("accept-encoding"), "{vary}");
    }
    let unknown = app.get(&table.path("")).token(table.token(0)).header("Accept-Encoding", "br").send().await;
    assert_eq!((unknown.header("content-encoding"), unknown.bytes.len()), (None, plain.bytes.len()));
    let stream = app.get(&table.path("/events?after=0")).header("Accept-Encoding", "gzip;q=0, deflate");
    let mut stream = stream.0.send().await.unwrap();
    let chunk = stream.chunk().await.unwrap().unwrap();
    assert!(chunk.starts_with(b"retry: "), "only gzip is known for streams: {chunk:?}");
}

#[tokio::test]
async fn every_answer_says_how_long_it_took_and_is_safe_to_show() {
    let app = TestApp::start().await;
    for path in ["/healthz", "/nothing", "/v1/games?limit=0"] {
        let answer = app.get(path).send().await;
        let timing = answer.header("server-timing").unwrap().strip_prefix("total;dur=").unwrap();
        assert!(timing.parse::<f64>().unwrap() >= 0.0, "{timing}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("x-frame-options"), Some("DENY"));
    }
}

#[tokio::test]
async fn a_panic_is_one_failed_request() {
    let gate = Gate::opened();
    let app = TestApp::start_from(&[], |sources| gate.panicking_lookups(gate.sources(sources))).await;
    let table = Table::two_people(&app).await;
    gate.panic(true);
    let call = app.post(&table.path("/hints")).token(table.token(0)).header("X-Request-Id", "the-panic");
    let answer = call.json(&json!({})).send().await;
    let problem = answer.problem(500, "internal");
    assert!(!problem.to_string().contains("bug"), "{problem}");
    assert_eq!(answer.header("x-request-id"), Some("the-panic"));
    gate.panic(false);
    table.see(&app, 0).await;
}

#[tokio::test]
async fn readiness_is_about_the_store_and_liveness_is_not() {
    let app = TestApp::start().await;
    app.state.service.store().close().unwrap();
    let answer = app.get("/readyz").send().await;
    answer.problem(503, "store_unavailable");
    assert_eq!(answer.header("retry-after"), Some("1"));
    assert_eq!(app.get("/healthz").send().await.expect(200)["status"], "ok");
}

/// A compressor takes longer than most short answers.
#[tokio::test]
async fn no_compressor_is_begun_for_short_answers() {
    let app = TestApp::start().await;
    for path in ["/healthz", "/v1/games/nothing"] {
        for coding in ["gzip", "deflate"] {
            let answer = app.get(path).header("Accept-Encoding", coding).send().await;
            let length = answer.bytes.len().to_string();
            assert_eq!(answer.header("content-length"), Some(length.as_str()), "{path}: {}", answer.text());
            assert_eq!(answer.header("content-encoding"), None, "{path}");
        }
    }
}

/// Whoever compresses on the way does not know how long the answer will be.
#[tokio::test]
async fn what_changes_with_the_program_only_is_compressed_once() {
    let app = TestApp::start().await;
    let home = app.get("/").send().await.text();
    let script = home.split("./assets/").skip(1).find_map(|rest| rest.split_once(".js\"")).unwrap().0;
    let about = app.get("/v1/rulesets/richelieu").send().await.expect(200);
    let of = format!("/v1/rulesets/richelieu/{}", about["default_hash"].as_str().unwrap());
    let paths =
        ["", "/pieces", "/pieces/provence_2.svg", "/backs/card.svg"].map(|rest| format!("{of}{rest}"));
    let rules = ["", "?lang=fr", &of.replace("/v1/rulesets/richelieu/", "?ruleset=")]
        .map(|rest| format!("/v1/rulesets/richelieu/rules{rest}"));
    let pages =
        ["/", "/push.js", "/docs", "/docs/guide", "/docs/swagger-ui.css", "/problems", "/openapi.json"];
    let lists = ["/v1/rulesets", "/v1/rulesets/parbourg?lang=all"];
    let constant = pages.into_iter().chain(lists).map(str::to_owned).chain(paths).chain(rules);
    for path in constant.chain([format!("/assets/{script}.js")]) {
        let path = path.as_str();
        // What has a length was not compressed on the way.
        let other = app.get(path).header("Accept-Encoding", "deflate").send().await;
        assert_eq!((other.status, other.header("content-encoding")), (200, None), "{path}");
        assert!(other.header("content-length").is_some(), "{path}");
        let packed = app.get(path).header("Accept-Encoding", "gzip").send().await;
        assert_eq!((packed.status, packed.header("content-encoding")), (200, Some("gzip")), "{path}");
        let length = packed.bytes.len().to_string();
        assert_eq!(packed.header("content-length"), Some(length.as_str()), "{path}");
        let mut plain = Vec::new();
        GzDecoder::new(&packed.bytes[..]).read_to_end(&mut plain).unwrap();
        assert!(plain == app.get(path).header("Accept-Encoding", "identity").send().await.bytes, "{path}");
    }
}
