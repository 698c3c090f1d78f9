//! Messages of JSON-RPC 2.0.

use actix_web::http::header::HeaderMap;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value};

use super::VERSION_HEADER;
use super::words::Fault;

/// What a caller sends.
pub(super) enum Message {
    /// A request.
    Asked(Asked),
    /// A notification or an answer: nothing comes back.
    Told,
}

/// A request.
pub(super) struct Asked {
    /// By which the caller knows the answer.
    pub id: Value,
    /// What is to be done.
    pub method: String,
    /// With what.
    pub params: Map<String, Value>,
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// It is none, with its id if that can be told.
    pub fn of(value: Value) -> Result<Self, (Option<Value>, Fault)> {
        let mut members = match value {
            Value::Object(members) => members,
            Value::Array(_) => return Err((None, Fault::invalid("batch"))),
            _ => return Err((None, Fault::invalid("object"))),
        };
        let id = match members.remove("id") {
            Some(id) if id.is_string() || id.is_i64() || id.is_u64() => Some(id),
            Some(_) => return Err((None, Fault::invalid("id"))),
            None => None,
        };
        if members.get("jsonrpc") != Some(&Value::from("2.0")) {
            return Err((id, Fault::invalid("jsonrpc")));
        }
        let method = match members.remove("method") {
            Some(Value::String(method)) => method,
            None if members.contains_key("result") || members.contains_key("error") => return Ok(Self::Told),
            _ => return Err((id, Fault::invalid("method"))),
        };
        let params = match members.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return Err((id, Fault::invalid("params"))),
        };
        Ok(id.map_or(Self::Told, |id| Self::Asked(Asked { id, method, params })))
    }
}

impl Asked {
    /// Whether it has a deck or a plan, as large as those that the routes take. What the other tools take is short.
    pub fn may_be_large(&self) -> bool {
        let name = self.params.get("name").and_then(Value::as_str);
        self.method == "tools/call" && matches!(name, Some("new_game" | "run_experiment"))
    }

    /// That the request says of itself what it has to since there is no handshake, and its headers say the same: what stands between
    /// may go by them.
    ///
    /// # Errors
    /// Something is missing, or a header says something else than the body.
    pub fn agrees_with(&self, headers: &HeaderMap) -> Result<(), Fault> {
        let meta = |name: &str| self.params.get("_meta")?.get(format!("io.modelcontextprotocol/{name}"));
        let version = meta("protocolVersion").and_then(Value::as_str);
        let version = version.filter(|_| meta("clientCapabilities").is_some_and(Value::is_object));
        let version = version.ok_or_else(|| Fault::param("_meta"))?;
        let name = match self.method.as_str() {
            "tools/call" => self.params.get("name"),
            "resources/read" => self.params.get("uri"),
            _ => None,
        };
        let name = name.and_then(Value::as_str);
        for (header, says) in
            [(VERSION_HEADER, Some(version)), ("mcp-method", Some(&*self.method)), ("mcp-name", name)]
        {
            if says.is_some_and(|says| single(headers, header).as_deref() != Some(says)) {
                return Err(Fault::header(header));
            }
        }
        Ok(())
    }
}

/// A header that is there once. What no header can hold stands in it as `=?base64?…?=`.
fn single(headers: &HeaderMap, name: &str) -> Option<String> {
    let mut values = headers.get_all(name);
    let text = values.next().filter(|_| values.next().is_none())?.to_str().ok()?;
    match text.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) {
        Some(coded) => String::from_utf8(BASE64_STANDARD.decode(coded).ok()?).ok(),
        None => Some(text.to_owned()),
    }
}
