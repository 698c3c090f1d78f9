//! The service with the template in it.

use std::time::Duration;

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tapis_api::settings::Settings;
use tapis_api::startup::Application;
use tapis_service::sources::Sources;
use tapis_solver::registry::Registry;
use tapis_template::Template;

/// A running service and a client.
pub struct Served {
    base: String,
    http: Client,
    _directory: tempfile::TempDir,
}

impl Served {
    pub async fn start() -> Self {
        let directory = tempfile::tempdir().expect("a folder");
        let database = format!("sqlite:{}", directory.path().join("tapis.db").display());
        let arguments = [
            "--port",
            "0",
            "--workers",
            "1",
            "--bot-pace-ms",
            "0",
            "--tune",
            "bot_slot_ms=1",
            "--database",
            &database,
        ];
        let unlimited = ["--rate-requests", "0", "--rate-moves", "0", "--rate-hints", "0"];
        let settings = Settings::from_args(arguments.into_iter().chain(unlimited)).expect("good flags");
        let sources = Sources::system(Registry::standard().with::<Template>());
        let application = Application::build(settings, sources).expect("it starts");
        let base = format!("http://{}", application.address());
        tokio::spawn(application.run());
        let http = Client::builder().no_proxy().timeout(Duration::from_secs(60)).build().expect("a client");
        Self { base, http, _directory: directory }
    }

    pub async fn call(&self, method: Method, path: &str, token: &str, body: Option<Value>) -> Value {
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

    pub async fn get(&self, path: &str, token: &str) -> Value {
        self.call(Method::GET, path, token, None).await
    }

    /// Creates a game against a bot; its path, the token of seat 0, and the hash of its ruleset.
    pub async fn against(&self, level: &str, options: Value) -> [String; 3] {
        let seats = json!([{"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": level}]);
        let body = json!({"game": "template", "options": options, "seats": seats});
        let created = self.call(Method::POST, "/v1/games", "", Some(body)).await;
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let game = format!("/v1/games/{}", text(&created["id"]));
        [game, text(&created["seats"][0]["token"]), text(&created["ruleset"]["hash"])]
    }
}
