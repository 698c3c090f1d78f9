//! All games of a person as one stream: of a list of tokens, and of a player whom a front end names.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use serde_json::{Value, json};

use crate::common::{Call, Table, TestApp, until};

const KEY: &str = "tapis_play_of_together";
/// The position of whoever knows no game: all is told.
const NOTHING: &str = "p";

/// A stream being read.
struct Lobby {
    response: reqwest::Response,
    text: String,
}

/// An event as it was sent: id, data.
type Sent = (String, Value);

impl Lobby {
    async fn open(call: Call) -> Self {
        let response = call.0.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["cache-control"], "no-store");
        Self { response, text: String::new() }
    }

    /// Reads until there are so many events.
    async fn events(&mut self, count: usize) -> Vec<Sent> {
        while self.text.matches("\nevent: ").count() < count || !self.text.ends_with("\n\n") {
            let chunk = self.response.chunk().await.unwrap();
            let chunk = chunk.unwrap_or_else(|| panic!("the stream ended after {}", self.text));
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
        sent(&self.text)
    }

    /// Reads until a game has ended.
    async fn until_a_game_ends(&mut self) -> Vec<Sent> {
        while !self.text.contains("\nevent: game_ended\n") || !self.text.ends_with("\n\n") {
            let chunk = self.response.chunk().await.unwrap().expect("the stream goes on");
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
        sent(&self.text)
    }

    /// Reads to the end.
    async fn end(mut self) -> Vec<Sent> {
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
            let data: Value = serde_json::from_str(field("data: ")).unwrap();
            assert_eq!(data["type"], field("event: "));
            (field("id: ").to_owned(), data)
        })
        .collect()
}

fn follow(app: &TestApp, tokens: &[&str]) -> Call {
    let call = app.post("/v1/seats/lookup").header("Accept", "text/event-stream");
    call.json(&json!({"tokens": tokens}))
}

fn of_player(app: &TestApp, player: &str) -> Call {
    app.get(&format!("/v1/players/{player}/events")).header("Tapis-Key", KEY)
}

/// The kinds that were told of each game, in order.
fn kinds(events: &[Sent]) -> BTreeMap<String, Vec<String>> {
    let mut told: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (_, event) in events {
        let game = event["data"]["game"].as_str().unwrap().to_owned();
        told.entry(game).or_default().push(event["type"].as_str().unwrap().to_owned());
    }
    told
}

/// A table at which seat 0 begins, and waits for whoever has the ticket of seat 1.
async fn waiting(app: &TestApp) -> Table {
    Table::create(app, json!({"first_seat": 0}), json!([{"kind": "mine"}, {"kind": "invite"}])).await
}

async fn join(app: &TestApp, table: &Table, body: Value) -> String {
    let mut body = body;
    body["ticket"] = json!(table.token(1));
    let call = app.post(&table.path("/seats/1")).header("Tapis-Key", KEY).json(&body);
    call.send().await.expect(201)["token"].as_str().unwrap().to_owned()
}

async fn resign(app: &TestApp, table: &Table) {
    app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
}

async fn rematch(app: &TestApp, table: &Table) -> String {
    let next = app.post(&table.path("/rematch")).token(table.token(0)).send().await.expect(201);
    next["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn thirty_games_are_one_stream_that_resumes_without_a_gap_or_a_repetition() {
    let app = TestApp::start().await;
    app.add_key("together", KEY);
    let mut tables = Vec::new();
    for _ in 0..30 {
        tables.push(waiting(&app).await);
    }
    let tokens: Vec<&str> = tables.iter().map(|table| table.token(0)).collect();
    let mut stream = Lobby::open(follow(&app, &tokens)).await;
    for table in &tables {
        join(&app, table, json!({})).await;
    }
    let first = stream.events(90).await;
    assert!(stream.text.starts_with("retry: 2000\nid: p"), "{}", &stream.text[..40]);
    assert_eq!(first.len(), 90);
    drop(stream);
    let mut next = BTreeMap::new();
    for table in &tables {
        resign(&app, table).await;
        next.insert(table.id.clone(), rematch(&app, table).await);
    }
    // Cut between the games, and between the three messages of one version.
    for cut in [1, 2, 3, 46, 65, 90] {
        let resumed = follow(&app, &tokens).header("Last-Event-ID", &first[cut - 1].0);
        let rest = Lobby::open(resumed).await.events(150 - cut).await;
        let whole: Vec<Sent> = first[..cut].iter().chain(&rest).cloned().collect();
        let told = kinds(&whole);
        assert_eq!((whole.len(), told.len()), (150, 30), "cut at {cut}");
        for (game, kinds) in &told {
            let all = ["joined", "begun", "your_turn", "game_ended", "rematch"];
            assert_eq!(kinds[..], all, "{game} cut at {cut}");
        }
        for (_, event) in &whole {
            let data = &event["data"];
            assert_eq!(data["seat"], u64::from(event["type"] == "joined"));
            assert!(data["version"].is_u64() && data.get("player").is_none(), "{event}");
            let follows = (event["type"] == "rematch").then(|| next[data["game"].as_str().unwrap()].as_str());
            assert_eq!(data["next"].as_str(), follows);
        }
    }
    until(|| app.state.streams.taken() == 0).await;
}

#[tokio::test]
async fn a_stream_says_what_happens_at_the_own_seat_alone() {
    let app = TestApp::start().await;
    let table = Table::two_people(&app).await;
    let mut own = Lobby::open(follow(&app, &[table.token(0)])).await;
    table.play_on(&app, 2).await;
    app.post(&table.path("/undo")).token(table.token(1)).json(&json!({})).send().await;
    resign(&app, &table).await;
    let mut whole = Lobby::open(follow(&app, &[table.token(0)]).header("Last-Event-ID", NOTHING)).await;
    let (all, events) = (whole.until_a_game_ends().await, own.until_a_game_ends().await);
    let ended = &events.last().unwrap().1;
    assert_eq!((&ended["type"], &ended["data"]["status"]), (&json!("game_ended"), &json!("finished")));
    // Before the stream was opened the game had begun, with a turn.
    assert_eq!(kinds(&all)[&table.id][..2], ["begun", "your_turn"]);
    assert_eq!(kinds(&events)[&table.id][..], kinds(&all)[&table.id][2..]);
    let mut of_others = all.iter().filter(|(_, event)| event["data"]["seat"] != 0);
    assert!(of_others.all(|(_, event)| event["type"] == "undo_asked"), "{all:?}");
}

#[tokio::test]
async fn a_player_hears_of_new_games_and_of_none_that_was_given_away() {
    let app = TestApp::start().await;
    app.add_key("together", KEY);
    let create = || async {
        let seats = json!([{"kind": "mine", "player": "u-ada"}, {"kind": "invite", "player": "u-bo"}]);
        let body =
            json!({"game": "richelieu", "options": {"first_seat": 1}, "seats": seats, "auto_pass": "off"});
        let created = app.post("/v1/games").header("Tapis-Key", KEY).json(&body).send().await.expect(201);
        Table::from_created(created, 2)
    };
    let mut stream = Lobby::open(of_player(&app, "u-bo")).await;
    let stranger = Lobby::open(of_player(&app, "u-cy")).await;
    let table = create().await;
    stream.events(1).await;
    let token = join(&app, &table, json!({})).await;
    stream.events(3).await;
    let left = app.delete(&table.path("/seats/1?successor=invite")).token(&token).send().await.expect(200);
    let ticket = json!({"ticket": left["ticket"]});
    app.post(&table.path("/seats/1")).json(&ticket).send().await.expect(201);
    resign(&app, &table).await;
    let other = create().await;
    let events = stream.events(4).await;
    let told: Vec<_> = events.iter().map(|(_, event)| (&event["type"], &event["data"]["game"])).collect();
    let first = json!(table.id);
    let kinds = [json!("invited"), json!("begun"), json!("your_turn")];
    assert!(told[..3].iter().zip(&kinds).all(|(told, kind)| *told == (kind, &first)), "{told:?}");
    assert_eq!(told[3], (&json!("invited"), &json!(other.id)));
    assert!(events.iter().all(|(_, event)| event["data"]["seat"] == 1 && !event.to_string().contains("u-")));
    // What was missed is told to whoever comes back, and of a game that ended before nothing once an hour is over.
    let known = events[0].0.clone();
    let again = Lobby::open(of_player(&app, "u-bo").header("Last-Event-ID", &known)).await.events(1).await;
    assert_eq!(again[0].1, events[3].1);
    app.fixed.elapsed_ms.fetch_add(3_600_000, Ordering::SeqCst);
    let late = create().await;
    let all = Lobby::open(of_player(&app, "u-ada").header("Last-Event-ID", NOTHING)).await.events(0).await;
    assert_eq!(all, []);
    let all = Lobby::open(of_player(&app, "u-bo").header("Last-Event-ID", NOTHING)).await.events(1).await;
    assert_eq!(all[0].1["data"]["game"], late.id);
    drop(stranger);
}

#[tokio::test]
async fn a_stream_of_tokens_ends_when_none_is_left_or_nothing_more_comes() {
    let app = TestApp::start_with(&["--tune", "heartbeat_ms=20"]).await;
    let (one, other) = (Table::two_people(&app).await, Table::two_people(&app).await);
    let tokens = [one.token(0), other.token(0), "seat_x", one.token(0)];
    let mut stream = Lobby::open(follow(&app, &tokens)).await;
    assert_eq!(app.state.streams.taken(), 2, "a place for each game");
    app.post(&one.path("/seats/0/token")).token(one.token(0)).send().await.expect(201);
    app.post(&one.path("/resign")).token(one.token(1)).send().await.expect(200);
    resign(&app, &other).await;
    stream.events(1).await;
    rematch(&app, &other).await;
    stream.events(2).await;
    let answer = follow(&app, &[one.token(0), "seat_x"]).send().await;
    assert_eq!((answer.status, answer.bytes.len()), (204, 0), "a token that was replaced opens nothing");
    app.fixed.elapsed_ms.fetch_add(3_600_000, Ordering::SeqCst);
    let told = kinds(&stream.end().await);
    assert_eq!(told.len(), 1);
    assert_eq!(told[&other.id][..], ["game_ended", "rematch"]);
    assert_eq!(follow(&app, &[other.token(0)]).send().await.status, 204);
    until(|| app.state.streams.taken() == 0).await;
}

#[tokio::test]
async fn a_stream_takes_the_places_of_its_games_and_refuses_what_it_cannot_read() {
    let app = TestApp::start_with(&["--tune", "max_streams_per_address=3"]).await;
    let mut tables = Vec::new();
    for _ in 0..4 {
        tables.push(Table::two_people(&app).await);
    }
    let tokens: Vec<&str> = tables.iter().map(|table| table.token(0)).collect();
    follow(&app, &tokens).send().await.problem(429, "share_used");
    until(|| app.state.streams.taken() == 0).await;
    let stream = Lobby::open(follow(&app, &tokens[..3])).await;
    follow(&app, &tokens[..1]).send().await.problem(429, "share_used");
    drop(stream);
    until(|| app.state.streams.taken() == 0).await;
    for (language, said) in [("en", "the `id` of an event"), ("fr", "l’«\u{202f}id\u{202f}» d’un événement")]
    {
        for wrong in ["17", "p*", "pAAAA", &format!("p{}", "A".repeat(2136))] {
            let call = follow(&app, &tokens[..1]).header("Last-Event-ID", wrong);
            let problem =
                call.header("Accept-Language", language).send().await.problem(400, "invalid_header");
            assert!(problem.to_string().contains(said), "{problem}");
        }
    }
    let mut stream = Lobby::open(follow(&app, &tokens[..1])).await;
    let played = tables[0].play_on(&app, 500).await;
    let newest = stream.events(1).await.remove(0).0;
    assert_eq!(played["status"], "finished");
    drop(stream);
    until(|| app.state.streams.taken() == 0).await;
    let mut beyond = BASE64.decode(&newest[1..]).unwrap();
    beyond[5..].fill(0xff);
    let beyond = format!("p{}", BASE64.encode(beyond));
    let refused = follow(&app, &tokens[..1]).header("Last-Event-ID", &beyond).send().await;
    assert_eq!(refused.problem(422, "unknown_position")["errors"][0]["pointer"], "/Last-Event-ID");
    follow(&app, &["seat_x"; 201]).send().await.problem(422, "invalid_body");
    app.get("/v1/players/u-bo/events").send().await.problem(401, "key_required");
    // Whoever takes JSON, too, gets it.
    let both = app.post("/v1/seats/lookup").header("Accept", "application/json, text/event-stream");
    let found = both.header("Last-Event-ID", &newest).json(&json!({"tokens": tokens})).send().await;
    assert_eq!(found.expect(200)["items"].as_array().unwrap().len(), 4);
}
