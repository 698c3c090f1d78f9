//! What agents can do.

use std::time::{Duration, Instant};

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::HeaderName;
use serde_json::{Map, Value, json};
use tapis_games::locale::{said, unread};

use super::arguments::Arguments;
use super::inside::{Answer, Call};
use super::message::Asked;
use super::words::{Fault, problem};
use crate::problem::ApiError;
use crate::state::AppState;

/// The tools, as they are listed.
const TOOLS: &str = include_str!("tools.json");
/// Longest and usual wait of `wait_for_turn`, in seconds.
const MOST_WAIT_S: u64 = 25;
const USUAL_WAIT_S: u64 = 20;
/// What there is of statistics.
const PARTS: [&str; 4] = ["summary", "features", "crossed", "series"];

/// An agent is answered in JSON.
const FORMATS: [&str; 1] = ["json"];

/// The tools with the schemas of their arguments.
pub(super) fn list() -> Value {
    serde_json::from_str(TOOLS).unwrap_or_default()
}

/// Calls one. What the API refuses is an answer of the tool: an agent can read it and do better.
pub(super) async fn call(state: &AppState, request: &HttpRequest, asked: &Asked) -> Result<Value, Fault> {
    let name = asked.params.get("name").and_then(Value::as_str).ok_or_else(|| Fault::param("name"))?;
    let arguments = match asked.params.get("arguments") {
        None => Map::new(),
        Some(Value::Object(arguments)) => arguments.clone(),
        Some(_) => return Err(Fault::param("arguments")),
    };
    let caller = Caller { state, request };
    let done = match name {
        "list_games" => caller.list_games(arguments).await,
        "new_game" => caller.new_game(arguments).await,
        "look" => caller.look(arguments).await,
        "play" => caller.post(arguments, "moves").await,
        "hint" => caller.post(arguments, "hints").await,
        "wait_for_turn" => caller.wait_for_turn(arguments).await,
        "statistics" => caller.statistics(arguments).await,
        "run_experiment" => caller.run_experiment(arguments).await,
        other => return Err(Fault::tool(other, &names())),
    };
    let (body, is_error) = match done {
        Ok(body) => (body, false),
        Err(Refusal::Told(problem)) => (problem, true),
        Err(Refusal::Here(error)) => match problem(&error.logged()) {
            Some(problem) => (problem, true),
            None => return Err(ApiError::internal("a problem cannot be written").into()),
        },
    };
    let content = json!([{"type": "text", "text": body.to_string()}]);
    Ok(json!({"content": content, "structuredContent": body, "isError": is_error}))
}

fn names() -> String {
    let tools = list();
    let names = tools.as_array().into_iter().flatten().filter_map(|tool| tool["name"].as_str());
    names.collect::<Vec<_>>().join(", ")
}

/// Why a tool has no answer.
enum Refusal {
    /// The problem document of the API.
    Told(Value),
    /// An argument that never came to the API, or a fault of this server.
    Here(ApiError),
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        Self::Here(error)
    }
}

type Done = Result<Value, Refusal>;

/// Who calls.
struct Caller<'a> {
    state: &'a AppState,
    request: &'a HttpRequest,
}

impl Caller<'_> {
    async fn ask(&self, arguments: &Arguments, call: Call) -> Result<Answer, Refusal> {
        let answer = arguments.dress(call).ask(self.state, self.request).await?;
        if answer.status.is_success() {
            return Ok(answer);
        }
        Err(Refusal::Told(answer.json()?))
    }

    async fn json(&self, arguments: &Arguments, call: Call) -> Done {
        Ok(self.ask(arguments, call).await?.json()?)
    }

    async fn list_games(&self, arguments: Map<String, Value>) -> Done {
        let mut arguments = Arguments::of(arguments)?;
        let game = arguments.take::<String>("game")?;
        arguments.end()?;
        if let Some(game) = game {
            return self.json(&arguments, Call::get(&["v1", "rulesets", &game], &[])).await;
        }
        let games = self.json(&arguments, Call::get(&["v1", "rulesets"], &[])).await?;
        let query = [("open_seats", "true"), ("limit", "20")];
        let open = self.json(&arguments, Call::get(&["v1", "games"], &query)).await?;
        Ok(json!({"games": games["items"], "waiting_for_players": open["items"]}))
    }

    async fn new_game(&self, arguments: Map<String, Value>) -> Done {
        let mut arguments = Arguments::of(arguments)?;
        let key = arguments.take("idempotency_key")?;
        let call = match arguments.take::<String>("game_id")? {
            None => Call::post(&["v1", "games"], arguments.body()),
            Some(id) => {
                let seat = arguments.take::<u8>("seat")?.unwrap_or(0).to_string();
                Call::post(&["v1", "games", &id, "seats", &seat], arguments.body())
            }
        };
        self.json(&arguments, call.with(HeaderName::from_static("idempotency-key"), key)).await
    }

    async fn look(&self, arguments: Map<String, Value>) -> Done {
        let mut arguments = Arguments::of(arguments)?;
        let id = arguments.needed("game_id")?;
        let version = arguments.take::<u64>("version")?.map(|version| version.to_string());
        arguments.end()?;
        let query: Vec<_> = version.iter().map(|version| ("version", version.as_str())).collect();
        self.json(&arguments, Call::get(&["v1", "games", &id], &query)).await
    }

    /// Sends what is left of the arguments to a part of a game.
    async fn post(&self, arguments: Map<String, Value>, part: &str) -> Done {
        let mut arguments = Arguments::of(arguments)?;
        let id = arguments.needed("game_id")?;
        let key = arguments.take("idempotency_key")?;
        let call = Call::post(&["v1", "games", &id, part], arguments.body());
        self.json(&arguments, call.with(HeaderName::from_static("idempotency-key"), key)).await
    }

    /// Waits on the events. Nothing of how long it took is told, and whoever goes away ends it.
    async fn wait_for_turn(&self, arguments: Map<String, Value>) -> Done {
        let mut arguments = Arguments::of(arguments)?;
        let id = arguments.needed("game_id")?;
        let wait_s = arguments.take("wait_s")?.unwrap_or(USUAL_WAIT_S);
        if wait_s > MOST_WAIT_S {
            return Err(ApiError::field("/wait_s", said("at_most").with("most", MOST_WAIT_S)).into());
        }
        arguments.end()?;
        let until = Instant::now() + Duration::from_secs(wait_s);
        let mut is_last = false;
        loop {
            let state = self.json(&arguments, Call::get(&["v1", "games", &id], &[])).await?;
            let my_turn = state["legal_moves"].as_array().is_some_and(|moves| !moves.is_empty());
            let is_open = ["running", "waiting"].iter().any(|status| state["status"] == *status);
            // A second is the unit in which events are waited for.
            let left = until.saturating_duration_since(Instant::now()).as_secs_f64().round() as u64;
            if my_turn || !is_open || is_last || left == 0 {
                return Ok(json!({"your_turn": my_turn, "state": state}));
            }
            let (after, wait) = (state["version"].to_string(), left.to_string());
            let query = [("after", after.as_str()), ("wait", wait.as_str())];
            let news = self.ask(&arguments, Call::get(&["v1", "games", &id, "events"], &query)).await?;
            // Nothing comes any more: the next look is the last.
            is_last = news.status == StatusCode::NO_CONTENT;
        }
    }

    async fn statistics(&self, arguments: Map<String, Value>) -> Done {
        let mut arguments = Arguments::of(arguments)?;
        let game = arguments.needed("game")?;
        let part = arguments.take::<String>("part")?.unwrap_or_else(|| PARTS[0].to_owned());
        let format = arguments.take::<String>("format")?.unwrap_or_else(|| FORMATS[0].to_owned());
        one_of("/part", &part, &PARTS)?;
        one_of("/format", &format, &FORMATS)?;
        let mut query = Vec::new();
        if let Value::Object(left) = arguments.body() {
            for (name, value) in left {
                match value {
                    Value::String(text) => query.push((name, text)),
                    Value::Number(_) | Value::Bool(_) => query.push((name, value.to_string())),
                    _ => {
                        let message = unread("invalid type: map, expected a string");
                        return Err(ApiError::field(format!("/{name}"), message).into());
                    }
                }
            }
        }
        let query: Vec<_> = query.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.json(&arguments, Call::get(&["v1", "stats", &game, &part], &query)).await
    }

    async fn run_experiment(&self, arguments: Map<String, Value>) -> Done {
        let mut arguments = Arguments::of(arguments)?;
        let call = match arguments.take::<String>("experiment_id")? {
            None => Call::post(&["v1", "experiments"], arguments.body()),
            Some(id) => {
                arguments.end()?;
                Call::get(&["v1", "experiments", &id], &[])
            }
        };
        self.json(&arguments, call).await
    }
}

fn one_of(pointer: &str, name: &str, known: &[&str]) -> Result<(), ApiError> {
    if known.contains(&name) {
        return Ok(());
    }
    let name: String = name.chars().take(64).collect();
    Err(ApiError::field(pointer, said("none_of").with("name", name).with("known", known.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_can_be_read_and_names_every_tool() {
        assert_eq!(
            names(),
            "list_games, new_game, look, play, hint, wait_for_turn, statistics, run_experiment"
        );
        for tool in list().as_array().unwrap() {
            assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
            assert!(tool["description"].as_str().is_some_and(|text| text.len() > 40), "{tool}");
        }
    }
}
