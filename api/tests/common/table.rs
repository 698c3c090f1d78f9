//! A game as the tests play it.

use serde_json::{Value, json};

use super::{Answer, TestApp};

/// A created game with the tokens of its seats.
#[derive(Clone, Debug)]
pub struct Table {
    pub id: String,
    /// Token or ticket a seat, empty for others.
    pub secrets: Vec<String>,
    pub created: Value,
}

impl Table {
    /// Creates a game of Richelieu.
    pub async fn create(app: &TestApp, options: Value, seats: Value) -> Self {
        Self::of(app, json!({"game": "richelieu", "options": options, "seats": seats})).await
    }

    /// Creates a game from a whole body. Seats pass by hand unless it says otherwise.
    pub async fn of(app: &TestApp, mut body: Value) -> Self {
        body.as_object_mut().unwrap().entry("auto_pass").or_insert_with(|| json!("off"));
        let places = body["seats"].as_array().unwrap().len();
        let created = app.post("/v1/games").json(&body).send().await.expect(201);
        Self::from_created(created, places)
    }

    pub fn from_created(created: Value, places: usize) -> Self {
        let mut secrets = vec![String::new(); places];
        for seat in created["seats"].as_array().unwrap() {
            let secret = seat["token"].as_str().or(seat["ticket"].as_str()).unwrap();
            secrets[seat["seat"].as_u64().unwrap() as usize] = secret.to_owned();
        }
        Self { id: created["id"].as_str().unwrap().to_owned(), secrets, created }
    }

    /// Two people at one table, the first to move is seat 0.
    pub async fn two_people(app: &TestApp) -> Self {
        Self::create(
            app,
            json!({"first_seat": 0}),
            json!([{"kind": "mine", "name": "Ada"}, {"kind": "mine"}]),
        )
        .await
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.id)
    }

    pub fn token(&self, seat: usize) -> &str {
        &self.secrets[seat]
    }

    /// The game as a seat sees it.
    pub async fn see(&self, app: &TestApp, seat: usize) -> Value {
        app.get(&self.path("")).token(self.token(seat)).send().await.expect(200)
    }

    /// The answer to a move on the newest version.
    pub async fn try_move(&self, app: &TestApp, seat: usize, notation: &str) -> Answer {
        let state = self.see(app, seat).await;
        let etag = format!("\"v{}-s{seat}\"", state["version"]);
        let call = app.post(&self.path("/moves")).token(self.token(seat)).if_match(&etag);
        call.json(&json!({"move": notation})).send().await
    }

    /// Plays a move that must be accepted.
    pub async fn play(&self, app: &TestApp, seat: usize, notation: &str) -> Value {
        self.try_move(app, seat, notation).await.expect(200)
    }

    /// Plays the first legal move of whoever is to move, `plies` times or to the end; answers the last state.
    pub async fn play_on(&self, app: &TestApp, plies: usize) -> Value {
        let mut state = self.see(app, 0).await;
        for _ in 0..plies {
            let Some(seat) = state["turn"]["seat"].as_u64() else { break };
            let seat = seat as usize;
            let state_of_mover = self.see(app, seat).await;
            let notation = state_of_mover["legal_moves"][0]["notation"].as_str().unwrap().to_owned();
            state = self.play(app, seat, &notation).await;
        }
        state
    }
}
