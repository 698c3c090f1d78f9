//! A client that plays at its own table, and remembers what it was told.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::Value;
use tapis_recount::fair_deal::Stream;

use crate::table::{Game, client, create_mine, get, legal, random_looking, version_after};

/// A client, its table, and what it was told.
pub struct Player {
    game: Game,
    finished: Vec<Game>,
    /// Moves acknowledged at the present table, in order.
    acknowledged: Vec<String>,
    /// A move sent and not answered.
    pending: Option<Pending>,
    sent: usize,
    random: Stream,
}

#[derive(Clone)]
struct Pending {
    seat: usize,
    version: u64,
    notation: String,
    key: String,
}

impl Player {
    /// A client at a new table.
    pub async fn sit_down(http: &Client, base: &str, players: usize, key: &str, random: &mut Stream) -> Self {
        let game = create_mine(http, base, players, key).await;
        let random = Stream::new(&[0x4b; 32], u64::from(random.below(u32::MAX)));
        Self { game, finished: Vec::new(), acknowledged: Vec::new(), pending: None, sent: 0, random }
    }

    /// The tokens of its seats.
    pub fn tokens(&self) -> &[String] {
        &self.game.tokens
    }

    /// Plays until told to stop or the connection ends, counting acknowledged moves.
    pub async fn play(mut self, base: String, count: Arc<AtomicUsize>, stop: Arc<AtomicBool>) -> Self {
        let http = client();
        while !stop.load(Ordering::Relaxed) && self.step(&http, &base).await.is_ok() {
            count.fetch_add(1, Ordering::Relaxed);
        }
        self
    }

    /// One acknowledged move, or the end of the connection, or of the service.
    pub async fn step(&mut self, http: &Client, base: &str) -> Result<(), reqwest::Error> {
        self.retry(http, base).await?;
        let state: Value = sent(http.get(self.game.url(base, ""))).await?.json().await?;
        let Some(seat) = state["turn"]["seat"].as_u64() else {
            return self.next_table(http, base).await;
        };
        let seat = seat as usize;
        let request = http.get(self.game.url(base, "")).bearer_auth(&self.game.tokens[seat]);
        let state: Value = sent(request).await?.json().await?;
        let notation = self.random.pick(&legal(&state)).clone();
        self.sent += 1;
        let key = format!("{}-{:06}", self.game.id, self.sent);
        self.pending = Some(Pending { seat, version: state["version"].as_u64().unwrap(), notation, key });
        self.retry(http, base).await
    }

    /// Sends the pending move, with its key, as often as it takes.
    pub async fn retry(&mut self, http: &Client, base: &str) -> Result<(), reqwest::Error> {
        let Some(pending) = &self.pending else { return Ok(()) };
        let submit = self.game.submit(http, base, pending.seat, pending.version, &pending.notation);
        let response = sent(submit.header("Idempotency-Key", &pending.key)).await?;
        let status = response.status().as_u16();
        let body: Value = response.json().await?;
        assert_eq!(status, 200, "{} at version {}: {body}", pending.notation, pending.version);
        assert_eq!(body["version"], version_after(pending.version, &body), "{body}");
        self.acknowledged.push(pending.notation.clone());
        self.pending = None;
        Ok(())
    }

    /// The game is over: its log is checked, a new one begins.
    async fn next_table(&mut self, http: &Client, base: &str) -> Result<(), reqwest::Error> {
        let log: Value = sent(http.get(self.game.url(base, "/moves"))).await?.json().await?;
        self.assert_same(&log);
        // The kill may fall into the creation: the key makes it one game however often it is asked for.
        let key = random_looking(&format!("after-{}", self.game.id));
        let seats = vec![serde_json::json!({"kind": "mine"}); 2];
        let body = serde_json::json!({"game": "richelieu", "seats": seats});
        let request = http.post(format!("{base}/v1/games")).header("Idempotency-Key", key).json(&body);
        let created: Value = sent(request).await?.json().await?;
        let tokens = created["seats"].as_array().unwrap();
        let tokens = tokens.iter().map(|seat| seat["token"].as_str().unwrap().to_owned()).collect();
        let commitment = created["deal_commitment"].as_str().unwrap().to_owned();
        let game = Game { id: created["id"].as_str().unwrap().to_owned(), tokens, commitment };
        self.finished.push(std::mem::replace(&mut self.game, game));
        self.acknowledged.clear();
        Ok(())
    }

    /// What was acknowledged is on record, once each and in order; games that ended have ended.
    pub async fn assert_log(&self, http: &Client, base: &str) {
        self.assert_same(&get(http, &self.game.url(base, "/moves"), None).await);
        for game in &self.finished {
            let state = get(http, &game.url(base, ""), None).await;
            assert_eq!(state["status"], "finished", "game {}", game.id);
        }
    }

    /// The server's log holds exactly the acknowledged moves, once each, in order.
    fn assert_same(&self, log: &Value) {
        let plies = log["plies"].as_array().unwrap_or_else(|| panic!("no plies in {log}"));
        let found: Vec<&str> = plies.iter().filter_map(|ply| ply["notation"].as_str()).collect();
        assert_eq!(found, self.acknowledged, "game {}", self.game.id);
    }
}

/// What is answered. 503 with `Retry-After`, as a service answers that is being stopped, says that nothing was done: it is no answer.
async fn sent(request: RequestBuilder) -> Result<Response, reqwest::Error> {
    let response = request.send().await?;
    let is_away = response.status() == StatusCode::SERVICE_UNAVAILABLE;
    if is_away && response.headers().contains_key("retry-after") {
        return response.error_for_status();
    }
    Ok(response)
}
