//! A game that waits for people tells nobody what was dealt, whatever that is.

use reqwest::Method;
use serde_json::{Value, json};
use tapis_games::erased::StoredPly;

use crate::two_worlds::ears::Ears;
use crate::two_worlds::world::World;

/// Deals compared, of each game: `TAPIS_WAITING_DEALS`.
fn deals() -> u64 {
    std::env::var("TAPIS_WAITING_DEALS").map_or(1, |text| text.parse().unwrap())
}

/// A game with people and a bot, of which two seats are free.
fn body(game: &str) -> Value {
    let game_of_four = game != "richelieu";
    let mut seats = vec![json!({"kind": "mine"}), json!({"kind": "invite"}), json!({"kind": "open"})];
    seats.extend(game_of_four.then(|| json!({"kind": "bot", "level": "greedy"})));
    json!({"game": game, "seats": seats, "hints": "free", "visibility": "public"})
}

/// Somebody, or nobody, at a game in one world.
struct Guest<'a> {
    world: &'a World,
    id: &'a str,
    secret: Option<String>,
}

impl Guest<'_> {
    fn call(&self, method: Method, rest: &str) -> reqwest::RequestBuilder {
        let request = self.world.call(method, &format!("games/{}{rest}", self.id));
        match &self.secret {
            Some(secret) => request.bearer_auth(secret),
            None => request,
        }
    }

    /// Asks for everything that a game can tell.
    async fn ask(&self, version: u64, ears: &mut Ears) {
        let seats = ["?seat=0", "?version=1&seat=0", "?version=1&seat=1"];
        let paths = ["", "?include=ruleset", "?version=1", "/moves", "/events?after=0&wait=0", "/replay"];
        for rest in seats.into_iter().chain(paths) {
            ears.hear(&format!("HEAD {rest}"), self.call(Method::HEAD, rest)).await;
            ears.hear(&format!("GET {rest}"), self.call(Method::GET, rest)).await;
        }
        let stream = self.call(Method::GET, "/events?after=0").header("Accept", "text/event-stream");
        ears.hear_stream("stream", stream, version).await;
        let hint = json!({"solver": "sampling", "budget": {"iterations": 8}, "seed": "11".repeat(32)});
        ears.hear("hint", self.call(Method::POST, "/hints").json(&hint)).await;
        for notation in ["pass", "take 1L", "bid 0", ""] {
            let call = self.call(Method::POST, "/moves").header("If-Match", "*");
            ears.hear(&format!("move {notation}"), call.json(&json!({"move": notation}))).await;
        }
        let picks = json!({"picks": ["hand:0/1"]});
        ears.hear("picks", self.call(Method::POST, "/moves").header("If-Match", "*").json(&picks)).await;
        ears.hear("list", self.world.call(Method::GET, "games?status=waiting")).await;
    }
}

/// Another deal of a game.
async fn dealt(game: &str, number: u64) -> StoredPly {
    let world = World::start(None);
    world.prepare(number, None);
    let created = world.call(Method::POST, "games").json(&body(game)).send().await.unwrap();
    assert_eq!(created.status(), 201);
    world.last_set_up()
}

/// What everybody is told of a game until it is given up, with a deal that is laid ready or with another.
async fn heard(game: &str, number: u64, deal: Option<Vec<StoredPly>>) -> (Vec<String>, StoredPly) {
    let world = World::start(None);
    world.prepare(number, deal);
    let mut ears = Ears::default();
    let create =
        world.call(Method::POST, "games").header("Idempotency-Key", "7c1e93ba-50d2-4f68-9a37-e4b8026d5f1c");
    let created = ears.hear("create", create.json(&body(game))).await;
    let id = created["id"].as_str().unwrap_or_else(|| panic!("not created: {created}"));
    let guest = |secret: Option<&str>| Guest { world: &world, id, secret: secret.map(str::to_owned) };
    let own = guest(created["seats"][0]["token"].as_str());
    let invited = guest(created["seats"][1]["ticket"].as_str());
    for guest in [&own, &invited, &guest(None)] {
        guest.ask(1, &mut ears).await;
    }
    let joined = ears.hear("join", invited.call(Method::POST, "/seats/1").json(&json!({}))).await;
    let second = guest(joined["token"].as_str());
    for guest in [&own, &second, &guest(None)] {
        guest.ask(2, &mut ears).await;
    }
    ears.hear("leave", own.call(Method::DELETE, "/seats/0")).await;
    ears.hear("leave too", second.call(Method::DELETE, "/seats/1")).await;
    for rest in ["", "?seat=0", "?version=1&seat=1", "/moves", "/events?after=0&wait=0", "/replay"] {
        ears.hear(&format!("given up {rest}"), guest(None).call(Method::GET, rest)).await;
    }
    (ears.heard, world.last_set_up())
}

/// Whatever was dealt, a game that waits tells the same.
async fn tells_the_same(game: &str) {
    let (expected, first) = heard(game, 1, None).await;
    assert!(expected.last().unwrap().contains("game_not_over"), "{expected:?}");
    for number in 2..2 + deals() {
        let other = dealt(game, number).await;
        assert_ne!(other, first, "{game}: another deal");
        let (told, laid) = heard(game, 1, Some(vec![other.clone()])).await;
        assert_eq!(laid, other);
        for (here, there) in expected.iter().zip(&told) {
            assert_eq!(here, there, "{game}");
        }
        assert_eq!(expected.len(), told.len());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_was_dealt_richelieu_that_waits_tells_the_same() {
    tells_the_same("richelieu").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_was_dealt_les_7_blasons_that_wait_tell_the_same() {
    tells_the_same("sept-blasons").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_was_dealt_le_malin_that_waits_tells_the_same() {
    tells_the_same("malin").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_was_dealt_parbourg_that_waits_tells_the_same() {
    tells_the_same("parbourg").await;
}
