//! Écarté over HTTP, as the service of the published games serves them: nothing here was written for it but the crate itself.

use std::time::Duration;

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tapis_api::settings::Settings;
use tapis_api::startup::Application;
use tapis_ecarte::Ecarte;
use tapis_service::sources::Sources;
use tapis_solver::registry::Registry;

mod guide;

/// A running service and a client.
struct Served {
    base: String,
    http: Client,
    _directory: tempfile::TempDir,
}

impl Served {
    async fn start() -> Self {
        let directory = tempfile::tempdir().expect("a folder");
        let database = format!("sqlite:{}", directory.path().join("tapis.db").display());
        let arguments = [
            "--port",
            "0",
            "--workers",
            "1",
            "--bot-pace-ms",
            "0",
            "--bot-slot-ms",
            "1",
            "--database",
            &database,
        ];
        let unlimited = ["--rate-requests", "0", "--rate-moves", "0", "--rate-hints", "0"];
        let settings = Settings::from_args(arguments.into_iter().chain(unlimited)).expect("good flags");
        let sources = Sources::system(Registry::standard().with::<Ecarte>());
        let application = Application::build(settings, sources).expect("it starts");
        let base = format!("http://{}", application.address());
        tokio::spawn(application.run());
        let http = Client::builder().no_proxy().timeout(Duration::from_secs(60)).build().expect("a client");
        Self { base, http, _directory: directory }
    }

    async fn call(&self, method: Method, path: &str, token: &str, body: Option<Value>) -> Value {
        let mut call = self.http.request(method, format!("{}{path}", self.base));
        if !token.is_empty() {
            call = call.bearer_auth(token);
        }
        if let Some(body) = body {
            call = call.json(&body);
        }
        let answer = call.send().await.expect("an answer");
        let (status, text) = (answer.status(), answer.text().await.expect("a text"));
        assert!(status.is_success(), "{path}: {status} {text}");
        serde_json::from_str(&text).expect("JSON")
    }

    async fn get(&self, path: &str, token: &str) -> Value {
        self.call(Method::GET, path, token, None).await
    }

    /// Creates a game against a bot; its path and the token of seat 0.
    async fn against(&self, level: &str, options: Value) -> (String, String) {
        let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": level}]);
        let body = json!({"game": "ecarte", "options": options, "seats": seats});
        let created = self.call(Method::POST, "/v1/games", "", Some(body)).await;
        let token = created["seats"][0]["token"].as_str().expect("a token").to_owned();
        (format!("/v1/games/{}", created["id"].as_str().expect("an id")), token)
    }

    /// Plays what a quick hint advises, to the end; answers the last state and the number of hints.
    async fn play_out(&self, game: &str, token: &str) -> (Value, usize) {
        let mut hints = 0;
        loop {
            let state = self.get(game, token).await;
            if state["status"] != "running" {
                return (state, hints);
            }
            if state["turn"]["seat"] != 0 {
                tokio::time::sleep(Duration::from_millis(2)).await;
                continue;
            }
            let budget = json!({"budget": {"iterations": 64}, "level": "move"});
            let hint = self.call(Method::POST, &format!("{game}/hints"), token, Some(budget)).await;
            hints += 1;
            let best = &hint["move"];
            let legal = state["legal_moves"].as_array().expect("legal moves");
            assert!(legal.iter().any(|mv| mv["notation"] == *best), "{best} is legal");
            let call = self.http.post(format!("{}{game}/moves", self.base)).bearer_auth(token);
            let call = call.header("If-Match", format!("\"v{}-s0\"", state["version"]));
            let answer = call.json(&json!({"move": best, "wait_ms": 1000})).send().await.expect("an answer");
            assert!(answer.status().is_success(), "{best}: {}", answer.text().await.expect("a text"));
        }
    }
}

#[tokio::test]
async fn it_is_listed_described_and_documented() {
    let served = Served::start().await;
    let listed = served.get("/v1/rulesets", "").await;
    let games: Vec<&Value> =
        listed["items"].as_array().expect("games").iter().map(|item| &item["game"]).collect();
    assert_eq!(games, ["richelieu", "sept-blasons", "malin", "parbourg", "ecarte"]);
    let about = served.get("/v1/rulesets/ecarte", "").await;
    assert_eq!(about["title"], "Écarté");
    assert!(!about["features"].as_array().expect("features").is_empty(), "{about}");
    let document = served.get("/openapi.json", "").await;
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    assert!(schemas.contains_key("EcarteOptions") && schemas.contains_key("EcarteMove"));
}

#[tokio::test]
async fn a_game_with_hints_against_a_bot_is_replayed_and_counted() {
    let served = Served::start().await;
    let (game, token) = served.against("greedy", json!({})).await;
    let (end, hints) = served.play_out(&game, &token).await;
    assert_eq!(end["status"], "finished");
    assert!(hints >= 5, "{hints} hints");
    let replay = served.get(&format!("{game}/replay"), &token).await;
    assert_eq!(replay["ruleset"]["game"], "ecarte");
    assert_eq!(replay["scores"], end["result"]["scores"]);
    assert!(replay["plies"].as_array().expect("plies").len() >= hints);
    let summary = served.get("/v1/stats/ecarte/summary?assisted=include", "").await;
    assert_eq!(summary["games"], 1, "{summary}");
    let features = served.get("/v1/stats/ecarte/features?assisted=include", "").await;
    assert!(!features["features"].as_array().expect("features").is_empty(), "{features}");
}

/// A seat's answers never show the other's cards: what the layout shows of hands is the reader's own, and counts.
#[tokio::test]
async fn nobody_sees_the_other_hand() {
    let served = Served::start().await;
    let (game, token) = served.against("random", json!({})).await;
    let own = served.get(&game, &token).await;
    let anybody = served.get(&game, "").await;
    let cards = |state: &Value, seat: usize| {
        let hand = state["layout"]["zones"][format!("hand:{seat}")].as_array().expect("cards");
        hand.iter().filter(|card| card.get("back").is_none()).count()
    };
    assert_eq!([0, 1].map(|seat| cards(&own, seat)), [5, 0], "{own}");
    assert_eq!([0, 1].map(|seat| cards(&anybody, seat)), [0, 0], "{anybody}");
}
