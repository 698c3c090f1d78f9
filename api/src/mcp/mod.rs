//! `POST /mcp`: the Model Context Protocol for agents, stateless (streamable HTTP, answers as JSON).
//!
//! A tool is a few calls of the API, asked of the same routes from [`Inside`]: keys, limits, retries, redaction and refusals
//! are those of the API because they are the API. This module knows no game and reads nothing of the service by itself.

mod arguments;
mod inside;
mod message;
mod origin;
mod resources;
mod tools;
mod words;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Resource, web};
use serde_json::{Value, json};

use crate::extract::{bytes_of, read, read_value};
use crate::problem::ApiError;
use crate::state::AppState;

pub(crate) use inside::{Answer, Ask, Inside};
use message::{Asked, Message};
use words::Fault;

/// Where agents call.
pub(crate) const PATH: &str = "/mcp";

/// The revisions of the protocol that are spoken, the newest first.
const VERSIONS: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

/// The header by which a client says which revision it speaks.
const VERSION_HEADER: &str = "mcp-protocol-version";

/// What an agent is told of the whole before anything else.
const INSTRUCTIONS: &str = "Card games against people and bots. Begin with list_games, then new_game: its answer has the game's id and a token \
for each seat of yours. Keep both; nothing is remembered between calls. A loop: wait_for_turn, choose one of legal_moves, play it with \
the version you decided on and a fresh idempotency_key. The rules of a game are the resource tapis://rules/{game}.";

/// The path and its methods. It stands outside of the OpenAPI document: the protocol describes itself, by `tools/list`.
pub(crate) fn resource() -> Resource {
    web::resource(PATH).route(web::post().to(answer)).default_service(web::to(other))
}

/// No stream is opened by `GET`, and there is no session to `DELETE`.
async fn other(request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let allow = "POST, OPTIONS";
    if request.method() == actix_web::http::Method::OPTIONS {
        return Ok(HttpResponse::NoContent().insert_header((header::ALLOW, allow)).finish());
    }
    Err(ApiError::MethodNotAllowed { allow: allow.to_owned() })
}

async fn answer(state: AppState, request: HttpRequest, body: web::Payload) -> Result<HttpResponse, ApiError> {
    if !origin::is_allowed(&state, &request) {
        return Ok(refused(StatusCode::FORBIDDEN, None, &Fault::invalid("origin")));
    }
    if let Some(version) = request.headers().get(VERSION_HEADER)
        && !VERSIONS.iter().any(|known| version.as_bytes() == known.as_bytes())
    {
        let said = String::from_utf8_lossy(version.as_bytes());
        return Ok(refused(StatusCode::BAD_REQUEST, None, &Fault::version(&said)));
    }
    let bytes = bytes_of(&request, body.into_inner(), false).await?;
    let message = match read(&request, &bytes, read_value).await? {
        Ok(value) => Message::of(value),
        Err(error) => Err((None, Fault::unreadable(&error))),
    };
    match message {
        Err((id, fault)) => Ok(refused(StatusCode::BAD_REQUEST, id, &fault)),
        // Notifications and answers are taken and need no answer.
        Ok(Message::Told) => Ok(HttpResponse::Accepted().finish()),
        Ok(Message::Asked(asked)) => Ok(match dispatch(&state, &request, &asked).await {
            Ok(result) => {
                written(StatusCode::OK, &json!({"jsonrpc": "2.0", "id": asked.id, "result": result}))
            }
            Err(fault) => refused(StatusCode::OK, Some(asked.id), &fault),
        }),
    }
}

async fn dispatch(state: &AppState, request: &HttpRequest, asked: &Asked) -> Result<Value, Fault> {
    match asked.method.as_str() {
        "initialize" => Ok(initialized(asked)),
        "ping" => Ok(json!({})),
        "tools/list" => Ok(json!({"tools": tools::list()})),
        "tools/call" => tools::call(state, request, asked).await,
        "resources/list" => Ok(resources::list(state)),
        "resources/templates/list" => Ok(resources::templates()),
        "resources/read" => resources::read(state, request, asked).await,
        other => Err(Fault::method(other)),
    }
}

/// What there is, in the revision the client asks for if it is spoken here, else in the newest.
fn initialized(asked: &Asked) -> Value {
    let wanted = asked.params.get("protocolVersion").and_then(Value::as_str);
    let version = VERSIONS.into_iter().find(|known| wanted == Some(*known)).unwrap_or(VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": {"tools": {}, "resources": {}},
        "serverInfo": {"name": "tapis", "version": env!("CARGO_PKG_VERSION")},
        "instructions": INSTRUCTIONS,
    })
}

/// An error of JSON-RPC. Without an id it is about a message that has none to be told.
fn refused(status: StatusCode, id: Option<Value>, fault: &Fault) -> HttpResponse {
    written(status, &json!({"jsonrpc": "2.0", "id": id, "error": fault.body()}))
}

fn written(status: StatusCode, body: &Value) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(body.to_string())
}
