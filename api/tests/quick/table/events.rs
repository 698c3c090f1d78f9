//! Following a game: streams, resuming, long polls, tickets.

use serde_json::{Value, json};

use crate::common::{Call, Table, TestApp, until};

/// A stream being read.
pub(super) struct Stream {
    response: reqwest::Response,
    text: String,
}

/// An event as it was sent: id, name, data.
pub(super) type Sent = (u64, String, Value);

impl Stream {
    pub(super) async fn open(call: Call) -> Self {
        let response = call.0.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["x-accel-buffering"], "no");
        assert_eq!(response.headers()["cache-control"], "no-store");
        Self { response, text: String::new() }
    }

    /// Reads until `enough` of the text.
    async fn until(&mut self, enough: impl Fn(&str) -> bool) {
        while !enough(&self.text) {
            let chunk = self.response.chunk().await.unwrap();
            let chunk = chunk.unwrap_or_else(|| panic!("the stream ended after {}", self.text));
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    async fn events(&mut self, count: usize) -> Vec<Sent> {
        self.until(|text| text.matches("\nid: ").count() >= count && text.ends_with("\n\n")).await;
        sent(&self.text)
    }

    pub(super) async fn end(mut self) -> Vec<Sent> {
        while let Some(chunk) = self.response.chunk().await.unwrap() {
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
        sent(&self.text)
    }
}

fn sent(text: &str) -> Vec<Sent> {
    let blocks = text.split("\n\n").filter(|block| block.starts_with("id: "));
    blocks
        .map(|block| {
            let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            let data = serde_json::from_str(field("data: ")).unwrap();
            (field("id: ").parse().unwrap(), field("event: ").to_owned(), data)
        })
        .collect()
}

pub(super) fn follow(app: &TestApp, table: &Table, seat: usize, query: &str) -> Call {
    app.get(&table.path(&format!("/events{query}"))).token(table.token(seat))
}

#[tokio::test]
async fn every_version_is_one_event() {
    let app = TestApp::start().await;
    let table =
        Table::create(&app, json!({"first_seat": 0}), json!([{"kind": "mine"}, {"kind": "open"}])).await;
    let mut stream = Stream::open(follow(&app, &table, 0, "")).await;
    app.post(&table.path("/seats/1")).send().await.expect(201);
    table.play(&app, 0, "take 1L").await;
    table.play(&app, 0, "skip").await;
    let events = stream.events(4).await;
    let kinds: Vec<_> = events.iter().map(|(id, name, _)| (*id, name.as_str())).collect();
    assert_eq!(kinds, [(1, "setup"), (2, "join"), (3, "ply"), (4, "ply")]);
    for (id, name, data) in &events {
        assert_eq!((&data["version"], &data["kind"]), (&json!(id), &json!(name)));
        assert_eq!(data["etag"], format!("\"v{id}-s0\""));
        assert!(data["at"].as_str().unwrap().ends_with('Z'));
    }
    assert_eq!(events[1].2["by"], 1);
    assert_eq!(events[1].2["text"]["en"], "Player 2 sits down.", "who begins the game is told");
    assert_eq!(events[2].2["ply"]["notation"], "take 1L");
    assert_eq!(events[3].2["turn"], json!({"seat": 1, "since": "2026-01-01T00:00:00.000Z"}));
    let log = app.get(&table.path("/moves")).token(table.token(0)).send().await.expect(200);
    let told: Vec<_> = events.iter().filter_map(|(_, _, data)| data.get("ply").cloned()).collect();
    assert_eq!(json!(told), log["plies"], "the events are the log");
}

#[tokio::test]
async fn a_broken_stream_resumes_with_exactly_what_was_missed() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    table.play_on(&app, 6).await;
    let whole = Stream::open(follow(&app, &table, 0, "?after=0")).await.events(7).await;
    for after in 0..7_u64 {
        let missed = &whole[after as usize..];
        let by_query = Stream::open(follow(&app, &table, 0, &format!("?after={after}"))).await;
        let by_header = follow(&app, &table, 0, "?after=1").header("Last-Event-ID", &after.to_string());
        let by_header = Stream::open(by_header).await;
        for mut stream in [by_query, by_header] {
            assert_eq!(stream.events(missed.len()).await, missed, "after {after}");
        }
    }
    let mut newest = Stream::open(follow(&app, &table, 0, "?after=7")).await;
    table.play_on(&app, 1).await;
    assert_eq!(newest.events(1).await[0].0, 8);
    for wrong in ["x", "-1", "+1", "1.5", "", "1000000000000000"] {
        let call = follow(&app, &table, 0, "").header("Last-Event-ID", wrong);
        call.send().await.problem(400, "invalid_header");
    }
    for wrong in ["?after=x", "?after=9007199254740992", "?since=1", "?wait=31"] {
        follow(&app, &table, 0, wrong).send().await.problem(422, "invalid_query");
    }
}

#[tokio::test]
async fn streams_beat_while_nothing_happens() {
    let app = TestApp::start_with(&["--tune", "heartbeat_ms=20"]).await;
    let table = Table::two_people(&app).await;
    let mut stream = Stream::open(follow(&app, &table, 0, "?after=1")).await;
    stream.until(|text| text.matches(": still here\n\n").count() >= 3).await;
    assert!(stream.text.starts_with("retry: 2000\n"), "{}", stream.text);
    assert_eq!(sent(&stream.text), []);
    table.play(&app, 0, "take 1L").await;
    assert_eq!(stream.events(1).await.len(), 1, "and go on afterwards");
}

#[tokio::test]
async fn a_stream_ends_with_its_game() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let stream = Stream::open(follow(&app, &table, 1, "")).await;
    let state = table.play_on(&app, 500).await;
    assert_eq!(state["status"], "finished");
    let events = stream.end().await;
    let versions: Vec<_> = events.iter().map(|(id, _, _)| *id).collect();
    assert_eq!(versions, (1..=state["version"].as_u64().unwrap()).collect::<Vec<_>>());
    let (last, name, data) = events.last().unwrap();
    assert_eq!((*last, name.as_str()), (state["version"].as_u64().unwrap(), "end"));
    let result = data["changes"].as_array().unwrap().iter().find(|change| change["what"] == "result");
    assert_eq!(result.unwrap()["result"], state["result"]);
    let again = follow(&app, &table, 1, "").header("Last-Event-ID", &last.to_string()).send().await;
    assert_eq!((again.status, again.bytes.len()), (204, 0));
    let page = follow(&app, &table, 1, &format!("?after={last}&wait=30")).send().await;
    assert_eq!((page.status, page.bytes.len()), (204, 0), "whoever asks page by page knows when to stop");
    let rest = Stream::open(follow(&app, &table, 1, &format!("?after={}", last - 2))).await.end().await;
    assert_eq!(rest.len(), 2);
}

#[tokio::test]
async fn a_page_is_waited_for_and_never_longer_than_asked() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let page = |query: &str| follow(&app, &table, 1, query).send();
    let empty = page("?after=1&wait=0").await.expect(200);
    assert_eq!(empty, json!({"items": [], "after": 1}));
    let waiting = tokio::spawn(page("?after=1&wait=30"));
    table.play(&app, 0, "take 1L").await;
    let found = waiting.await.unwrap().expect(200);
    assert_eq!((&found["after"], &found["items"][0]["version"]), (&json!(2), &json!(2)));
    let json = follow(&app, &table, 1, "?after=0").header("Accept", "application/json").send().await;
    assert_eq!(json.expect(200)["items"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_position_beyond_the_newest_version_is_refused() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    for (query, header, pointer) in [
        ("?after=999", None, "/after"),
        ("?after=2&wait=30", None, "/after"),
        ("", Some("999"), "/Last-Event-ID"),
        ("?after=1&wait=30", Some("2"), "/Last-Event-ID"),
    ] {
        let call = follow(&app, &table, 0, query);
        let call = header.into_iter().fold(call, |call, id| call.header("Last-Event-ID", id));
        let problem = call.send().await.problem(422, "unknown_position");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains("the newest version is 1"), "{detail}");
        assert_eq!((&problem["version"], &problem["errors"][0]["pointer"]), (&json!(1), &json!(pointer)));
    }
    let finished = table.play_on(&app, 500).await["version"].as_u64().unwrap();
    let beyond = follow(&app, &table, 0, &format!("?after={}", finished + 1)).send().await;
    beyond.problem(422, "unknown_position");
}

#[tokio::test]
async fn a_ticket_opens_its_stream_again_for_half_a_day_and_over_a_restart() {
    let app = TestApp::start().await;
    let (table, other) = (Table::two_people(&app).await, Table::two_people(&app).await);
    let pass =
        |seconds: i64| app.fixed.elapsed_ms.fetch_add(1_000 * seconds, std::sync::atomic::Ordering::SeqCst);
    let get_ticket = || app.post(&table.path("/events/ticket")).token(table.token(0)).send();
    let answer = get_ticket().await;
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let ticket = answer.expect(201)["ticket"].as_str().unwrap().to_owned();
    let open =
        |table: &Table, ticket: &str| app.get(&table.path(&format!("/events?after=0&ticket={ticket}")));
    open(&other, &ticket).send().await.problem(401, "unknown_token");
    let mut stream = Stream::open(open(&table, &ticket)).await;
    assert_eq!(stream.events(1).await[0].2["etag"], "\"v1-s0\"", "it sees what its owner sees");
    pass(3_600); // the stream is open all the while
    drop(stream);
    until(|| app.state.streams.taken() == 0).await;
    table.play(&app, 0, "take 1L").await;
    let mut again = Stream::open(open(&table, &ticket).header("Last-Event-ID", "1")).await;
    assert_eq!(again.events(1).await[0].0, 2, "the reader connected anew by itself");
    let page = app.get(&table.path(&format!("/events?after=1&wait=0&ticket={ticket}"))).send().await;
    assert_eq!(page.expect(200)["after"], 2);
    drop(again);
    until(|| app.state.streams.taken() == 0).await;
    let app = app.restart().await;
    let open = |table: &Table, ticket: &str| {
        app.get(&table.path(&format!("/events?after=0&wait=0&ticket={ticket}")))
    };
    open(&table, &ticket).send().await.expect(200);
    let at = |seconds: i64| app.fixed.elapsed_ms.store(1_000 * seconds, std::sync::atomic::Ordering::SeqCst);
    at(12 * 3_600 - 1);
    open(&table, &ticket).send().await.expect(200);
    at(12 * 3_600);
    open(&table, &ticket).send().await.problem(401, "unknown_token");
    let ticket = app.post(&table.path("/events/ticket")).token(table.token(0)).send().await.expect(201);
    let ticket = ticket["ticket"].as_str().unwrap().to_owned();
    open(&table, &ticket).send().await.expect(200);
    app.post(&table.path("/seats/0/token")).token(table.token(0)).send().await.expect(201);
    open(&table, &ticket).send().await.problem(401, "unknown_token");
}

#[tokio::test]
async fn streams_are_counted_and_given_back() {
    let app = TestApp::start_with(&["--max-streams", "2", "--tune", "max_streams_per_address=2"]).await;
    let table = Table::two_people(&app).await;
    let first = Stream::open(follow(&app, &table, 0, "")).await;
    let second = Stream::open(follow(&app, &table, 1, "")).await;
    let refused = follow(&app, &table, 0, "").send().await;
    refused.problem(429, "share_used");
    assert_eq!(refused.header("retry-after"), Some("5"));
    drop((first, second));
    until(|| app.state.streams.taken() == 0).await;
    Stream::open(follow(&app, &table, 0, "")).await.events(1).await;
}

/// Who waits for a bot's reply holds as much as a stream. A move is never refused for that: it is answered before the reply.
#[tokio::test]
async fn who_waits_for_a_reply_holds_a_place_where_there_is_one() {
    let app = TestApp::start_with(&["--tune", "max_streams_per_address=1"]).await;
    let seats = json!([{"kind": "mine"}, {"kind": "bot", "level": "random"}]);
    let slow =
        json!({"game": "richelieu", "options": {"first_seat": 0}, "seats": seats, "bot_pace_ms": 10_000});
    let tables = [Table::of(&app, slow.clone()).await, Table::of(&app, slow).await];
    let play = async |table: &Table| {
        table.play(&app, 0, "take 1L").await;
        let wanted = json!({"move": "skip", "version": 2, "wait_ms": 10_000});
        app.post(&table.path("/moves")).token(table.token(0)).json(&wanted)
    };
    let waiting = tokio::spawn(play(&tables[0]).await.send());
    until(|| app.state.streams.taken() == 1).await;
    let answer = play(&tables[1]).await.send().await;
    assert_eq!(answer.expect(200)["turn"]["seat"], 1, "the bot has not replied");
    assert!(!waiting.is_finished(), "the other one waits on");
    waiting.abort();
    until(|| app.state.streams.taken() == 0).await;
}

/// A stream that has not caught up when the service stops tells all there is, and ends.
#[tokio::test]
async fn a_stream_ends_with_the_service_wherever_it_is() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    table.play_on(&app, 3).await;
    app.state.service.begin_to_stop();
    let mut stream = app.get(&table.path("/events")).0.send().await.unwrap();
    let mut text = String::new();
    let whole = async {
        while let Some(chunk) = stream.chunk().await.unwrap() {
            text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), whole).await.expect("it ends");
    assert!((1..=4).all(|version| text.contains(&format!("id: {version}\n"))), "{text}");
}

/// A game is one stream, and one request a move.
#[tokio::test]
async fn the_event_of_my_turn_has_my_moves() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let query = "?after=0&include=legal_moves";
    let mut own = Stream::open(follow(&app, &table, 0, query)).await;
    let mut other = Stream::open(follow(&app, &table, 1, query)).await;
    let begins = own.events(1).await.remove(0).2;
    assert_eq!(begins["legal_moves"], table.see(&app, 0).await["legal_moves"]);
    assert!(
        begins["legal_moves"][0]["picks"].is_array() && begins["legal_moves"][0]["text"]["fr"].is_string()
    );
    table.play_on(&app, 3).await;
    let mut mine = 0;
    let events = [own.events(4).await, other.events(4).await];
    for (seat, events) in events.iter().enumerate() {
        for (_, _, event) in events {
            let is_mine = event["turn"]["seat"] == seat && event["version"] == 4;
            assert!(
                !is_mine || event["legal_moves"] == table.see(&app, seat).await["legal_moves"],
                "{event}"
            );
            assert!(event["turn"]["seat"] == seat || event.get("legal_moves").is_none(), "{event}");
            mine += u32::from(event.get("legal_moves").is_some());
        }
    }
    assert!(mine >= 2, "{mine}");
    for (seat, query) in
        [(0, "?after=0&wait=0"), (1, "?after=0&wait=0"), (0, "?after=3&wait=0&include=legal_moves")]
    {
        let page = follow(&app, &table, seat, query).send().await.expect(200);
        let newest = page["items"].as_array().unwrap().last().unwrap();
        let expected = if query.contains("include") {
            table.see(&app, 0).await.get("legal_moves").cloned()
        } else {
            None
        };
        assert_eq!(newest.get("legal_moves").cloned(), expected, "{query}");
    }
    follow(&app, &table, 0, "?include=ruleset").send().await.problem(422, "invalid_query");
}

/// Each event can be read as soon as it arrives.
#[tokio::test]
async fn a_stream_is_compressed_event_by_event() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let call = follow(&app, &table, 0, "?after=0").header("Accept-Encoding", "br, gzip");
    let mut response = call.0.send().await.unwrap();
    assert_eq!(response.headers()["content-encoding"], "gzip");
    assert!(response.headers()["vary"].to_str().unwrap().contains("Accept-Encoding"));
    let (mut bytes, mut text) = (Vec::new(), String::new());
    for version in 1..=20 {
        while !text.contains(&format!("\nid: {version}\n")) || !text.ends_with("\n\n") {
            bytes.extend_from_slice(&response.chunk().await.unwrap().unwrap());
            text = decompressed(&bytes);
        }
        table.play_on(&app, 1).await;
    }
    let plain = Stream::open(follow(&app, &table, 0, "?after=0")).await.events(20).await;
    assert_eq!(sent(&text)[..20], plain[..20]);
    assert!(bytes.len() * 3 < text.len(), "{} of {}", bytes.len(), text.len());
}

/// What can be read of the bytes that have arrived.
fn decompressed(bytes: &[u8]) -> String {
    let (mut all, mut decoder, mut chunk) = (Vec::new(), flate2::read::GzDecoder::new(bytes), [0; 512]);
    while let Ok(n @ 1..) = std::io::Read::read(&mut decoder, &mut chunk) {
        all.extend_from_slice(&chunk[..n]);
    }
    String::from_utf8(all).unwrap()
}
