//! Calls of a client at a table.

use std::time::Duration;

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

/// A client that never waits for ever.
pub fn client() -> Client {
    Client::builder().no_proxy().timeout(Duration::from_secs(60)).build().unwrap()
}

/// A game all of whose seats are this client's.
#[derive(Clone, Debug)]
pub struct Game {
    pub id: String,
    pub tokens: Vec<String>,
    pub commitment: String,
}

/// Who has no token needs a key that is hard to guess, or looks so.
pub fn random_looking(key: &str) -> String {
    blake3::hash(key.as_bytes()).to_hex()[..32].to_owned()
}

/// Creates a game and expects to be given it.
pub async fn create(client: &Client, base: &str, body: &Value, key: &str) -> Game {
    let mut body = body.clone();
    body.as_object_mut().unwrap().entry("auto_pass").or_insert_with(|| json!("off"));
    let response = client
        .post(format!("{base}/v1/games"))
        .header("Idempotency-Key", random_looking(key))
        .json(&body)
        .send()
        .await
        .unwrap();
    let status = response.status();
    let created: Value = response.json().await.unwrap();
    assert_eq!(status, StatusCode::CREATED, "{body} was answered {created}");
    Game::from_created(&created)
}

/// A game of Richelieu with every seat this client's.
pub async fn create_mine(client: &Client, base: &str, seats: usize, key: &str) -> Game {
    let mine = vec![json!({"kind": "mine"}); seats];
    create(client, base, &json!({"game": "richelieu", "options": {"players": seats}, "seats": mine}), key)
        .await
}

/// What `GET {path}` answers, a 200 expected.
pub async fn get(client: &Client, url: &str, token: Option<&str>) -> Value {
    let mut request = client.get(url);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let response = request.send().await.unwrap();
    let status = response.status();
    let text = response.text().await.unwrap();
    assert_eq!(status, StatusCode::OK, "GET {url}: {text}");
    serde_json::from_str(&text).unwrap()
}

impl Game {
    /// The game that was created with this answer.
    pub fn from_created(created: &Value) -> Self {
        let seats = created["seats"].as_array().unwrap();
        Self {
            id: created["id"].as_str().unwrap().to_owned(),
            tokens: seats.iter().filter_map(|seat| seat["token"].as_str()).map(str::to_owned).collect(),
            commitment: created["deal_commitment"].as_str().unwrap().to_owned(),
        }
    }

    /// `{base}/v1/games/{id}{rest}`.
    pub fn url(&self, base: &str, rest: &str) -> String {
        format!("{base}/v1/games/{}{rest}", self.id)
    }

    /// The seat to move and what it sees, legal moves included; `None` when the game is over.
    pub async fn turn(&self, client: &Client, base: &str) -> Option<(usize, Value)> {
        let state = get(client, &self.url(base, ""), None).await;
        let seat = state["turn"]["seat"].as_u64()? as usize;
        Some((seat, get(client, &self.url(base, ""), Some(&self.tokens[seat])).await))
    }

    /// A submit of `notation` by `seat` at `version`, not sent yet.
    pub fn submit(
        &self,
        client: &Client,
        base: &str,
        seat: usize,
        version: u64,
        notation: &str,
    ) -> reqwest::RequestBuilder {
        client
            .post(self.url(base, "/moves"))
            .bearer_auth(&self.tokens[seat])
            .header("If-Match", format!("\"v{version}-s{seat}\""))
            .json(&json!({"move": notation, "wait_ms": 0}))
    }

    /// The notations of the log from ply 1 on.
    pub async fn notations(&self, client: &Client, base: &str) -> Vec<String> {
        let log = get(client, &self.url(base, "/moves"), None).await;
        let plies = log["plies"].as_array().unwrap();
        plies.iter().filter_map(|ply| ply["notation"].as_str()).map(str::to_owned).collect()
    }
}

/// The notations of a state's legal moves.
pub fn legal(state: &Value) -> Vec<String> {
    let moves = state["legal_moves"].as_array().unwrap_or_else(|| panic!("no legal moves in {state}"));
    moves.iter().map(|legal| legal["notation"].as_str().unwrap().to_owned()).collect()
}

/// The version a move at `version` leads to, by the state that answers it: the end of a game is an event of its own.
pub fn version_after(version: u64, answer: &Value) -> u64 {
    version + if answer["status"] == "finished" { 2 } else { 1 }
}
