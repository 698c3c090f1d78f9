//! One game as it is created and played in every world.

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use tapis_games::seat::{Seat, Viewer};

use crate::two_worlds::ears::Ears;
use crate::two_worlds::world::{KEY, World};

/// A game in one world: the same id and tokens in all.
pub struct Game {
    /// Its id.
    pub id: String,
    /// The seats' tokens.
    pub tokens: Vec<String>,
    /// Its version.
    pub version: u64,
    /// Seats that pass by themselves where to pass is all they can do.
    pub spared: Vec<usize>,
}

/// The key that game `number` is created with, the same in every world: as random as a caller's must be.
fn creation_key(number: u64) -> String {
    let digest = blake3::hash(&number.to_le_bytes());
    let random = digest.as_bytes().first_chunk().copied().unwrap_or_default();
    uuid::Builder::from_random_bytes(random).into_uuid().to_string()
}

/// Whom the front end names at a seat. Nobody may ever be told.
pub fn player(seat: usize) -> String {
    format!("named-at-{seat}")
}

/// A move as it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// By whom.
    pub seat: usize,
    /// How.
    pub notation: String,
}

impl Game {
    /// Creates the game; what its creator is told is told to `ears`.
    pub async fn create(world: &World, number: u64, body: &Value, spared: &[usize], ears: &mut Ears) -> Self {
        let request = world
            .http
            .post(format!("{}/v1/games", world.base))
            .header("Idempotency-Key", creation_key(number))
            .header("Tapis-Key", KEY);
        let created = ears.hear("create", request.json(body)).await;
        let seats = created["seats"].as_array().unwrap_or_else(|| panic!("not created: {created}"));
        let game = Self {
            id: created["id"].as_str().unwrap().to_owned(),
            tokens: seats.iter().map(|seat| seat["token"].as_str().unwrap().to_owned()).collect(),
            version: created["version"].as_u64().unwrap(),
            spared: spared.to_vec(),
        };
        for &seat in spared {
            let own = Viewer::Seat(Seat(seat as u8));
            let put = game.call(world, reqwest::Method::PUT, &format!("/seats/{seat}/settings"), own);
            let put = put.json(&json!({"auto_pass": "no_choice"})).send().await.unwrap();
            assert_eq!(put.status().as_u16(), 200);
        }
        game
    }

    /// A call to `{base}/v1/games/{id}{rest}` as `viewer`. It names itself, so that no id is spent on it.
    pub fn call(&self, world: &World, method: reqwest::Method, rest: &str, viewer: Viewer) -> RequestBuilder {
        let url = format!("{}/v1/games/{}{rest}", world.base, self.id);
        let request = world.http.request(method, url).header("X-Request-Id", "two-worlds");
        match viewer {
            Viewer::Seat(seat) => request.bearer_auth(&self.tokens[seat.index()]),
            Viewer::Spectator | Viewer::Replay => request,
        }
    }

    /// The seat to move and its legal moves; `None` at the end.
    pub async fn turn(&self, world: &World) -> Option<(usize, Vec<String>)> {
        let state = self.get(world, "", Viewer::Spectator).await;
        let seat = state["turn"]["seat"].as_u64()? as usize;
        let state = self.get(world, "", Viewer::Seat(Seat(seat as u8))).await;
        let legal = state["legal_moves"].as_array().unwrap_or_else(|| panic!("no legal moves: {state}"));
        Some((seat, legal.iter().flat_map(notations).collect()))
    }

    /// Waits for everything that comes by itself; answers the passes that came.
    pub async fn settle(&mut self, world: &World) -> Vec<Played> {
        let mut passes = Vec::new();
        while !self.spared.is_empty() {
            let path = format!("/events?after={}&wait=0", self.version);
            // After the end nothing comes any more.
            let Some(news) = self.get_if_any(world, &path).await else { break };
            for event in news["items"].as_array().unwrap() {
                let (seat, notation) = (event["ply"]["seat"].as_u64(), event["ply"]["notation"].as_str());
                if let (Some(seat), Some(notation)) = (seat, notation) {
                    passes.push(Played { seat: seat as usize, notation: notation.to_owned() });
                }
            }
            self.version = news["after"].as_u64().unwrap();
            let state = self.get(world, "", Viewer::Spectator).await;
            if state["version"] != self.version {
                continue;
            }
            let mover = state["turn"]["seat"].as_u64().map(|seat| seat as usize);
            let Some(mover) = mover.filter(|mover| self.spared.contains(mover)) else { break };
            let own = self.get(world, "", Viewer::Seat(Seat(mover as u8))).await;
            if own["version"] != self.version {
                continue;
            }
            if own["you"]["will_pass"] != true {
                break;
            }
            assert_eq!(own.get("legal_moves"), None, "a lone pass that comes by itself is not listed");
            let path = format!("/events?after={}&wait=30", self.version);
            self.get_if_any(world, &path).await;
        }
        passes
    }

    /// What a spectator gets, unless there is no content.
    async fn get_if_any(&self, world: &World, rest: &str) -> Option<Value> {
        let call = self.call(world, reqwest::Method::GET, rest, Viewer::Spectator);
        let answer = call.send().await.unwrap();
        if answer.status() == reqwest::StatusCode::NO_CONTENT {
            return None;
        }
        Some(answer.json().await.unwrap())
    }

    async fn get(&self, world: &World, rest: &str, viewer: Viewer) -> Value {
        let call = self.call(world, reqwest::Method::GET, rest, viewer);
        call.send().await.unwrap().json().await.unwrap()
    }

    /// Plays a move; what its mover is told is told to `ears` if the mover is `listener`.
    pub async fn play(&mut self, world: &World, played: &Played, listener: Viewer, ears: &mut Ears) {
        let viewer = Viewer::Seat(Seat(played.seat as u8));
        let etag = format!("\"v{}-s{}\"", self.version, played.seat);
        let request = || {
            self.call(world, reqwest::Method::POST, "/moves", viewer)
                .header("If-Match", &etag)
                .header("Idempotency-Key", format!("move-{}", self.version))
                .json(&json!({"move": played.notation, "wait_ms": 0}))
        };
        let mut unheard = Ears::default();
        let heard = if viewer == listener { ears } else { &mut unheard };
        let state = heard.hear(&format!("play {}", played.notation), request()).await;
        if viewer == listener && self.version.is_multiple_of(4) {
            // Once more, for the entity tag alone.
            heard.hear("retry", request().header("Prefer", "return=minimal")).await;
        }
        let version = state["version"].as_u64();
        self.version = version.unwrap_or_else(|| panic!("{played:?} was refused: {state}"));
    }
}

/// The notation of a legal move; of a set-valued move, which is a descriptor, those of its smallest sets.
fn notations(legal: &Value) -> Vec<String> {
    let Some(candidates) = legal["choose"]["candidates"].as_array() else {
        return vec![legal["notation"].as_str().unwrap().to_owned()];
    };
    let kind = legal["kind"].as_str().unwrap();
    candidates.iter().map(|candidate| format!("{kind} {}", candidate.as_str().unwrap())).collect()
}
