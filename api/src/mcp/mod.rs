//! `POST /mcp`: the Model Context Protocol for agents, stateless (streamable HTTP, answers as JSON).
//!
//! A tool calls the operations that the routes call, and asks the same policies: keys, limits, retries, redaction and refusals are those of
//! the API. What it answers is short: an agent pays for every byte that it reads.

mod arguments;
mod message;
mod origin;
mod resources;
mod tools;
mod view;
mod words;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Resource, web};
use serde_json::{Value, json};

use crate::extract::{USUAL, bytes_of, read, read_value};
use crate::problem::ApiError;
use crate::state::AppState;

use message::{Asked, Message};
use words::Fault;

/// Where agents call.
pub(crate) const PATH: &str = "/mcp";

/// The revisions of the protocol that are spoken, the newest first.
const VERSIONS: [&str; 4] = [STATELESS, "2025-11-25", "2025-06-18", "2025-03-26"];

/// The revision in which every request says by itself what `initialize` said before.
const STATELESS: &str = "2026-07-28";

/// That of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The header by which a client says which revision it speaks.
const VERSION_HEADER: &str = "mcp-protocol-version";

/// What an agent is told of the whole before anything else.
const INSTRUCTIONS: &str = "Card games against people and bots. list_games, then new_game: keep its id and tokens, nothing is remembered \
between calls. wait_for_turn tells the table, then play moves: each answer tells what happened since, and your next moves. When your_turn is \
false, wait_for_turn with since: the version you know. In `choices` a move is a key, a space and one of its words. look tells the whole table \
again. The rules are the resource tapis://rules/{game}.";

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
        return Ok(refused(StatusCode::FORBIDDEN, None, &Fault::invalid("origin").body(false)));
    }
    let said = request.headers().get(VERSION_HEADER);
    let spoken = |said: &[u8]| VERSIONS.iter().any(|known| said == known.as_bytes());
    if let Some(said) = said.filter(|said| !spoken(said.as_bytes())) {
        let said = String::from_utf8_lossy(said.as_bytes());
        return Ok(refused(StatusCode::BAD_REQUEST, None, &Fault::version(&said).body(false)));
    }
    let stateless = said.is_some_and(|said| said.as_bytes() == STATELESS.as_bytes());
    let bytes = bytes_of(&request, body.into_inner(), false).await?;
    let message = match read(&request, &bytes, read_value).await? {
        Ok(value) => Message::of(value),
        Err(error) => Err((None, Fault::unreadable(&error))),
    };
    match message {
        Err((id, fault)) => Ok(refused(StatusCode::BAD_REQUEST, id, &fault.body(stateless))),
        // Notifications and answers are taken and need no answer.
        Ok(Message::Told) => Ok(HttpResponse::Accepted().finish()),
        Ok(Message::Asked(asked)) if bytes.len() > USUAL && !asked.may_be_large() => {
            Err(ApiError::TooLarge { limit: USUAL })
        }
        Ok(Message::Asked(mut asked)) => Ok(match dispatch(&state, &request, &mut asked, stateless).await {
            Ok(result) => {
                written(StatusCode::OK, &json!({"jsonrpc": "2.0", "id": asked.id, "result": result}))
            }
            Err(fault) => refused(fault.status(stateless), Some(asked.id), &fault.body(stateless)),
        }),
    }
}

async fn dispatch(
    state: &AppState,
    request: &HttpRequest,
    asked: &mut Asked,
    stateless: bool,
) -> Result<Value, Fault> {
    if stateless {
        asked.agrees_with(request.headers())?;
    }
    let mut result = match (asked.method.as_str(), stateless) {
        ("server/discover", true) => json!({
            "supportedVersions": VERSIONS,
            "capabilities": {"tools": {}, "resources": {}},
            "instructions": INSTRUCTIONS,
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "tapis", "version": VERSION}},
        }),
        ("initialize", false) => initialized(asked),
        ("ping", false) => json!({}),
        ("tools/list", _) => json!({"tools": &*tools::LISTED}),
        ("tools/call", _) => tools::call(state, request, asked).await?,
        ("resources/list", _) => resources::list(state),
        ("resources/templates/list", _) => resources::templates(),
        ("resources/read", _) => resources::read(state, request, asked).await?,
        (other, _) => return Err(Fault::method(other)),
    };
    if stateless {
        result["resultType"] = "complete".into();
        if asked.method != "tools/call" {
            // To be asked for again: replays are not everybody's, and tools are those of the program that runs.
            (result["ttlMs"], result["cacheScope"]) = (0.into(), "private".into());
        }
    }
    Ok(result)
}

/// What there is, in the revision the client asks for if it has a handshake and is spoken here, else in the newest that has one.
fn initialized(asked: &Asked) -> Value {
    let wanted = asked.params.get("protocolVersion").and_then(Value::as_str);
    let [_, newest, ..] = VERSIONS;
    let known = VERSIONS.into_iter().find(|known| wanted == Some(*known) && *known != STATELESS);
    json!({
        "protocolVersion": known.unwrap_or(newest),
        "capabilities": {"tools": {}, "resources": {}},
        "serverInfo": {"name": "tapis", "version": VERSION},
        "instructions": INSTRUCTIONS,
    })
}

/// An error of JSON-RPC. Without an id it is about a message that has none to be told.
fn refused(status: StatusCode, id: Option<Value>, error: &Value) -> HttpResponse {
    written(status, &json!({"jsonrpc": "2.0", "id": id, "error": error}))
}

fn written(status: StatusCode, body: &Value) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(body.to_string())
}
