//! A person at a table with bots, who follows it by a ticket through what stands in front of the nodes.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use parking_lot::RwLock;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};

use crate::table::{Game, client, get, random_looking};

/// What a bot waits before it moves, in milliseconds.
const PACE_MS: u64 = 200;
/// Nothing takes so long, however busy the machine.
const STANDSTILL: Duration = Duration::from_secs(120);

/// What stands in front of the nodes: a table's requests go to the same one while it answers, and to the next when it does not, as
/// `deploy/nginx.conf` and the clients have it.
pub struct Front {
    bases: RwLock<Vec<String>>,
    /// Nobody listened, so nothing was done.
    refused: AtomicUsize,
    /// 503 with `Retry-After`: nothing was done.
    unavailable: AtomicUsize,
    /// The connection ended before the answer. A proxy must not repeat that; a client does, with its `Idempotency-Key`.
    broken: AtomicUsize,
    /// Streams that ended while their game went on, and were resumed.
    resumed: AtomicUsize,
}

impl fmt::Display for Front {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [refused, unavailable, broken, resumed] =
            [&self.refused, &self.unavailable, &self.broken, &self.resumed].map(|count| count.load(Relaxed));
        write!(
            out,
            "{refused} connections refused, {unavailable} answers 503, {broken} without an answer, "
        )?;
        write!(out, "{resumed} streams resumed")
    }
}

impl Front {
    /// Before the nodes at `bases`.
    pub fn new(bases: Vec<String>) -> Self {
        let [refused, unavailable, broken, resumed] = [const { AtomicUsize::new(0) }; 4];
        Self { bases: RwLock::new(bases), refused, unavailable, broken, resumed }
    }

    /// Where the nodes are.
    pub fn bases(&self) -> Vec<String> {
        self.bases.read().clone()
    }

    /// A node has come back elsewhere.
    pub fn replace(&self, at: usize, base: String) {
        self.bases.write()[at] = base;
    }

    /// Counts a request that was refused or not answered.
    pub fn note(&self, error: &reqwest::Error) {
        let count = if error.is_status() {
            &self.unavailable
        } else if error.is_connect() {
            &self.refused
        } else {
            &self.broken
        };
        count.fetch_add(1, Relaxed);
    }

    /// How many requests were refused or not answered.
    pub fn refusals(&self) -> usize {
        [&self.refused, &self.unavailable, &self.broken].iter().map(|count| count.load(Relaxed)).sum()
    }

    /// Has a game made, once however often it is asked for.
    pub async fn create(&self, at: usize, http: &Client, body: &Value, key: &str) -> Value {
        let key = random_looking(key);
        let create =
            |base: &str| http.post(format!("{base}/v1/games")).header("Idempotency-Key", &key).json(body);
        self.ask(at, StatusCode::CREATED, create).await
    }

    /// Sends to the node `at`, or to the next that answers. Whoever asks says each time the same.
    async fn send(&self, at: usize, request: impl Fn(&str) -> RequestBuilder) -> Response {
        let began = Instant::now();
        let (mut bases, mut at) = (self.bases(), at);
        loop {
            match request(&bases[at % bases.len()]).send().await {
                Ok(answer) if answer.status() == StatusCode::SERVICE_UNAVAILABLE => {
                    assert!(answer.headers().contains_key("retry-after"), "{answer:?}");
                    self.unavailable.fetch_add(1, Relaxed);
                }
                Ok(answer) => {
                    assert!(!answer.status().is_server_error(), "{answer:?}");
                    return answer;
                }
                Err(error) => self.note(&error),
            }
            assert!(began.elapsed() < STANDSTILL, "no node answers");
            tokio::time::sleep(Duration::from_millis(10)).await;
            (bases, at) = (self.bases(), at + 1);
        }
    }

    /// The same, with an answer expected.
    async fn ask(&self, at: usize, expected: StatusCode, request: impl Fn(&str) -> RequestBuilder) -> Value {
        let answer = self.send(at, request).await;
        let (status, body): (_, Value) = (answer.status(), answer.json().await.unwrap());
        assert_eq!(status, expected, "{body}");
        body
    }
}

/// A game, the ticket of its first seat, and the moves that were acknowledged.
struct Played {
    game: Game,
    ticket: String,
    acknowledged: Vec<Value>,
}

/// What a person saw.
pub struct Seen {
    played: Vec<Played>,
    /// How much later than its pace each bot moved, as its table was told.
    pub late: Vec<Duration>,
}

/// A person at the first seat of a table, bots at the others.
pub struct Table {
    http: Client,
    front: Arc<Front>,
    at: usize,
    seen: Seen,
}

impl Table {
    /// Sits down at a table of bots.
    pub async fn sit_down(front: Arc<Front>, at: usize) -> Self {
        let seen = Seen { played: Vec::new(), late: Vec::new() };
        let mut table = Self { http: client(), front, at, seen };
        table.next_game().await;
        table
    }

    async fn next_game(&mut self) {
        let bot = json!({"kind": "bot", "level": "greedy"});
        let body = json!({
            "game": "richelieu", "options": {"players": 4}, "auto_pass": "off", "bot_pace_ms": PACE_MS,
            "seats": [{"kind": "mine"}, bot, bot, bot],
        });
        let key = format!("rolling-table-{}-{}", self.at, self.seen.played.len());
        let game = Game::from_created(&self.front.create(self.at, &self.http, &body, &key).await);
        let ticket = |base: &str| {
            self.http.post(game.url(base, "/events/ticket")).bearer_auth(&game.tokens[0]).json(&json!({}))
        };
        let ticket = self.front.ask(self.at, StatusCode::CREATED, ticket).await;
        let ticket = ticket["ticket"].as_str().unwrap().to_owned();
        self.seen.played.push(Played { game, ticket, acknowledged: Vec::new() });
    }

    /// Plays, game after game, until told to stop.
    pub async fn play(mut self, stop: &AtomicBool) -> Seen {
        while !stop.load(Relaxed) {
            self.play_one(stop).await;
            if !stop.load(Relaxed) {
                self.next_game().await;
            }
        }
        self.seen
    }

    /// Plays a game to its end, resuming its stream wherever a node is.
    async fn play_one(&mut self, stop: &AtomicBool) {
        let (mut after, mut told) = (0, Instant::now());
        loop {
            let mut stream = self.stream(after).await;
            while let Some(event) =
                tokio::time::timeout(STANDSTILL, stream.next()).await.expect("it stands still")
            {
                assert_eq!(event["version"], after + 1, "no event is lost or told twice");
                if event["ply"]["seat"].as_u64().is_some_and(|seat| seat != 0) && after > 0 {
                    self.seen.late.push(told.elapsed().saturating_sub(Duration::from_millis(PACE_MS)));
                }
                (after, told) = (after + 1, Instant::now());
                if is_end(&event) || stop.load(Relaxed) {
                    return;
                }
                if event["turn"]["seat"] == 0 && event["legal_moves"].is_array() {
                    self.submit(after, &event["legal_moves"][0]["notation"]).await;
                }
            }
            self.front.resumed.fetch_add(1, Relaxed);
        }
    }

    /// The stream of the game, by the ticket.
    async fn stream(&self, after: u64) -> Stream {
        let Played { game, ticket, .. } = self.seen.played.last().unwrap();
        let open = |base: &str| {
            let url = game.url(base, &format!("/events?include=legal_moves&ticket={ticket}"));
            let stream = self.http.get(url).header("Accept", "text/event-stream").timeout(10 * STANDSTILL);
            stream.header("Last-Event-ID", after.to_string())
        };
        let response = self.front.send(self.at, open).await;
        assert_eq!(response.status(), StatusCode::OK, "a ticket of before is good at any node");
        Stream { response, buffer: Vec::new() }
    }

    /// A move, sent until it is acknowledged.
    async fn submit(&mut self, version: u64, notation: &Value) {
        let played = self.seen.played.last_mut().unwrap();
        let key = format!("{}-{version:06}", played.game.id);
        let submit = |base: &str| {
            let submit = played.game.submit(&self.http, base, 0, version, notation.as_str().unwrap());
            submit.header("Idempotency-Key", &key)
        };
        self.front.ask(self.at, StatusCode::OK, submit).await;
        played.acknowledged.push(notation.clone());
    }
}

fn is_end(event: &Value) -> bool {
    let mut changes = event["changes"].as_array().into_iter().flatten();
    changes.any(|change| change["status"] == "finished")
}

impl Seen {
    /// The games that were played.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        self.played.iter().map(|played| &played.game)
    }

    /// How many moves were acknowledged.
    pub fn moves(&self) -> usize {
        self.played.iter().map(|played| played.acknowledged.len()).sum()
    }

    /// What was acknowledged is stored once each and in order; every ticket opens what it opened, on every node.
    pub async fn assert_kept(&self, http: &Client, bases: &[String]) {
        for Played { game, ticket, acknowledged } in &self.played {
            let log = get(http, &game.url(&bases[0], "/moves"), None).await;
            let own = log["plies"].as_array().unwrap().iter().filter(|ply| ply["seat"] == 0);
            let own: Vec<&Value> = own.map(|ply| &ply["notation"]).collect();
            assert_eq!(own, acknowledged.iter().collect::<Vec<_>>(), "game {}", game.id);
            for base in bases {
                let page = game.url(base, &format!("/events?after=0&wait=0&ticket={ticket}"));
                let page = get(http, &page, None).await;
                assert!(
                    page["items"][0]["etag"].as_str().unwrap().ends_with("-s0\""),
                    "as the seat sees it: {page}"
                );
            }
        }
    }
}

/// Events as they come.
struct Stream {
    response: Response,
    buffer: Vec<u8>,
}

impl Stream {
    /// The next event; nothing when the stream has ended, however it did.
    async fn next(&mut self) -> Option<Value> {
        loop {
            let text = String::from_utf8_lossy(&self.buffer).into_owned();
            if let Some((event, _)) = text.split_once("\n\n") {
                self.buffer.drain(..event.len() + 2);
                if let Some(data) = event.lines().find_map(|line| line.strip_prefix("data: ")) {
                    return Some(serde_json::from_str(data).unwrap());
                }
                continue;
            }
            self.buffer.extend_from_slice(&self.response.chunk().await.ok()??);
        }
    }
}
