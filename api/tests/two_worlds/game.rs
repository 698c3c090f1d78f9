//! One game as it is created and played in every world.

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use tapis_games::seat::{Seat, Viewer};

use crate::ears::Ears;
use crate::world::World;

/// A game in one world: the same id and tokens in all.
pub struct Game {
    /// Its id.
    pub id: String,
    /// The seats' tokens.
    pub tokens: Vec<String>,
    /// Its version.
    pub version: u64,
}

/// A move as it was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// By whom.
    pub seat: usize,
    /// How.
    pub notation: String,
}

impl Game {
    /// Creates the game; what its creator is told is told to `ears`.
    pub async fn create(world: &World, number: u64, body: &Value, ears: &mut Ears) -> Self {
        let request = world
            .http
            .post(format!("{}/v1/games", world.base))
            .header("Idempotency-Key", format!("create-game-{number:08}"));
        let created = ears.hear("create", request.json(body)).await;
        let seats = created["seats"].as_array().unwrap_or_else(|| panic!("not created: {created}"));
        Self {
            id: created["id"].as_str().unwrap().to_owned(),
            tokens: seats.iter().map(|seat| seat["token"].as_str().unwrap().to_owned()).collect(),
            version: created["version"].as_u64().unwrap(),
        }
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
        let public = self.call(world, reqwest::Method::GET, "", Viewer::Spectator);
        let state: Value = public.send().await.unwrap().json().await.unwrap();
        let seat = state["turn"]["seat"].as_u64()? as usize;
        let own = self.call(world, reqwest::Method::GET, "", Viewer::Seat(Seat(seat as u8)));
        let state: Value = own.send().await.unwrap().json().await.unwrap();
        let legal = state["legal_moves"].as_array().unwrap_or_else(|| panic!("no legal moves: {state}"));
        // A set-valued move is one descriptor without a notation.
        Some((seat, legal.iter().filter_map(|legal| legal["notation"].as_str()).map(str::to_owned).collect()))
    }

    /// Plays a move; what its mover is told is told to `ears` if the mover is `listener`.
    pub async fn play(&mut self, world: &World, played: &Played, listener: Viewer, ears: &mut Ears) {
        let viewer = Viewer::Seat(Seat(played.seat as u8));
        let etag = format!("\"v{}-s{}\"", self.version, played.seat);
        let request = self
            .call(world, reqwest::Method::POST, "/moves", viewer)
            .header("If-Match", etag)
            .json(&json!({"move": played.notation, "wait_ms": 0}));
        let mut unheard = Ears::default();
        let ears = if viewer == listener { ears } else { &mut unheard };
        let state = ears.hear(&format!("play {}", played.notation), request).await;
        let version = state["version"].as_u64();
        self.version = version.unwrap_or_else(|| panic!("{played:?} was refused: {state}"));
    }
}
